// SPDX-License-Identifier: MIT
#include "harness/trace/debug_launch_win32.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "harness/trace/error_frames.hpp"
#include "harness/util/command_line.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/spawn_retry.hpp"
#include "harness/util/windows_text.hpp"

namespace dllrepro::trace {

namespace {

struct Pipe {
  Handle read_end;
  Handle write_end;
};

/// Which end is the child's is for the caller to say, by making it inheritable.
Pipe make_pipe() {
  HANDLE read_end = nullptr;
  HANDLE write_end = nullptr;
  if (::CreatePipe(&read_end, &write_end, nullptr, 0) == 0) {
    throw system_failure("create a pipe", ::GetLastError());
  }
  return {Handle(read_end), Handle(write_end)};
}

void make_inheritable(HANDLE handle) {
  if (handle != nullptr) {
    ::SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
  }
}

/// A copy of one of our streams that a child can have; nothing when we have none.
Handle copy_of_stream(DWORD which) {
  const HANDLE own = ::GetStdHandle(which);
  // INVALID_HANDLE_VALUE is also what GetCurrentProcess returns: a copy of it would be one of ourselves.
  if (own == nullptr || own == INVALID_HANDLE_VALUE) {
    return Handle();
  }
  HANDLE copy = nullptr;
  ::DuplicateHandle(::GetCurrentProcess(), own, ::GetCurrentProcess(), &copy, 0, TRUE, DUPLICATE_SAME_ACCESS);
  return Handle(copy);
}

/// The handles that are inherited and the job, in force before anything of the child exists.
class Attributes {
 public:
  Attributes(std::vector<HANDLE> inherited, HANDLE job) : m_inherited(std::move(inherited)), m_job{job} {
    constexpr DWORD k_count = 2;
    SIZE_T size = 0;
    ::InitializeProcThreadAttributeList(nullptr, k_count, 0, &size);
    m_buffer.resize(size);
    if (::InitializeProcThreadAttributeList(list(), k_count, 0, &size) == 0 ||
        ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, m_inherited.data(),
                                    m_inherited.size() * sizeof(HANDLE), nullptr, nullptr) == 0 ||
        ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_JOB_LIST, m_job.data(), sizeof m_job, nullptr,
                                    nullptr) == 0) {
      throw system_failure("describe what a program inherits", ::GetLastError());
    }
  }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  ~Attributes() { ::DeleteProcThreadAttributeList(list()); }

  LPPROC_THREAD_ATTRIBUTE_LIST list() { return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(m_buffer.data()); }

 private:
  std::vector<HANDLE> m_inherited;
  std::array<HANDLE, 1> m_job;
  std::vector<std::byte> m_buffer;
};

void write_frames(HANDLE from) {
  std::array<char, k_frame_bytes> bytes{};
  DWORD read = 0;
  while (::ReadFile(from, bytes.data(), static_cast<DWORD>(bytes.size()), &read, nullptr) != 0) {
    const std::string frame = frame_of(std::string_view(bytes.data(), read));
    DWORD written = 0;
    ::WriteFile(::GetStdHandle(STD_ERROR_HANDLE), frame.data(), static_cast<DWORD>(frame.size()), &written, nullptr);
  }
}

}  // namespace

FramedErrors::FramedErrors() {
  Pipe pipe = make_pipe();
  make_inheritable(pipe.write_end.get());
  m_our_end = std::move(pipe.read_end);
  m_child_end = std::move(pipe.write_end);
  m_reader = std::thread([from = m_our_end.get()] { write_frames(from); });
}

FramedErrors::~FramedErrors() {
  m_child_end.close();
  m_reader.join();
}

std::variant<std::uint32_t, process::NotStarted> launch_debuggee(const TraceCommand& command, const process::Job& job,
                                                                 HANDLE errors) {
  // No dialogs, for nobody is there to close one; inherited by all that the program starts.
  ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
  // A debugged program's heap is another one, slower and with other faults, unless it is told not to be.
  ::SetEnvironmentVariableW(L"_NO_DEBUG_HEAP", L"1");

  Pipe input = make_pipe();
  make_inheritable(input.read_end.get());
  input.write_end.close();
  const Handle output = copy_of_stream(STD_OUTPUT_HANDLE);
  const Handle own_errors = errors == nullptr ? copy_of_stream(STD_ERROR_HANDLE) : Handle();
  STARTUPINFOEXW startup{};
  startup.StartupInfo.cb = sizeof startup;
  startup.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  startup.StartupInfo.hStdInput = input.read_end.get();
  startup.StartupInfo.hStdOutput = output.get();
  startup.StartupInfo.hStdError = errors == nullptr ? own_errors.get() : errors;
  std::vector<HANDLE> inherited;
  for (const HANDLE handle :
       {startup.StartupInfo.hStdInput, startup.StartupInfo.hStdOutput, startup.StartupInfo.hStdError}) {
    if (handle != nullptr) {
      inherited.push_back(handle);
    }
  }
  Attributes attributes(std::move(inherited), job.handle());
  startup.lpAttributeList = attributes.list();

  // Without a console of its own where we have none to share: Wine 8.0 starts one for each program otherwise.
  const DWORD flags = DEBUG_PROCESS | EXTENDED_STARTUPINFO_PRESENT | (command.frame_errors ? DETACHED_PROCESS : 0);
  const std::filesystem::path program = std::filesystem::path(command.program).make_preferred();
  const std::wstring line = to_wide(command_line(path_to_utf8(program), command.arguments));
  PROCESS_INFORMATION started{};
  const std::uint32_t failure = start_with_retries(
      [&]() -> std::uint32_t {
        std::wstring writable = line;  // CreateProcessW may write into it
        return ::CreateProcessW(program.c_str(), writable.data(), nullptr, nullptr, TRUE, flags, nullptr, nullptr,
                                &startup.StartupInfo, &started) == 0
                   ? ::GetLastError()
                   : 0;
      },
      [](std::uint32_t, int) {});
  if (failure != 0) {
    return process::NotStarted{failure, system_text(failure)};
  }
  ::CloseHandle(started.hThread);
  ::CloseHandle(started.hProcess);
  return static_cast<std::uint32_t>(started.dwProcessId);
}

}  // namespace dllrepro::trace
