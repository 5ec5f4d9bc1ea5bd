// SPDX-License-Identifier: MIT
#include "harness/run/hidden_dlls.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/util/ascii.hpp"
#include "harness/util/digest.hpp"

namespace dllrepro::run {

std::vector<std::string> override_names(const std::vector<std::string>& dlls) {
  constexpr std::string_view k_ending = ".dll";
  std::vector<std::string> names;
  for (const std::string& dll : dlls) {
    std::string name = ascii_lower(dll);
    if (name.ends_with(k_ending)) {
      name.resize(name.size() - k_ending.size());
    }
    names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string name_without(std::string_view executable, const std::vector<std::string>& dlls) {
  const std::string key = fmt::format("{}", fmt::join(override_names(dlls), ";"));
  const std::string_view stem = executable.substr(0, executable.rfind('.'));
  return fmt::format("{}-without-{:08x}.exe", stem, static_cast<std::uint32_t>(stable_digest(key)));
}

}  // namespace dllrepro::run
