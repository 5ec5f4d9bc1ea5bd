// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/wine_prefix.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/cli/handoff/file_lock.hpp"
#include "harness/cli/handoff/signals.hpp"
#include "harness/cli/handoff/unix_process.hpp"
#include "harness/util/input_file.hpp"
#include "harness/util/output_file.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::cli::handoff {

namespace fs = std::filesystem;

namespace {

/// Counts up when set_up does something more, so that prefixes made before get it, too.
constexpr int k_setup_number = 2;

constexpr const char* k_settings = R"(REGEDIT4

[HKEY_CURRENT_USER\Software\Wine\WineDbg]
"ShowCrashDialog"=dword:00000000

[HKEY_LOCAL_MACHINE\Software\Microsoft\Windows NT\CurrentVersion\AeDebug]
"Debugger"="false"
"Auto"="1"

[HKEY_CURRENT_USER\Software\Wine\DllOverrides]
"winemenubuilder.exe"=""
)";

/// What Wine's registry file holds once the settings are in it and on disk.
constexpr const char* k_settings_seen = "\"ShowCrashDialog\"=dword:00000000";

/// During the making: no offer to download Mono and Gecko, no desktop entries.
constexpr const char* k_making_overrides = "WINEDLLOVERRIDES=mscoree,mshtml=;winemenubuilder.exe=d";

/// Lines of the section DllOverrides. Wine 8.0 loads its own msvcp140.dll where a tree's file of that name is asked for
/// by full path, and tells the tree's path for it; so each of its own DLLs stands behind a file of the same name. The
/// name "*" does not do that for paths.
std::string own_dlls_last(const fs::path& system32) {
  std::vector<std::string> names;
  std::error_code unreadable;
  for (const fs::directory_entry& entry : fs::directory_iterator(system32, unreadable)) {
    if (entry.path().extension() == ".dll") {
      names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  std::string lines;
  for (const std::string& name : names) {
    lines += fmt::format("\"{}\"=\"native,builtin\"\n", name);
  }
  return lines;
}

}  // namespace

/// Wine's own commands under one prefix.
class WinePrefix::Commands {
 public:
  Commands(const WineInstallation& wine, const fs::path& prefix) : m_wine(wine), m_prefix(prefix) {}

  [[nodiscard]] int windows(std::vector<std::string> arguments) const {
    // Wine links a new prefix's Documents, Desktop, ... to the home folder's; without a home they are plain folders.
    std::vector<std::string> more{k_making_overrides};
    std::vector<std::string> environment = wine_environment(m_prefix, more);
    for (std::string& variable : environment) {
      if (variable.substr(0, 5) == "HOME=") {
        variable = "HOME=" + (m_prefix / "no-home").string();
      }
    }
    return run_on_null({m_wine.loader, std::move(arguments), std::move(environment)}, true);
  }

  [[nodiscard]] int server(std::vector<std::string> arguments) const {
    return run_on_null({m_wine.server, std::move(arguments), wine_environment(m_prefix)});
  }

  /// Ends every process of the prefix; the server writes its registry to disk before it goes.
  void end_server() const {
    if (server({"-k"}) == 0) {
      // Waits for the server's end; its code says nothing more.
      static_cast<void>(server({"-w"}));
    }
  }

 private:
  const WineInstallation& m_wine;
  const fs::path& m_prefix;
};

/// A folder that is gone at the end unless it was moved away, and the server with it.
class WinePrefix::MakingFolder {
 public:
  MakingFolder(const WineInstallation& wine, fs::path folder)
      : m_folder(std::move(folder)), m_commands(wine, m_folder) {}
  MakingFolder(const MakingFolder&) = delete;
  MakingFolder& operator=(const MakingFolder&) = delete;
  ~MakingFolder() {
    std::error_code ignored;
    if (fs::exists(m_folder, ignored)) {
      m_commands.end_server();
      fs::remove_all(m_folder, ignored);
    }
  }

 private:
  fs::path m_folder;
  Commands m_commands;
};

WinePrefix::WinePrefix(WineInstallation wine, fs::path folder, Tell tell)
    : m_wine(std::move(wine)), m_folder(std::move(folder)), m_tell(std::move(tell)) {}

fs::path WinePrefix::default_folder(const WineInstallation& wine) {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value == nullptr ? "" : value);
  };
  if (const fs::path named = variable("DLLREPRO_WINE_PREFIX"); !named.empty()) {
    return fs::absolute(named).lexically_normal();
  }
  fs::path cache = variable("XDG_CACHE_HOME");
  if (!cache.is_absolute()) {  // the rule of the XDG Base Directory Specification
    const fs::path home = variable("HOME");
    if (!home.is_absolute()) {
      throw EnvironmentFailure(
          "failed to find a place for the Wine prefix: neither DLLREPRO_WINE_PREFIX nor "
          "XDG_CACHE_HOME nor HOME names a folder");
    }
    cache = home / ".cache";
  }
  return cache / "dllrepro" / ("wine-" + name_of(wine.version));
}

EnvironmentFailure WinePrefix::unusable(std::string_view reason) const {
  return EnvironmentFailure(fmt::format("failed to use the Wine prefix {}: {}", display_path(m_folder), reason));
}

std::optional<WineVersion> WinePrefix::noted_version() const {
  std::ifstream note(m_folder / k_note);
  int number = 0;
  std::string version;
  note >> number >> version;
  return number == k_setup_number ? std::optional(parse_wine_version(version)) : std::nullopt;
}

