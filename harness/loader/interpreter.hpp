// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/loader/lookup/store.hpp"
#include "harness/loader/messages.hpp"
#include "harness/loader/operation.hpp"
#include "harness/loader/system.hpp"
#include "harness/loader/variables.hpp"

namespace dllrepro::loader {

/// Takes one event as harness/process/event.hpp describes them, without "at". Must stand being called from the threads
/// that `start_thread` starts.
using EventSink = std::function<void(const Json&)>;

/// What a program knows before its first operation.
struct ProgramSetup {
  std::map<std::string, std::string> places;  ///< name -> absolute path
  std::map<std::string, Json> parameters;     ///< may name places and each other
  std::uint32_t extension_flags = 0x1100;     ///< of an `import`; 0: LoadLibraryW
  std::string python = {};                    ///< python3XX.dll of the host's own interpreter, "" for a host without
  lookup::Catalogs catalogs = {};             ///< the releases that `lookup` names
  Json program = Json::object();  ///< loader, steps and parameters as the plan has them: what a child may run once more
  bool started_again = false;     ///< this is such a child
  Json child_host = Json::object();  ///< the host of a second probe as a plan has it, with its executable
};

/// How a list of operations ended.
struct ProgramEnd {
  enum class Kind { Finished, Raised, Exited };
  Kind kind = Kind::Finished;
  std::uint32_t exit_code = 0;  ///< of `exit`, and of SystemExit in Python
  std::uint64_t exception = 0;  ///< PythonException::number, when it was Python that raised
};

/// Runs operations against a System, which is Windows in the probe and a script in tests, and tells an EventSink what
/// it does. What the System answers decides everything; nothing here looks at files or modules by itself.
///
/// Operations that reach the System have a begin and an end event with a number of their own. An error that nothing in
/// a list catches becomes a `raised` event and ends that list, as an uncaught exception ends a Python program.
class Interpreter {
 public:
  /// Throws UnknownName when a parameter names what is not known.
  Interpreter(System& system, EventSink sink, const ProgramSetup& setup);

  ProgramEnd run(std::string_view phase, const std::vector<Operation>& operations);

  /// The begin and the end of a step that is no operation of a list: the start of the host's own interpreter. `members`
  /// are those of the end event besides its result; an `error` among them makes it one.
  std::uint64_t begin_step(std::string_view pointer, std::string_view verb, const std::string& text);
  void end_step(std::uint64_t step, const Json& members = Json::object());

  /// name -> value of what the program remembered, for the `state` event.
  [[nodiscard]] Json results() const { return m_variables.results(); }

 private:
  enum class Flow { Next, Break };
  using Handler = Flow (Interpreter::*)(const Operation&);
  friend const std::map<std::string_view, Handler>& interpreter_handlers();
  friend class LookupProgram;

  struct ForThread {};
  Interpreter(const Interpreter& parent, ForThread);
  void run_in_thread(const std::vector<Operation>& operations);

  // interpreter.cpp: the walk, arguments, events
  Flow run_list(const std::vector<Operation>& operations);
  Flow run_one(const Operation& operation);
  Flow run_block(const Operation& operation, std::string_view key);

  [[nodiscard]] Json value(const Operation& operation, std::string_view key) const;
  [[nodiscard]] std::string text(const Operation& operation, std::string_view key) const;
  [[nodiscard]] std::string text_or(const Operation& operation, std::string_view key, std::string_view fallback) const;
  [[nodiscard]] std::string path(const Json& arguments, std::string_view key) const;
  [[nodiscard]] std::vector<std::string> paths(const Json& value, const Json& arguments) const;
  [[nodiscard]] std::uint64_t number(const Json& value) const;
  /// Of a list all, of nothing none, of anything else the one.
  [[nodiscard]] std::vector<std::uint64_t> numbers(const Operation& operation, std::string_view key) const;
  [[nodiscard]] std::uint64_t number_or(const Operation& operation, std::string_view key, std::uint64_t fallback) const;
  [[nodiscard]] bool flag(const Operation& operation, std::string_view key, bool fallback) const;
  [[nodiscard]] std::uint64_t handle_of(const Operation& operation, std::string_view key) const;

