// SPDX-License-Identifier: MIT
#include <array>
#include <fstream>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "harness/run/environment.hpp"
#include "harness/scenario/system32.hpp"
#include "harness/util/error.hpp"
#include "harness/util/windows_api.hpp"
#include "harness/util/wine.hpp"

namespace dllrepro::run {
namespace {

using FolderQuery = UINT(WINAPI*)(LPWSTR, UINT);

std::filesystem::path folder_from(FolderQuery query) {
  std::array<wchar_t, MAX_PATH> buffer{};
  const UINT length = query(buffer.data(), static_cast<UINT>(buffer.size()));
  if (length == 0 || length >= buffer.size()) {
    throw EnvironmentFailure("failed to ask Windows for its folder");
  }
  return std::filesystem::path(std::wstring(buffer.data(), length));
}

template <class Function>
Function ntdll_export(const char* name) {
  // Through a plain function pointer: a cast between unlike function types is a warning of its own.
  const auto address = reinterpret_cast<void (*)()>(::GetProcAddress(::GetModuleHandleW(L"ntdll.dll"), name));
  return reinterpret_cast<Function>(address);
}

/// Not GetVersionEx, which tells a program without a manifest what it wants to hear.
std::string platform() {
  if (const auto wine_version = ntdll_export<const char*(__cdecl*)()>("wine_get_version")) {
    return fmt::format("Wine {}", wine_version());
  }
  RTL_OSVERSIONINFOW version{};
  version.dwOSVersionInfoSize = sizeof version;
  if (const auto get_version = ntdll_export<LONG(WINAPI*)(RTL_OSVERSIONINFOW*)>("RtlGetVersion")) {
    get_version(&version);
  }
  return fmt::format("Windows {}.{}.{}", version.dwMajorVersion, version.dwMinorVersion, version.dwBuildNumber);
}

/// The key that the native program left in a prefix that it made for a machine (handoff/machine_prefix.hpp).
std::string machine_of_prefix(const std::filesystem::path& windows) {
  std::ifstream note(windows / scenario::k_machine_note);
  std::string key;
  note >> key;
  return key;
}

}  // namespace

MachineFacts this_machine() {
  MachineFacts machine;
  machine.windows = folder_from(&::GetWindowsDirectoryW);
  machine.system32 = folder_from(&::GetSystemDirectoryW);
  machine.processors = std::thread::hardware_concurrency();
  machine.under_wine = running_under_wine();
  machine.platform = platform();
  machine.system32_key = machine.under_wine ? machine_of_prefix(machine.windows) : "";
  return machine;
}

}  // namespace dllrepro::run
