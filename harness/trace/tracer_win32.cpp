// SPDX-License-Identifier: MIT
#include "harness/trace/tracer.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "harness/process/evidence_win32.hpp"
#include "harness/process/job_win32.hpp"
#include "harness/trace/debug_launch_win32.hpp"
#include "harness/trace/debuggee_win32.hpp"
#include "harness/trace/loader_snaps.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/windows_text.hpp"
#include "harness/util/wine.hpp"

namespace dllrepro::trace {

namespace {

using SteadyClock = std::chrono::steady_clock;

/// How a 32-bit process shows the breakpoint of its debugger on 64-bit Windows.
constexpr DWORD k_wx86_breakpoint = 0x4000001F;

/// Runs one program as its debugger. All of it is one thread's: the system hands debug events to the thread alone that
/// started the program.
class Tracing {
 public:
  Tracing(const TraceCommand& command, const StepSink& sink) : m_command(command), m_sink(sink) {
    if (command.frame_errors) {
      m_errors.emplace();
    }
  }

  process::Ending run(const std::stop_token& stop) {
    auto launched = launch_debuggee(m_command, m_job, m_errors ? m_errors->child_end() : nullptr);
    if (m_errors) {
      m_errors->close_child_end();
    }
    if (auto* failure = std::get_if<process::NotStarted>(&launched)) {
      return std::move(*failure);
    }
    m_program = std::get<std::uint32_t>(launched);
    process::Ending ending = follow(stop);
    if (std::holds_alternative<process::Killed>(ending)) {
      tell({.kind = Step::Kind::TimeOver}, m_program);
      tell({.kind = Step::Kind::Exit}, m_program);
    }
    end_all(std::holds_alternative<process::Exited>(ending));
    return ending;
  }

 private:
  process::Ending follow(const std::stop_token& stop) {
    constexpr DWORD k_slice = 50;
    while (!m_exit_code) {
      if (stop.stop_requested()) {
        return process::Cancelled{};
      }
      if (SteadyClock::now() - m_begin >= m_command.limit) {
        return process::Killed{process::Clock::Cell};
      }
      DEBUG_EVENT event{};
      if (::WaitForDebugEvent(&event, k_slice) != 0) {
        const DWORD answer = take(event);
        ::ContinueDebugEvent(event.dwProcessId, event.dwThreadId, answer);
      }
    }
    return process::Exited{*m_exit_code};
  }

  /// Tells of what is left of the program's children and ends all of it.
  void end_all(bool program_has_ended) {
    std::vector<std::uint32_t> left = m_job.processes();
    std::erase(left, m_program);
    if (program_has_ended) {
      for (const process::Event& survivor : process::describe_processes(left)) {
        tell({.kind = Step::Kind::LeftBehind, .module = survivor.value("exe", "")},
             survivor.value("pid", std::uint32_t{0}));
      }
    }
    // A process that ends while it is debugged stays until its debugger lets it go.
    for (const auto& [id, debuggee] : m_debuggees) {
      ::DebugActiveProcessStop(id);
    }
    m_job.terminate();
  }

  DWORD take(const DEBUG_EVENT& event) {
    switch (event.dwDebugEventCode) {
      case CREATE_PROCESS_DEBUG_EVENT:
        begin_process(event);
        break;
      case LOAD_DLL_DEBUG_EVENT:
        map_image(event);
        break;
      case UNLOAD_DLL_DEBUG_EVENT:
        tell({.kind = Step::Kind::Unmapped, .module = debuggee(event).image_unmapped(event.u.UnloadDll.lpBaseOfDll)},
             event.dwProcessId);
        break;
      case OUTPUT_DEBUG_STRING_EVENT:
        take_text(event);
        break;
      case EXCEPTION_DEBUG_EVENT:
        return take_exception(event);
      case EXIT_PROCESS_DEBUG_EVENT:
        end_process(event);
        break;
      default:
        break;
    }
    return DBG_CONTINUE;
  }

  void begin_process(const DEBUG_EVENT& event) {
    const CREATE_PROCESS_DEBUG_INFO& info = event.u.CreateProcessInfo;
    const Handle file(info.hFile);
    // The event's process handle is closed with the process's last event.
    Debuggee& made =
        m_debuggees.insert_or_assign(event.dwProcessId, Debuggee(info.hProcess, event.dwProcessId)).first->second;
    const std::string path = path_of_process(info.hProcess, file.get());
    made.image_mapped(info.lpBaseOfImage, path);
    // What the system starts in a program's name is none of its doing; the program itself may be any.
    if (event.dwProcessId != m_program && process::is_of_the_system(path)) {
      m_ignored.insert(event.dwProcessId);
    } else {
      m_ignored.erase(event.dwProcessId);
    }
    if (!running_under_wine()) {
      made.ask_for_loader_snaps();
    }
    tell({.kind = Step::Kind::Process,
          .thread = event.dwThreadId,
          .module = path,
          .imports = imports_of_file(file.get()),
          .parent = event.dwProcessId == m_program ? 0 : made.parent()},
         event.dwProcessId);
  }

