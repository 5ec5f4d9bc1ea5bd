// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/loader/python.hpp"

namespace dllrepro::loader {

enum class LoadCall { LoadLibraryExW, LoadLibraryW, LoadLibraryA, LoadLibraryExA };

std::string_view name_of(LoadCall call);
/// Nothing when the word is none of the four.
std::optional<LoadCall> load_call_of(std::string_view word);

/// A module, or the Win32 error that there is none.
struct ModuleAnswer {
  std::uint64_t handle = 0;  ///< 0 when it failed
  std::uint32_t error = 0;
  std::string path;  ///< as GetModuleFileNameW gives it
};

using Symbol = std::variant<std::string, std::uint16_t>;  ///< by name, by ordinal

enum class ReturnKind { Number, Signed, Text, WideText };

struct CallRequest {
  static constexpr std::size_t k_most_arguments = 4;

  std::uint64_t module = 0;
  Symbol symbol;
  std::vector<std::uint64_t> arguments;  ///< k_most_arguments at most
  ReturnKind returns = ReturnKind::Number;
  bool is_python_function = false;  ///< with the lock of the host's own interpreter, where there is one
};

struct CallAnswer {
  std::uint32_t error = 0;  ///< of GetProcAddress, when the symbol is not exported
  std::uint64_t value = 0;
  std::string text;  ///< what the value points at, for the two text kinds
};

struct CookieAnswer {
  std::uint64_t cookie = 0;
  std::uint32_t error = 0;
};

/// A child process: a program, or a plan that goes to a second probe on its standard input. With a plan the program is
/// the second probe's exe; "": that of this process.
struct ProcessRequest {
  std::string program;
  std::string plan;
  std::vector<std::string> arguments;
  std::string working_folder;  ///< "": that of this process
  bool wait = true;
  bool capture = false;          ///< stdout
  bool capture_errors = false;   ///< stderr
  std::uint64_t timeout_ms = 0;  ///< 0: none but the harness's own clocks
};

struct ProcessAnswer {
  std::uint32_t error = 0;  ///< of CreateProcess
  std::uint32_t exit_code = 0;
  std::string output;      ///< stdout, when captured
  std::string errors;      ///< stderr, when captured
  bool timed_out = false;  ///< it was ended for that
};

enum class OutputStream { Out, Error };
enum class EndHow { ExitProcess, TerminateProcess };

/// What lies below an operation: Windows itself in the probe, a script in a test.
///
/// Texts are UTF-8. Errors are Win32 errors, 0 for success, read in the same frame as the call that failed: a stale
/// error of an earlier call has been reported once.
class System {
 public:
  virtual ~System() = default;

  virtual ModuleAnswer load(LoadCall call, const std::string& name, std::uint32_t flags) = 0;
  virtual ModuleAnswer module_handle(const std::string& name) = 0;
  virtual std::uint32_t free(std::uint64_t module) = 0;
  virtual CallAnswer call(const CallRequest& request) = 0;

  virtual CookieAnswer add_dll_directory(const std::string& path) = 0;
  virtual std::uint32_t remove_dll_directory(std::uint64_t cookie) = 0;
  virtual std::uint32_t set_default_dll_directories(std::uint32_t flags) = 0;
  virtual std::uint32_t set_dll_directory(const std::optional<std::string>& path) = 0;

  virtual std::optional<std::string> environment(const std::string& name) = 0;
  virtual void set_environment(const std::string& name, const std::optional<std::string>& value) = 0;

  virtual bool exists(const std::string& path) = 0;
  virtual bool is_folder(const std::string& path) = 0;
  /// Copies a file over what may be there and makes the folders that it needs.
  virtual std::uint32_t copy_file(const std::string& from, const std::string& to) = 0;
  /// Full paths of the files that fit a pattern with * and ? in its last part, in the system's own order.
  virtual std::vector<std::string> glob(const std::string& pattern) = 0;
  virtual std::string full_path(const std::string& path) = 0;
  /// Where a path leads once all links are followed, as the file system spells it; the path itself when nothing is
  /// there.
  virtual std::string real_path(const std::string& path) = 0;
  /// "x64", "x86", "arm64"; nothing when the file is no PE image.
  virtual std::optional<std::string> machine_of(const std::string& path) = 0;
  /// What this process is for, in the same words.
  virtual std::string architecture() = 0;

  /// SetErrorMode as a program sees it that started with mode 0; returns the mode before.
  virtual std::uint32_t set_error_mode(std::uint32_t mode) = 0;
  /// English text of a Win32 error that windows_error_text() has no text for; "" when the system has none either.
  virtual std::string error_text(std::uint32_t error) = 0;

  virtual void print(OutputStream stream, const std::string& text) = 0;
  virtual void sleep(std::uint64_t milliseconds) = 0;
  virtual std::uint64_t start_thread(std::function<void()> body) = 0;
  /// Returns whether the thread ended within the time; 0 means for ever.
  virtual bool join_thread(std::uint64_t thread, std::uint64_t timeout_ms) = 0;
  virtual ProcessAnswer start_process(const ProcessRequest& request) = 0;
  /// Ends the process at once. Returns only in a System that has no process to end.
  virtual void end_process(EndHow how, std::uint32_t code) = 0;

  /// Runs something in the process's own interpreter; NoPython where there is none.
  virtual PythonAnswer run_python(const PythonRequest&) { return {}; }

 protected:
  // Copied only as what it really is.
  System() = default;
  System(const System&) = default;
  System& operator=(const System&) = default;
};

}  // namespace dllrepro::loader
