// SPDX-License-Identifier: MIT
#include "harness/process/launch_win32.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/process/v2/process.hpp>

#include "harness/process/environment_win32.hpp"
#include "harness/util/command_line.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/windows_text.hpp"

// What Boost.Process v2 1.83 does well, and is used for: one CreateProcessW call that parts of the program add to, each
// in its own initializer. What its own initializers would do here, and why these are ours instead:
//   process_stdio        inherits every inheritable handle of the harness, other children's pipes too: those would
//                        then end only when this child does
//   process_environment  does not sort, one NUL for an empty block
//   process_creation_flags  sets the flags of STARTUPINFO, not of CreateProcessW
//   async_wait           takes exit code 259 for a process that still runs

namespace dllrepro::process {

namespace {

namespace asio = boost::asio;
namespace boost_process = boost::process::v2;
using Launcher = boost_process::windows::default_launcher;

/// Creation flags and environment; takes over both handles, which would otherwise be closed or belong to a process
/// object that needs an executor.
struct Suspended {
  std::wstring environment;
  SuspendedProcess* started;

  boost_process::error_code on_setup(Launcher& launcher, const std::filesystem::path&, std::wstring&) {
    launcher.creation_flags |= CREATE_SUSPENDED | DETACHED_PROCESS | CREATE_UNICODE_ENVIRONMENT;
    launcher.environment = environment.data();
    return {};
  }

  // Must return nothing: Boost 1.83 calls it from a function that has this one's result type and no return statement.
  void on_success(Launcher& launcher, const std::filesystem::path&, const std::wstring&) {
    PROCESS_INFORMATION& information = launcher.process_information;
    started->id = information.dwProcessId;
    started->process = Handle(std::exchange(information.hProcess, INVALID_HANDLE_VALUE));
    started->main_thread = Handle(std::exchange(information.hThread, INVALID_HANDLE_VALUE));
  }
};

/// Whether a launcher puts a list of the handles to inherit into the attributes itself. Boost 1.83 has a flag instead,
/// and leaves the attributes to others.
template <class AnyLauncher>
concept ListsHandles = requires(AnyLauncher& launcher) { launcher.inherited_handles; };

template <class AnyLauncher, class Handles>
void let_inherit(AnyLauncher& launcher, const Handles& handles) {
  if constexpr (ListsHandles<AnyLauncher>) {
    launcher.inherited_handles.assign(handles.begin(), handles.end());
  } else {
    launcher.inherit_handles = true;
  }
}

/// The handles that are inherited and the job, as attributes: in force before anything of the child exists.
class Attributes {
 public:
  Attributes(const Job& job, HANDLE input, const ChildEnds& ends)
      : m_inherited{input, ends.output, ends.error, ends.events}, m_job{job.handle()} {
    SIZE_T size = 0;
    ::InitializeProcThreadAttributeList(nullptr, k_count, 0, &size);
    m_buffer.resize(size);
    if (::InitializeProcThreadAttributeList(list(), k_count, 0, &size) == 0 ||
        (!ListsHandles<Launcher> &&
         ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, m_inherited.data(),
                                     sizeof m_inherited, nullptr, nullptr) == 0) ||
        ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_JOB_LIST, m_job.data(), sizeof m_job, nullptr,
                                    nullptr) == 0) {
      throw system_failure("describe what a child inherits", ::GetLastError());
    }
  }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  ~Attributes() { ::DeleteProcThreadAttributeList(list()); }

  boost_process::error_code on_setup(Launcher& launcher, const std::filesystem::path&, std::wstring&) {
    STARTUPINFOW& info = launcher.startup_info.StartupInfo;
    info.dwFlags |= STARTF_USESTDHANDLES;
    info.hStdInput = m_inherited[0];
    info.hStdOutput = m_inherited[1];
    info.hStdError = m_inherited[2];
    launcher.startup_info.lpAttributeList = list();
    let_inherit(launcher, m_inherited);
    return {};
  }

 private:
  static constexpr DWORD k_count = 2;

  LPPROC_THREAD_ATTRIBUTE_LIST list() { return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(m_buffer.data()); }

  std::array<HANDLE, 4> m_inherited;
  std::array<HANDLE, 1> m_job;
  std::vector<std::byte> m_buffer;
};

/// The read end of a pipe whose write end is closed: whoever reads finds the end. One is enough for all children.
HANDLE ended_input() {
  static const Handle s_read_end = [] {
    SECURITY_ATTRIBUTES inheritable{sizeof inheritable, nullptr, TRUE};
    HANDLE read_end = nullptr;
    HANDLE write_end = nullptr;
    if (::CreatePipe(&read_end, &write_end, &inheritable, 0) == 0) {
      throw system_failure("create a pipe for standard input", ::GetLastError());
    }
    ::CloseHandle(write_end);
    return Handle(read_end);
  }();
  return s_read_end.get();
}

void turn_error_dialogs_off() {
  static const UINT s_before = ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
  static_cast<void>(s_before);
}

/// Texts that no process can be given: with a NUL inside, or a variable without a name.
bool is_sayable(const ChildCommand& command) {
  const auto is_whole = [](const std::string& text) { return text.find('\0') == std::string::npos; };
  return std::ranges::all_of(command.arguments, is_whole) &&
         std::ranges::all_of(command.environment, [&](const auto& variable) {
           const auto& [name, value] = variable;
           // A name may begin with '=': Windows keeps each drive's directory in one such as =C:.
           return is_whole(name) && is_whole(value) && !name.empty() && name.find('=', 1) == std::string::npos;
         });
}

NotStarted not_started(std::uint32_t error) {
  return {error, system_text(error)};
}

}  // namespace

void SuspendedProcess::resume() const {
  constexpr auto k_failed = static_cast<DWORD>(-1);
  if (::ResumeThread(main_thread.get()) == k_failed) {
    throw system_failure("let a child begin that was started suspended", ::GetLastError());
  }
}

std::variant<SuspendedProcess, NotStarted> launch(const ChildCommand& command, const Job& job, const ChildEnds& ends,
                                                  const RetrySink& on_retry) {
  turn_error_dialogs_off();
  if (!is_sayable(command)) {
    return not_started(ERROR_INVALID_PARAMETER);
  }
  std::vector<std::string> arguments = command.arguments;
  arguments.emplace_back("--events");
  arguments.push_back(std::to_string(reinterpret_cast<std::uintptr_t>(ends.events)));
  const std::filesystem::path program = std::filesystem::path(command.executable).make_preferred();
  const std::wstring line = to_wide(command_line(path_to_utf8(program), arguments));

  // Nothing ever runs in this context; the launcher's result type wants one.
  static asio::io_context s_context;
  SuspendedProcess started;
  const std::uint32_t failure = start_with_retries(
      [&] {
        Launcher launcher;
        launcher.current_directory = command.working_directory;
        boost_process::error_code error;
        launcher(s_context.get_executor(), error, program, line.c_str(),
                 Suspended{environment_block(command.environment), &started}, Attributes(job, ended_input(), ends));
        return static_cast<std::uint32_t>(error.value());
      },
      on_retry);
  if (failure != 0) {
    return not_started(failure);
  }
  return started;
}

}  // namespace dllrepro::process
