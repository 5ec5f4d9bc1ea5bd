// SPDX-License-Identifier: MIT
#include "harness/scenario/module_checks.hpp"

#include <fmt/format.h>

#include "harness/scenario/known_modules.hpp"
#include "harness/scenario/paths.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::scenario {

void ModuleChecks::check(const JsonCursor& statement, const Cell& cell) {
  if (cell.tree.files.empty() && cell.tree.installed.empty()) {
    return;
  }
  for (const char* key : {"resident", "load_order"}) {
    const auto list = statement.find(key);
    for (const JsonCursor& element : list ? list->one_or_many() : std::vector<JsonCursor>{}) {
      if (!element.json().is_string() || is_system_path(element.json().get<std::string>())) {
        continue;
      }
      const auto path = module_path(element, true);
      if (path && !holds(cell, *path) && !may_be_installed(cell, *path)) {
        element.report(fmt::format("the tree of this cell holds no \"{}\"{}", *path,
                                   did_you_mean(*path, names_like(*path, cell))));
      }
    }
  }
  const auto list = statement.find("not_resident");
  for (const JsonCursor& element : list ? list->one_or_many() : std::vector<JsonCursor>{}) {
    const auto path = element.json().is_string() ? module_path(element, true) : std::nullopt;
    if (!path || is_system_path(*path)) {
      continue;
    }
    Location location = element.location();
    Absentee& absentee = m_absentees[{location.file + element.pointer(), *path}];
    absentee.location = std::move(location);
    absentee.known = absentee.known || has_to_do_with(cell, *path) || may_be_installed(cell, *path);
    if (!absentee.known) {
      absentee.nearest = did_you_mean(*path, names_like(*path, cell));
    }
  }
}

void ModuleChecks::finish(Diagnostics& diagnostics) const {
  for (const auto& [key, absentee] : m_absentees) {
    if (!absentee.known) {
      diagnostics.push_back({absentee.location, fmt::format("no cell of this scenario has to do with \"{}\"{}",
                                                            key.second, absentee.nearest)});
    }
  }
}

}  // namespace dllrepro::scenario
