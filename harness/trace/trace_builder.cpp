// SPDX-License-Identifier: MIT
#include "harness/trace/trace_builder.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/trace/wine_lines.hpp"
#include "harness/util/ascii.hpp"

namespace dllrepro::trace {

namespace {

/// The name that the loader compares by: without folders, with the ending that it adds to a name without one.
std::string module_name(std::string_view name) {
  std::string base(base_name(name));
  return base.find('.') == std::string::npos ? base + ".dll" : base;
}

bool same_name(std::string_view one, std::string_view other) {
  return ascii_equal_ignoring_case(module_name(one), module_name(other));
}

}  // namespace

void TraceBuilder::take(const Step& step) {
  if (step.kind == Step::Kind::Process) {
    return begin_process(step);
  }
  if (step.kind == Step::Kind::TimeOver) {
    m_trace.time_over = true;
    return;
  }
  // The two clocks of a trace are a thousandth or two apart: the loader's counts in whole milliseconds.
  constexpr double k_difference_of_clocks = 2;
  const auto state = m_states.find(step.process);
  const std::optional<double> ended =
      state == m_states.end() ? std::nullopt : m_trace.processes[state->second.process].ended;
  if (state == m_states.end() || (ended && step.at - m_start > *ended + k_difference_of_clocks)) {
    m_waiting[step.process].push_back(step);
  } else {
    take_of(state->second, step);
  }
}

void TraceBuilder::begin_process(const Step& step) {
  if (m_trace.processes.empty()) {
    m_start = step.at;
  }
  Process process;
  process.id = step.process;
  process.parent = m_states.contains(step.parent) ? step.parent : 0;
  process.program = step.module;
  process.began = std::max(0.0, step.at - m_start);
  // An id that is used again belongs to the younger process.
  if (const auto older = m_states.find(step.process); older != m_states.end()) {
    close(older->second);
  }
  State& state = m_states[step.process];
  state = State{};
  state.process = m_trace.processes.size();
  state.images.push_back({step.module, step.imports, Load::k_no_parent});
  m_trace.processes.push_back(std::move(process));
  if (auto waiting = m_waiting.extract(step.process)) {
    for (const Step& early : waiting.mapped()) {
      take_of(state, early);
    }
  }
}

void TraceBuilder::take_of(State& state, const Step& step) {
  Process& process = m_trace.processes[state.process];
  const double at = std::max(0.0, step.at - m_start);
  switch (step.kind) {
    case Step::Kind::Mapped:
      return map_image(state, step);
    case Step::Kind::Exception:
      if (step.last_chance) {
        process.crash = Crash{at, step.status, step.place};
      }
      return;
    case Step::Kind::Exit:
      process.ended = at;
      process.exit_code = step.status;
      return;
    case Step::Kind::LeftBehind:
      process.left_behind = true;
      return;
    case Step::Kind::Look:
      return look(state, step);
    case Step::Kind::Folders:
      // Of whichever search goes on: the loader's own threads tell of it.
      for (auto& [thread, open] : state.threads) {
        if (Open* const search = open_search(state, thread)) {
          process.loads[search->load].folders = step.folders;
        }
      }
      return;
    case Step::Kind::Resident:
    case Step::Kind::Loaded:
    case Step::Kind::Failed:
    case Step::Kind::Ended:
      return end_search(state, step);
    case Step::Kind::Missing:
      return miss_import(state, step);
    case Step::Kind::NoExport:
      process.unbound.push_back({at, step.name, step.module});
      return;
    case Step::Kind::AttachBegin:
      return begin_initialiser(state, step);
    case Step::Kind::AttachEnd:
      return end_initialiser(state, step);
    case Step::Kind::Process:
    case Step::Kind::Unmapped:
    case Step::Kind::Message:
    case Step::Kind::TimeOver:
    case Step::Kind::Tried:
      return;
  }
}

std::size_t TraceBuilder::add_load(State& state, Load load) {
  std::vector<Load>& loads = m_trace.processes[state.process].loads;
  loads.push_back(std::move(load));
  state.dropped.push_back(false);
  return loads.size() - 1;
}

/// The image that imports the name; of several the youngest, which is the one that the loader works on.
const TraceBuilder::Image* TraceBuilder::importer_of(const State& state, std::string_view name) {
  const auto imports_it = [&](const Image& image) {
    return std::any_of(image.imports.begin(), image.imports.end(),
                       [&](const std::string& import) { return same_name(import, name); });
  };
  const auto found = std::find_if(state.images.rbegin(), state.images.rend(), imports_it);
  return found == state.images.rend() ? nullptr : &*found;
}

/// The innermost search that the thread is in the middle of.
TraceBuilder::Open* TraceBuilder::open_search(State& state, std::uint32_t thread) {
  std::vector<Open>& open = state.threads[thread];
  const auto found = std::find_if(open.rbegin(), open.rend(), [](const Open& one) { return one.initialiser.empty(); });
  return found == open.rend() ? nullptr : &*found;
}

/// The latest load that gave the module.
std::size_t TraceBuilder::load_of(const State& state, std::string_view module) const {
  const std::vector<Load>& loads = m_trace.processes[state.process].loads;
  for (std::size_t at = loads.size(); at-- > 0;) {
    if (!loads[at].module.empty() && same_name(loads[at].module, module)) {
      return at;
    }
  }
  return Load::k_no_parent;
}

void TraceBuilder::look(State& state, const Step& step) {
  m_trace.loader_told = true;
  Load load;
  load.at = std::max(0.0, step.at - m_start);
  load.name = step.name;
  load.folders = step.folders;
  load.folders_cut = step.folders_cut;
  std::vector<Open>& open = state.threads[step.thread];
  if (open.empty()) {
    const Image& exe = state.images.front();
    const bool is_first = m_trace.processes[state.process].loads.empty();
    const bool of_exe = !is_first && importer_of(state, step.name) == &exe;
    load.asker = state.own_code_ran || m_dialect == Dialect::Flat ? Asker::Call : of_exe ? Asker::Import : Asker::Start;
    load.by = load.asker == Asker::Import ? exe.path : "";
  } else {
    load.parent = open.back().load;
    load.asker = open.back().initialiser.empty() ? Asker::Import : Asker::Initialiser;
    const std::size_t caller = open.back().load;
    if (load.asker == Asker::Initialiser) {
      load.by =
          caller == Load::k_no_parent ? open.back().initialiser : m_trace.processes[state.process].loads[caller].module;
    }
    if (m_dialect == Dialect::Flat) {
      // Imports do not show as searches there: this is a call in some initialiser.
      load.asker = Asker::Call;
    }
  }
  open.push_back({add_load(state, std::move(load))});
}

void TraceBuilder::end_search(State& state, const Step& step) {
  std::vector<Open>& open = state.threads[step.thread];
  while (!open.empty() && !open.back().initialiser.empty()) {
    open.pop_back();
  }
  if (open.empty()) {
    return;
  }
  const std::size_t index = open.back().load;
  open.pop_back();
  Load& load = m_trace.processes[state.process].loads[index];
  load.status = step.status;
  if (step.kind == Step::Kind::Loaded) {
    load.module = step.module;
  }
  state.dropped[index] =
      step.kind == Step::Kind::Resident || (step.kind == Step::Kind::Ended && step.status == 0 && load.module.empty());
}

void TraceBuilder::map_image(State& state, const Step& step) {
  if (m_dialect == Dialect::Nested) {
    return;  // the loader tells of it with more
  }
  std::vector<Load>& loads = m_trace.processes[state.process].loads;
  std::size_t index = Load::k_no_parent;
  std::size_t searching = Load::k_no_parent;
  for (auto& [thread, open] : state.threads) {
    if (const Open* const search = open_search(state, thread)) {
      searching = search->load;
      if (loads[search->load].module.empty() && same_name(loads[search->load].name, step.module)) {
        index = search->load;
      }
    }
  }
  if (index == Load::k_no_parent) {
    Load load;
    load.at = std::max(0.0, step.at - m_start);
    load.name = base_name(step.module);
    const Image* const importer = importer_of(state, load.name);
    load.asker = importer != nullptr ? Asker::Import : searching == Load::k_no_parent ? Asker::Start : Asker::Call;
    load.by = importer != nullptr ? importer->path : "";
    load.parent = importer != nullptr ? importer->load : searching;
    index = add_load(state, std::move(load));
  }
  m_trace.processes[state.process].loads[index].module = step.module;
  state.images.push_back({step.module, step.imports, index});
}

void TraceBuilder::miss_import(State& state, const Step& step) {
  std::vector<Load>& loads = m_trace.processes[state.process].loads;
  if (m_dialect == Dialect::Nested) {
    // Its search has just ended; here is the path of the module that imports it.
    const auto failed = std::find_if(loads.rbegin(), loads.rend(), [&](const Load& load) {
      return load.status != 0 && ascii_equal_ignoring_case(load.name, step.name);
    });
    if (failed != loads.rend()) {
      failed->by = step.module;
    }
    return;
  }
  Load load;
  load.at = std::max(0.0, step.at - m_start);
  load.name = step.name;
  load.asker = Asker::Import;
  load.by = step.module;
  load.status = step.status;
  load.parent = load_of(state, step.module);
  for (auto& [thread, open] : state.threads) {
    if (const Open* const search = open_search(state, thread)) {
      load.folders = loads[search->load].folders;
      load.parent = load.parent == Load::k_no_parent ? search->load : load.parent;
    }
  }
  add_load(state, std::move(load));
}

void TraceBuilder::begin_initialiser(State& state, const Step& step) {
  state.own_code_ran = true;
  state.threads[step.thread].push_back({load_of(state, step.module), step.module.empty() ? "?" : step.module});
}

void TraceBuilder::end_initialiser(State& state, const Step& step) {
  std::vector<Open>& open = state.threads[step.thread];
  if (open.empty() || open.back().initialiser.empty()) {
    return;
  }
  if (step.status != 0 && open.back().load != Load::k_no_parent) {
    m_trace.processes[state.process].loads[open.back().load].status = step.status;
  }
  open.pop_back();
}

/// Nothing more comes of the process: tells what it was in the middle of, and leaves only loads that were some.
void TraceBuilder::close(State& state) {
  std::vector<Load>& loads = m_trace.processes[state.process].loads;
  for (const auto& [thread, open] : state.threads) {
    if (!open.empty()) {
      const std::string& module = open.back().initialiser;
      m_trace.processes[state.process].unfinished.push_back(
          module.empty() ? "a look for " + loads[open.back().load].name : "DllMain of " + module);
    }
  }
  for (Load& load : loads) {
    if (load.asker == Asker::Import && load.by.empty() && load.parent != Load::k_no_parent) {
      const Load& importer = loads[load.parent];
      load.by = importer.module.empty() ? importer.name : importer.module;
    }
  }
  std::vector<std::size_t> moved(loads.size(), Load::k_no_parent);
  std::vector<Load> kept;
  for (std::size_t at = 0; at < loads.size(); ++at) {
    if (!state.dropped[at]) {
      moved[at] = kept.size();
      kept.push_back(std::move(loads[at]));
      std::size_t& parent = kept.back().parent;
      parent = parent == Load::k_no_parent ? parent : moved[parent];
    }
  }
  loads = std::move(kept);
}

Trace TraceBuilder::finish() && {
  for (auto& [id, state] : m_states) {
    close(state);
  }
  return std::move(m_trace);
}

Trace trace_of(std::vector<Step> debugger, std::vector<Step> loader) {
  std::vector<Step> steps = std::move(debugger);
  const double near = steps.empty() ? 0 : steps.front().at;
  for (Step& step : loader) {
    step.at = full_tick(step.at, near);
    steps.push_back(std::move(step));
  }
  std::stable_sort(steps.begin(), steps.end(), [](const Step& one, const Step& other) { return one.at < other.at; });
  TraceBuilder builder(TraceBuilder::Dialect::Nested);
  for (const Step& step : steps) {
    builder.take(step);
  }
  return std::move(builder).finish();
}

}  // namespace dllrepro::trace
