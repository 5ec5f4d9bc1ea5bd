// SPDX-License-Identifier: MIT
// The child of this room's tests: does the one thing that its first argument names, so that each test can say in one
// word what the runner has to cope with. Knows the runner only by the event pipe's handle at the end of its arguments.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "harness/util/windows_api.hpp"

namespace {

using Arguments = std::vector<std::wstring>;

HANDLE g_events = nullptr;

void write(HANDLE handle, std::string_view text) {
  DWORD written = 0;
  ::WriteFile(handle, text.data(), static_cast<DWORD>(text.size()), &written, nullptr);
}

void print(std::string_view text) {
  write(::GetStdHandle(STD_OUTPUT_HANDLE), text);
}
void complain(std::string_view text) {
  write(::GetStdHandle(STD_ERROR_HANDLE), text);
}
void event(std::string_view json) {
  write(g_events, std::string(json) + "\n");
}

std::string utf8(std::wstring_view text) {
  const int units = static_cast<int>(text.size());
  std::string narrow(text.size() * 3, '\0');
  narrow.resize(static_cast<std::size_t>(::WideCharToMultiByte(CP_UTF8, 0, text.data(), units, narrow.data(),
                                                               static_cast<int>(narrow.size()), nullptr, nullptr)));
  return narrow;
}

int hang() {
  ::Sleep(INFINITE);
  return 0;
}

int start_and_hang() {
  event(R"({"event":"start"})");
  return hang();
}

/// Starts this program again in the mode given; returns the Win32 error, 0 when it runs.
DWORD start_another(const wchar_t* mode, bool inherit, DWORD flags = 0) {
  std::wstring program(32768, L'\0');
  program.resize(::GetModuleFileNameW(nullptr, program.data(), static_cast<DWORD>(program.size())));
  std::wstring line = L"\"" + program + L"\" " + mode + L" --events 0";
  STARTUPINFOW info{};
  info.cb = sizeof info;
  if (inherit) {
    info.dwFlags = STARTF_USESTDHANDLES;
    info.hStdOutput = ::GetStdHandle(STD_OUTPUT_HANDLE);
  }
  PROCESS_INFORMATION process{};
  if (::CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, inherit ? TRUE : FALSE, DETACHED_PROCESS | flags,
                       nullptr, nullptr, &info, &process) == 0) {
    return ::GetLastError();
  }
  print(std::to_string(process.dwProcessId));
  return 0;
}

int flood(std::uint64_t bytes) {
  const std::string block(64 * 1024, '.');
  print("first");
  for (std::uint64_t written = 0; written < bytes; written += block.size()) {
    print(block);
  }
  print("last");
  return 0;
}

int print_environment() {
  for (const wchar_t* entry = ::GetEnvironmentStringsW(); *entry != L'\0';
       entry += std::wstring_view(entry).size() + 1) {
    print(utf8(entry) + "\n");
  }
  return 0;
}

int print_directory() {
  std::wstring directory(32768, L'\0');
  directory.resize(::GetCurrentDirectoryW(static_cast<DWORD>(directory.size()), directory.data()));
  print(utf8(directory));
  return 0;
}

int print_input() {
  char byte = 0;
  DWORD count = 0;
  const BOOL good = ::ReadFile(::GetStdHandle(STD_INPUT_HANDLE), &byte, 1, &count, nullptr);
  const DWORD error = good != 0 ? 0 : ::GetLastError();
  print(std::to_string(count) + " bytes, error " + std::to_string(error));
  return 0;
}

int print_handle(const std::wstring& value) {
  DWORD flags = 0;
  const auto handle = reinterpret_cast<HANDLE>(static_cast<std::uintptr_t>(std::stoull(value)));
  print(::GetHandleInformation(handle, &flags) != 0 ? "inherited" : "not inherited");
  return 0;
}

int print_console() {
  const HANDLE console = ::CreateFileW(L"CONOUT$", GENERIC_WRITE, FILE_SHARE_WRITE, nullptr, OPEN_EXISTING, 0, nullptr);
  print(console == INVALID_HANDLE_VALUE ? "none" : "console");
  return 0;
}

