// SPDX-License-Identifier: MIT
#include "harness/probe/process_state.hpp"

#include <vector>

#include "harness/loader/plan.hpp"
#include "harness/probe/module_path.hpp"
#include "harness/probe/ntdll.hpp"
#include "harness/util/windows_api.hpp"
#include "harness/util/windows_text.hpp"

// psapi's functions lie in kernel32 under their K32 names since Windows 7; psapi.dll is not to be loaded for them.
extern "C" __declspec(dllimport) BOOL WINAPI K32EnumProcessModules(HANDLE process, HMODULE* modules, DWORD size,
                                                                   DWORD* needed);

namespace dllrepro::probe {

namespace {

/// "Wine 8.0", "Windows 10.0.22631". GetVersionEx would answer what the manifest claims.
std::string system_name(bool& under_wine) {
  using WineVersion = const char*(__cdecl*)();
  if (const auto wine_version = ntdll_function<WineVersion>("wine_get_version")) {
    under_wine = true;
    return std::string("Wine ") + wine_version();
  }
  under_wine = false;
  using GetVersion = LONG(WINAPI*)(OSVERSIONINFOW*);
  OSVERSIONINFOW version{};
  version.dwOSVersionInfoSize = sizeof version;
  ntdll_function<GetVersion>("RtlGetVersion")(&version);
  return "Windows " + std::to_string(version.dwMajorVersion) + "." + std::to_string(version.dwMinorVersion) + "." +
         std::to_string(version.dwBuildNumber);
}

Json resident_modules() {
  std::vector<HMODULE> modules(256);
  DWORD needed = 0;
  const auto bytes = [&] { return static_cast<DWORD>(modules.size() * sizeof(HMODULE)); };
  while (K32EnumProcessModules(GetCurrentProcess(), modules.data(), bytes(), &needed) && needed > bytes()) {
    modules.resize(needed / sizeof(HMODULE));
  }
  modules.resize(needed / sizeof(HMODULE));
  Json paths = Json::array();
  for (const HMODULE module : modules) {
    paths.push_back(module_path(module));
  }
  return paths;
}

Json environment() {
  Json variables = Json::object();
  wchar_t* const block = GetEnvironmentStringsW();
  for (const wchar_t* entry = block; *entry != L'\0';) {
    const std::wstring_view text(entry);
    // Names that begin with = are the shell's current folders per drive.
    const std::size_t equals = text.find(L'=', 1);
    if (text.front() != L'=' && equals != std::wstring_view::npos) {
      variables[to_utf8(text.substr(0, equals))] = to_utf8(text.substr(equals + 1));
    }
    entry += text.size() + 1;
  }
  FreeEnvironmentStringsW(block);
  return variables;
}

template <typename Function>
std::string text_of(const Function& function) {
  std::wstring text(32768, L'\0');
  const DWORD length = function(static_cast<DWORD>(text.size()), text.data());
  return to_utf8(std::wstring_view(text.data(), length));
}

}  // namespace

Json start_event() {
  bool under_wine = false;
  const std::string system = system_name(under_wine);
  return {{"event", "start"},
          {"pid", GetCurrentProcessId()},
          {"exe", module_path(nullptr)},
          {"protocol", loader::k_protocol},
          {"under_wine", under_wine},
          {"system", system}};
}

Json state_event(Json results) {
  return {{"event", "state"},
          {"modules", resident_modules()},
          {"environment", environment()},
          {"working_directory", text_of(GetCurrentDirectoryW)},
          {"dll_directory", text_of(GetDllDirectoryW)},
          {"results", std::move(results)}};
}

}  // namespace dllrepro::probe
