// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dllrepro::loader {

/// An error that a program raises, in Python's words; what `try` catches and what ends a program when nothing does.
struct Raised {
  std::string type = "OSError";
  std::uint32_t error = 0;  ///< Win32 error, 0 when the program raised it by itself
  std::string error_text;
  std::string message;
  std::string module;  ///< path or name asked for, as it was given to Windows
  std::string verb;    ///< of the operation that raised it
  std::string pointer;
  std::uint64_t step = 0;  ///< number of the begin event, 0 when it had none

  // Of an exception of a real interpreter alone.
  std::vector<std::string> bases;  ///< names of its base classes
  std::string traceback;
  std::uint64_t exception = 0;  ///< PythonException::number
  bool is_of_load = false;      ///< a module could not be loaded
};

/// Says whether `except WANTED` catches an error of this type: Python's hierarchy, and cuda-pathfinder's.
bool is_kind_of(std::string_view type, std::string_view wanted);
/// The same of an error that may come from a real interpreter, which knows its classes itself.
bool is_kind_of(const Raised& raised, std::string_view wanted);

/// Windows' own English text of an error, with its full stop: Wine's texts differ ("Module not found."), and other
/// editions of Windows are localized. "" for an error that is not in the table.
std::string_view windows_error_text(std::uint32_t error);

/// The errors of that table.
std::vector<std::uint32_t> known_windows_errors();

/// `[WinError 193] %1 is not a valid Win32 application`: how CPython words an OSError; it drops the full stop.
std::string windows_error_message(std::uint32_t error, std::string_view text);

/// What ctypes.CDLL raises (Modules/_ctypes/callproc.c): FileNotFoundError with advice for 126, OSError for the rest.
Raised ctypes_error(const std::string& name, std::uint32_t error, std::string_view text);

/// What an import raises (Python/dynload_win.c); `module` is the dotted name, the message carries its last part.
Raised import_error(std::string_view module, const std::string& path, std::uint32_t error, std::string_view text);

/// What os.add_dll_directory raises.
Raised directory_error(const std::string& path, std::uint32_t error, std::string_view text);

}  // namespace dllrepro::loader
