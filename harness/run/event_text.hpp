// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "harness/process/event.hpp"

namespace dllrepro::run {

// The words in which events are told, so that a report and a bisection say the same of one thing.

/// One event in one line: `end of step 3: error 126 (ERROR_MOD_NOT_FOUND) of torch/lib/x.dll`.
std::string text_of_event(const process::Event& event);

/// What came of an operation, from its `end`, without its step's number: `error 126 (ERROR_MOD_NOT_FOUND)`.
std::string text_of_result(const process::Event& end);

}  // namespace dllrepro::run
