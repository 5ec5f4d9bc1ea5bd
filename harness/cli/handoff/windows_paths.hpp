// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace dllrepro::cli::handoff {

/// A Unix path as a Windows program under Wine can open it.
///
///   /tmp/a b      ->  Z:\tmp\a b     drive Z is the whole Unix file system
///   scenarios/x   ->  scenarios\x    stays relative: Wine keeps the current folder
///
/// Throws EnvironmentFailure for a path with a character that no Windows path can hold (\ : * ? " < > | and below 32).
std::string windows_path(std::string_view unix_path);

}  // namespace dllrepro::cli::handoff
