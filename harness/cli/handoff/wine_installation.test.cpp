// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/wine_installation.hpp"

#include <algorithm>
#include <fstream>

#include <catch2/catch_test_macros.hpp>

#include "harness/cli/handoff/test_variable.hpp"
#include "harness/util/error.hpp"
#include "harness/util/temporary_folder.hpp"

using namespace dllrepro::cli::handoff;

namespace {

void make_program(const std::filesystem::path& file, const std::string& script) {
  std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

std::string failure_of_find() {
  try {
    static_cast<void>(find_wine());
  } catch (const dllrepro::EnvironmentFailure& failure) {
    return failure.what();
  }
  return {};
}

bool contains(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

}  // namespace

TEST_CASE("Versions as releases of Wine tell them") {
  CHECK(parse_wine_version("wine-8.0 (Debian 8.0~repack-4)") == WineVersion{8, 0});
  CHECK(parse_wine_version("wine-8.0.2") == WineVersion{8, 0});
  CHECK(parse_wine_version("wine-9.0 (Ubuntu 9.0~repack-4build3)") == WineVersion{9, 0});
  CHECK(parse_wine_version("wine-10.0-rc2") == WineVersion{10, 0});
  CHECK(parse_wine_version("wine-9.21 (Staging)") == WineVersion{9, 21});
  CHECK(parse_wine_version("") == WineVersion{});
  CHECK(parse_wine_version("bash: wine: not found") == WineVersion{});
  CHECK(WineVersion{8, 0} < WineVersion{8, 21});
  CHECK(WineVersion{9, 0} < WineVersion{10, 0});
  CHECK(name_of({10, 3}) == "10.3");
}

TEST_CASE("Wine is found under each of its names, with the server beside it") {
  const dllrepro::TemporaryFolder folder;
  const TestVariable named("DLLREPRO_WINE", "");
  const TestVariable path("PATH", "/nowhere::" + folder.path().string());
  make_program(folder.path() / "wineserver", "");
  make_program(folder.path() / "wine64", "echo wine-9.0");
  CHECK(find_wine().loader == folder.path() / "wine64");
  CHECK(find_wine().server == folder.path() / "wineserver");
  CHECK(find_wine().version == WineVersion{9, 0});
  make_program(folder.path() / "wine", "echo wine-8.0");
  CHECK(find_wine().loader == folder.path() / "wine");
}

TEST_CASE("Wine that is named counts before Wine in PATH") {
  const dllrepro::TemporaryFolder folder;
  make_program(folder.path() / "other-wine", "echo 'wine-10.0'");
  make_program(folder.path() / "wineserver", "");
  const TestVariable named("DLLREPRO_WINE", (folder.path() / "other-wine").string());
  CHECK(find_wine().version == WineVersion{10, 0});
  const TestVariable wrong("DLLREPRO_WINE", (folder.path() / "nothing").string());
  CHECK(failure_of_find().find("DLLREPRO_WINE names") != std::string::npos);
}

TEST_CASE("Without Wine the message names the package") {
  const dllrepro::TemporaryFolder folder;
  const TestVariable named("DLLREPRO_WINE", "");
  const TestVariable path("PATH", folder.path().string());
  CHECK(failure_of_find().find("apt-get install") != std::string::npos);
}

TEST_CASE("Wine that is too old, or is none, is refused") {
  const dllrepro::TemporaryFolder folder;
  const TestVariable named("DLLREPRO_WINE", (folder.path() / "wine").string());
  make_program(folder.path() / "wineserver", "");
  make_program(folder.path() / "wine", "echo 'wine-6.0.3 (Ubuntu 6.0.3~repack-1)'");
  CHECK(failure_of_find().find("it is Wine 6.0, and 8.0 is the oldest") != std::string::npos);
  make_program(folder.path() / "wine", "echo 'error: no such thing'; exit 1");
  CHECK(failure_of_find().find("does not tell a version") != std::string::npos);
}

TEST_CASE("What would change Wine's ways does not reach it") {
  const TestVariable overrides("WINEDLLOVERRIDES", "msvcp140=n");
  const TestVariable architecture("WINEARCH", "win32");
  const TestVariable display("DISPLAY", ":0");
  const TestVariable other("DLLREPRO_TEST", "stays");
  const std::vector<std::string> environment = wine_environment("/tmp/prefix", {"WINEDLLOVERRIDES=mscoree="});
  CHECK(contains(environment, "WINEPREFIX=/tmp/prefix"));
  CHECK(contains(environment, "WINEDLLOVERRIDES=mscoree="));
  CHECK_FALSE(contains(environment, "WINEDLLOVERRIDES=msvcp140=n"));
  CHECK_FALSE(contains(environment, "WINEARCH=win32"));
  CHECK_FALSE(contains(environment, "DISPLAY=:0"));
  CHECK(contains(environment, "DLLREPRO_TEST=stays"));
  const TestVariable debug("WINEDEBUG", "+module");
  CHECK(contains(wine_environment("/tmp/prefix"), "WINEDEBUG=+module"));
}
