// SPDX-License-Identifier: MIT
// What a release of cuda-pathfinder answered against what a cell expects of it.
#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/scenario/measured.hpp"
#include "harness/scenario/testing.hpp"

namespace dllrepro::scenario::testing {

namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view k_cut = "[...]";

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

std::string base_name(const std::string& path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

bool holds(const Lines& lines, const std::string& line) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

/// Whether `part` is in `text`; what was cut off there may have been anything.
bool occurs(std::string_view part, std::string_view text) {
  constexpr std::size_t k_least_before_a_cut = 20;  // fewer letters may be the same by chance
  for (std::size_t start = 0; start < text.size(); ++start) {
    std::size_t same = 0;
    while (same < part.size() && start + same < text.size() && text[start + same] == part[same]) {
      ++same;
    }
    if (same == part.size() || (same >= k_least_before_a_cut && text.substr(start + same).starts_with(k_cut))) {
      return true;
    }
  }
  return false;
}

/// One answer and one cell, and what is found between them.
class Comparison {
 public:
  Comparison(const Cell& cell, const Json& answer, const Json& roots)
      : m_cell(cell), m_expected(cell.expectation), m_answer(answer), m_roots(roots) {}

  Lines faults() {
    if (m_answer.contains("no_loader")) {
      compare_without_loader();
      return m_faults;
    }
    if (m_expected.outcome != "ok") {
      complain("the program came to its end, the cell's outcome is another");
    }
    compare_steps();
    compare_path();
    compare_modules();
    compare_warnings();
    return m_faults;
  }

 private:
  void complain(std::string fault) { m_faults.push_back(std::move(fault)); }

  /// "{SP}\\nvidia/cufft/bin" -> "nvidia/cufft/bin"
  std::string tree_path(const std::string& told) const {
    std::string path = replaced(told, "\\", "/");
    for (const auto& [root, place] : m_roots.items()) {
      const std::string folder = place.get<std::string>();
      path = replaced(path, "{" + root + "}" + (folder.empty() ? "/" : ""), folder);
    }
    return path;
  }

  Lines tree_paths(const char* key) const {
    Lines paths;
    for (const Json& told : m_answer.value(key, Json::array())) {
      paths.push_back(tree_path(told.get<std::string>()));
    }
    return paths;
  }

  /// A text of the measurement as a cell's program prints it: what is above a root's own folder is not compared.
  std::string printed(std::string text) const {
    for (const auto& [root, place] : m_roots.items()) {
      const std::string folder = place == "" ? "/site-packages" : place == "{program_files}" ? "/Program Files" : place;
      text = replaced(text, "{" + root + "}", replaced(folder, "/", "\\"));
    }
    return text;
  }

  /// The cell must state that `name` has the value.
  void demand(const std::string& name, const Json& value) {
    const auto stated = m_expected.returned.find(name);
    if (stated == m_expected.returned.end()) {
      complain(fmt::format("{} was {}, the cell does not say", name, value.dump()));
    } else if (stated->second != value) {
      complain(fmt::format("{} was {}, the cell says {}", name, value.dump(), stated->second.dump()));
    }
  }

  /// The cell must not state another value.
  void allow(const std::string& name, const Json& value) {
    if (m_expected.returned.contains(name)) {
      demand(name, value);
    }
  }

  void demand_text(const std::string& text) {
    const auto& stated = m_expected.standard_output;
    if (!stated || std::none_of(stated->contains.begin(), stated->contains.end(),
                                [&text](const std::string& part) { return part.find(text) != std::string::npos; })) {
      complain(fmt::format("\"{}\" was printed, the cell does not say", text));
    }
  }

  void compare_without_loader() {
    for (const auto& [name, value] : m_expected.returned) {
      demand(name, nullptr);
      demand_text(fmt::format("{}: {}\n", name, m_answer["no_loader"].get<std::string>()));
    }
    if (m_expected.returned.empty()) {
      complain("nothing could be asked, the cell does not say");
    }
  }

  void compare_steps() {
    std::string output;
    std::map<std::string, const Json*> last;  // the cell's program remembers a library's last answer
    for (const Json& step : m_answer.at("steps")) {
      if (step.contains("call")) {
        compare_call(step["opened"].get<std::string>());
        continue;
      }
      const std::string library = step["load"].get<std::string>();
      last[library] = &step;
      if (step.contains("raised")) {
        const std::string raised = step["raised"].get<std::string>();
        demand_text(fmt::format("{}: {}: ", library, raised.substr(0, raised.find(':'))));
        output += fmt::format("{}: {}\n", library, printed(raised));
      }
    }
    for (const auto& [library, step] : last) {
      compare_answer(library, *step);
    }
    for (const auto& [name, value] : m_expected.returned) {
      if (name != "opened" && !value.is_null() && !last.contains(name.substr(0, name.find('.')))) {
        complain(fmt::format("{} was not asked for, the cell has an answer", name));
      }
    }
    for (const char* folders : {"path_appended", "path"}) {
      for (const Json& folder : m_answer.value(folders, Json::array())) {
        output += ";" + printed(folder.get<std::string>());
      }
    }
    compare_output(output);
  }

  void compare_answer(const std::string& library, const Json& step) {
    if (!step.contains("found")) {
      demand(library, nullptr);
      return;
    }
    const std::string found = step["found"].get<std::string>();
    demand(library, tree_path(found));
    demand(library + ".found_via", step.value("via", Json()));
    demand(library + ".slashes", found.find('/') == std::string::npos ? "backward" : "mixed");
    for (const char* key : {"already_loaded", "same_object"}) {
      const std::string name = fmt::format("{}.{}", library, key);
      if (step.contains(key)) {
        demand(name, true);
      } else {
        allow(name, false);
      }
    }
  }

  void compare_call(const std::string& opened) {
    if (opened == "not resident") {
      demand("opened", opened);
    } else if (opened.starts_with("error ")) {
      demand("opened", std::stoi(opened.substr(6)));
    } else {
      demand("opened", 0);
    }
  }

  void compare_output(std::string output) {
    static constexpr std::string_view k_second_run = "An attempt has been made to start a new process";
    const TextExpectation stated = m_expected.standard_output.value_or(TextExpectation{});
    if (m_answer.contains("child_ran_the_program")) {
      // What the child printed was not kept, only that it printed.
      if (m_answer["child_ran_the_program"].get<bool>()) {
        demand_text(std::string(k_second_run));
      } else if (std::none_of(stated.absent.begin(), stated.absent.end(),
                              [](const std::string& text) { return text.find(k_second_run) != std::string::npos; })) {
        complain("the child did not run the program, the cell does not say");
      }
      return;
    }
    // A message may end with the end of its line.
    output = replaced(std::move(output), "\n\n", "\n");
    for (const std::string& text : stated.contains) {
      if (!occurs(replaced(text, "\n\n", "\n"), output)) {
        complain(fmt::format("\"{}\" was not printed", text));
      }
    }
  }

  void compare_path() {
    Lines path{"{system32}", "{windows}"};
    path.insert(path.end(), m_cell.path_back.begin(), m_cell.path_back.end());
    for (const loader::Operation& step : m_cell.steps) {
      if (step.verb == "path_back") {
        for (const Json& folder : step.arguments["path_back"]) {
          path.push_back(folder.get<std::string>());
        }
      }
    }
    const Lines appended = tree_paths("path_appended");
    path.insert(path.end(), appended.begin(), appended.end());
    if (m_answer.contains("path")) {
      path = tree_paths("path");
    }
    const auto stated = m_expected.environment.find("PATH");
    if (stated == m_expected.environment.end()) {
      if (m_answer.contains("path") || !appended.empty()) {
        complain("PATH was changed, the cell does not say");
      }
    } else if (stated->second.equals != fmt::format("{}", fmt::join(path, ";"))) {
      complain(fmt::format("PATH was {}, the cell says {}", fmt::join(path, ";"), stated->second.equals.value_or("")));
    }
  }

  /// What is resident at the end, the probes of registered folders among it.
  void compare_modules() {
    Lines modules = tree_paths("also_resident");
    for (const Json& step : m_answer.at("steps")) {
      if (step.contains("found")) {
        modules.push_back(tree_path(step["found"].get<std::string>()));
      }
    }
    for (const std::string& folder : tree_paths("registered")) {
      const auto probe = std::find_if(m_cell.tree.files.begin(), m_cell.tree.files.end(), [&folder](const auto& file) {
        return file.first.starts_with(folder + "/probe_") && file.first.rfind('/') == folder.size();
      });
      if (probe == m_cell.tree.files.end()) {
        complain(fmt::format("{} was registered, the cell has no probe in it", folder));
      } else {
        modules.push_back(probe->first);
      }
    }
    for (const std::string& module : modules) {
      const bool is_answer = std::any_of(m_expected.returned.begin(), m_expected.returned.end(),
                                         [&module](const auto& value) { return value.second == module; });
      if (!is_answer && !holds(m_expected.resident, module)) {
        complain(fmt::format("{} was resident, the cell does not say", module));
      }
      if (holds(m_expected.not_resident, base_name(module)) || holds(m_expected.not_resident, module)) {
        complain(fmt::format("{} was resident, the cell says it is not", module));
      }
    }
    for (const std::string& module : m_expected.resident) {
      if (!holds(modules, module)) {
        complain(fmt::format("{} was not resident, the cell says it is", module));
      }
    }
  }

  void compare_warnings() {
    const Lines warned = m_answer.value("warnings", Lines{});
    const Lines stated = m_expected.warnings.value_or(Lines{});
    const auto same = [](const std::string& measured, const std::string& part) {
      return measured.find(part) != std::string::npos;
    };
    if (!std::equal(warned.begin(), warned.end(), stated.begin(), stated.end(), same)) {
      complain(
          fmt::format("the warnings were [{}], the cell says [{}]", fmt::join(warned, ", "), fmt::join(stated, ", ")));
    }
  }

  const Cell& m_cell;
  const Expectation& m_expected;
  const Json& m_answer;
  const Json& m_roots;
  Lines m_faults;
};

}  // namespace

std::vector<std::string> faults_of_pathfinder_cell(const Cell& cell, const Json& answer, const Json& record) {
  return Comparison(cell, answer, record.at("roots")).faults();
}

TEST_CASE("where a cell and a measured answer of cuda-pathfinder part, it is told") {
  const auto cells = cells_of(R"({"schema": 1, "title": "t", "why": "w", "evidence": ["L1"],
    "tree": {"add": {"{elsewhere}/other/a.dll": {}, "{elsewhere}/other/probe_0.dll": {}, "c.dll": {}}},
    "path_back": ["{elsewhere}/other"],
    "expect": [{
      "outcome": "ok", "warnings": ["careful"],
      "environment": {"PATH": {"equals": "{system32};{windows};{elsewhere}/other;nvidia/bin"}},
      "returned": {"a": "{elsewhere}/other/a.dll", "a.found_via": "PATH", "a.slashes": "mixed", "b": null, "opened": 126},
      "stdout": {"contains": ["b: ValueError: no b in \"", "\\site-packages\\nvidia\"\n  listdir", "\\nvidia/bin"]},
      "resident": ["{elsewhere}/other/a.dll", "{elsewhere}/other/probe_0.dll"], "not_resident": ["c.dll"]}]})");
  REQUIRE(cells.size() == 1);
  const Json record = Json::parse(R"({"roots": {"SP": "", "EL": "{elsewhere}/other"}})");
  const Json answer = Json::parse(R"({
    "steps": [{"load": "a", "found": "{EL}/a.dll", "via": "PATH"},
              {"load": "b", "raised": "ValueError: no b in \"{SP}\\nvidia\"\n  list[...]"},
              {"call": "a.dll", "opened": "error 126"}],
    "path_appended": ["{SP}\\nvidia/bin"], "registered": ["{EL}"], "warnings": ["be careful"]})");
  CHECK(faults_of_pathfinder_cell(cells[0], answer, record) == Lines{});

  const std::vector<std::pair<const char*, Lines>> others{
      {R"({"/steps/0/found": "{EL}\\a.dll"})", {"a.slashes was \"backward\", the cell says \"mixed\""}},
      {R"({"/steps/0/via": "conda"})", {"a.found_via was \"conda\", the cell says \"PATH\""}},
      {R"({"/steps/0/already_loaded": true})", {"a.already_loaded was true, the cell does not say"}},
      {R"({"/steps/1/load": "c"})",
       {"\"c: ValueError: \" was printed, the cell does not say", "c was null, the cell does not say",
        "\"b: ValueError: no b in \"\" was not printed"}},
      {R"({"/steps/1/raised": "KeyError: no b"})",
       {"\"b: KeyError: \" was printed, the cell does not say", "\"b: ValueError: no b in \"\" was not printed",
        "\"\\site-packages\\nvidia\"\n  listdir\" was not printed"}},
      {R"({"/steps/2/opened": "{EL}\\a.dll"})", {"opened was 0, the cell says 126"}},
      {R"({"/path_appended/0": "{EL}"})",
       {"\"\\nvidia/bin\" was not printed",
        "PATH was {system32};{windows};{elsewhere}/other;{elsewhere}/other, the cell says "
        "{system32};{windows};{elsewhere}/other;nvidia/bin"}},
      {R"({"/registered": []})", {"{elsewhere}/other/probe_0.dll was not resident, the cell says it is"}},
      {R"({"/registered": ["{EL}", "{SP}\\b"]})", {"b was registered, the cell has no probe in it"}},
      {R"({"/also_resident": ["{SP}\\c.dll"]})",
       {"c.dll was resident, the cell does not say", "c.dll was resident, the cell says it is not"}},
      {R"({"/warnings": []})", {"the warnings were [], the cell says [careful]"}},
      {R"({"/no_loader": "nothing"})",
       {"a was null, the cell says \"{elsewhere}/other/a.dll\"",
        "\"a: nothing\n\" was printed, the cell does not say"}},
  };
  for (const auto& [changes, faults] : others) {
    const Json change = Json::parse(changes);
    Json other = answer;
    for (const auto& [pointer, value] : change.items()) {
      other[Json::json_pointer(pointer)] = value;
    }
    INFO(changes);
    Lines told = faults_of_pathfinder_cell(cells[0], other, record);
    told.resize(std::min(told.size(), faults.size()));
    CHECK(told == faults);
  }
}

}  // namespace dllrepro::scenario::testing
