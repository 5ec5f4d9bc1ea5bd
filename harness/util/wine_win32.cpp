// SPDX-License-Identifier: MIT
#include "harness/util/wine.hpp"

#include "harness/util/windows_api.hpp"

namespace dllrepro {

bool running_under_wine() {
  static const bool under_wine = [] {
    const HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    return ntdll != nullptr && GetProcAddress(ntdll, "wine_get_version") != nullptr;
  }();
  return under_wine;
}

}  // namespace dllrepro