int hang_in_step() {
  event(R"({"event":"start","pid":1})");
  event(R"({"event":"phase","phase":"loader"})");
  event(R"({"event":"begin","step":1,"pointer":"/loader/0","op":"load","text":"load a.dll"})");
  event(R"({"event":"end","step":1,"result":"ok"})");
  event(R"({"event":"begin","step":2,"pointer":"/loader/1","op":"call","text":"call f"})");
  std::thread(hang).detach();
  return hang();
}

int probe_like() {
  event(R"({"event":"start"})");
  event(R"({"event":"done"})");
  return 0;
}

int hang_after_done() {
  event(R"({"event":"start"})");
  event(R"({"event":"done"})");
  return hang();
}

int talk_forever() {
  event(R"({"event":"start"})");
  for (;;) {
    print("more\n");
    ::Sleep(10);
  }
}

int garbage() {
  event("what is this?");
  write(g_events, "\xff\xfe\n{\"event\":\"exited\",\"code\":0}\n\n");
  event(R"({"event":"done"})");
  return 0;
}

int cut_short() {
  event(R"({"event":"start"})");
  write(g_events, R"({"event":"beg)");
  ::TerminateProcess(::GetCurrentProcess(), 9);
  return 0;
}

int close_events() {
  event(R"({"event":"start"})");
  ::CloseHandle(g_events);
  return hang();
}

int talk_on_both() {
  event(R"({"event":"start"})");
  for (int count = 0; count < 1000; ++count) {
    print("out " + std::to_string(count) + "\n");
    complain("err " + std::to_string(count) + "\n");
  }
  event(R"({"event":"done"})");
  return 0;
}

int crash() {
  volatile int* nowhere = nullptr;
  *nowhere = 1;
  return 0;
}

}  // namespace

int wmain(int count, wchar_t** values) {
  Arguments arguments(values + 1, values + count);
  if (arguments.size() < 3 || arguments[arguments.size() - 2] != L"--events") {
    return 99;
  }
  g_events = reinterpret_cast<HANDLE>(static_cast<std::uintptr_t>(std::stoull(arguments.back())));
  arguments.resize(arguments.size() - 2);
  const auto argument = [&](std::size_t index) { return index < arguments.size() ? arguments[index] : std::wstring(); };

  const std::map<std::wstring, std::function<int()>> modes{
      {L"exit", [&] { return static_cast<int>(std::stoul(argument(1), nullptr, 0)); }},
      {L"crash", crash},
      {L"garbage", garbage},
      {L"cut-short", cut_short},
      {L"close-events", close_events},
      {L"flood", [&] { return flood(std::stoull(argument(1))); }},
      {L"talk-on-both", talk_on_both},
      {L"talk-forever", talk_forever},
      {L"probe-like", probe_like},
      {L"hang", hang},
      {L"start-and-hang", start_and_hang},
      {L"hang-in-step", hang_in_step},
      {L"hang-after-done", hang_after_done},
      {L"leave-grandchild", [] { return static_cast<int>(start_another(L"hang", false)); }},
      {L"leave-grandchild-with-output", [] { return static_cast<int>(start_another(L"hang", true)); }},
      {L"hang-with-grandchild", [] { return start_another(L"hang", false) == 0 ? hang_after_done() : 98; }},
      {L"break-away", [] { return static_cast<int>(start_another(L"hang", false, CREATE_BREAKAWAY_FROM_JOB)); }},
      {L"environment", print_environment},
      {L"directory", print_directory},
      {L"input", print_input},
      {L"handle", [&] { return print_handle(argument(1)); }},
      {L"console", print_console},
      {L"arguments",
       [&] {
         std::for_each(arguments.begin() + 1, arguments.end(), [](const auto& text) { print(utf8(text) + "\n"); });
         return 0;
       }},
  };
  const auto mode = modes.find(arguments[0]);
  return mode == modes.end() ? 99 : mode->second();
}
