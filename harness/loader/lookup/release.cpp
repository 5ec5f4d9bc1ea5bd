// SPDX-License-Identifier: MIT
#include "harness/loader/lookup/release.hpp"

#include <algorithm>

namespace dllrepro::loader::lookup {

const std::vector<std::string>* for_machine(const ByMachine& lists, std::string_view machine) {
  auto found = lists.find(machine);
  if (found == lists.end()) {
    found = lists.find("");
  }
  return found == lists.end() ? nullptr : &found->second;
}

bool Library::available_for(std::string_view machine) const {
  return !dlls.empty() && (machines.empty() || std::find(machines.begin(), machines.end(), machine) != machines.end());
}

}  // namespace dllrepro::loader::lookup
