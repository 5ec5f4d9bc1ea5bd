// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "harness/loader/lookup/fields.hpp"
#include "harness/loader/lookup/release_parser.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::loader::lookup {

namespace {

const std::vector<std::string> k_machines{"x64", "arm64", "x86"};

Reader<Library> by_machine_to(ByMachine Library::*member) {
  return [member](const JsonCursor& cursor, Library& library) { apply_by_machine(cursor, library.*member); };
}

void read_machines(const JsonCursor& cursor, Library& library) {
  library.machines.clear();
  for (const JsonCursor& element : cursor.one_or_many()) {
    if (auto machine = element.one_of(k_machines)) {
      library.machines.push_back(std::move(*machine));
    }
  }
}

void read_install_roots(const JsonCursor& cursor, Library& library) {
  static const Fields<Library> fields{{"variables", texts_to(&Library::install_roots)},
                                      {"folders", by_machine_to(&Library::install_root_folders)}};
  apply(cursor, fields, library);
}

const Fields<Library>& library_fields() {
  static const Fields<Library> fields{{"dlls", texts_to(&Library::dlls)},
                                      {"machines", read_machines},
                                      {"needs", texts_to(&Library::needs)},
                                      {"may_need", texts_to(&Library::may_need)},
                                      {"registers", boolean_to(&Library::registers)},
                                      {"driver", boolean_to(&Library::driver)},
                                      {"machine_checked", boolean_to(&Library::machine_checked)},
                                      {"wheel_folders", by_machine_to(&Library::wheel_folders)},
                                      {"toolkit_folders", by_machine_to(&Library::toolkit_folders)},
                                      {"more_files", texts_to(&Library::more_files)},
                                      {"canaries", texts_to(&Library::canaries)},
                                      {"install_roots", read_install_roots},
                                      {"program_files", by_machine_to(&Library::program_files)}};
  return fields;
}

}  // namespace

void apply_by_machine(const JsonCursor& cursor, ByMachine& lists) {
  if (cursor.json().is_null()) {
    lists.clear();
  } else if (cursor.json().is_object()) {
    cursor.expect_object(k_machines);
    lists.erase("");
    for (const auto& [machine, list] : cursor.members()) {
      lists[machine] = list.texts();
    }
  } else {
    lists = {{"", cursor.texts()}};
  }
}

void apply_library(const JsonCursor& object, Library& library) {
  apply(object, library_fields(), library);
}

void apply_release(const JsonCursor& object, Release& release) {
  if (const auto rules = object.find("rules")) {
    apply_rules(*rules, release.rules);
  }
  const auto libraries = object.find("libraries");
  if (!libraries) {
    return;
  }
  for (const auto& [name, change] : libraries->members()) {
    if (!change.json().is_null()) {
      Library& library = release.libraries[name];
      library.name = name;
      apply_library(change, library);
    } else if (release.libraries.erase(name) == 0) {
      change.report(fmt::format("there is no library \"{}\" to take out", name));
    }
  }
}

void check_release(const JsonCursor& object, const Release& release) {
  if (release.rules.absent) {
    return;
  }
  if (release.rules.steps.empty()) {
    object.report("the release has no \"steps\" in its rules, nor have those before it");
  }
  std::vector<std::string> known;
  for (const auto& [name, library] : release.libraries) {
    known.push_back(name);
  }
  for (const auto& [name, library] : release.libraries) {
    for (const auto* list : {&library.needs, &library.may_need, &library.canaries}) {
      for (const std::string& other : *list) {
        if (!release.libraries.contains(other)) {
          object.report(fmt::format("library \"{}\" names \"{}\", which the release does not have{}", name, other,
                                    did_you_mean(other, known)));
        }
      }
    }
  }
}

}  // namespace dllrepro::loader::lookup
