// SPDX-License-Identifier: MIT
// Threads, child processes and the process's own end.
#include <algorithm>
#include <memory>
#include <vector>

#include "harness/probe/module_path.hpp"
#include "harness/probe/pipe.hpp"
#include "harness/probe/windows_system.hpp"
#include "harness/util/command_line.hpp"
#include "harness/util/spawn_retry.hpp"
#include "harness/util/windows_api.hpp"
#include "harness/util/windows_handle.hpp"
#include "harness/util/windows_text.hpp"

namespace dllrepro::probe {

namespace {

constexpr DWORD k_poll_ms = 5;

DWORD WINAPI thread_main(void* argument) {
  const std::unique_ptr<std::function<void()>> body(static_cast<std::function<void()>*>(argument));
  (*body)();
  return 0;
}

std::wstring command_line_of(const std::string& program, const loader::ProcessRequest& request) {
  std::vector<std::string> arguments = request.arguments;
  if (!request.plan.empty()) {
    arguments.insert(arguments.end(), {"--plan", "-", "--events", "NUL"});
  }
  return to_wide(command_line(program, arguments));
}

/// Sees the process to its end; fills exit code, what it wrote and whether it had to be ended.
void wait_for(HANDLE process, const Pipe& output, const Pipe& errors, std::uint64_t timeout_ms,
              loader::ProcessAnswer& answer) {
  const auto drain_both = [&] {
    if (output.read) {
      drain(output.read.get(), answer.output);
    }
    if (errors.read) {
      drain(errors.read.get(), answer.errors);
    }
  };
  const ULONGLONG start = GetTickCount64();
  while (WaitForSingleObject(process, k_poll_ms) == WAIT_TIMEOUT) {
    drain_both();
    if (timeout_ms != 0 && GetTickCount64() - start >= timeout_ms) {
      answer.timed_out = true;
      TerminateProcess(process, WAIT_TIMEOUT);
      WaitForSingleObject(process, INFINITE);
      break;
    }
  }
  drain_both();
  DWORD code = 0;
  GetExitCodeProcess(process, &code);
  answer.exit_code = code;
}

}  // namespace

void WindowsSystem::sleep(std::uint64_t milliseconds) {
  Sleep(static_cast<DWORD>(std::min<std::uint64_t>(milliseconds, INFINITE - 1)));
}

std::uint64_t WindowsSystem::start_thread(std::function<void()> body) {
  auto owned = std::make_unique<std::function<void()>>(std::move(body));
  const HANDLE thread = CreateThread(nullptr, 0, thread_main, owned.get(), 0, nullptr);
  if (thread != nullptr) {
    owned.release();  // the thread's own now
  }
  return reinterpret_cast<std::uintptr_t>(thread);
}

bool WindowsSystem::join_thread(std::uint64_t thread, std::uint64_t timeout_ms) {
  const auto handle = reinterpret_cast<HANDLE>(static_cast<std::uintptr_t>(thread));
  const DWORD timeout =
      timeout_ms == 0 ? INFINITE : static_cast<DWORD>(std::min<std::uint64_t>(timeout_ms, INFINITE - 1));
  return WaitForSingleObject(handle, timeout) == WAIT_OBJECT_0;
}

loader::ProcessAnswer WindowsSystem::start_process(const loader::ProcessRequest& request) {
  loader::ProcessAnswer answer;
  const bool with_plan = !request.plan.empty();
  const std::string program = with_plan && request.program.empty() ? module_path(nullptr) : request.program;
  const std::wstring folder = to_wide(request.working_folder);
  const std::wstring line = command_line_of(program, request);

  // Every stream is given by hand, so that the child inherits nothing else that matters: the event pipe is not
  // inheritable.
  Pipe input;
  Pipe output;
  Pipe errors;
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
  startup.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  if (!input.open(static_cast<DWORD>(request.plan.size() + 1), true) || (request.capture && !output.open(0, false)) ||
      (request.capture_errors && !errors.open(0, false))) {
    answer.error = GetLastError();
    return answer;
  }
  startup.hStdInput = input.read.get();
  if (request.capture) {
    startup.hStdOutput = output.write.get();
  }
  if (request.capture_errors) {
    startup.hStdError = errors.write.get();
  }
  PROCESS_INFORMATION information{};
  const std::uint32_t failure = start_with_retries(
      [&]() -> std::uint32_t {
        std::wstring writable = line;  // CreateProcessW may write into it
        return CreateProcessW(to_wide(program).c_str(), writable.data(), nullptr, nullptr, TRUE, DETACHED_PROCESS,
                              nullptr, folder.empty() ? nullptr : folder.c_str(), &startup, &information) == 0
                   ? GetLastError()
                   : 0;
      },
      [](std::uint32_t, int) {});
  if (failure != 0) {
    answer.error = failure;
    return answer;
  }
  Handle(information.hThread).close();
  const Handle process(information.hProcess);
  input.read.close();
  output.write.close();
  errors.write.close();
  if (with_plan) {
    DWORD written = 0;
    WriteFile(input.write.get(), request.plan.data(), static_cast<DWORD>(request.plan.size()), &written, nullptr);
  }
  input.write.close();
  if (request.wait) {
    wait_for(process.get(), output, errors, request.timeout_ms, answer);
  }
  return answer;
}

loader::PythonAnswer WindowsSystem::run_python(const loader::PythonRequest& request) {
  return m_python == nullptr ? loader::PythonAnswer{} : m_python->execute(request);
}

void WindowsSystem::end_process(loader::EndHow how, std::uint32_t code) {
  if (how == loader::EndHow::TerminateProcess) {
    TerminateProcess(GetCurrentProcess(), code);
  }
  ExitProcess(code);
}

}  // namespace dllrepro::probe
