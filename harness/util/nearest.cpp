// SPDX-License-Identifier: MIT
#include "harness/util/nearest.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "harness/util/ascii.hpp"

namespace dllrepro {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::string left = ascii_lower(a);
  const std::string right = ascii_lower(b);
  std::vector<std::size_t> before_previous(right.size() + 1);
  std::vector<std::size_t> previous(right.size() + 1);
  std::vector<std::size_t> current(right.size() + 1);
  std::iota(previous.begin(), previous.end(), std::size_t{0});
  for (std::size_t i = 1; i <= left.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t replaced = previous[j - 1] + (left[i - 1] == right[j - 1] ? 0U : 1U);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1]) {
        current[j] = std::min(current[j], before_previous[j - 2] + 1);
      }
    }
    std::swap(before_previous, previous);
    std::swap(previous, current);
  }
  return previous[right.size()];
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  // A third of the letters may be wrong; beyond that a suggestion misleads more than it helps.
  std::size_t limit = std::max<std::size_t>(1, word.size() / 3);
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance <= limit) {
      if (best.empty() || distance < limit) {
        best = candidate;
      }
      limit = distance;
    }
  }
  if (best.empty() && word.size() >= 3) {
    const auto contains = [&](const std::string& candidate) {
      return ascii_lower(candidate).find(ascii_lower(word)) != std::string::npos;
    };
    const auto found = std::find_if(known.begin(), known.end(), contains);
    if (found != known.end()) {
      best = *found;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = nearest_word(word, known);
  return near.empty() ? std::string{} : fmt::format("; did you mean \"{}\"?", near);
}

}  // namespace dllrepro
