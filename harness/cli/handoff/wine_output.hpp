// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace dllrepro::cli::handoff {

/// Takes apart what comes out of the Unix standard error of a Windows program that traces another one:
///
///   Wine's debug lines (trace/wine_lines.hpp)          -> the sink, without their newline
///   frames (trace/error_frames.hpp)                    -> their bytes: the traced program's standard error
///   "wine: Unhandled ..." of a process that crashed    -> dropped: the trace tells it
///   all else: the Windows program's own messages       -> as it is
class WineOutput {
 public:
  using LineSink = std::function<void(std::string_view line)>;

  explicit WineOutput(LineSink on_wine_line) : m_on_wine_line(std::move(on_wine_line)) {}

  /// Returns what is to go on to standard error. A line is held back until its end is there.
  std::string take(std::string_view bytes);

  /// What was held back when the stream has ended.
  std::string rest();

 private:
  void take_line(std::string_view line, std::string& passed);

  LineSink m_on_wine_line;
  std::string m_partial;
};

}  // namespace dllrepro::cli::handoff
