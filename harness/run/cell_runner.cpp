// SPDX-License-Identifier: MIT
#include "harness/run/cell_runner.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/probe/exit_codes.hpp"
#include "harness/process/child.hpp"
#include "harness/run/child_of_cell.hpp"
#include "harness/run/event_fields.hpp"
#include "harness/run/fold.hpp"
#include "harness/run/judge.hpp"
#include "harness/run/notation.hpp"
#include "harness/run/probe_plan.hpp"
#include "harness/run/python_words.hpp"
#include "harness/run/repeat_command.hpp"
#include "harness/run/skips.hpp"
#include "harness/tree/assemble.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::run {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr const char* k_plan_file = "plan.json";

double milliseconds_since(SteadyClock::time_point begin) {
  return std::chrono::duration<double, std::milli>(SteadyClock::now() - begin).count();
}

/// An absolute folder in its long spelling: modules' paths come back that way, and a TEMP such as C:\Users\RUNNER~1
/// would never be found in them.
std::filesystem::path made_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed && !std::filesystem::is_directory(folder)) {
    throw EnvironmentFailure(
        fmt::format("failed to make the work folder {}: {}", display_path(folder), failed.message()));
  }
  std::filesystem::path canonical = std::filesystem::canonical(folder, failed);
  return failed ? std::filesystem::absolute(folder) : canonical;
}

/// What the contents of a cell's tree follow from. The version of the host's Python decides which of a distribution's
/// wheels is installed.
std::string tree_key(const scenario::Cell& cell, const std::string& python) {
  return fmt::format("{} {} {} {}", cell.machine_architecture, scenario::key_of(cell.system32), python,
                     dump_safely(tree::to_json(cell.tree)));
}

/// The probe gave up by itself: its words when it did, "" otherwise.
std::string fault_of_probe(const process::ChildReport& report) {
  constexpr std::array k_faults{probe::ProbeExit::Usage, probe::ProbeExit::BadPlan, probe::ProbeExit::NoPlan,
                                probe::ProbeExit::Internal, probe::ProbeExit::NoEventPipe};
  constexpr std::string_view k_speaker = "dllrepro-probe: ";
  const auto* exited = std::get_if<process::Exited>(&report.ending);
  const std::string text = report.standard_error.text();
  const std::size_t begin = text.rfind(k_speaker);
  const bool its_own = exited != nullptr && !report.saw_done && begin != std::string::npos &&
                       std::any_of(k_faults.begin(), k_faults.end(), [&](probe::ProbeExit code) {
                         return static_cast<std::uint32_t>(code) == exited->code;
                       });
  return its_own ? text.substr(begin, text.find_first_of("\r\n", begin) - begin) : "";
}

/// Passing says that what is expected was seen; this says that the rest did not change either.
std::string what_changed(const Outcome& first, const Outcome& later) {
  const auto key = [](Outcome outcome) {
    outcome.message.clear();  // may hold paths and addresses
    outcome.event = 0;
    return to_json(outcome);
  };
  return key(first) == key(later) ? "" : describe(later);
}

void judge_into(CellResult& result, const scenario::Cell& cell, bool under_wine) {
  const Observation observation{result.observed, result.events, result.standard_output, result.standard_error};
  Judgement judgement = judge(cell.expectation, cell.known_gaps, observation, under_wine);
  result.verdict = judgement.verdict;
  result.reason = std::move(judgement.reason);
  result.mismatches = std::move(judgement.mismatches);
  result.expected = scenario::to_json(*judgement.judged_by);
  if (judgement.judged_by->location.line != 0) {
    result.location = judgement.judged_by->location;
  }
}

}  // namespace

CellResult unfinished_result(const scenario::Cell& cell, std::size_t index, const RunOptions& options) {
  CellResult result;
  result.index = index;
  result.id = cell.id();
  result.scenario = cell.scenario;
  result.title = cell.title;
  result.location = cell.expectation.location.line != 0 ? cell.expectation.location : cell.location;
  for (const auto& [axis, value] : cell.parameters) {
    result.parameters[axis] = value;
  }
  result.expected = scenario::to_json(cell.expectation);
  result.repeat_command = repeat_command(cell, shell_here(), options.repeat_options);
  return result;
}

CellRunner::CellRunner(RunOptions options, MachineFacts machine)
    : m_options(std::move(options)),
      m_machine(std::move(machine)),
      m_store(m_options.stub_store.empty() ? m_options.work_folder / "stubs" : m_options.stub_store),
      m_artefacts((m_options.stub_store.empty() ? m_options.work_folder / "stubs" : m_options.stub_store) /
                  "artefacts"),
      m_cache(m_options.cache),
      m_trees(made_folder(m_options.work_folder), m_machine.system32, m_machine.windows) {}

