// SPDX-License-Identifier: MIT
// What the tests of run_child share. Windows only.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "harness/process/child.hpp"

namespace dllrepro::process {

using namespace std::chrono_literals;

/// Clocks that trip only when something is wrong; a test that wants one to trip makes that one short.
inline constexpr Clocks k_long_clocks{60s, 60s, 60s, 60s, 120s};

/// The program of test_child.cpp, which is built beside the tests.
std::filesystem::path test_child();

/// A command that runs it in a mode, with a small environment, in the system's folder.
ChildCommand command(std::vector<std::string> arguments);

/// Runs it, and requires of every run that nothing of it is left.
ChildReport run_command(const ChildCommand& command, const Clocks& clocks = k_long_clocks);
ChildReport run(std::vector<std::string> arguments, const Clocks& clocks = k_long_clocks);

/// Whether a process with this id runs and is a test child: ids are used again by others.
bool is_running(std::uint32_t process_id);

/// The events of one kind, in order.
Events events_of(const ChildReport& report, const std::string& kind);

/// The exit code. Requires that the child exited.
std::uint32_t exit_code(const ChildReport& report);

/// Kinds of all events, with blanks between.
std::string kinds(const ChildReport& report);

}  // namespace dllrepro::process
