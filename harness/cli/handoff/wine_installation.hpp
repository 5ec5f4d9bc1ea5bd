// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dllrepro::cli::handoff {

/// A release of Wine: 8.0.2 is {8, 0}; the third number is of no concern here.
struct WineVersion {
  int major = 0;
  int minor = 0;

  friend auto operator<=>(const WineVersion&, const WineVersion&) = default;
};

/// The oldest release that the known gaps (rows W of the record) were measured on.
inline constexpr WineVersion k_oldest_wine{8, 0};

/// "8.0".
std::string name_of(WineVersion version);

/// Reads "wine-8.0 (Debian 8.0~repack-4)", "wine-9.0", "wine-10.0-rc2"; {0, 0} when it is none of this kind.
WineVersion parse_wine_version(std::string_view text);

/// The Wine to use.
struct WineInstallation {
  std::filesystem::path loader;  ///< `wine`: runs Windows programs
  std::filesystem::path server;  ///< `wineserver`
  WineVersion version;
};

/// Finds $DLLREPRO_WINE, or wine, wine64, wine-stable and the like in PATH, and the server that belongs to it. Throws
/// EnvironmentFailure that names the package to install, also when it is older than k_oldest_wine.
WineInstallation find_wine();

/// The environment of a Windows program: ours without what would change Wine's ways (WINE*, a display to open windows
/// on), plus WINEPREFIX, a quiet WINEDEBUG where the caller set none, and `more` ("NAME=value").
std::vector<std::string> wine_environment(const std::filesystem::path& prefix, std::vector<std::string> more = {});

}  // namespace dllrepro::cli::handoff
