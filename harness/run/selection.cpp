// SPDX-License-Identifier: MIT
#include "harness/run/selection.hpp"

#include <algorithm>

#include "harness/run/filter.hpp"
#include "harness/util/digest.hpp"
#include "harness/util/numbers.hpp"

namespace dllrepro::run {
namespace {

bool in_shard(const scenario::Cell& cell, const Shard& shard) {
  return stable_digest(cell.id()) % shard.count == shard.index - 1;
}

/// splitmix64 (Steele, Lea, Flood 2014). std::shuffle's order differs between standard libraries.
std::uint64_t next_random(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15U;
  std::uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
  return mixed ^ (mixed >> 31U);
}

void shuffle(std::vector<scenario::Cell>& cells, std::uint64_t seed) {
  for (std::size_t left = cells.size(); left > 1; --left) {
    std::swap(cells[left - 1], cells[next_random(seed) % left]);
  }
}

}  // namespace

std::optional<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    return std::nullopt;
  }
  constexpr std::uint64_t k_most = 100000;
  const auto index = parse_unsigned(text.substr(0, slash));
  const auto count = parse_unsigned(text.substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count || *count > k_most) {
    return std::nullopt;
  }
  return Shard{static_cast<unsigned>(*index), static_cast<unsigned>(*count)};
}

std::vector<scenario::Cell> select(std::vector<scenario::Cell> cells, const Selection& selection) {
  const std::vector<Filter> filters(selection.filters.begin(), selection.filters.end());
  std::erase_if(cells, [&](const scenario::Cell& cell) {
    const bool taken = filters.empty() || std::any_of(filters.begin(), filters.end(),
                                                      [&](const Filter& filter) { return filter.takes(cell); });
    return !taken || (selection.shard && !in_shard(cell, *selection.shard));
  });
  if (selection.shuffle_seed) {
    shuffle(cells, *selection.shuffle_seed);
  }
  return cells;
}

}  // namespace dllrepro::run
