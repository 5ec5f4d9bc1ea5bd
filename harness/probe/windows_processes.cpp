// SPDX-License-Identifier: MIT
// Threads, child processes and the process's own end.
#include <algorithm>
#include <memory>

#include "harness/probe/module_path.hpp"
#include "harness/probe/text.hpp"
#include "harness/probe/windows_system.hpp"
#include "harness/util/windows_api.hpp"

namespace dllrepro::probe {

namespace {

constexpr DWORD k_poll_ms = 5;
constexpr std::size_t k_most_output = std::size_t{1} << 20;

DWORD WINAPI thread_main(void* argument) {
  const std::unique_ptr<std::function<void()>> body(static_cast<std::function<void()>*>(argument));
  (*body)();
  return 0;
}

/// Closes what it holds.
class Handle {
 public:
  Handle() = default;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { close(); }
  void close() {
    if (m_handle != nullptr) {
      CloseHandle(m_handle);
      m_handle = nullptr;
    }
  }
  HANDLE* address() { return &m_handle; }
  [[nodiscard]] HANDLE get() const { return m_handle; }

 private:
  HANDLE m_handle = nullptr;
};

/// A pipe of which one end is the child's.
struct Pipe {
  Handle read;
  Handle write;
  bool open(DWORD size, bool child_reads) {
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    return CreatePipe(read.address(), write.address(), &inherited, size) &&
           SetHandleInformation(child_reads ? write.get() : read.get(), HANDLE_FLAG_INHERIT, 0);
  }
};

std::wstring command_line_of(const std::wstring& program, const loader::ProcessRequest& request) {
  std::wstring line = quoted_argument(program);
  for (const std::string& argument : request.arguments) {
    line += L' ';
    line += quoted_argument(to_wide(argument));
  }
  return request.plan.empty() ? line : line + L" --plan - --events NUL";
}

void drain(HANDLE pipe, std::string& output) {
  DWORD available = 0;
  while (PeekNamedPipe(pipe, nullptr, 0, nullptr, &available, nullptr) && available > 0) {
    char bytes[4096];
    DWORD read = 0;
    if (!ReadFile(pipe, bytes, sizeof bytes, &read, nullptr) || read == 0) {
      return;
    }
    output.append(bytes, std::min<std::size_t>(read, k_most_output - std::min(output.size(), k_most_output)));
  }
}

/// Sees the process to its end; fills exit code, output and whether it had to be ended.
void wait_for(HANDLE process, HANDLE output, std::uint64_t timeout_ms, loader::ProcessAnswer& answer) {
  const ULONGLONG start = GetTickCount64();
  while (WaitForSingleObject(process, k_poll_ms) == WAIT_TIMEOUT) {
    if (output != nullptr) {
      drain(output, answer.output);
    }
    if (timeout_ms != 0 && GetTickCount64() - start >= timeout_ms) {
      answer.timed_out = true;
      TerminateProcess(process, WAIT_TIMEOUT);
      WaitForSingleObject(process, INFINITE);
      break;
    }
  }
  if (output != nullptr) {
    drain(output, answer.output);
  }
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
  const std::wstring program = to_wide(with_plan ? module_path(nullptr) : request.program);
  std::wstring command_line = command_line_of(program, request);

  // Every stream is given by hand, so that the child inherits nothing else that matters: the event pipe is not
  // inheritable.
  Pipe input;
  Pipe output;
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
  startup.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  if (!input.open(static_cast<DWORD>(request.plan.size() + 1), true) || (request.capture && !output.open(0, false))) {
    answer.error = GetLastError();
    return answer;
  }
  startup.hStdInput = input.read.get();
  if (request.capture) {
    startup.hStdOutput = output.write.get();
  }
  PROCESS_INFORMATION process{};
  if (!CreateProcessW(program.c_str(), command_line.data(), nullptr, nullptr, TRUE, DETACHED_PROCESS, nullptr, nullptr,
                      &startup, &process)) {
    answer.error = GetLastError();
    return answer;
  }
  CloseHandle(process.hThread);
  input.read.close();
  output.write.close();
  if (with_plan) {
    DWORD written = 0;
    WriteFile(input.write.get(), request.plan.data(), static_cast<DWORD>(request.plan.size()), &written, nullptr);
  }
  input.write.close();
  if (request.wait) {
    wait_for(process.hProcess, output.read.get(), request.timeout_ms, answer);
  }
  CloseHandle(process.hProcess);
  return answer;
}

void WindowsSystem::end_process(loader::EndHow how, std::uint32_t code) {
  if (how == loader::EndHow::TerminateProcess) {
    TerminateProcess(GetCurrentProcess(), code);
  }
  ExitProcess(code);
}

}  // namespace dllrepro::probe
