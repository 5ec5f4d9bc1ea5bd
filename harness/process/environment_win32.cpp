// SPDX-License-Identifier: MIT
#include "harness/process/environment_win32.hpp"

#include "harness/util/windows_api.hpp"
#include "harness/util/windows_text.hpp"

namespace dllrepro::process {

namespace {

struct IgnoringCase {
  bool operator()(const std::wstring& a, const std::wstring& b) const {
    return ::CompareStringOrdinal(a.data(), static_cast<int>(a.size()), b.data(), static_cast<int>(b.size()), TRUE) ==
           CSTR_LESS_THAN;
  }
};

}  // namespace

std::wstring environment_block(const std::map<std::string, std::string>& environment) {
  std::map<std::wstring, std::wstring, IgnoringCase> sorted;
  for (const auto& [name, value] : environment) {
    std::wstring wide_name = to_wide(name);
    sorted.erase(wide_name);
    sorted.emplace(std::move(wide_name), to_wide(value));
  }
  std::wstring block;
  for (const auto& [name, value] : sorted) {
    block += name + L'=' + value + L'\0';
  }
  if (block.empty()) {
    block += L'\0';
  }
  return block + L'\0';
}

}  // namespace dllrepro::process
