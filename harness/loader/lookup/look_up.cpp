// SPDX-License-Identifier: MIT
// What stands before a search: whether the name is taken at all, and whether its answer is known.
#include <algorithm>

#include <fmt/format.h>

#include "harness/loader/lookup/python_text.hpp"
#include "harness/loader/lookup/search.hpp"

namespace dllrepro::loader::lookup {

namespace {

bool holds(Check::That that, const std::string& machine, const Library* library) {
  switch (that) {
    case Check::That::SixtyFourBits:
      return machine != "x86";
    case Check::That::Architecture:
      return machine == "x64" || machine == "arm64";
    case Check::That::Known:
      return library != nullptr;
    case Check::That::Available:
      return library != nullptr && library->available_for(machine);
  }
  return true;
}

/// As Python's repr of a sorted list.
template <typename Wanted>
std::string names_where(const Release& release, const Wanted& wanted) {
  Json names = Json::array();
  for (const auto& [name, library] : release.libraries) {
    if (wanted(library)) {
      names.push_back(name);
    }
  }
  return repr(names);
}

Raised refusal(const Raises& raises, const std::string& name, const Release& release, const std::string& machine) {
  const auto known = [](const Library&) { return true; };
  const auto available = [&](const Library& library) { return library.available_for(machine); };
  Raised raised;
  raised.type = raises.type;
  raised.message = filled(raises.message, {{"name", name},
                                           {"quoted_name", repr(name)},
                                           {"python", release.rules.python},
                                           {"known", names_where(release, known)},
                                           {"available", names_where(release, available)}});
  return raised;
}

}  // namespace

Result look_up(const std::string& name, const Use& use) {
  const Rules& rules = use.release.rules;
  const std::string machine = use.program.system().architecture();
  if (rules.absent) {
    throw refusal(*rules.absent, name, use.release, machine);
  }
  if (const auto known = use.state.results.find(name)) {
    return *known;
  }
  const auto found = use.release.libraries.find(name);
  const Library* library = found == use.release.libraries.end() ? nullptr : &found->second;
  for (const Check& check : rules.checks) {
    if (!holds(check.that, machine, library)) {
      throw refusal(check.otherwise, name, use.release, machine);
    }
  }
  // A name without a row is looked for all the same, where the release does not refuse it.
  Library without_row;
  without_row.name = name;
  const Result result = Search(library == nullptr ? without_row : *library, use).run();
  return use.state.results.remember(name, result);
}

}  // namespace dllrepro::loader::lookup