  void map_image(const DEBUG_EVENT& event) {
    const Handle file(event.u.LoadDll.hFile);
    const std::string path = path_of_file(file.get());
    debuggee(event).image_mapped(event.u.LoadDll.lpBaseOfDll, path);
    // Under Wine the loader itself says who imports what.
    tell({.kind = Step::Kind::Mapped,
          .thread = event.dwThreadId,
          .module = path,
          .imports = running_under_wine() ? std::vector<std::string>{} : imports_of_file(file.get())},
         event.dwProcessId);
  }

  void take_text(const DEBUG_EVENT& event) {
    const std::string text = debuggee(event).debug_text(event.u.DebugString);
    if (std::optional<Step> snap = step_of_loader_snap(text)) {
      snap->process = event.dwProcessId;
      snap->thread = event.dwThreadId;
      tell(std::move(*snap), event.dwProcessId);
    } else {
      tell({.kind = Step::Kind::Message, .thread = event.dwThreadId, .name = text}, event.dwProcessId);
    }
  }

  DWORD take_exception(const DEBUG_EVENT& event) {
    const EXCEPTION_RECORD& record = event.u.Exception.ExceptionRecord;
    const bool is_breakpoint =
        record.ExceptionCode == EXCEPTION_BREAKPOINT || record.ExceptionCode == k_wx86_breakpoint;
    if (is_breakpoint && debuggee(event).is_first_breakpoint()) {
      return DBG_CONTINUE;
    }
    if (event.u.Exception.dwFirstChance == 0) {
      tell({.kind = Step::Kind::Exception,
            .thread = event.dwThreadId,
            .place = debuggee(event).place_of(record.ExceptionAddress),
            .status = record.ExceptionCode,
            .last_chance = true},
           event.dwProcessId);
    }
    return DBG_EXCEPTION_NOT_HANDLED;
  }

  void end_process(const DEBUG_EVENT& event) {
    tell({.kind = Step::Kind::Exit, .status = event.u.ExitProcess.dwExitCode}, event.dwProcessId);
    m_debuggees.erase(event.dwProcessId);
    if (event.dwProcessId == m_program) {
      m_exit_code = event.u.ExitProcess.dwExitCode;
    }
  }

  Debuggee& debuggee(const DEBUG_EVENT& event) {
    return m_debuggees.try_emplace(event.dwProcessId, nullptr, event.dwProcessId).first->second;
  }

  void tell(Step step, std::uint32_t process) {
    if (m_ignored.contains(process)) {
      return;
    }
    step.at = m_first_tick + std::chrono::duration<double, std::milli>(SteadyClock::now() - m_begin).count();
    step.process = process;
    m_sink(step);
  }

  const TraceCommand& m_command;
  const StepSink& m_sink;
  SteadyClock::time_point m_begin = SteadyClock::now();
  double m_first_tick = static_cast<double>(::GetTickCount64());
  std::uint32_t m_program = 0;
  std::optional<std::uint32_t> m_exit_code;
  std::map<std::uint32_t, Debuggee> m_debuggees;
  std::set<std::uint32_t> m_ignored;

  // Destroyed from the last to the first: the job goes first, with whatever holds the other end of the stream.
  std::optional<FramedErrors> m_errors;
  process::Job m_job;
};

/// Asks one of the system's functions that fill a buffer and return the length, or the room that they need.
template <typename Ask>
std::wstring asked(Ask ask) {
  std::wstring text(512, L'\0');
  for (;;) {
    const DWORD length = ask(static_cast<DWORD>(text.size()), text.data());
    if (length < text.size()) {
      text.resize(length);
      return text;
    }
    text.resize(length + 1);
  }
}

}  // namespace

std::filesystem::path find_program(const std::string& name) {
  const std::wstring wide = std::filesystem::path(path_from_utf8(name)).make_preferred().wstring();
  std::wstring found;
  if (wide.find(L'\\') == std::wstring::npos) {
    found = asked(
        [&](DWORD room, wchar_t* text) { return ::SearchPathW(nullptr, wide.c_str(), L".exe", room, text, nullptr); });
  } else {
    found = asked([&](DWORD room, wchar_t* text) { return ::GetFullPathNameW(wide.c_str(), room, text, nullptr); });
    const std::wstring with_ending = found + L".exe";
    if (::GetFileAttributesW(found.c_str()) == INVALID_FILE_ATTRIBUTES &&
        ::GetFileAttributesW(with_ending.c_str()) != INVALID_FILE_ATTRIBUTES) {
      found = with_ending;
    }
  }
  return {found};
}

process::Ending run_traced(const TraceCommand& command, const StepSink& sink, std::stop_token stop) {
  return Tracing(command, sink).run(stop);
}

}  // namespace dllrepro::trace
