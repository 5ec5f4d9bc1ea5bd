// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/process/event.hpp"
#include "harness/util/json_document.hpp"

namespace dllrepro::run {

/// What happened, a closed set, in the order of scenario::outcome_words().
enum class OutcomeKind {
  Ok,           ///< "ok": the program ran to its end and the process exited with 0
  LoadError,    ///< "load error": a load failed and nothing caught it: error, module
  CallError,    ///< "call error": an export is missing, or a program raised an error of its own: error, message
  Exit,         ///< "exit": the process ended before its program did, or with a code of its own: exit_code
  Crash,        ///< "crash": ended by an exception or a fast-fail: status
  Hang,         ///< "hang": a clock tripped: clock
  DidNotStart,  ///< "did not start": CreateProcess failed, or the image's own imports could not be loaded: error/status
};

std::string_view name_of(OutcomeKind kind);

struct Outcome {
  OutcomeKind kind = OutcomeKind::Ok;
  std::uint32_t error = 0;   ///< Win32 error of the failed load or call
  std::string module;        ///< the module asked for, tree notation
  std::uint32_t status = 0;  ///< NTSTATUS of a crash
  std::uint32_t exit_code = 0;
  std::string clock;      ///< of a hang
  std::string phase;      ///< start, host, loader, steps, finish, exit: where it happened, "" for ok
  std::string step;       ///< JSON pointer of the operation that was open, "" when none was
  std::string message;    ///< what was raised, in full
  std::size_t event = 0;  ///< index of the event that decided
};

/// Only the members that say something, in the words of the scenario format.
Json to_json(const Outcome& outcome);

/// Reads what to_json wrote. Throws Error when it is something else.
Outcome outcome_from_json(const Json& json);

/// One line for people: `load error 193 (ERROR_BAD_EXE_FORMAT) of torch/lib/x.dll in loader`.
std::string describe(const Outcome& outcome);

}  // namespace dllrepro::run
