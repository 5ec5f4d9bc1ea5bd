// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace dllrepro::probe {

struct Arguments {
  std::wstring plan;    ///< a file, or "-" for standard input
  std::wstring events;  ///< a handle's number, or a file
  bool help = false;
};

/// Reads the command line without its first word; nothing when it can't be understood.
std::optional<Arguments> parse_arguments(const std::vector<std::wstring>& words);

/// What --help prints.
extern const char* const k_help;

}  // namespace dllrepro::probe
