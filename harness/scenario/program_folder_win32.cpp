// SPDX-License-Identifier: MIT
#include "harness/scenario/program_folder.hpp"

#include <string>

#include "harness/util/windows_api.hpp"

namespace dllrepro::scenario {

std::filesystem::path program_folder() {
  constexpr DWORD k_longest_path = 32768;
  std::wstring path(k_longest_path, L'\0');
  path.resize(GetModuleFileNameW(nullptr, path.data(), k_longest_path));
  return std::filesystem::path(path).parent_path();
}

}  // namespace dllrepro::scenario
