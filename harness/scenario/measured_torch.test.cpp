// SPDX-License-Identifier: MIT
// What `import torch` did with a real wheel against what a cell expects of it.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/scenario/expectation_merge.hpp"
#include "harness/scenario/measured.hpp"
#include "harness/scenario/testing.hpp"

namespace dllrepro::scenario::testing {

namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view k_hint = "Redistributable is not installed";
constexpr std::string_view k_import_error = "DLL load failed while importing _C";
constexpr std::string_view k_once_per_process = "can only be initialized once per process";
constexpr std::string_view k_patched_twice = ", PATH patched twice";

/// Takes an ending off a text; says whether it was there.
bool take_ending(std::string& text, std::string_view ending) {
  if (!text.ends_with(ending)) {
    return false;
  }
  text.resize(text.size() - ending.size());
  return true;
}

/// "torch/lib/SHM.dll" -> "shm.dll": the wheels spell names in several ways.
std::string name_of(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return name;
}

Lines names_of(const Lines& paths) {
  Lines names;
  std::transform(paths.begin(), paths.end(), std::back_inserter(names), name_of);
  return names;
}

bool holds(const Lines& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool mentions(const std::optional<TextExpectation>& stated, std::string_view text) {
  return stated && std::any_of(stated->contains.begin(), stated->contains.end(),
                               [text](const std::string& part) { return part.find(text) != std::string::npos; });
}

/// What an expectation says, in the words of the record.
std::string told(const Expectation& expected) {
  const std::string phase = expected.phase.value_or("");
  if (expected.outcome == "load error" && phase == "steps" && mentions(expected.message, k_import_error)) {
    return fmt::format("{} ImportError _C", expected.error.value_or(0));
  }
  if (expected.outcome == "load error") {
    const std::string module = expected.module.value_or("");
    // The loop names a file of torch/lib, the import its extension module.
    return phase == "steps" && module.starts_with("torch/_C.")
               ? fmt::format("{} ImportError _C", expected.error.value_or(0))
               : fmt::format("{} {} in {}", expected.error.value_or(0), module, phase);
  }
  if (expected.outcome == "call error" && mentions(expected.message, k_once_per_process)) {
    return "ImportError once per process";
  }
  return expected.outcome.value_or("no outcome");
}

/// The same words for what was measured.
std::string told(const std::string& outcome) {
  if (outcome == "ImportError _C") {
    return "126 " + outcome;  // by its text
  }
  const std::size_t blank = outcome.find(' ');
  return outcome == "ok" || outcome.starts_with("ImportError")
             ? outcome
             : fmt::format("{} torch/lib/{} in loader", outcome.substr(0, blank), outcome.substr(blank + 1));
}

/// What Wine answers: the measurements were made there, except for error 127, which Wine has not.
Expectation expected_of(const Cell& cell, const std::string& outcome) {
  Expectation expected = cell.expectation;
  if (!outcome.starts_with("127 ")) {
    for (const KnownGap& gap : cell.known_gaps) {
      replace(expected, gap.observed);
    }
  }
  return expected;
}

/// PATH was looked at after every import: the loop put torch's folders in front exactly where it met error 126.
void compare_path(const Expectation& expected, const std::string& outcome, bool patched_twice, Lines& faults) {
  const auto stated = expected.environment.find("PATH");
  const TextExpectation path = stated == expected.environment.end() ? TextExpectation{} : stated->second;
  const bool patched = outcome.starts_with("126 ");
  if (patched_twice && path.matches != "^torch/lib;torch/lib;") {
    faults.emplace_back("torch/lib was in front of PATH twice, the cell does not say");
  } else if ((!path.contains.empty() && !patched) || (!path.absent.empty() && patched)) {
    faults.push_back(fmt::format("torch/lib was {}in front of PATH, the cell says otherwise", patched ? "" : "not "));
  }
}

/// The loop says which file it was at, in the same words in every release.
void compare_message(const Expectation& expected, const std::string& outcome, Lines& faults) {
  const std::string text = fmt::format("{}\" or one of its dependencies.", outcome.substr(outcome.find(' ') + 1));
  for (const std::string& part : expected.message.value_or(TextExpectation{}).contains) {
    if (expected.phase == "loader" && expected.outcome == "load error" && text.find(part) == std::string::npos) {
      faults.push_back(fmt::format("the message was '{}', the cell says '{}'", text, part));
    }
  }
}

void compare_loaded(const Expectation& expected, const Json& answer, Lines& faults) {
  const Lines resident = names_of(answer.at("resident_after_import").get<Lines>());
  Lines stated = names_of(expected.resident);
  for (const std::string& name : stated) {
    if (!holds(resident, name)) {
      faults.push_back(name + " was not resident, the cell says it is");
    }
  }
  for (const std::string& name : names_of(expected.not_resident)) {
    if (holds(resident, name)) {
      faults.push_back(name + " was resident, the cell says it is not");
    }
  }
  const Lines order = names_of(answer.value("load_order", Lines{}));
  auto next = order.begin();
  for (const std::string& name : names_of(expected.load_order)) {
    const auto found = std::find(next, order.end(), name);
    if (found == order.end()) {
      faults.push_back(name + " was not loaded behind those before it in the cell's order");
    } else {
      next = found + 1;
    }
    stated.push_back(name);
  }
  // Of an import that failed Wine keeps what it had mapped for it; Windows unmaps that.
  for (const std::string& name : resident) {
    if (expected.outcome == "ok" && !holds(stated, name)) {
      faults.push_back(name + " was resident, the cell does not say");
    }
  }
}

}  // namespace

std::vector<std::string> faults_of_torch_cell(const Cell& cell, const Json& answer, const Json& situation) {
  Lines faults;
  std::string outcome = (answer.is_object() ? answer.at("outcome") : answer).get<std::string>();
  const bool hint = take_ending(outcome, " *");
  const bool patched_twice = take_ending(outcome, k_patched_twice);
  if (situation.contains("on_windows")) {
    outcome = situation["on_windows"].value(outcome, outcome);
  }
  const Expectation expected = expected_of(cell, outcome);
  if (told(expected) != told(outcome)) {
    faults.push_back(fmt::format("the outcome was {}, the cell says {}", told(outcome), told(expected)));
  }
  if (mentions(expected.standard_output, k_hint) != hint) {
    faults.push_back(fmt::format("the hint was {}printed, the cell says otherwise", hint ? "" : "not "));
  }
  compare_message(expected, outcome, faults);
  compare_path(expected, outcome, patched_twice, faults);
  if (answer.is_object()) {
    compare_loaded(expected, answer, faults);
  }
  return faults;
}

TEST_CASE("where a cell and a measured outcome of torch part, it is told") {
  const auto cell_that = [](const std::string& expectation) {
    return cells_of(fmt::format(R"({{"schema": 1, "title": "t", "why": "w", "evidence": ["L1"],
      "tree": {{"add": {{"torch/lib/a.dll": {{}}, "torch/lib/b.dll": {{}}}}}}, "expect": [{{{}}}]}})",
                                expectation))
        .at(0);
  };
  const auto faults = [](const Cell& cell, const Json& answer, const Json& situation = Json::object()) {
    return faults_of_torch_cell(cell, answer, situation);
  };
  const Cell fails =
      cell_that(R"("outcome": "load error", "error": 126, "module": "torch/lib/a.dll", "phase": "loader")");
  CHECK(faults(fails, "126 a.dll").empty());
  CHECK(faults(fails, "998 a.dll", {{"on_windows", {{"998 a.dll", "126 a.dll"}}}}).empty());
  CHECK(faults(fails, "126 b.dll") ==
        Lines{"the outcome was 126 torch/lib/b.dll in loader, the cell says 126 torch/lib/a.dll in loader"});
  CHECK(faults(fails, "193 a.dll").size() == 1);
  CHECK(faults(fails, "ok") == Lines{"the outcome was ok, the cell says 126 torch/lib/a.dll in loader"});
  CHECK(faults(fails, "ImportError _C").size() == 1);
  CHECK(faults(fails, "126 a.dll *") == Lines{"the hint was printed, the cell says otherwise"});
  CHECK(faults(fails, "126 a.dll, PATH patched twice") ==
        Lines{"torch/lib was in front of PATH twice, the cell does not say"});
  Cell with_message = fails;
  with_message.expectation.message = TextExpectation{{"a.dll\" or one of its dependencies"}, {}, {}, {}};
  CHECK(faults(with_message, "126 a.dll").empty());
  with_message.expectation.message->contains = {"b.dll\" or"};
  CHECK(faults(with_message, "126 a.dll").size() == 1);
  const Cell patches = cell_that(R"("outcome": "ok", "environment": {"PATH": "torch/lib;"})");
  CHECK(faults(patches, "ok") == Lines{"torch/lib was not in front of PATH, the cell says otherwise"});

  const Cell import_fails = cell_that(
      R"("outcome": "load error", "error": 193, "phase": "steps", "message": "DLL load failed while importing _C")");
  CHECK(faults(import_fails, "ImportError _C") ==
        Lines{"the outcome was 126 ImportError _C, the cell says 193 ImportError _C"});
  Cell with_gap = import_fails;
  with_gap.known_gaps.resize(1);
  with_gap.known_gaps[0].observed.error = 126;
  CHECK(faults(with_gap, "ImportError _C").empty());

  const Cell loads = cell_that(R"("outcome": "ok", "load_order": ["torch/lib/b.dll", "torch/lib/a.dll"])");
  const auto loaded = [](Lines resident, Lines order) {
    return Json{{"outcome", "ok"}, {"resident_after_import", std::move(resident)}, {"load_order", std::move(order)}};
  };
  CHECK(faults(loads, loaded({"A.dll", "b.dll"}, {"python.exe", "b.dll", "A.dll"})).empty());
  CHECK(faults(loads, loaded({"a.dll", "b.dll"}, {"a.dll", "b.dll"})) ==
        Lines{"a.dll was not loaded behind those before it in the cell's order"});
  CHECK(faults(loads, loaded({"a.dll", "b.dll", "uv.dll"}, {"b.dll", "a.dll"})) ==
        Lines{"uv.dll was resident, the cell does not say"});
}

}  // namespace dllrepro::scenario::testing
