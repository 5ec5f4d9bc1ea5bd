// SPDX-License-Identifier: MIT
#include <set>

#include "harness/stub/programs.hpp"

namespace dllrepro::stub {

namespace {

/// Sees every action once, nested lists too.
class Collector {
 public:
  void see(const Actions& actions) {
    for (const Action& action : actions) {
      std::visit([this](const auto& step) { look(step); }, action.step);
    }
  }

  std::set<std::string> modules;
  std::set<std::string> waited;  // events or threads
  std::set<std::string> threads;
  std::set<std::string> locks;

 private:
  template <typename Step>
  void look(const Step&) {}

  void look(const Load& step) {
    if (!step.as.empty()) {
      modules.insert(step.as);
    }
    see(step.on_failure);
  }
  void look(const Call& step) { see(step.on_failure); }
  void look(const Free& step) { modules.insert(step.name); }
  void look(const StartThread& step) {
    if (!step.as.empty()) {
      threads.insert(step.as);
    }
    see(step.actions);
  }
  void look(const TerminateThread& step) { threads.insert(step.name); }
  void look(const Signal& step) { waited.insert(step.name); }
  void look(const Wait& step) {
    waited.insert(step.name);
    see(step.on_failure);
  }
  void look(const Lock& step) { locks.insert(step.name); }
  void look(const Unlock& step) { locks.insert(step.name); }
  void look(const If& step) {
    see(step.then);
    see(step.otherwise);
  }
};

std::map<std::string, std::uint32_t> number(const std::set<std::string>& names, std::uint32_t first = 0) {
  std::map<std::string, std::uint32_t> numbers;
  for (const std::string& name : names) {
    numbers.emplace(name, first++);
  }
  return numbers;
}

}  // namespace

ActionNames collect_names(const StubSpec& spec) {
  Collector seen;
  for (const auto& [name, item] : spec.exports) {
    seen.see(item.actions);
  }
  for (const Actions* list :
       {&spec.on_attach, &spec.on_detach, &spec.on_thread_attach, &spec.on_thread_detach, &spec.tls_callback}) {
    seen.see(*list);
  }
  for (const std::string& thread : seen.threads) {
    seen.waited.erase(thread);
  }
  ActionNames names;
  names.modules = number(seen.modules);
  names.events = number(seen.waited);
  names.threads = number(seen.threads, static_cast<std::uint32_t>(names.events.size()));
  names.locks = number(seen.locks);
  return names;
}

}  // namespace dllrepro::stub
