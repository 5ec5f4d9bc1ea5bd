// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/wine_output.hpp"

#include <utility>

#include "harness/trace/error_frames.hpp"
#include "harness/trace/wine_lines.hpp"

namespace dllrepro::cli::handoff {

std::string WineOutput::take(std::string_view bytes) {
  std::string passed;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    m_partial += bytes.substr(0, end);
    if (end == std::string_view::npos) {
      break;
    }
    take_line(std::exchange(m_partial, {}), passed);
    bytes.remove_prefix(end + 1);
  }
  return passed;
}

std::string WineOutput::rest() {
  std::string passed;
  if (!m_partial.empty()) {
    take_line(std::exchange(m_partial, {}), passed);
    if (!passed.empty() && passed.back() == '\n') {
      passed.pop_back();
    }
  }
  return passed;
}

void WineOutput::take_line(std::string_view line, std::string& passed) {
  constexpr std::string_view k_crash = "wine: Unhandled ";
  if (trace::is_frame(line)) {
    passed += trace::bytes_of_frame(line);
  } else if (trace::is_wine_line(line)) {
    m_on_wine_line(line);
  } else if (line.substr(0, k_crash.size()) != k_crash) {
    passed.append(line).append("\n");
  }
}

}  // namespace dllrepro::cli::handoff
