// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/windows_paths.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/util/error.hpp"
#include "harness/util/utf8.hpp"

namespace dllrepro::cli::handoff {

std::string windows_path(std::string_view unix_path) {
  constexpr std::string_view k_never = "\\:*?\"<>|";
  for (const char letter : unix_path) {
    if (k_never.find(letter) != std::string_view::npos || static_cast<unsigned char>(letter) < 32) {
      throw EnvironmentFailure(
          fmt::format("failed to hand the path {} to a Windows program: no Windows path can hold "
                      "{} or a control character",
                      unix_path, k_never));
    }
  }
  for (std::string_view rest = unix_path; !rest.empty();) {
    const std::size_t length = utf8_sequence_length(rest);
    if (length == 0) {
      throw EnvironmentFailure(
          fmt::format("failed to hand the path {} to a Windows program: it is not valid UTF-8", printable(unix_path)));
    }
    rest.remove_prefix(length);
  }
  std::string path(unix_path);
  std::replace(path.begin(), path.end(), '/', '\\');
  return path.substr(0, 1) == "\\" ? "Z:" + path : path;
}

}  // namespace dllrepro::cli::handoff