WinePrefix::State WinePrefix::examine() const {
  struct stat facts {};
  if (stat(m_folder.c_str(), &facts) != 0) {
    if (errno == ENOENT) {
      return State::Missing;
    }
    throw unusable(std::generic_category().message(errno));
  }
  if (!S_ISDIR(facts.st_mode)) {
    throw unusable("it is no folder");
  }
  if (facts.st_uid != geteuid()) {
    throw unusable("it belongs to another user, which Wine refuses; name another in DLLREPRO_WINE_PREFIX");
  }
  if (access(m_folder.c_str(), W_OK | X_OK) != 0) {
    throw unusable(fmt::format("{}; name another in DLLREPRO_WINE_PREFIX", std::generic_category().message(errno)));
  }
  if (const std::optional<WineVersion> version = noted_version()) {
    if (m_wine.version < *version) {
      throw unusable(fmt::format("it was used by Wine {}, and this is Wine {}, which can't go back", name_of(*version),
                                 name_of(m_wine.version)));
    }
    return *version == m_wine.version ? State::Ready : State::ToSetUp;
  }
  if (fs::exists(m_folder / "system.reg")) {
    return State::ToSetUp;
  }
  if (!fs::is_empty(m_folder)) {
    throw unusable("it is neither empty nor a Wine prefix");
  }
  return State::Missing;
}

void WinePrefix::prepare() {
  if (examine() == State::Ready) {
    return;
  }
  fs::path lock = m_folder;
  lock += ".lock";
  const FileLock held(lock, [&] {
    m_tell(fmt::format("waiting for the Wine prefix {}, which another run makes", display_path(m_folder)));
  });
  switch (examine()) {
    case State::Ready:
      break;
    case State::Missing:
      m_tell(fmt::format("making the Wine prefix {} (once, some ten seconds)", display_path(m_folder)));
      make();
      break;
    case State::ToSetUp:
      m_tell(fmt::format("setting up the Wine prefix {}", display_path(m_folder)));
      set_up(m_folder);
      break;
  }
}

void WinePrefix::make() const {
  const fs::path parent = m_folder.parent_path();
  const std::string making = m_folder.filename().string() + ".making-";
  for (const fs::directory_entry& entry : fs::directory_iterator(parent)) {
    if (entry.path().filename().string().rfind(making, 0) == 0) {
      // Whoever made it was killed: we hold the lock.
      const MakingFolder left_over(m_wine, entry.path());
    }
  }
  const fs::path folder = parent / (making + std::to_string(getpid()));
  const MakingFolder at_the_end(m_wine, folder);
  std::error_code failed;
  if (!fs::create_directory(folder, failed)) {
    throw unusable(failed.message());
  }
  const Commands commands(m_wine, folder);
  run_step(commands, {"wineboot", "--init"});
  set_up(folder);
  // Ended, the server has written its registry, which a full disk would have kept it from.
  commands.end_server();
  if (!has_settings(folder)) {
    throw unusable("its registry could not be written; is the disk full?");
  }
  fs::rename(folder, m_folder, failed);
  if (failed) {
    throw unusable(failed.message());
  }
}

void WinePrefix::set_up(const fs::path& folder) const {
  const Commands commands(m_wine, folder);
  run_step(commands, {"winecfg", "-v", "win10"});
  const fs::path settings = folder / "drive_c" / "dllrepro-settings.reg";
  write_file(settings, k_settings + own_dlls_last(folder / "drive_c" / "windows" / "system32"));
  run_step(commands, {"regedit", "/S", "C:\\dllrepro-settings.reg"});
  std::error_code ignored;
  fs::remove(settings, ignored);
  run_step(commands, {"reg", "query", "HKCU\\Software\\Wine\\WineDbg", "/v", "ShowCrashDialog"});
  write_file(folder / k_note, fmt::format("{} wine-{}\n", k_setup_number, name_of(m_wine.version)));
}

void WinePrefix::run_step(const Commands& commands, const std::vector<std::string>& arguments) const {
  const int code = commands.windows(arguments);
  if (Signals::requests() > 0) {
    throw unusable("interrupted");
  }
  if (code != 0) {
    throw unusable(
        fmt::format("`{} {}` ended with exit code {}", m_wine.loader.string(), fmt::join(arguments, " "), code));
  }
}

bool WinePrefix::has_settings(const fs::path& folder) {
  return bytes_of(folder / "user.reg").find(k_settings_seen) != std::string::npos;
}

void WinePrefix::warm_up(int server_seconds) {
  const Commands commands(m_wine, m_folder);
  // Signal 0 ends nothing; the code says whether there is a server.
  if (commands.server({"-k0"}) == 0) {
    return;
  }
  static_cast<void>(commands.server({fmt::format("-p{}", server_seconds)}));
  // The first program that starts under a server brings up Wine's services, which keep its streams for ever.
  const int code = commands.windows({"cmd", "/c", "exit"});
  if (code != 0 && Signals::requests() == 0) {
    throw unusable(
        fmt::format("Wine can't start a program in it (exit code {}); `WINEPREFIX={} {} cmd /c exit` may say "
                    "more",
                    code, m_folder.string(), m_wine.loader.string()));
  }
}

}  // namespace dllrepro::cli::handoff
