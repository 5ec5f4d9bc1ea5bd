// SPDX-License-Identifier: MIT
#include "harness/process/evidence_win32.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "harness/process/modules_seen.hpp"
#include "harness/util/ascii.hpp"
#include "harness/util/windows_text.hpp"
#include "harness/util/wine.hpp"

// After windows.h, which they need.
#include <psapi.h>
#include <tlhelp32.h>

namespace dllrepro::process {

namespace {

constexpr std::size_t k_longest_path = 32768;

struct Module {
  std::string path;
  std::uintptr_t base = 0;
  std::uintptr_t size = 0;
};

std::vector<Module> modules_of(HANDLE process) {
  std::vector<HMODULE> handles(256);
  DWORD bytes = 0;
  for (;;) {
    const auto room = static_cast<DWORD>(handles.size() * sizeof(HMODULE));
    if (::K32EnumProcessModulesEx(process, handles.data(), room, &bytes, LIST_MODULES_ALL) == 0) {
      return {};
    }
    const bool complete = bytes <= room;
    handles.resize(bytes / sizeof(HMODULE));
    if (complete) {
      break;
    }
  }
  std::vector<Module> modules;
  std::wstring path(k_longest_path, L'\0');
  for (const HMODULE handle : handles) {
    const DWORD length = ::K32GetModuleFileNameExW(process, handle, path.data(), static_cast<DWORD>(path.size()));
    MODULEINFO information{};
    ::K32GetModuleInformation(process, handle, &information, sizeof information);
    modules.push_back({to_utf8(std::wstring_view(path).substr(0, length)), reinterpret_cast<std::uintptr_t>(handle),
                       information.SizeOfImage});
  }
  return modules;
}

std::string place(std::uintptr_t address, const std::vector<Module>& modules) {
  for (const Module& module : modules) {
    if (address >= module.base && address - module.base < module.size) {
      const std::size_t name = module.path.find_last_of("\\/") + 1;
      return fmt::format("{}+{:#x}", std::string_view(module.path).substr(name), address - module.base);
    }
  }
  return fmt::format("{:#x}", address);
}

/// The address that a thread was started with; nothing when the system does not say.
std::optional<std::uintptr_t> start_address(std::uint32_t thread_id) {
  using QueryThread = LONG(WINAPI*)(HANDLE, ULONG, void*, ULONG, ULONG*);
  constexpr ULONG k_win32_start_address = 9;  // ThreadQuerySetWin32StartAddress
  static const auto s_query = reinterpret_cast<QueryThread>(
      reinterpret_cast<void*>(::GetProcAddress(::GetModuleHandleW(L"ntdll.dll"), "NtQueryInformationThread")));
  const Handle thread(::OpenThread(THREAD_QUERY_INFORMATION, FALSE, thread_id));
  std::uintptr_t address = 0;
  if (s_query == nullptr || !thread ||
      s_query(thread.get(), k_win32_start_address, &address, sizeof address, nullptr) < 0) {
    return std::nullopt;
  }
  return address;
}

Event threads_of(std::uint32_t process_id, const std::vector<Module>& modules) {
  Event threads = Event::array();
  const Handle snapshot(::CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0));
  THREADENTRY32 entry{};
  entry.dwSize = sizeof entry;
  for (BOOL more = ::Thread32First(snapshot.get(), &entry); more != 0; more = ::Thread32Next(snapshot.get(), &entry)) {
    if (entry.th32OwnerProcessID == process_id) {
      Event thread = {{"id", entry.th32ThreadID}};
      if (const auto address = start_address(entry.th32ThreadID)) {
        thread["start"] = place(*address, modules);
      }
      threads.push_back(std::move(thread));
    }
  }
  return threads;
}

/// The program of a process, "" when the system does not say; nothing when the process is gone. One that has just been
/// made has no name yet (Wine 8.0: until its first thread runs), so it is waited for a little.
std::optional<std::string> program_of(std::uint32_t process_id) {
  constexpr int k_attempts = 100;
  constexpr DWORD k_milliseconds_between = 10;
  std::wstring path(k_longest_path, L'\0');
  for (int attempt = 0; attempt < k_attempts; ++attempt) {
    const Handle process(::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION | SYNCHRONIZE, FALSE, process_id));
    if (!process && ::GetLastError() == ERROR_INVALID_PARAMETER) {
      return std::nullopt;
    }
    auto length = static_cast<DWORD>(path.size());
    if (process && ::QueryFullProcessImageNameW(process.get(), 0, path.data(), &length) != 0) {
      return to_utf8(std::wstring_view(path).substr(0, length));
    }
    // Also the pause between two attempts.
    if (process && ::WaitForSingleObject(process.get(), k_milliseconds_between) == WAIT_OBJECT_0) {
      return std::nullopt;
    }
    if (!process) {
      ::Sleep(k_milliseconds_between);
    }
  }
  return std::string();
}

}  // namespace

Event evidence(HANDLE process, std::uint32_t process_id, const Job& job, const Events& seen) {
  const std::vector<Module> modules = modules_of(process);
  Event paths = Event::array();
  for (const Module& module : modules) {
    paths.push_back(module.path);
  }
  if (modules.empty()) {
    paths = modules_seen(seen);
  }
  std::vector<std::uint32_t> others = job.processes();
  std::erase(others, process_id);
  return {{"modules", std::move(paths)},
          {"threads", threads_of(process_id, modules)},
          {"processes", describe_processes(others)}};
}

bool is_of_the_system(std::string_view program) {
  static const std::string s_folder = [] {
    std::array<wchar_t, MAX_PATH> folder{};
    const UINT length = ::GetSystemDirectoryW(folder.data(), static_cast<UINT>(folder.size()));
    return to_utf8(std::wstring_view(folder.data(), length));
  }();
  return ascii_equal_ignoring_case(program, s_folder + "\\conhost.exe") ||
         (running_under_wine() && ascii_equal_ignoring_case(program, s_folder + "\\explorer.exe"));
}

std::vector<Event> describe_processes(const std::vector<std::uint32_t>& ids) {
  std::vector<Event> processes;
  for (const std::uint32_t id : ids) {
    const auto program = program_of(id);
    if (program && !is_of_the_system(*program)) {
      processes.push_back({{"pid", id}, {"exe", *program}});
    }
  }
  return processes;
}

}  // namespace dllrepro::process
