// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>

#include "harness/loader/python.hpp"
#include "harness/probe/event_writer.hpp"
#include "harness/probe/python_api.hpp"

namespace dllrepro::probe {

/// A real CPython inside of this process: python3XX.dll's Py_Main, as a python.exe calls it, with a built-in module
/// `_dllrepro` through which the program that it runs comes back to the probe.
///
///   wmain -> Py_Main -c "import _dllrepro; _dllrepro.run()" -> run -> body: phases loader and steps, state, done
///         <- exit code <- finalisation, as of any program    <- SystemExit, an exception, or nothing
///
/// Operations run with the interpreter's lock released, as they would below ctypes; a `python` step takes it.
class PythonHost {
 public:
  /// How the program that runs inside ended.
  struct End {
    std::uint32_t exit_code = 0;
    std::uint64_t exception = 0;  ///< PythonException::number of what nothing caught
  };
  using Body = std::function<End()>;
  using Started = std::function<void(const std::string& version)>;

  PythonHost(const PythonApi& api, EventWriter& writer) : m_api(api), m_writer(writer) {}
  PythonHost(const PythonHost&) = delete;
  PythonHost& operator=(const PythonHost&) = delete;

  /// Calls Py_Main of the DLL at `library`; once per process. `started` is called when the interpreter is up, `body`
  /// after it. Returns what the process is to end with. An interpreter that can't start ends the process itself
  /// (Python/pylifecycle.c).
  int run(const std::string& library, Started started, Body body);

  /// From any thread, while `body` runs.
  loader::PythonAnswer execute(const loader::PythonRequest& request);

  /// Puts a variable into os.environ; without a value, takes it out.
  void set_environment(const std::string& name, const std::optional<std::string>& value);

  /// Calls a function that is one of Python's, with the interpreter's lock held; an exception that it leaves is
  /// dropped.
  void with_lock(const std::function<void()>& function);

 private:
  static PyObject* __cdecl create_module();
  static PyObject* session(PyObject* self, PyObject* argument);
  static PyObject* emit(PyObject* self, PyObject* argument);

  PyObject* make_module();
  PyObject* run_session();
  [[nodiscard]] PyObject* text(const std::string& utf8) const;
  [[nodiscard]] PyObject* tuple(std::initializer_list<PyObject*> elements) const;

  const PythonApi& m_api;
  EventWriter& m_writer;
  Started m_started;
  Body m_body;
  PyObject* m_namespace = nullptr;  ///< of the module; lives as long as the interpreter
  bool m_ran = false;
};

}  // namespace dllrepro::probe
