// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/util/exit_codes.hpp"

namespace dllrepro::cli::handoff {

/// On Linux, what needs Windows processes is done by the Windows build of this program under Wine:
///
///   dllrepro run ... --(finds Wine, the prefix, dllrepro.exe)--> wine dllrepro.exe --handed-off run ...
///     stdout, stderr  <--pipes--  forwarded as they come
///     Ctrl-C, SIGTERM --`stop`--> its stdin; so does the end of this process, however it ends: its stdin ends
///     exit code       <---------  k_handed_off_codes + ExitCode
///
/// A second Ctrl-C kills the Windows program, and with it its children, whose job goes with it.
///
/// `arguments` are the Windows program's own, paths already translated (windows_paths.hpp). `tell` hears of what takes
/// a while. Throws EnvironmentFailure: no Wine, prefix unusable, no Windows build, a Windows program that ended
/// without a result of its own.
ExitCode hand_off(const std::vector<std::string>& arguments, const std::function<void(std::string_view)>& tell);

/// What the exit code that Linux sees of a handed-off program means. Throws EnvironmentFailure when it is none of ours.
ExitCode handed_off_result(int exit_code);

}  // namespace dllrepro::cli::handoff
