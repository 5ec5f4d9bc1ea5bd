// SPDX-License-Identifier: MIT
#include "harness/stub/names.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/stub/value.hpp"
#include "harness/util/ascii.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::stub {

namespace {

using Names = std::vector<std::string>;
using Visit = std::function<void(const JsonCursor& action)>;

/// Visits every action below a value, wherever lists of them are nested.
void visit_actions(const JsonCursor& cursor, const Visit& visit) {
  if (cursor.json().is_array()) {
    for (const JsonCursor& element : cursor.elements()) {
      visit_actions(element, visit);
    }
  } else if (cursor.json().is_object()) {
    visit(cursor);
    for (const auto& [key, member] : cursor.members()) {
      if (key != "set_environment") {  // its keys are variables' names, which may be any word
        visit_actions(member, visit);
      }
    }
  }
}

std::string text_of(const JsonCursor& action, std::string_view key) {
  const auto member = action.find(key);
  return member && member->json().is_string() ? member->json().get<std::string>() : std::string{};
}

bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Reports the name under `key` when it is given and not among `known`.
void expect_known(const JsonCursor& action, std::string_view key, const Names& known, std::string_view what) {
  const std::string name = text_of(action, key);
  if (!name.empty() && !contains(known, name)) {
    action.find(key)->report(fmt::format("{} \"{}\"{}", what, name, did_you_mean(name, known)));
  }
}

struct Known {
  Names modules;
  Names threads;
  Names events;
  Names locks;

  void learn(const JsonCursor& action) {
    const auto add = [&](std::string_view key, Names& names) {
      if (std::string name = text_of(action, key); !name.empty()) {
        names.push_back(std::move(name));
      }
    };
    if (action.find("start_thread")) {
      add("as", threads);
    } else {
      add("as", modules);
    }
    add("signal", events);
    add("lock", locks);
  }
};

void check_import(const JsonCursor& action, const StubSpec& spec) {
  const std::string dll_name = text_of(action, "of");
  Names dlls;
  Names symbols;
  const auto look_into = [&](const std::vector<ImportedDll>& imports) {
    for (const ImportedDll& dll : imports) {
      dlls.push_back(dll.name);
      for (const Symbol& symbol : dll.symbols) {
        if (ascii_equal_ignoring_case(dll.name, dll_name)) {
          symbols.push_back(to_json(symbol).dump());
        }
      }
    }
  };
  look_into(spec.imports);
  look_into(spec.delay_imports);
  const bool is_imported =
      std::any_of(dlls.begin(), dlls.end(), [&](const auto& dll) { return ascii_equal_ignoring_case(dll, dll_name); });
  if (dll_name.empty()) {
    return;
  }
  if (!is_imported) {
    action.find("of")->report(
        fmt::format("neither \"imports\" nor \"delay_imports\" has \"{}\"{}", dll_name, did_you_mean(dll_name, dlls)));
  } else if (const std::string symbol = action.find("call_import")->json().dump(); !contains(symbols, symbol)) {
    action.find("call_import")
        ->report(fmt::format("{} is not imported from \"{}\"{}", symbol, dll_name, did_you_mean(symbol, symbols)));
  }
}

void check(const JsonCursor& action, const Known& known, const StubSpec& spec) {
  if (action.find("call_import")) {
    check_import(action, spec);
  }
  expect_known(action, "free", known.modules, "no \"as\" remembers a module");
  expect_known(action, "terminate_thread", known.threads, "no thread is started \"as\"");
  expect_known(action, "unlock", known.locks, "nothing locks");
  Names waitable = known.events;
  waitable.insert(waitable.end(), known.threads.begin(), known.threads.end());
  expect_known(action, "wait", waitable, "nothing signals and no thread is started as");
  if (const std::string event = text_of(action, "signal"); contains(known.threads, event)) {
    action.find("signal")->report(fmt::format("\"{}\" is a thread already; an event needs a name of its own", event));
  }
}

}  // namespace

void check_names(const JsonCursor& cursor, const StubSpec& spec) {
  Known known;
  const auto visit_all = [&](const Visit& visit) {
    for (const char* key :
         {"exports", "on_attach", "on_detach", "on_thread_attach", "on_thread_detach", "tls_callback"}) {
      if (const auto part = cursor.find(key)) {
        visit_actions(*part, visit);
      }
    }
  };
  visit_all([&](const JsonCursor& action) { known.learn(action); });
  visit_all([&](const JsonCursor& action) { check(action, known, spec); });
}

}  // namespace dllrepro::stub
