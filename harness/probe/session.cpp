// SPDX-License-Identifier: MIT
#include "harness/probe/session.hpp"

#include "harness/loader/interpreter.hpp"
#include "harness/probe/module_watch.hpp"
#include "harness/probe/process_state.hpp"
#include "harness/probe/python_program.hpp"
#include "harness/probe/windows_system.hpp"

namespace dllrepro::probe {

unsigned run_session(const loader::Plan& plan, EventWriter& writer) {
  // None of the three is destroyed: threads of the program may use them until the process is gone.
  static WindowsSystem& system = *new WindowsSystem();
  static ModuleWatch& watch = *new ModuleWatch(writer);
  if (!watch.active()) {
    writer.write({{"event", "warning"}, {"message", "loader notifications are missing here: no load is reported"}});
  }
  const auto sink = [&writer](const Json& event) {
    if (event.at("event") == "end") {
      watch.check_pending();
    }
    writer.write(event);
  };
  static loader::Interpreter& interpreter = *new loader::Interpreter(system, sink, plan.setup);

  using Kind = loader::ProgramEnd::Kind;
  loader::ProgramEnd end = interpreter.run("host", plan.host);
  const auto rest_of_program = [&] {
    if (end.kind == Kind::Finished) {
      end = interpreter.run("loader", plan.loader);
    }
    if (end.kind == Kind::Finished) {
      end = interpreter.run("steps", plan.steps);
    }
    writer.write({{"event", "phase"}, {"phase", "finish"}});
    writer.write(state_event(interpreter.results()));
    writer.write({{"event", "done"}});
    writer.close();
    return end;
  };
  if (end.kind == Kind::Finished && !plan.setup.python.empty()) {
    return static_cast<unsigned>(run_in_python(plan.setup.python, interpreter, system, writer, rest_of_program));
  }
  return rest_of_program().exit_code;
}

}  // namespace dllrepro::probe
