// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/machine_prefix.hpp"

#include <chrono>

#include <catch2/catch_test_macros.hpp>

#include "harness/util/temporary_folder.hpp"

using namespace dllrepro;
using namespace dllrepro::cli::handoff;
namespace fs = std::filesystem;

namespace {

/// A prefix as far as copying it goes: no Wine has anything to do with it.
class FakePrefix {
 public:
  FakePrefix() {
    for (const char* name : {"msvcp140.dll", "vcruntime140.dll", "kernel32.dll"}) {
      m_folder.write(std::string("base/drive_c/windows/system32/") + name, "Wine's own");
    }
    m_folder.write("base/system.reg", "system");
    m_folder.write("base/user.reg", "\"ShowCrashDialog\"=dword:00000000");
    m_folder.write("base/dllrepro-prefix", "1 wine-8.0\n");
    fs::create_directories(m_folder.path() / "base" / "dosdevices");
    fs::create_symlink("../drive_c", m_folder.path() / "base" / "dosdevices" / "c:");
  }

  [[nodiscard]] WinePrefix base() const {
    return {WineInstallation{}, m_folder.path() / "base", [](auto) {}};
  }
  [[nodiscard]] std::string read(const fs::path& prefix, const std::string& below) const {
    return m_folder.read((fs::relative(prefix, m_folder.path()) / below).string());
  }
  [[nodiscard]] const TemporaryFolder& folder() const { return m_folder; }

 private:
  TemporaryFolder m_folder;
};

scenario::System32 lacking(const std::string& name) {
  scenario::System32 machine;
  machine.without = {name};
  return machine;
}

}  // namespace

TEST_CASE("A plain machine is the base prefix") {
  const FakePrefix fake;
  CHECK(prepare_machine(fake.base(), {}) == fake.base().folder());
}

TEST_CASE("A machine that differs is a copy whose System32 differs, and the base stays as it was") {
  const FakePrefix fake;
  scenario::System32 machine = lacking("msvcp140.dll");
  machine.with = {"vcruntime140.dll", "vcruntime140_threads.dll"};
  machine.files["nvcuda.dll"] = {};
  const fs::path prefix = prepare_machine(fake.base(), machine);
  CHECK(prefix != fake.base().folder());
  const fs::path system32 = prefix / "drive_c" / "windows" / "system32";
  CHECK_FALSE(fs::exists(system32 / "msvcp140.dll"));
  CHECK(fake.read(prefix, "drive_c/windows/system32/vcruntime140.dll") == "Wine's own");
  CHECK(fake.read(prefix, "drive_c/windows/system32/vcruntime140_threads.dll").substr(0, 2) == "MZ");
  CHECK(fake.read(prefix, "drive_c/windows/system32/nvcuda.dll").substr(0, 2) == "MZ");
  CHECK(fake.read(prefix, std::string("drive_c/windows/") + scenario::k_machine_note) == key_of(machine));
  CHECK(fake.read(prefix, "system.reg") == "system");
  CHECK(fs::exists(prefix / WinePrefix::k_note));
  CHECK(fs::is_symlink(prefix / "dosdevices" / "c:"));
  // Links, not copies, of what stays; the registry is the prefix's own.
  CHECK(fs::hard_link_count(system32 / "kernel32.dll") == 2);
  CHECK(fs::hard_link_count(prefix / "system.reg") == 1);

  const fs::path own = fake.base().folder() / "drive_c" / "windows" / "system32";
  CHECK(fs::exists(own / "msvcp140.dll"));
  CHECK_FALSE(fs::exists(own / "nvcuda.dll"));
}

TEST_CASE("A prefix that is there is kept, and what has changed in it is put right") {
  const FakePrefix fake;
  scenario::System32 machine = lacking("msvcp140.dll");
  machine.files["kernel32.dll"] = {};
  const fs::path prefix = prepare_machine(fake.base(), machine);
  const fs::path system32 = prefix / "drive_c" / "windows" / "system32";
  // As an update of Wine does it.
  fake.folder().write(fs::relative(system32 / "msvcp140.dll", fake.folder().path()).string(), "back again");
  fake.folder().write(fs::relative(system32 / "kernel32.dll", fake.folder().path()).string(), "Wine's own");
  fake.folder().write(fs::relative(prefix / "mark", fake.folder().path()).string(), "kept");
  CHECK(prepare_machine(fake.base(), machine) == prefix);
  CHECK_FALSE(fs::exists(system32 / "msvcp140.dll"));
  CHECK(fake.read(prefix, "drive_c/windows/system32/kernel32.dll").substr(0, 2) == "MZ");
  CHECK(fake.read(fake.base().folder(), "drive_c/windows/system32/kernel32.dll") == "Wine's own");
  CHECK(fs::exists(prefix / "mark"));
}

TEST_CASE(
    "Wine's own DLL stays when the machine wants one of that name, whoever else has it; a composed one is renewed") {
  const FakePrefix fake;
  scenario::System32 machine;
  machine.with = {"vcruntime140.dll", "vcruntime140_threads.dll"};
  const fs::path prefix = prepare_machine(fake.base(), machine);
  // The base is made anew: nobody else has a link to the old one's files.
  fs::remove(fake.base().folder() / "drive_c" / "windows" / "system32" / "vcruntime140.dll");
  const fs::path composed = prefix / "drive_c" / "windows" / "system32" / "vcruntime140_threads.dll";
  fake.folder().write(fs::relative(composed, fake.folder().path()).string(), "of an older build");
  CHECK(prepare_machine(fake.base(), machine) == prefix);
  CHECK(fake.read(prefix, "drive_c/windows/system32/vcruntime140.dll") == "Wine's own");
  CHECK(fake.read(prefix, "drive_c/windows/system32/vcruntime140_threads.dll").substr(0, 2) == "MZ");
}

TEST_CASE("Prefixes that nobody uses any more, or that were left half-made, are cleared away") {
  const FakePrefix fake;
  const fs::path old = prepare_machine(fake.base(), lacking("a.dll"));
  const fs::path young = prepare_machine(fake.base(), lacking("b.dll"));
  fs::last_write_time(old / "drive_c" / "windows" / scenario::k_machine_note,
                      fs::file_time_type::clock::now() - std::chrono::hours(24 * (k_kept_days + 1)));
  fs::create_directories(old.parent_path() / "0123.making" / "drive_c");
  prepare_machine(fake.base(), lacking("c.dll"));
  CHECK_FALSE(fs::exists(old));
  CHECK(fs::exists(young));
  CHECK_FALSE(fs::exists(old.parent_path() / "0123.making"));
}

TEST_CASE("A base whose settings are not on disk yet gives a copy that is still to be set up") {
  const FakePrefix fake;
  fake.folder().write("base/user.reg", "nothing");
  const fs::path prefix = prepare_machine(fake.base(), lacking("a.dll"));
  CHECK_FALSE(fs::exists(prefix / WinePrefix::k_note));
}

TEST_CASE("A prefix that can't be made says where") {
  const FakePrefix fake;
  fake.folder().write("base.machines", "a file in the way");
  CHECK_THROWS_AS(prepare_machine(fake.base(), lacking("a.dll")), EnvironmentFailure);
}
