// SPDX-License-Identifier: MIT
#include "harness/run/fold.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "harness/run/event_fields.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::run {
namespace {

/// What the events say up to their end.
struct Story {
  bool probe_spoke = false;
  bool done = false;
  std::string phase = "start";
  std::optional<std::size_t> raised;
  std::optional<std::size_t> clock;
  std::optional<std::size_t> last;         ///< the last event that is not an observation about the end
  std::vector<std::size_t> open;           ///< `begin` events without their `end`, in order; threads may interleave
  std::vector<std::size_t> begun;          ///< all `begin` events
  std::optional<std::size_t> interpreter;  ///< `begin` of the start of the host's own, until it is up
  std::optional<std::size_t> interpreter_fault;  ///< the `end` that says why it can't be had
};

void close_step(const process::Events& events, std::vector<std::size_t>& open, const process::Event& end) {
  const auto begin = std::find_if(open.rbegin(), open.rend(), [&](std::size_t candidate) {
    return number_in(events[candidate], "step") == number_in(end, "step");
  });
  if (begin != open.rend()) {
    open.erase(std::next(begin).base());
  }
}

Story read(const process::Events& events) {
  Story story;
  for (std::size_t index = 0; index < events.size(); ++index) {
    const process::Event& event = events[index];
    const std::string_view kind = kind_of(event);
    if (!process::is_kind_of_runner(kind)) {
      story.probe_spoke = true;
      story.last = index;
    }
    if (kind == "phase") {
      story.phase = text_in(event, "phase");
    } else if (kind == "begin") {
      story.open.push_back(index);
      story.begun.push_back(index);
      if (text_in(event, "op") == "start_python") {
        story.interpreter = index;
      }
    } else if (kind == "end") {
      close_step(events, story.open, event);
      if (story.interpreter && number_in(events[*story.interpreter], "step") == number_in(event, "step")) {
        if (text_in(event, "result") == "ok") {
          story.interpreter.reset();
        } else {
          story.interpreter_fault = index;
        }
      }
    } else if (kind == "raised" && !story.raised) {
      story.raised = index;
    } else if (kind == "clock") {
      story.clock = index;
    } else if (kind == "done") {
      story.done = true;
      story.phase = "exit";
      story.open.clear();
    }
  }
  return story;
}

/// The event that tells of the process' end, else the last one that the probe wrote.
std::size_t ending_event(const process::Events& events, const Story& story) {
  for (std::size_t index = events.size(); index > 0; --index) {
    if (kind_of(events[index - 1]) == "exited") {
      return index - 1;
    }
  }
  return story.last.value_or(0);
}

/// `raised` came from a failed load: the operation was one, or it passed a load's error on (`raise`, `reraise`), or a
/// real interpreter's exception says so.
bool raised_by_a_load(const process::Event& raised, std::string_view operation) {
  constexpr std::array<std::string_view, 3> k_loads{"load", "ctypes_load", "import"};
  constexpr std::array<std::string_view, 3> k_passing_on{"", "raise", "reraise"};
  constexpr std::array<std::string_view, 3> k_types{"OSError", "ImportError", "FileNotFoundError"};
  const auto among = [](const auto& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (number_in(raised, "error") == 0) {
    return false;
  }
  if (const auto of_load = raised.find("of_load"); of_load != raised.end() && *of_load == true) {
    return true;
  }
  return among(k_loads, operation) || (among(k_passing_on, operation) && among(k_types, text_in(raised, "type")));
}

/// `raised.step` is the number of a step or the pointer of its operation.
const process::Event* step_of(const process::Events& events, const Story& story, const process::Event& raised) {
  const auto found = std::find_if(story.begun.rbegin(), story.begun.rend(), [&](std::size_t candidate) {
    const auto step = raised.find("step");
    if (step == raised.end()) {
      return false;
    }
    return step->is_string() ? text_in(events[candidate], "pointer") == step->get_ref<const std::string&>()
                             : number_in(events[candidate], "step") == number_in(raised, "step");
  });
  return found == story.begun.rend() ? nullptr : &events[*found];
}

void add_raised(Outcome& outcome, const process::Events& events, const Story& story) {
  const process::Event& raised = events[*story.raised];
  const process::Event* step = step_of(events, story, raised);
  outcome.kind = raised_by_a_load(raised, step == nullptr ? "" : text_in(*step, "op")) ? OutcomeKind::LoadError
                                                                                       : OutcomeKind::CallError;
  outcome.error = static_cast<std::uint32_t>(number_in(raised, "error"));
  outcome.module = text_in(raised, "module");
  outcome.message = text_in(raised, "message");
  outcome.phase = text_in(raised, "phase");
  outcome.step = step == nullptr ? "" : std::string(text_in(*step, "pointer"));
  outcome.event = *story.raised;
}

void add_place(Outcome& outcome, const process::Events& events, const Story& story) {
  outcome.phase = story.phase;
  outcome.step = story.open.empty() ? "" : std::string(text_in(events[story.open.back()], "pointer"));
  if (story.raised) {
    outcome.message = text_in(events[*story.raised], "message");
  }
}

Outcome fold_not_started(const process::NotStarted& ending, const process::Events& events, const Story& story) {
  Outcome outcome;
  outcome.kind = OutcomeKind::DidNotStart;
  outcome.error = ending.error;
  outcome.message = ending.message;
  outcome.phase = "start";
  outcome.event = ending_event(events, story);
  return outcome;
}

Outcome fold_killed(const process::Killed& ending, const process::Events& events, const Story& story) {
  Outcome outcome;
  outcome.kind = OutcomeKind::Hang;
  outcome.clock = process::name_of(ending.clock);
  add_place(outcome, events, story);
  outcome.event = story.clock.value_or(ending_event(events, story));
  return outcome;
}

/// The process ended before the host's own interpreter was up: it has run nothing of the program.
Outcome fold_without_interpreter(std::uint32_t code, const process::Events& events, const Story& story) {
  Outcome outcome;
  outcome.kind = OutcomeKind::DidNotStart;
  outcome.status = is_exception_code(code) ? code : 0;
  outcome.phase = "start";
  outcome.step = text_in(events[*story.interpreter], "pointer");
  outcome.event = ending_event(events, story);
  outcome.message = fmt::format("Python ended with code {} while it started", code);
  if (story.interpreter_fault) {
    const process::Event& fault = events[*story.interpreter_fault];
    outcome.error = static_cast<std::uint32_t>(number_in(fault, "error"));
    outcome.message = text_in(fault, "message");
    outcome.event = *story.interpreter_fault;
  }
  return outcome;
}

Outcome fold_exited(std::uint32_t code, const process::Events& events, const Story& story) {
  if (story.interpreter && (is_start_status(code) || !is_exception_code(code))) {
    return fold_without_interpreter(code, events, story);
  }
  Outcome outcome;
  outcome.event = ending_event(events, story);
  if (is_exception_code(code)) {
    outcome.kind = !story.probe_spoke && is_start_status(code) ? OutcomeKind::DidNotStart : OutcomeKind::Crash;
    outcome.status = code;
    add_place(outcome, events, story);
  } else if (story.raised && story.done && code <= 1) {
    add_raised(outcome, events, story);
  } else if (!story.done || code != 0) {
    outcome.kind = OutcomeKind::Exit;
    outcome.exit_code = code;
    add_place(outcome, events, story);
  }
  return outcome;
}

}  // namespace

bool is_exception_code(std::uint32_t code) {
  constexpr std::uint32_t k_severity_bit = 0x80000000U;
  constexpr std::uint32_t k_small_negative = 0xFFFF0000U;
  constexpr std::uint32_t k_fatal_app_exit = 0x40000015U;
  return ((code & k_severity_bit) != 0 && code < k_small_negative) || code == k_fatal_app_exit;
}

bool is_start_status(std::uint32_t status) {
  // Rows L78 to L85 of the record: not found, entry point, ordinal, initialisation failed, not an image.
  constexpr std::array<std::uint32_t, 5> k_statuses{0xC0000135U, 0xC0000139U, 0xC0000138U, 0xC0000142U, 0xC000007BU};
  return std::find(k_statuses.begin(), k_statuses.end(), status) != k_statuses.end();
}

Outcome fold(const process::Events& events, const process::Ending& ending) {
  const Story story = read(events);
  if (const auto* not_started = std::get_if<process::NotStarted>(&ending)) {
    return fold_not_started(*not_started, events, story);
  }
  if (const auto* killed = std::get_if<process::Killed>(&ending)) {
    return fold_killed(*killed, events, story);
  }
  if (const auto* exited = std::get_if<process::Exited>(&ending)) {
    return fold_exited(exited->code, events, story);
  }
  throw Error("a cancelled child has no outcome");
}

}  // namespace dllrepro::run
