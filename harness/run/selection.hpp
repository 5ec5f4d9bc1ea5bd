// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/scenario/cell.hpp"

namespace dllrepro::run {

/// One of `count` parts of all cells, `index` from 1. A cell's part follows from its id alone, so adding a cell moves
/// no other, and all parts together are all cells once.
struct Shard {
  unsigned index = 1;
  unsigned count = 1;
};

/// Reads "2/5"; nothing when it is no shard (0/5, 6/5, x).
std::optional<Shard> parse_shard(std::string_view text);

/// Scenarios with the tag `real` need packages of hundreds of megabytes (ci/fetch-wheels real) and make up the suite
/// real; all others are the default suite. A cell whose twin is of the suite real is of both: without its twin in the
/// one, with it in the other.
enum class Suite { Default, Real, All };

std::string_view name_of(Suite suite);

/// The suite of that name, nothing when it is none's.
std::optional<Suite> suite_of(std::string_view name);

/// Says whether the cell is of the suite real.
bool is_real(const scenario::Cell& cell);

/// Which cells a run takes, and in what order.
///
/// A cell is taken when any filter takes it (or there is none). A filter is one cell id, or terms with blanks between
/// that must all hold; `!` before a term negates it:
///
///   preload-glob  scenarios/preload-glob/stray.json    a folder or a scenario, with or without what is around it
///   tag:slow                                           a tag
///   covers:S1.3                                        a row of the record
///   host=python-org                                    an axis value, * allowed
///   preload-glob/*[*loader=torch/glob*                 a pattern for the cell's id: * stands for anything
///
/// All compare without case. A cell of another suite than `suite` is taken when a filter names it: by `tag:real`, or by
/// its folder, scenario or id.
struct Selection {
  std::vector<std::string> filters;
  std::optional<Shard> shard;
  std::optional<std::uint64_t> shuffle_seed;  ///< the same order for the same seed and cells on every platform
  Suite suite = Suite::All;
};

std::vector<scenario::Cell> select(std::vector<scenario::Cell> cells, const Selection& selection);

/// For each filter that takes no cell, whatever the shard: its text, which of its words no cell has, and the nearest
/// word that some cell has. A run whose other filters take something would else leave a misspelt one out without a
/// word.
std::vector<std::string> explain_idle_filters(const std::vector<scenario::Cell>& cells, const Selection& selection);

/// Why nothing was selected, one reason per line.
std::string explain_empty(const std::vector<scenario::Cell>& cells, const Selection& selection);

}  // namespace dllrepro::run
