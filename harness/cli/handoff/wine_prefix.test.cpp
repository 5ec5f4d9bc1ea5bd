// SPDX-License-Identifier: MIT
// With a Wine that is a shell script: what is tested is how prefixes are made, not what Wine makes of them.
#include "harness/cli/handoff/wine_prefix.hpp"

#include <atomic>
#include <fstream>
#include <iterator>
#include <mutex>
#include <sstream>
#include <thread>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "harness/cli/handoff/test_variable.hpp"
#include "harness/util/temporary_folder.hpp"

using namespace dllrepro::cli::handoff;
namespace fs = std::filesystem;

namespace {

/// Notes every command with its prefix, and does what of Wine's work the code relies on.
constexpr const char* k_wine = R"(#!/bin/sh
log=$(dirname "$0")/log
echo "$(basename "$WINEPREFIX" | sed 's/-[0-9]*$/-N/') $*" >> "$log"
case "$1" in
  wineboot) mkdir -p "$WINEPREFIX/drive_c/windows/system32"; : > "$WINEPREFIX/system.reg"
            : > "$WINEPREFIX/drive_c/windows/system32/msvcp140.dll"
            [ ! -e "$(dirname "$0")/fail" ] || exit 5 ;;
  regedit) cat "$WINEPREFIX/drive_c/dllrepro-settings.reg" > "$WINEPREFIX/user.reg" ;;
esac
)";

class FakeWine {
 public:
  FakeWine() {
    fs::create_directory(m_folder.path() / "bin");
    for (const char* name : {"wine", "wineserver"}) {
      std::ofstream(bin() / name) << k_wine;
      fs::permissions(bin() / name, fs::perms::owner_all);
    }
  }

  [[nodiscard]] fs::path bin() const { return m_folder.path() / "bin"; }
  [[nodiscard]] fs::path folder() const { return m_folder.path() / "cache" / "wine-8.0"; }
  [[nodiscard]] WinePrefix prefix(WineVersion version = {8, 0}) {
    return {{bin() / "wine", bin() / "wineserver", version}, folder(), [this](std::string_view text) {
              const std::scoped_lock lock(m_mutex);
              m_told.append(text).append("\n");
            }};
  }
  [[nodiscard]] const std::string& told() const { return m_told; }
  [[nodiscard]] std::string log() const {
    std::ifstream file(bin() / "log");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  [[nodiscard]] std::size_t times(const std::string& command) const {
    std::size_t count = 0;
    const std::string all = log();
    for (std::size_t at = all.find(command); at != std::string::npos; at = all.find(command, at + 1)) {
      ++count;
    }
    return count;
  }
  [[nodiscard]] std::string failure(WineVersion version = {8, 0}) {
    try {
      prefix(version).prepare();
    } catch (const dllrepro::EnvironmentFailure& failure) {
      return failure.what();
    }
    return {};
  }
  [[nodiscard]] std::size_t entries_in_cache() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder().parent_path()), fs::directory_iterator()));
  }

 private:
  dllrepro::TemporaryFolder m_folder;
  std::mutex m_mutex;
  std::string m_told;
};

}  // namespace

TEST_CASE("A missing prefix is made under a temporary name, set up, and then renamed") {
  FakeWine wine;
  wine.prefix().prepare();
  CHECK(wine.log().find("wine-8.0.making-N wineboot --init\n"
                        "wine-8.0.making-N winecfg -v win10\n"
                        "wine-8.0.making-N regedit /S C:\\dllrepro-settings.reg\n") == 0);
  CHECK(fs::exists(wine.folder() / WinePrefix::k_note));
  CHECK(wine.entries_in_cache() == 2);  // the prefix and its lock
  CHECK(wine.told().find("making the Wine prefix") == 0);
}

TEST_CASE("Each of Wine's own DLLs is put behind a file of its name") {
  FakeWine wine;
  wine.prefix().prepare();
  std::ifstream registry(wine.folder() / "user.reg");
  const std::string text(std::istreambuf_iterator<char>(registry), {});
  CHECK(text.find("\"msvcp140\"=\"native,builtin\"\n") != std::string::npos);
}

TEST_CASE("A prefix that is ready is used as it is") {
  FakeWine wine;
  wine.prefix().prepare();
  wine.prefix().prepare();
  CHECK(wine.times("wineboot") == 1);
}

