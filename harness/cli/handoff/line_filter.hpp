// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace dllrepro::cli::handoff {

/// Takes out of a stream what runs from a mark to the end of its line, and lets all else through unchanged.
///
///   "[1/3] a\rwine: Unhandled page fault ...\nnext"  ->  "[1/3] a\rnext"
///
/// Wine 8.0 writes such a line to the Unix stderr of every Windows process that crashes, past the handles that the
/// process has, whatever its error mode is. Children that crash are what we are about, and their reports tell of it.
class LineFilter {
 public:
  explicit LineFilter(std::string mark) : m_mark(std::move(mark)) {}

  /// Returns what may go on. The beginning of a possible mark is held back until more is known.
  std::string filter(std::string_view text);

  /// What was held back when the stream has ended.
  std::string rest();

 private:
  std::string m_mark;
  std::string m_held;
  bool m_dropping = false;
};

}  // namespace dllrepro::cli::handoff
