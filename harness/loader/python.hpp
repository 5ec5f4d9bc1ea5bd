// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/loader/messages.hpp"
#include "harness/util/json_document.hpp"

namespace dllrepro::loader {

/// What a host's own interpreter is to run in __main__: code, or a file of that path.
struct PythonRequest {
  std::string code;
  std::string name;          ///< of the code in tracebacks: "<steps/0>"
  std::string file;          ///< in place of code when it is not empty
  bool wants_value = false;  ///< the value of a last statement that is an expression
};

/// An exception of Python's as its object tells of it; "" and 0 for what it has not.
struct PythonException {
  std::uint64_t number = 0;        ///< which one of this process, from 1: the interpreter keeps the last
  std::string type;                ///< name of its class
  std::vector<std::string> bases;  ///< names of all its base classes, but object
  std::string message;             ///< str(exception)
  std::uint32_t winerror = 0;      ///< of an OSError
  std::string path;                ///< of an ImportError: the extension's file
  std::string name;                ///< of an ImportError: the module
  std::string file_name;           ///< of an OSError
  std::string asked_of_ctypes;     ///< what ctypes was asked to load, when it was raised in there
  std::string traceback;
};

struct PythonAnswer {
  enum class Kind {
    Done,
    Raised,
    Exited,    ///< SystemExit
    NoPython,  ///< the host has no interpreter
  };
  Kind kind = Kind::NoPython;
  Json value;                        ///< null when there was none or it was not wanted
  Json remembered = Json::object();  ///< name -> value, what the code handed to _dllrepro.remember
  PythonException exception;
  std::uint32_t exit_code = 0;
};

/// The system's own text of a Win32 error, as CPython puts it into messages.
using SystemText = std::function<std::string(std::uint32_t error)>;

/// Reads out of an exception what operations say of their errors.
///
/// `error` is the winerror; of an extension's ImportError, which has none, the one whose text the message ends with;
/// 126 of ctypes' "Could not find module"; 2 of a ModuleNotFoundError, as of the operation `import`. `module` is the
/// file that the exception, ctypes or the message names: `Error loading "PATH" or one of its dependencies` is torch's,
/// `Failed to load DLL at PATH: Windows error 193` cuda-pathfinder's, which has its error there, too. The system's own
/// text is replaced by Windows' English one in the message, so that it does not depend on the system.
Raised raised_in_python(const PythonException& exception, const SystemText& system_text);

}  // namespace dllrepro::loader
