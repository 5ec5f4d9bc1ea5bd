// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace dllrepro::reports {

// For tests alone: reports are held against approved ones under reports/approved/.
//
// DLLREPRO_APPROVE=1 reports-tests     writes what it would have compared; `git diff` then shows what changed.

/// A named replacement of what differs from run to run by something of constant width.
using Normaliser = std::string (*)(std::string text);

std::string without_times(std::string text);      ///< `12.5 ms`, `"at": 3`, `time="0.1"`, `T12:00:00` -> `#`
std::string without_version(std::string text);    ///< `dllrepro 0.1.0`, `"program_version": "0.1.0"` -> `#`
std::string without_platform(std::string text);   ///< `Wine 8.0`, `Windows 10.0.22631` -> `PLATFORM`
std::string without_processes(std::string text);  ///< `"pid": 44` -> `#`
std::string without_addresses(std::string text);  ///< `"base": ..`, `"size": ..` -> `#`
std::string without_carriage_returns(std::string text);

/// Fails the test unless reports/approved/NAME holds the text, line ends aside; names the first line that differs.
void check_approved(std::string_view name, const std::string& text);

}  // namespace dllrepro::reports
