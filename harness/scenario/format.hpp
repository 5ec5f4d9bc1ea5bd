// SPDX-License-Identifier: MIT
#pragma once

#include "harness/util/json_cursor.hpp"

namespace dllrepro::scenario {

inline constexpr std::uint64_t k_schema = 1;

/// Reports a file whose "schema" is missing or is not the one that this program reads.
void check_schema(const JsonCursor& root);

/// Returns the text of a member that must be there and must say something; reports when it does not.
std::string stated_text(const JsonCursor& object, std::string_view key);
inline void require_stated(const JsonCursor& object, std::string_view key) {
  (void)stated_text(object, key);
}

}  // namespace dllrepro::scenario