TEST_CASE("Many that need the prefix at once make it once, and the others say that they wait") {
  FakeWine wine;
  std::vector<std::thread> threads;
  std::atomic<int> failed = 0;
  for (int index = 0; index < 6; ++index) {
    threads.emplace_back([&] {
      try {
        wine.prefix().prepare();
      } catch (const std::exception&) {
        ++failed;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  CHECK(failed == 0);
  CHECK(wine.times("wineboot") == 1);
}

TEST_CASE("A prefix that could not be made leaves nothing behind, and says which step failed") {
  FakeWine wine;
  std::ofstream(wine.bin() / "fail") << "x";
  CHECK(wine.failure().find("wineboot --init` ended with exit code 5") != std::string::npos);
  CHECK_FALSE(fs::exists(wine.folder()));
  CHECK(wine.entries_in_cache() == 1);
  fs::remove(wine.bin() / "fail");
  CHECK(wine.failure().empty());
}

TEST_CASE("What a killed run left half-made is removed by the next") {
  FakeWine wine;
  const fs::path left = wine.folder().parent_path() / "wine-8.0.making-1";
  fs::create_directories(left / "drive_c");
  wine.prefix().prepare();
  CHECK_FALSE(fs::exists(left));
  CHECK(wine.log().find("wine-8.0.making-N -k\n") == 0);  // its server is ended first
}

TEST_CASE("A prefix that others made is set up in place, its programs left alone") {
  FakeWine wine;
  fs::create_directories(wine.folder() / "drive_c");
  std::ofstream(wine.folder() / "system.reg") << "x";
  wine.prefix().prepare();
  CHECK(wine.times("wineboot") == 0);
  CHECK(wine.times("winecfg -v win10") == 1);
  CHECK(wine.times("-k") == 0);
  CHECK(fs::exists(wine.folder() / WinePrefix::k_note));
}

TEST_CASE("A prefix goes forward to a newer Wine and never back") {
  FakeWine wine;
  wine.prefix({8, 0}).prepare();
  wine.prefix({10, 0}).prepare();
  CHECK(wine.times("winecfg") == 2);
  CHECK(wine.failure({9, 0}).find("it was used by Wine 10.0, and this is Wine 9.0") != std::string::npos);
}

TEST_CASE("What is no prefix is refused and left alone") {
  FakeWine wine;
  SECTION("a file") {
    fs::create_directories(wine.folder().parent_path());
    std::ofstream(wine.folder()) << "x";
    CHECK(wine.failure().find("it is no folder") != std::string::npos);
  }
  SECTION("a folder with something else in it") {
    fs::create_directories(wine.folder() / "photos");
    CHECK(wine.failure().find("neither empty nor a Wine prefix") != std::string::npos);
    CHECK(fs::exists(wine.folder() / "photos"));
  }
  SECTION("a place that can't be reached") {
    fs::create_directories(wine.folder().parent_path().parent_path());
    std::ofstream(wine.folder().parent_path()) << "x";
    CHECK(wine.failure().find("Not a directory") != std::string::npos);
  }
  CHECK(wine.log().empty());
}

TEST_CASE("The server is started once, with Wine's services, and not where one runs") {
  FakeWine wine;
  // The script's wineserver says yes to everything, so a server seems to run.
  wine.prefix().warm_up();
  CHECK(wine.log() == "wine-8.0 -k0\n");
  std::ofstream(wine.bin() / "wineserver")
      << "#!/bin/sh\necho \"server $*\" >> \"$(dirname \"$0\")/log\"\n[ \"$1\" != -k0 ]\n";
  wine.prefix().warm_up();
  CHECK(wine.log() == "wine-8.0 -k0\nserver -k0\nserver -p300\nwine-8.0 cmd /c exit\n");
}

TEST_CASE("Where the prefix lies") {
  const WineInstallation wine{"wine", "wineserver", {8, 0}};
  const TestVariable named("DLLREPRO_WINE_PREFIX", "");
  const TestVariable cache("XDG_CACHE_HOME", "");
  const TestVariable home("HOME", "/x");
  CHECK(WinePrefix::default_folder(wine) == "/x/.cache/dllrepro/wine-8.0");
  const TestVariable other_cache("XDG_CACHE_HOME", "/var/cache/x");
  CHECK(WinePrefix::default_folder(wine) == "/var/cache/x/dllrepro/wine-8.0");
  const TestVariable own("DLLREPRO_WINE_PREFIX", "/srv/prefix");
  CHECK(WinePrefix::default_folder(wine) == "/srv/prefix");
  const TestVariable none("DLLREPRO_WINE_PREFIX", "");
  const TestVariable no_cache("XDG_CACHE_HOME", "");
  const TestVariable no_home("HOME", "");
  CHECK_THROWS_AS(WinePrefix::default_folder(wine), dllrepro::EnvironmentFailure);
}
