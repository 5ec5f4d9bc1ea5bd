// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/wine_installation.hpp"

#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>

#include <fmt/format.h>

#include "harness/cli/handoff/unix_process.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

extern char** environ;

namespace dllrepro::cli::handoff {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view k_how_to_install =
    "install it (Debian, Ubuntu: apt-get install --no-install-recommends wine wine64), "
    "or name it in DLLREPRO_WINE";

bool is_program(const fs::path& file) {
  std::error_code failed;
  return fs::is_regular_file(file, failed) && access(file.c_str(), X_OK) == 0;
}

/// The first of the names that any folder of PATH holds, "" when none does; names count before folders.
template <typename Names>
fs::path find_in_path(const Names& names) {
  const char* path = std::getenv("PATH");
  for (const std::string_view name : names) {
    std::string_view folders = path == nullptr ? "" : path;
    while (!folders.empty()) {
      const std::size_t end = folders.find(':');
      const fs::path file = fs::path(folders.substr(0, end)) / name;
      if (is_program(file)) {
        return fs::absolute(file);
      }
      folders.remove_prefix(end == std::string_view::npos ? folders.size() : end + 1);
    }
  }
  return {};
}

fs::path find_loader() {
  if (const char* named = std::getenv("DLLREPRO_WINE"); named != nullptr && *named != '\0') {
    if (!is_program(named)) {
      throw EnvironmentFailure(fmt::format("failed to find Wine: DLLREPRO_WINE names {}, which is no program", named));
    }
    return fs::absolute(named);
  }
  constexpr std::array<std::string_view, 6> k_names{"wine",          "wine64",           "wine-stable",
                                                    "wine64-stable", "wine-development", "wine-staging"};
  fs::path loader = find_in_path(k_names);
  if (loader.empty()) {
    throw EnvironmentFailure(fmt::format("failed to find Wine: no wine or wine64 in PATH; {}", k_how_to_install));
  }
  return loader;
}

fs::path find_server(const fs::path& loader) {
  // Beside the loader as it is named, then where a link to it leads (/usr/bin/wine -> wine-stable), then PATH.
  std::error_code failed;
  for (const fs::path& folder : {loader.parent_path(), fs::canonical(loader, failed).parent_path()}) {
    for (const char* name : {"wineserver", "wineserver-stable"}) {
      if (is_program(folder / name)) {
        return folder / name;
      }
    }
  }
  constexpr std::array<std::string_view, 2> k_names{"wineserver", "wineserver-stable"};
  fs::path server = find_in_path(k_names);
  for (const char* known : {"/usr/lib/wine/wineserver", "/usr/lib/wine/wineserver64"}) {
    if (server.empty() && is_program(known)) {
      server = known;
    }
  }
  if (server.empty()) {
    throw EnvironmentFailure(
        fmt::format("failed to find wineserver, which belongs to {}: neither beside it nor in PATH; {}",
                    display_path(loader), k_how_to_install));
  }
  return server;
}

bool named(std::string_view variable, std::string_view name) {
  return variable.size() > name.size() && variable.substr(0, name.size()) == name && variable[name.size()] == '=';
}

bool changes_wine(std::string_view variable) {
  // WINEDEBUG stays: whoever sets it wants to see what Wine does.
  return (variable.substr(0, 4) == "WINE" && !named(variable, "WINEDEBUG")) || named(variable, "DISPLAY") ||
         named(variable, "WAYLAND_DISPLAY");
}

}  // namespace

std::string name_of(WineVersion version) {
  return fmt::format("{}.{}", version.major, version.minor);
}

WineVersion parse_wine_version(std::string_view text) {
  constexpr std::string_view k_start = "wine-";
  WineVersion version;
  if (text.substr(0, k_start.size()) != k_start) {
    return version;
  }
  const char* const end = text.data() + text.size();
  const auto major = std::from_chars(text.data() + k_start.size(), end, version.major);
  if (major.ec != std::errc{}) {
    return {};
  }
  if (major.ptr != end && *major.ptr == '.') {
    std::from_chars(major.ptr + 1, end, version.minor);
  }
  return version;
}

WineInstallation find_wine() {
  WineInstallation wine;
  wine.loader = find_loader();
  wine.server = find_server(wine.loader);
  const std::string told = first_line_of({wine.loader, {"--version"}, wine_environment({})});
  wine.version = parse_wine_version(told);
  if (wine.version == WineVersion{}) {
    throw EnvironmentFailure(fmt::format("failed to use {}: it does not tell a version of Wine, but \"{}\"",
                                         display_path(wine.loader), told));
  }
  if (wine.version < k_oldest_wine) {
    throw EnvironmentFailure(fmt::format("failed to use {}: it is Wine {}, and {} is the oldest whose loader is known",
                                         display_path(wine.loader), name_of(wine.version), name_of(k_oldest_wine)));
  }
  return wine;
}

std::vector<std::string> wine_environment(const fs::path& prefix, std::vector<std::string> more) {
  std::vector<std::string> environment = std::move(more);
  bool has_debug = false;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!changes_wine(*variable)) {
      environment.emplace_back(*variable);
      has_debug = has_debug || named(*variable, "WINEDEBUG");
    }
  }
  if (!has_debug) {
    environment.emplace_back("WINEDEBUG=-all");
  }
  if (!prefix.empty()) {
    environment.push_back("WINEPREFIX=" + prefix.string());
  }
  return environment;
}

}  // namespace dllrepro::cli::handoff
