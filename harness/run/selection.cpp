// SPDX-License-Identifier: MIT
#include "harness/run/selection.hpp"

#include <algorithm>
#include <array>

#include "harness/run/filter.hpp"
#include "harness/util/ascii.hpp"
#include "harness/util/digest.hpp"
#include "harness/util/numbers.hpp"

namespace dllrepro::run {
namespace {

constexpr std::array<std::string_view, 3> k_suites{"default", "real", "all"};
constexpr std::string_view k_real = "real";

bool has_real_twin(const scenario::Cell& cell) {
  return cell.twin && cell.twin->is_real;
}

bool is_in(Suite suite, const scenario::Cell& cell) {
  return suite == Suite::All || is_real(cell) == (suite == Suite::Real) ||
         (suite == Suite::Real && has_real_twin(cell));
}

/// Says whether the filter takes the cell and means it: a word such as host=venv means no suite.
bool names(const Filter& filter, const scenario::Cell& cell) {
  const auto means_it = [&](const FilterTerm& term) {
    const bool is_name = term.kind == FilterTerm::Kind::Name && term.word.find('*') == std::string::npos;
    const bool is_suite = term.kind == FilterTerm::Kind::Tag && ascii_equal_ignoring_case(term.word, k_real);
    return !term.negated && (is_name || is_suite);
  };
  return filter.is_id_of(cell) ||
         (filter.takes(cell) && std::any_of(filter.terms().begin(), filter.terms().end(), means_it));
}

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

std::string_view name_of(Suite suite) {
  return k_suites[static_cast<std::size_t>(suite)];
}

std::optional<Suite> suite_of(std::string_view name) {
  const auto known = std::find(k_suites.begin(), k_suites.end(), name);
  return known == k_suites.end() ? std::nullopt : std::optional(static_cast<Suite>(known - k_suites.begin()));
}

bool is_real(const scenario::Cell& cell) {
  return std::find(cell.tags.begin(), cell.tags.end(), k_real) != cell.tags.end();
}

std::vector<scenario::Cell> select(std::vector<scenario::Cell> cells, const Selection& selection) {
  const std::vector<Filter> filters(selection.filters.begin(), selection.filters.end());
  std::erase_if(cells, [&](const scenario::Cell& cell) {
    const bool taken = filters.empty() || std::any_of(filters.begin(), filters.end(),
                                                      [&](const Filter& filter) { return filter.takes(cell); });
    const bool meant =
        is_in(selection.suite, cell) ||
        std::any_of(filters.begin(), filters.end(), [&](const Filter& filter) { return names(filter, cell); });
    return !taken || !meant || (selection.shard && !in_shard(cell, *selection.shard));
  });
  if (selection.suite == Suite::Default) {
    for (scenario::Cell& cell : cells) {
      cell.twin = has_real_twin(cell) ? nullptr : cell.twin;
    }
  }
  if (selection.shuffle_seed) {
    shuffle(cells, *selection.shuffle_seed);
  }
  return cells;
}

}  // namespace dllrepro::run
