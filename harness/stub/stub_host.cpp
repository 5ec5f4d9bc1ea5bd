// SPDX-License-Identifier: MIT
// A process for the tests of stubs to die in. Does what its arguments say, one line on stdout per thing done:
//
//   load:PATH     LoadLibraryExW with the flags set last       load 0 | load ERROR, numbers in hexadecimal
//   flags:NUMBER
//   call:NAME     export of the module loaded last, arguments 11, 22, 33, 44     NAME = RESULT | NAME missing
//   text:NAME     the same, the result is the address of a UTF-16 text           NAME = TEXT
//   free          FreeLibrary of the module loaded last
//   thread        starts a thread that does nothing and waits for it
//   sleep:MS
//   variable:NAME                                              NAME = VALUE, "" when it is not set
//   resident:NAME                                              resident NAME PATH | not resident NAME
//
// Then returns 0 from main, so that detach runs.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "harness/util/windows_api.hpp"

namespace {

using Function = std::uint64_t (*)(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t);

struct Host {
  HMODULE library = nullptr;
  DWORD flags = 0;
};

std::string narrow(const std::wstring& text) {
  std::string bytes(text.size() * 3, '\0');
  const int size = WideCharToMultiByte(CP_UTF8, 0, text.c_str(), static_cast<int>(text.size()), bytes.data(),
                                       static_cast<int>(bytes.size()), nullptr, nullptr);
  bytes.resize(static_cast<std::size_t>(size));
  return bytes;
}

void load(Host& host, const std::wstring& path) {
  HMODULE const library = LoadLibraryExW(path.c_str(), nullptr, host.flags);
  const DWORD error = library != nullptr ? 0 : GetLastError();
  if (library != nullptr) {
    host.library = library;
  }
  std::printf("load %lx\n", error);
}

void call(const Host& host, const std::string& name, bool is_text) {
  const auto function = reinterpret_cast<Function>(reinterpret_cast<void*>(GetProcAddress(host.library, name.c_str())));
  if (function == nullptr) {
    std::printf("%s missing\n", name.c_str());
    return;
  }
  const std::uint64_t result = function(11, 22, 33, 44);
  if (is_text) {
    std::printf("%s = %s\n", name.c_str(), narrow(reinterpret_cast<const wchar_t*>(result)).c_str());
  } else {
    std::printf("%s = %llu\n", name.c_str(), static_cast<unsigned long long>(result));
  }
}

DWORD WINAPI nothing(void*) {
  return 0;
}

void run_thread() {
  HANDLE const thread = CreateThread(nullptr, 0, nothing, nullptr, 0, nullptr);
  WaitForSingleObject(thread, INFINITE);
  CloseHandle(thread);
  std::printf("thread\n");
}

void show_variable(const std::wstring& name) {
  wchar_t value[32768] = L"";
  GetEnvironmentVariableW(name.c_str(), value, 32768);
  std::printf("%s = %s\n", narrow(name).c_str(), narrow(value).c_str());
}

void show_resident(const std::wstring& name) {
  wchar_t path[32768] = L"";
  HMODULE const library = GetModuleHandleW(name.c_str());
  if (library != nullptr) {
    GetModuleFileNameW(library, path, 32768);
    std::printf("resident %s %s\n", narrow(name).c_str(), narrow(path).c_str());
  } else {
    std::printf("not resident %s\n", narrow(name).c_str());
  }
}

bool perform(Host& host, const std::wstring& operation) {
  const std::size_t colon = operation.find(L':');
  const std::wstring verb = operation.substr(0, colon);
  const std::wstring rest = colon == std::wstring::npos ? std::wstring() : operation.substr(colon + 1);
  if (verb == L"load") {
    load(host, rest);
  } else if (verb == L"flags") {
    host.flags = std::wcstoul(rest.c_str(), nullptr, 0);
  } else if (verb == L"call" || verb == L"text") {
    call(host, narrow(rest), verb == L"text");
  } else if (verb == L"free") {
    std::printf("free %d\n", FreeLibrary(host.library) != 0 ? 1 : 0);
  } else if (verb == L"thread") {
    run_thread();
  } else if (verb == L"sleep") {
    Sleep(std::wcstoul(rest.c_str(), nullptr, 0));
  } else if (verb == L"variable") {
    show_variable(rest);
  } else if (verb == L"resident") {
    show_resident(rest);
  } else {
    return false;
  }
  return true;
}

}  // namespace

int wmain(int count, wchar_t** arguments) {
  SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
  Host host;
  for (int index = 1; index < count; ++index) {
    if (!perform(host, arguments[index])) {
      std::fprintf(stderr, "unknown operation in argument %d\n", index);
      return 99;
    }
    // Lines go out whole and at once, between those that stubs write to the handle itself.
    std::fflush(stdout);
  }
  return 0;
}
