// SPDX-License-Identifier: MIT
#include "harness/run/hidden_dlls.hpp"

#include <string>

#include <fmt/format.h>

#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/windows_api.hpp"

namespace dllrepro::run {

void hide_from(const std::string& executable, const std::vector<std::string>& dlls) {
  const std::string path = fmt::format("Software\\Wine\\AppDefaults\\{}\\DllOverrides", executable);
  const auto check = [&](LSTATUS status) {
    if (status != ERROR_SUCCESS) {
      throw EnvironmentFailure(fmt::format("failed to write Wine's registry at {}: error {}", path, status));
    }
  };
  HKEY key = nullptr;
  check(::RegCreateKeyExW(HKEY_CURRENT_USER, path_from_utf8(path).wstring().c_str(), 0, nullptr, 0, KEY_SET_VALUE,
                          nullptr, &key, nullptr));
  LSTATUS status = ERROR_SUCCESS;
  for (const std::string& name : override_names(dlls)) {
    constexpr wchar_t k_native[] = L"native";
    if (status == ERROR_SUCCESS) {
      status = ::RegSetValueExW(key, path_from_utf8(name).wstring().c_str(), 0, REG_SZ,
                                reinterpret_cast<const BYTE*>(k_native), sizeof k_native);
    }
  }
  ::RegCloseKey(key);
  check(status);
}

}  // namespace dllrepro::run
