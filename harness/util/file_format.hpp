// SPDX-License-Identifier: MIT
// What files of ours say of themselves.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/util/json_cursor.hpp"

namespace dllrepro {

inline constexpr std::uint64_t k_file_format = 1;

/// Reports a file whose "schema" is missing or is not the one that this program reads.
void check_schema(const JsonCursor& root);

/// Returns the text of a member that must be there and must say something; reports when it does not.
std::string stated_text(const JsonCursor& object, std::string_view key);
inline void require_stated(const JsonCursor& object, std::string_view key) {
  static_cast<void>(stated_text(object, key));
}

/// Reports a fixture that does not say its format, what it is ("title") and where that is known from ("evidence").
void check_fixture_head(const JsonCursor& root);

}  // namespace dllrepro
