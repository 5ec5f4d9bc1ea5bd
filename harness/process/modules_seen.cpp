// SPDX-License-Identifier: MIT
#include "harness/process/modules_seen.hpp"

#include <algorithm>

#include "harness/util/ascii.hpp"

namespace dllrepro::process {

std::vector<std::string> modules_seen(const Events& events) {
  std::vector<std::string> modules;
  for (const Event& event : events) {
    const auto kind = event.find("event");
    const auto module = event.find("module");
    if (kind == event.end() || module == event.end() || !module->is_string()) {
      continue;
    }
    const auto& path = module->get_ref<const std::string&>();
    const auto same = [&](const std::string& other) { return ascii_equal_ignoring_case(other, path); };
    if (*kind == "load" && std::ranges::none_of(modules, same)) {
      modules.push_back(path);
    } else if (*kind == "unload") {
      std::erase_if(modules, same);
    }
  }
  return modules;
}

}  // namespace dllrepro::process
