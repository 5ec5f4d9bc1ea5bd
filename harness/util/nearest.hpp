// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dllrepro {

/// Counts the insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`, case ignored.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// Returns the known word that `word` was most likely meant to be, "" when none is near enough.
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);

/// `; did you mean "X"?`, or "" when nothing is near; to append to a message.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace dllrepro
