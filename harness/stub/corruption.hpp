// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/util/json_cursor.hpp"

namespace dllrepro::stub {

/// What is done to a composed stub to break it: the value of a stub spec's key "corrupt".
///
///     "corrupt": "text"                    any word of corruptions()
///     "corrupt": {"truncate": 512}         keep the first 512 bytes
///     "corrupt": {"machine": "arm64"}      the Machine field alone: x64, x86, arm64, unknown or a number
struct Corruption {
  std::string word;          ///< a word of corruptions()
  std::uint64_t number = 0;  ///< truncate: bytes to keep; wrong-machine: the Machine field; 0 for other words
  bool has_number = false;   ///< false: the word's own default (truncate: half the file)

  bool operator==(const Corruption&) const = default;
};

/// One kind of corruption and what Windows does with such a file: LoadLibrary by full path, flags 0.
struct CorruptionKind {
  std::string_view word;         ///< what a spec says
  std::string_view description;  ///< what it does to the file
  /// Windows error, 0 when the load succeeds; nothing where no source establishes it, or where it depends.
  std::optional<std::uint32_t> error;
  std::string_view windows;  ///< the same in words, with the status where one is known
  std::string_view row;      ///< row of the record that says so, "L160"
  char level;                ///< T, D, I, R or U as in the record; nothing of level U may be expected by a scenario
};

/// Every kind, in the order in which the documentation lists them.
std::span<const CorruptionKind> corruptions();

/// Reads the value of "corrupt"; reports faults through the cursor and returns nothing for a wrong value.
std::optional<Corruption> parse_corruption(const JsonCursor& value);

/// The value that parse_corruption reads back to the same.
Json to_json(const Corruption& corruption);

/// Breaks a well-formed image. The result depends on the arguments alone: same image, same corruption, same bytes.
/// Throws BadInput when `image` is no PE image that can be broken in this way (no room for one more section header,
/// say).
std::vector<std::byte> corrupt(std::vector<std::byte> image, const Corruption& corruption);

}  // namespace dllrepro::stub
