// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dllrepro::trace {

/// A frame is a line of its own: k_frame_mark, then the bytes with \ written as \\ and newline as \n. Short enough for
/// a pipe to take it whole (PIPE_BUF), so that it is never in the middle of somebody else's line.
inline constexpr char k_frame_mark = '\x02';

/// How many bytes go into one frame at most.
inline constexpr std::size_t k_frame_bytes = 1800;

/// The bytes, at most k_frame_bytes, as a frame with its newline.
std::string frame_of(std::string_view bytes);

/// Whether a line, without its newline, is a frame.
bool is_frame(std::string_view line);

/// The bytes that a frame carries.
std::string bytes_of_frame(std::string_view line);

}  // namespace dllrepro::trace