  std::uint64_t begin(const Operation& operation, const std::string& text);
  std::uint64_t begin(std::string_view verb, const Operation& operation, const std::string& text);
  void end_ok(std::uint64_t step, const Json& members = Json::object());
  void end_error(std::uint64_t step, std::uint32_t error, const Json& members = Json::object());
  void emit(const Json& event) const { m_sink(event); }
  void warn(const std::string& message) const;
  /// Raises, warns or stays silent as on_error and tolerate say.
  void fail(const Operation& operation, std::uint64_t step, Raised raised);
  void remember(const Operation& operation, Variables::Variable variable);
  [[nodiscard]] std::string error_text(std::uint32_t error) const;

  // interpreter_control.cpp
  Flow for_each(const Operation&);
  Flow leave_loop(const Operation&);
  Flow branch(const Operation&);
  Flow attempt(const Operation&);
  Flow try_and_except(const Operation&);
  void handle(const Operation&, const Raised&);
  Flow set(const Operation&);
  Flow append(const Operation&);
  Flow raise(const Operation&);
  Flow reraise(const Operation&);
  Flow warn_about(const Operation&);
  Flow exit(const Operation&);
  [[nodiscard]] std::vector<Json> sequence(const Operation&) const;
  [[nodiscard]] std::vector<std::string> glob(const std::string& pattern, std::string_view order) const;
  [[nodiscard]] bool holds(const Json& condition) const;
  [[nodiscard]] bool any_exists(const Json& condition) const;
  [[nodiscard]] bool exists(const std::string& path) const;

  // interpreter_modules.cpp
  Flow load(const Operation&);
  Flow ctypes_load(const Operation&);
  Flow import_extension(const Operation&);
  Flow get_handle(const Operation&);
  Flow free(const Operation&);
  Flow call(const Operation&);
  [[nodiscard]] std::optional<std::string> extension_file(const Operation&, const std::string& module) const;
  bool finish_load(const Operation&, std::uint64_t step, LoadCall, const ModuleAnswer&);
  std::uint64_t module_of(const Operation&, const std::string& name);

  // interpreter_environment.cpp
  Flow add_dll_directory(const Operation&);
  Flow remove_dll_directory(const Operation&);
  Flow set_default_dll_directories(const Operation&);
  Flow set_dll_directory(const Operation&);
  Flow path_front(const Operation&);
  Flow path_back(const Operation&);
  Flow set_environment(const Operation&);
  Flow get_environment(const Operation&);
  Flow error_mode(const Operation&);
  Flow find(const Operation&);
  Flow copy_file(const Operation&);
  Flow print(const Operation&);
  Flow sleep(const Operation&);
  Flow start_thread(const Operation&);
  Flow join(const Operation&);
  Flow start_process(const Operation&);
  void finish_call(const Operation&, std::uint64_t step, std::uint32_t error);

  [[nodiscard]] Json plan_for_child() const;

  // interpreter_python.cpp
  Flow python(const Operation&);
  Flow python_file(const Operation&);
  Flow run_python(const Operation&, const PythonRequest&, const std::string& text);
  [[nodiscard]] std::string code(const Operation&) const;

  // interpreter_lookup.cpp
  Flow look_up(const Operation&);
  [[nodiscard]] Json call_for_child(const Operation&) const;

  System& m_system;
  EventSink m_sink;
  Variables m_variables;
  std::map<std::string, std::string> m_places;
  std::uint32_t m_extension_flags;
  std::string m_python;
  std::string m_phase;
  std::vector<Raised> m_caught;  ///< errors of the `except` blocks that are open, the innermost last
  Json m_program;
  bool m_started_again = false;
  Json m_child_host;
  // Shared with the threads of the program:
  std::shared_ptr<std::atomic<std::uint64_t>> m_steps;
  std::shared_ptr<lookup::Store> m_lookups;
};

/// verb -> what runs it; holds every verb of the table but `run`, which is resolved when a list is read.
const std::map<std::string_view, Interpreter::Handler>& interpreter_handlers();

}  // namespace dllrepro::loader
