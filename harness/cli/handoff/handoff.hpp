// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/scenario/system32.hpp"
#include "harness/util/exit_codes.hpp"

namespace dllrepro::cli::handoff {

// On Linux, what needs Windows processes is done by the Windows build of this program under Wine:
//
//   dllrepro run ... --(finds Wine, the prefix, dllrepro.exe)--> wine dllrepro.exe --handed-off run ...
//     stdout, stderr  <--pipes--  forwarded as they come
//     Ctrl-C, SIGTERM --`stop`--> its stdin; so does the end of this process, however it ends: its stdin ends
//     exit code       <---------  k_handed_off_codes + ExitCode
//
// A second Ctrl-C kills the Windows program, and with it its children, whose job goes with it.

/// One run of the Windows program.
struct WindowsRun {
  std::vector<std::string> arguments;  ///< the Windows program's own, paths already translated (windows_paths.hpp)
  scenario::System32 machine{};        ///< one that differs has a prefix of its own (machine_prefix.hpp)

  /// Channels of Wine's debug output to turn on, and who hears the lines; then standard error also carries frames
  /// (wine_output.hpp).
  std::string wine_channels{};
  std::function<void(std::string_view line)> on_wine_line{};
};

/// Runs the Windows program as often as there are runs, one after the other, until one ends otherwise than all as
/// expected. Returns the last one's result. `tell` hears of what takes a while. Throws EnvironmentFailure: no Wine,
/// prefix unusable, no Windows build, a Windows program that ended without a result of its own.
ExitCode hand_off(const std::vector<WindowsRun>& runs, const std::function<void(std::string_view)>& tell);

/// What the exit code that Linux sees of a handed-off program means. Throws EnvironmentFailure when it is none of ours.
ExitCode handed_off_result(int exit_code);

}  // namespace dllrepro::cli::handoff
