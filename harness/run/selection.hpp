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
/// All compare without case.
struct Selection {
  std::vector<std::string> filters;
  std::optional<Shard> shard;
  std::optional<std::uint64_t> shuffle_seed;  ///< the same order for the same seed and cells on every platform
};

std::vector<scenario::Cell> select(std::vector<scenario::Cell> cells, const Selection& selection);

/// For each filter that takes no cell, whatever the shard: its text, which of its words no cell has, and the nearest
/// word that some cell has. A run whose other filters take something would else leave a misspelt one out without a
/// word.
std::vector<std::string> explain_idle_filters(const std::vector<scenario::Cell>& cells, const Selection& selection);

/// Why nothing was selected, one reason per line.
std::string explain_empty(const std::vector<scenario::Cell>& cells, const Selection& selection);

}  // namespace dllrepro::run
