// SPDX-License-Identifier: MIT
//
// The probe: the process in which the loading happens.
//
// It exists because a loader's answer depends on the process that asks: its exe's folder, its search policy, its PATH,
// what it has loaded before. So every cell of a scenario gets a fresh process, and it is this program, put into the
// tree under the name of the host it stands for (python.exe), that runs the cell's operations and writes down what
// happened. Where the host is a real CPython, it runs one inside itself (python_host.hpp); its DLL is loaded by hand,
// like everything under test.
//
// It may link kernel32, ntdll and its C runtime, statically or as msvcrt, and nothing else: every further DLL would be
// resident before the first operation, in a tree that may hold another DLL of that name, and would cost each of some
// thousand starts. probe.test.cpp reads this program's import table and fails when a name comes in.
//
// It catches nothing that the modules under test do: a crash in an export or in DllMain ends this process with its true
// status, because that is the outcome. Its own failures have exit codes of their own (exit_codes.hpp).
#include <exception>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/loader/plan.hpp"
#include "harness/probe/arguments.hpp"
#include "harness/probe/exit_codes.hpp"
#include "harness/probe/process_state.hpp"
#include "harness/probe/python_program.hpp"
#include "harness/probe/session.hpp"
#include "harness/probe/windows_system.hpp"
#include "harness/util/error.hpp"
#include "harness/util/windows_api.hpp"
#include "harness/util/windows_handle.hpp"
#include "harness/util/windows_text.hpp"

namespace {

using namespace dllrepro;
using probe::ProbeExit;

int fail(ProbeExit code, const std::string& message) {
  const std::string line = "dllrepro-probe: " + message + "\n";
  DWORD written = 0;
  WriteFile(GetStdHandle(STD_ERROR_HANDLE), line.data(), static_cast<DWORD>(line.size()), &written, nullptr);
  return static_cast<int>(code);
}

/// Everything that a handle gives; false when reading fails before its end.
bool read_all(HANDLE handle, std::string& text) {
  std::vector<char> bytes(std::size_t{1} << 16);
  for (;;) {
    DWORD read = 0;
    if (ReadFile(handle, bytes.data(), static_cast<DWORD>(bytes.size()), &read, nullptr) == 0) {
      return GetLastError() == ERROR_BROKEN_PIPE;  // how the end of a pipe shows
    }
    if (read == 0) {
      return true;
    }
    text.append(bytes.data(), read);
  }
}

bool read_plan(const std::wstring& name, std::string& text) {
  if (name == L"-") {
    return read_all(GetStdHandle(STD_INPUT_HANDLE), text);
  }
  const Handle file(
      CreateFileW(name.c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
  return file && read_all(file.get(), text);
}

int run(const std::vector<std::wstring>& words) {
  const auto arguments = probe::parse_arguments(words);
  if (!arguments) {
    return fail(ProbeExit::Usage, "wrong arguments; see --help");
  }
  if (arguments->help) {
    const std::string help = probe::k_help;
    DWORD written = 0;
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), help.data(), static_cast<DWORD>(help.size()), &written, nullptr);
    return static_cast<int>(ProbeExit::Done);
  }
  // Outlives main: modules' last acts at process exit may still come by it.
  static probe::EventWriter& writer = *new probe::EventWriter(arguments->events);
  if (!writer.usable()) {
    return fail(ProbeExit::NoEventPipe, "events can't be written to " + to_utf8(arguments->events));
  }
  std::string text;
  if (!read_plan(arguments->plan, text)) {
    return fail(ProbeExit::NoPlan, "the plan can't be read: " + to_utf8(arguments->plan));
  }
  const JsonDocument document = JsonDocument::parse(std::move(text), to_utf8(arguments->plan));
  Diagnostics diagnostics;
  static loader::Plan& plan = *new loader::Plan(loader::parse_plan(JsonCursor(document, diagnostics)));
  if (!diagnostics.empty()) {
    throw BadInput(diagnostics);
  }
  writer.write(probe::start_event());
  return static_cast<int>(probe::run_session(plan, writer));
}

}  // namespace

int wmain(int argument_count, wchar_t** arguments) {
  probe::keep_dialogs_away();
  try {
    // A program that runs inside a real interpreter may start its sys.executable, which is this program.
    if (argument_count < 2 || std::wstring_view(arguments[1]) != L"--plan") {
      if (const std::optional<int> code = probe::run_as_python(argument_count, arguments)) {
        return *code;
      }
    }
    return run(std::vector<std::wstring>(arguments + 1, arguments + argument_count));
  } catch (const BadInput& error) {
    return fail(ProbeExit::BadPlan, error.what());
  } catch (const loader::UnknownName& error) {
    return fail(ProbeExit::BadPlan, error.what());
  } catch (const std::exception& error) {
    return fail(ProbeExit::Internal, error.what());
  }
}
