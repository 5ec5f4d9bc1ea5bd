// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/util/json_cursor.hpp"

namespace dllrepro::pe {

/// A word for a flag of LoadLibraryEx or SetDefaultDllDirectories, as stub specs, hosts and operations write it: the
/// name in Microsoft's headers without LOAD_LIBRARY_ and SEARCH_.
struct LoadFlag {
  std::string_view word;
  std::uint32_t value = 0;
};

inline constexpr std::array<LoadFlag, 11> k_load_flags{{
    {"DONT_RESOLVE_DLL_REFERENCES", 0x1},
    {"AS_DATAFILE", 0x2},
    {"WITH_ALTERED_SEARCH_PATH", 0x8},
    {"AS_IMAGE_RESOURCE", 0x20},
    {"AS_DATAFILE_EXCLUSIVE", 0x40},
    {"DLL_LOAD_DIR", 0x100},
    {"APPLICATION_DIR", 0x200},
    {"USER_DIRS", 0x400},
    {"SYSTEM32", 0x800},
    {"DEFAULT_DIRS", 0x1000},
    {"SAFE_CURRENT_DIRS", 0x2000},
}};

/// Reads one word; reports anything else, with the nearest, and returns nothing.
std::optional<std::uint32_t> parse_load_flag(const JsonCursor& cursor);

/// Reads `"0x1100"`, `4352` or `["DEFAULT_DIRS", "DLL_LOAD_DIR"]`; reports anything else and returns nothing, or what
/// the words that are known come to.
std::optional<std::uint32_t> parse_load_flags(const JsonCursor& cursor);

}  // namespace dllrepro::pe