CellResult CellRunner::run(const scenario::Cell& cell, std::size_t index, const PhaseSink& on_phase,
                           const std::stop_token& stop) {
  const SteadyClock::time_point begin = SteadyClock::now();
  const CellResult unfinished = unfinished_result(cell, index, m_options);
  CellResult result = unfinished;
  result.reason = why_not_run(cell);
  if (!result.reason.empty()) {
    result.verdict = Verdict::Skipped;
    return result;
  }
  const unsigned attempts = std::max(1U, m_options.repeat.value_or(cell.repeat));
  Outcome first;
  for (unsigned number = 1; number <= attempts; ++number) {
    result = attempt(cell, unfinished, on_phase, stop);
    result.attempt = number;
    result.attempts = attempts;
    if (number == 1) {
      first = result.observed;
    }
    if (needs_attention(result.verdict)) {
      break;
    }
    if (const std::string changed = what_changed(first, result.observed); !changed.empty()) {
      result.verdict = Verdict::Fail;
      result.reason = "attempts that pass came to different ends";
      result.mismatches = {{"repeat", describe(first), changed, result.observed.event}};
      break;
    }
  }
  result.milliseconds = milliseconds_since(begin);
  return result;
}

CellResult CellRunner::attempt(const scenario::Cell& cell, CellResult result, const PhaseSink& on_phase,
                               const std::stop_token& stop) {
  ChildOfCell ours = run_child(cell, std::move(result), on_phase, stop);
  if (cell.twin && !stop.stop_requested()) {
    run_twin(*cell.twin, ours, stop);
  }
  put_away(ours, needs_attention(ours.result.verdict));
  return std::move(ours.result);
}

ChildOfCell CellRunner::run_child(const scenario::Cell& cell, CellResult result, const PhaseSink& on_phase,
                                  const std::stop_token& stop) {
  const std::string python = m_cache.python_of(cell);
  const std::string key = tree_key(cell, python);
  std::unique_ptr<TreeSlot> slot = m_trees.take(key);
  const tree::PlaceMap& places = slot->places();
  const auto find = [&](const tree::Distribution& wanted) -> const tree::Artefact& {
    return m_cache.get(cell, wanted);
  };
  slot->make(key, cell.tree, {m_store, m_artefacts, m_options.probes.at(cell.machine_architecture), find});

  process::ChildCommand command;
  command.executable = places.file_of(cell.host.executable);
  command.arguments = {"--plan", path_to_utf8(slot->folder() / k_plan_file)};
  command.environment = child_environment(cell, places, m_machine);
  slot->write_beside(k_plan_file, probe_plan(cell, places, command.environment, python).dump());
  command.working_directory = places.file_of("{work}");
  const auto on_event = [&](const process::Event& event) {
    if (on_phase && kind_of(event) == "phase") {
      on_phase(text_in(event, "phase"));
    }
  };
  slot->remember();
  process::ChildReport report =
      process::run_child(command, cell.clocks.scaled(m_options.timeout_scale), on_event, stop);

  result.events = in_tree_notation(std::move(report.events), places);
  result.standard_output = report.standard_output.text();
  result.standard_error = report.standard_error.text();
  result.outside_modules = outside_modules(result.events);
  result.child_milliseconds = report.milliseconds;
  if (std::holds_alternative<process::Cancelled>(report.ending)) {
    result.reason = "the run was stopped";
  } else {
    result.observed = fold(result.events, report.ending);
    if (result.observed.kind == OutcomeKind::DidNotStart && !result.observed.step.empty()) {
      const std::string words = words_of_python(result.standard_error);
      result.observed.message += words.empty() ? "" : ": " + words;
    }
    result.step_location = location_of_step(cell, result.observed.step);
    if (result.reason = fault_of_probe(report); result.reason.empty()) {
      result.reason = why_not_judged(result.events, cell.tags);
    }
    if (result.reason.empty()) {
      judge_into(result, cell, m_machine.under_wine);
    }
  }
  return {cell, std::move(result), std::move(slot), std::move(command.environment)};
}

std::string CellRunner::why_not_run(const scenario::Cell& cell) {
  const std::string reason = why_skipped(cell, m_options, m_machine);
  return reason.empty() ? m_cache.why_missing(cell) : reason;
}

void CellRunner::check_artefacts(const TreeSlot& slot) {
  for (const tree::ArtefactStore::Damage& damage : m_artefacts.check(slot.installed(), tree::owner_of(slot.places()))) {
    m_cache.set_damaged(*damage.artefact, fmt::format("a child wrote to {}", damage.file));
  }
}

}  // namespace dllrepro::run
