// SPDX-License-Identifier: MIT
// Looking a library up by the tables and rules of a release.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "harness/loader/interpreter.hpp"
#include "harness/loader/lookup/canary.hpp"
#include "harness/loader/lookup/python_text.hpp"
#include "harness/loader/lookup/release_parser.hpp"
#include "harness/loader/lookup/search.hpp"
#include "harness/loader/text_template.hpp"

namespace dllrepro::loader {

/// The interpreter as a look-up sees it: every call of the system is a step of the operation's.
class LookupProgram final : public lookup::Program {
 public:
  LookupProgram(Interpreter& interpreter, const Operation& operation)
      : m_interpreter(interpreter), m_operation(operation) {}

  System& system() override { return m_interpreter.m_system; }

  std::uint64_t begin(std::string_view verb, const std::string& text) override {
    return m_interpreter.begin(verb, m_operation, text);
  }
  void end(std::uint64_t step, std::uint32_t error, const Json& members) override {
    if (error == 0) {
      m_interpreter.end_ok(step, members);
    } else {
      m_interpreter.end_error(step, error, members);
    }
  }
  void warn(const std::string& category, const std::string& message) override {
    m_interpreter.emit({{"event", "warning"}, {"message", message}, {"category", category}});
  }

  [[nodiscard]] std::string with_values(const std::string& text) const override {
    return m_interpreter.m_variables.text(text);
  }
  [[nodiscard]] std::string error_text(std::uint32_t error) const override { return m_interpreter.error_text(error); }

  [[nodiscard]] std::string child_plan(const Json& first, bool again, const Json& last) const override {
    const auto added = [](Json list, const Json& more) {
      list.insert(list.end(), more.begin(), more.end());
      return list;
    };
    const Json& program = m_interpreter.m_program;
    const Json nothing = Json::array();
    Json plan = m_interpreter.plan_for_child();
    plan["loader"] = added(first, again ? program.value("loader", nothing) : nothing);
    plan["steps"] = added(again ? program.value("steps", nothing) : nothing, last);
    if (again) {
      plan["parameters"] = program.value("parameters", Json::object());
      plan["started_again"] = true;
    }
    return plan.dump();
  }
  [[nodiscard]] std::string interpreter() const override { return m_interpreter.m_child_host.value("executable", ""); }
  [[nodiscard]] bool is_started_again() const override { return m_interpreter.m_started_again; }

 private:
  Interpreter& m_interpreter;
  const Operation& m_operation;
};

/// What a child is to look up in the same release: by the native search alone, whose answer it prints.
Json Interpreter::call_for_child(const Operation& operation) const {
  const Json native = Json::array({"native"});
  Json switches = operation.arguments.value("switches", Json::object());
  switches.update({{"checks", Json::array()}, {"steps", native}, {"driver_steps", native}});
  return {{"catalog", text(operation, "catalog")},
          {"release", text(operation, "release")},
          {"switches", std::move(switches)},
          {"answers_parent", true},
          {"on_error", "ignore"}};
}

Interpreter::Flow Interpreter::look_up(const Operation& operation) {
  const std::string name = text(operation, "lookup");
  const std::string catalog = text(operation, "catalog");
  const std::string release = text(operation, "release");
  lookup::Store::Entry* entry = m_lookups->find(catalog, release);
  if (entry == nullptr) {
    throw UnknownName(fmt::format("this program has no release \"{}\" of the catalog \"{}\"", release, catalog));
  }
  lookup::Release changed;
  const lookup::Release* used = &entry->release;
  if (const auto switches = operation.arguments.find("switches"); switches != operation.arguments.end()) {
    changed = entry->release;
    lookup::apply_switches(*switches, changed.rules);
    used = &changed;
  }
  const std::string own_name = text_or(operation, "as", name);
  const auto keep = [&](Variables::Variable answer) {
    if (is_plain_name(own_name)) {
      m_variables.remember(own_name, std::move(answer));
    }
  };
  LookupProgram program(*this, operation);
  Variables::Variable variable;
  variable.members["error"] = 0;
  variable.members["error_text"] = "";
  const auto answer_parent = [&](const std::optional<std::string>& path) {
    if (flag(operation, "answers_parent", false)) {
      m_system.print(OutputStream::Out, lookup::canary_line(path, used->rules.canary) + "\n");
    }
  };
  try {
    const lookup::Result result = lookup::look_up(name, {*used, entry->state, program, call_for_child(operation)});
    variable.value = result.path;
    variable.handle = result.handle;
    variable.members["found_via"] = result.found_via ? Json(*result.found_via) : Json();
    variable.members["already_loaded"] = result.already_loaded;
    variable.members["same_object"] = entry->state.given.find(name).has_value();
    entry->state.given.remember(name, true);
    variable.members["slashes"] = lookup::slashes_of(result.path);
    keep(std::move(variable));
    answer_parent(result.path);
  } catch (const Raised& raised) {
    variable.members["error"] = raised.error;
    variable.members["error_text"] = raised.error_text;
    variable.members["type"] = raised.type;
    variable.members["message"] = raised.message;
    keep(std::move(variable));
    answer_parent(std::nullopt);
    fail(operation, raised.step, raised);
  }
  return Flow::Next;
}

}  // namespace dllrepro::loader
