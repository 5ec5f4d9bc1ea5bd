// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/process/event.hpp"
#include "harness/process/job_win32.hpp"

namespace dllrepro::process {

/// What can be seen of a child from outside before it is killed:
///
///   modules    [paths, in load order]: as the system lists them, or, when it can't yet, as the load and unload events
///              in `seen` told
///   threads    [{id, start: "c10.dll+0x1010"}]: where each thread's own code begins
///   processes  [{pid, exe}]: others in the child's job
Event evidence(HANDLE process, std::uint32_t process_id, const Job& job, const Events& seen);

/// {pid, exe} of each process. What the system itself gave to one of them is none of the child's doing and left out: a
/// console host, and Wine's desktop; one that has ended by itself is left out, too. `exe` is "" when the system does
/// not tell it within a second.
std::vector<Event> describe_processes(const std::vector<std::uint32_t>& ids);

/// Says whether a program, by its whole path, is a helper that the system itself gives to a process: a console host, or
/// Wine's desktop, which it starts with the first process that asks for one (Wine 8.0: explorer.exe /desktop, in the
/// job of that process).
bool is_of_the_system(std::string_view program);

}  // namespace dllrepro::process
