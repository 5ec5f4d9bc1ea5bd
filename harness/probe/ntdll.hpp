// SPDX-License-Identifier: MIT
#pragma once

#include "harness/util/windows_api.hpp"

namespace dllrepro::probe {

/// A function of ntdll.dll, which every process has, under the type given; null when this Windows does not export it.
template <typename Function>
Function ntdll_function(const char* name) {
  return reinterpret_cast<Function>(reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(L"ntdll.dll"), name)));
}

}  // namespace dllrepro::probe
