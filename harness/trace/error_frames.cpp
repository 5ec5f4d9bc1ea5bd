// SPDX-License-Identifier: MIT
#include "harness/trace/error_frames.hpp"

namespace dllrepro::trace {

std::string frame_of(std::string_view bytes) {
  std::string frame(1, k_frame_mark);
  for (const char byte : bytes) {
    if (byte == '\\') {
      frame += "\\\\";
    } else if (byte == '\n') {
      frame += "\\n";
    } else {
      frame += byte;
    }
  }
  frame += '\n';
  return frame;
}

bool is_frame(std::string_view line) {
  return !line.empty() && line.front() == k_frame_mark;
}

std::string bytes_of_frame(std::string_view line) {
  std::string bytes;
  for (std::size_t at = 1; at < line.size(); ++at) {
    const bool escaped = line[at] == '\\' && at + 1 < line.size();
    bytes += !escaped ? line[at] : line[at + 1] == 'n' ? '\n' : line[at + 1];
    at += escaped ? 1 : 0;
  }
  return bytes;
}

}  // namespace dllrepro::trace
