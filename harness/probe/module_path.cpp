// SPDX-License-Identifier: MIT
#include "harness/probe/module_path.hpp"

#include "harness/util/windows_text.hpp"

namespace dllrepro::probe {

std::string module_path(HMODULE module) {
  std::wstring path(260, L'\0');
  DWORD length = 0;
  while ((length = GetModuleFileNameW(module, path.data(), static_cast<DWORD>(path.size()))) == path.size()) {
    path.resize(path.size() * 2);
  }
  return to_utf8(std::wstring_view(path.data(), length));
}

}  // namespace dllrepro::probe
