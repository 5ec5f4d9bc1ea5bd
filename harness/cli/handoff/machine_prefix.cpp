// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/machine_prefix.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/cli/handoff/file_lock.hpp"
#include "harness/stub/compose.hpp"
#include "harness/util/error.hpp"
#include "harness/util/input_file.hpp"
#include "harness/util/output_file.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::cli::handoff {

namespace fs = std::filesystem;

namespace {

/// Appears by rename, so that a process that has the old file mapped keeps it, and a hard link of it elsewhere stays as
/// it was.
void put_file(const fs::path& file, std::string_view bytes) {
  if (fs::exists(file) && bytes_of(file) == bytes) {
    return;
  }
  fs::path making = file;
  making += fmt::format(".{}", getpid());
  write_file(making, bytes);
  fs::rename(making, file);
}

std::string composed(const stub::StubSpec& spec, const std::string& name) {
  const std::vector<std::byte> bytes = stub::compose(spec, name);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void copy_prefix(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  constexpr auto k_all = fs::copy_options::recursive | fs::copy_options::copy_symlinks;
  std::error_code no_links;
  fs::copy(from / "drive_c", to / "drive_c", k_all | fs::copy_options::create_hard_links, no_links);
  if (no_links) {
    fs::remove_all(to / "drive_c");
    fs::copy(from / "drive_c", to / "drive_c", k_all);
  }
  fs::copy(from / "dosdevices", to / "dosdevices", k_all);
  for (const char* name : {"system.reg", "userdef.reg", "user.reg", ".update-timestamp"}) {
    if (fs::exists(from / name)) {
      fs::copy_file(from / name, to / name);
    }
  }
  // The server keeps the registry in memory and writes it now and then: a copy that lacks what set the prefix up has no
  // note and is set up like any other prefix.
  if (WinePrefix::has_settings(to)) {
    fs::copy_file(from / WinePrefix::k_note, to / WinePrefix::k_note);
  }
}

/// Removes what was not used for long, and what was left half-made: the lock of all is held.
void clear_away(const fs::path& machines) {
  const auto oldest = fs::file_time_type::clock::now() - std::chrono::hours(24 * k_kept_days);
  for (const fs::directory_entry& entry : fs::directory_iterator(machines)) {
    std::error_code missing;
    const auto used = fs::last_write_time(entry.path() / "drive_c" / "windows" / scenario::k_machine_note, missing);
    const bool is_half_made = entry.path().extension() == ".making";
    if (entry.is_directory() && (is_half_made || (!missing && used < oldest))) {
      fs::remove_all(entry.path(), missing);
    }
  }
}

}  // namespace

namespace {

/// The DLLs of a prefix that were composed because Wine has none of that name, one name a line: those of an older build
/// are made anew, and Wine's own are left alone.
class ComposedNames {
 public:
  explicit ComposedNames(const fs::path& prefix) : m_file(prefix / "dllrepro-composed") {
    std::istringstream lines(bytes_of(m_file));
    for (std::string name; std::getline(lines, name);) {
      m_names.insert(name);
    }
  }

  [[nodiscard]] bool contains(const std::string& name) const { return m_names.contains(name); }

  void add(const std::string& name) {
    if (m_names.insert(name).second) {
      put_file(m_file, fmt::format("{}\n", fmt::join(m_names, "\n")));
    }
  }

 private:
  fs::path m_file;
  std::set<std::string> m_names;
};

}  // namespace

void furnish(const fs::path& prefix, const scenario::System32& machine) {
  const fs::path windows = prefix / "drive_c" / "windows";
  const fs::path system32 = windows / "system32";
  for (const std::string& name : machine.without) {
    fs::remove(system32 / path_from_utf8(name));
  }
  ComposedNames ours(prefix);
  for (const std::string& name : machine.with) {
    const fs::path file = system32 / path_from_utf8(name);
    if (!fs::exists(file) || ours.contains(name)) {
      ours.add(name);
      put_file(file, composed({}, name));
    }
  }
  for (const auto& [name, spec] : machine.files) {
    put_file(system32 / path_from_utf8(name), composed(spec, name));
  }
  const fs::path note = windows / scenario::k_machine_note;
  put_file(note, key_of(machine));
  fs::last_write_time(note, fs::file_time_type::clock::now());
}

fs::path prepare_machine(const WinePrefix& base, const scenario::System32& machine) {
  if (machine.is_plain()) {
    return base.folder();
  }
  fs::path machines = base.folder();
  machines += ".machines";
  const fs::path folder = machines / key_of(machine);
  try {
    const FileLock held(machines / "lock");
    if (!fs::exists(folder)) {
      clear_away(machines);
      fs::path making = folder;
      making += ".making";
      copy_prefix(base.folder(), making);
      furnish(making, machine);
      fs::rename(making, folder);
    } else {
      furnish(folder, machine);
    }
  } catch (const fs::filesystem_error& failure) {
    throw EnvironmentFailure(
        fmt::format("failed to make a Wine prefix for a machine at {}: {}", display_path(folder), failure.what()));
  }
  return folder;
}

}  // namespace dllrepro::cli::handoff
