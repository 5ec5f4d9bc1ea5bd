// SPDX-License-Identifier: MIT
#include "harness/run/executor.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <catch2/catch_test_macros.hpp>

#include "harness/run/environment.hpp"
#include "harness/run/exit_code.hpp"
#include "harness/scenario/expand.hpp"
#include "harness/util/error.hpp"
#include "harness/util/temporary_folder.hpp"

namespace dllrepro::run {
namespace {

namespace fs = std::filesystem;

/// A run in a folder of its own, gone at its end.
class Ground {
 public:
  Ground() {
    options.work_folder = folder() / "work";
    options.probes = {{"x64", DLLREPRO_PROBE}};
  }

  RunRecord run(const std::vector<scenario::Cell>& cells, const Progress& progress = {}, std::stop_token stop = {}) {
    const fs::path path = folder() / "journal.jsonl";
    RunFacts facts;
    facts.cells = cells.size();
    Journal journal(path, facts);
    execute(cells, options, journal, progress, std::move(stop));
    return read_journal(path);
  }

  [[nodiscard]] const fs::path& folder() const { return m_folder.path(); }

  RunOptions options;

 private:
  TemporaryFolder m_folder;
};

std::vector<scenario::Cell> cells_of(const char* text) {
  static const scenario::FixtureLibrary library(".");
  return scenario::expand(scenario::parse_scenario(JsonDocument::parse(text, "test.json"), "test"), library);
}

/// The file that tests are of, with what a case adds to it: tree entries, steps and the expectation.
std::vector<scenario::Cell> one_cell(const std::string& tree, const std::string& steps, const std::string& expect,
                                     const std::string& more = "") {
  return cells_of((R"({"schema": 1, "title": "A test", "why": "To see it run", "evidence": ["none"],
    "tree": {"add": {)" +
                   tree + R"(}}, "steps": [)" + steps + R"(], "expect": [{)" + expect + "}]" + more + "}")
                      .c_str());
}

const CellResult& only(const RunRecord& record) {
  REQUIRE(record.cells.size() == 1);
  return record.cells.front();
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("Every kind of outcome comes from a real process, at once and apart") {
  const std::vector<scenario::Cell> cells = cells_of(R"({
    "schema": 1, "title": "Outcomes", "why": "Each kind once", "evidence": ["none"],
    "tree": {"add": {"p/good.dll": {"exports": {"answer": 42}}}},
    "axes": {"case": {
      "ok": {"steps": [{"load": "{site}/p/good.dll", "as": "good"}, {"call": "answer", "in": "good", "as": "value"}]},
      "load error": {"tree": {"add": {"p/bad.dll": {"corrupt": "text"}}}, "steps": [{"load": "{site}/p/bad.dll"}]},
      "call error": {"steps": [{"load": "{site}/p/good.dll", "as": "good"}, {"call": "gone", "in": "good"}]},
      "exit": {"tree": {"add": {"p/bad.dll": {"on_attach": [{"exit": 3}]}}}, "steps": [{"load": "{site}/p/bad.dll"}]},
      "crash": {"tree": {"add": {"p/bad.dll": {"exports": {"go": [{"fast_fail": 7}]}}}},
                "steps": [{"load": "{site}/p/bad.dll", "as": "bad"}, {"call": "go", "in": "bad"}]},
      "hang": {"tree": {"add": {"p/bad.dll": {"on_attach": [{"hang": "event"}]}}}, "clocks": {"step": 1.5},
               "steps": [{"load": "{site}/p/bad.dll"}]}
    }},
    "expect": [
      {"when": {"case": "ok"}, "outcome": "ok", "resident": ["p/good.dll"], "returned": {"value": 42}},
      {"when": {"case": "load error"}, "outcome": "load error", "error": 193, "module": "p/bad.dll", "phase": "steps"},
      {"when": {"case": "call error"}, "outcome": "call error", "error": 127},
      {"when": {"case": "exit"}, "outcome": "exit", "exit_code": 3, "phase": "steps"},
      {"when": {"case": "crash"}, "outcome": "crash", "status": "0xC0000409", "phase": "steps"},
      {"when": {"case": "hang"}, "outcome": "hang", "clock": "step", "phase": "steps"}
    ]})");
  Ground ground;
  const RunRecord record = ground.run(cells);
  CHECK(record.ending == RunEnding::Complete);
  CHECK(record.cells.size() == cells.size());
  for (const CellResult& cell : record.cells) {
    CAPTURE(cell.id, cell.reason, describe(cell.observed), cell.standard_error);
    for (const Mismatch& mismatch : cell.mismatches) {
      UNSCOPED_INFO(mismatch.what << ": expected " << mismatch.expected << ", observed " << mismatch.observed);
    }
    CHECK(cell.verdict == Verdict::Pass);
    CHECK(cell.outside_modules.empty());
    CHECK(cell.kept_tree.empty());
    CHECK(cell.child_milliseconds > 0);
    CHECK(cell.milliseconds >= cell.child_milliseconds);
  }
  CHECK(exit_code_of(record) == ExitCode::AllAsExpected);
  // Nothing is left but the stubs for the next cell.
  for (const fs::directory_entry& entry : fs::directory_iterator(ground.options.work_folder)) {
    CHECK(entry.path().filename() == "stubs");
  }
}

TEST_CASE("A failure keeps its tree, with all that is needed to look at it by hand") {
  Ground ground;
  const RunRecord record = ground.run(
      one_cell(R"("p/bad.dll": {"corrupt": "text"})", R"({"load": "{site}/p/bad.dll"})", R"("outcome": "ok")"));
  const CellResult& cell = only(record);
  CHECK(cell.verdict == Verdict::Fail);
  CHECK(cell.location.file == "test.json");
  CHECK(cell.step_location.file == "test.json");
  CHECK(cell.observed.step == "/steps/0");
  CHECK(cell.repeat_command.find("--keep") != std::string::npos);
  REQUIRE(cell.mismatches.size() == 1);
  CHECK(cell.events.at(cell.mismatches[0].event)["event"] == "raised");
  REQUIRE_FALSE(cell.kept_tree.empty());
  fs::path kept;
  for (const fs::directory_entry& entry : fs::directory_iterator(ground.options.work_folder)) {
    if (entry.path().filename() != "stubs") {
      kept = entry.path();
    }
  }
  for (const char* name : {"cell.json", "plan.json", "events.jsonl", "environment.json", "stdout.txt", "stderr.txt"}) {
    CAPTURE(name);
    CHECK(fs::exists(kept / name));
  }
  CHECK(fs::exists(kept / "Python" / "python.exe"));
  CHECK(fs::exists(kept / "Python" / "Lib" / "site-packages" / "p" / "bad.dll"));
  CHECK(Json::parse(read(kept / "cell.json")).contains("cell"));
  CHECK(exit_code_of(record) == ExitCode::ExpectationFailed);
}

TEST_CASE("Trees are kept always or never on request") {
  Ground ground;
  const auto passing = one_cell(R"("p/good.dll": {})", R"({"load": "{site}/p/good.dll"})", R"("outcome": "ok")");
  ground.options.keep = Keep::Always;
  CHECK_FALSE(only(ground.run(passing)).kept_tree.empty());
  ground.options.keep = Keep::Never;
  const auto failing = one_cell(R"("p/good.dll": {})", R"({"load": "{site}/p/good.dll"})", R"("outcome": "crash")");
  const RunRecord record = ground.run(failing);
  CHECK(only(record).verdict == Verdict::Fail);
  CHECK(only(record).kept_tree.empty());
}

TEST_CASE("Nothing of our own environment reaches the child") {
  Ground ground;
  const RunRecord record = ground.run(one_cell(
      R"("p": {"folder": true})", R"({"get_environment": "DLLREPRO_SECRET", "as": "seen", "default": "unset"})",
      R"("outcome": "ok", "environment": {"PATH": {"equals": "torch/lib;{system32};{windows}"},
                                                   "TEMP": {"equals": "{temp}"}})",
      R"(, "path_front": ["torch/lib"])"));
  CAPTURE(dump_safely(to_json(only(record)), 1));
  CHECK(only(record).verdict == Verdict::Pass);
  const process::Events& events = only(record).events;
  const auto state =
      std::find_if(events.begin(), events.end(), [](const process::Event& event) { return event["event"] == "state"; });
  REQUIRE(state != events.end());
  for (const char* name :
       {"HOME", "USERNAME", "USERDOMAIN", "COMPUTERNAME", "LOGONSERVER", "CUDA_PATH", "PYTHONPATH"}) {
    CAPTURE(name);
    CHECK_FALSE((*state)["environment"].contains(name));
  }
}

TEST_CASE("An import that Wine lets pass is no pass") {
  if (!this_machine().under_wine) {
    SKIP("Windows refuses the load");
  }
  const char* const tree = R"("p/a.dll": {"imports": {"b.dll": ["gone"]}}, "p/b.dll": {})";
  const char* const steps = R"({"load": "{site}/p/a.dll", "flags": "0x1100"})";
  Ground ground;
  const RunRecord undeclared = ground.run(one_cell(tree, steps, R"("outcome": "ok")"));
  CHECK(only(undeclared).verdict == Verdict::Fail);
  REQUIRE(only(undeclared).mismatches.size() == 1);
  CHECK(only(undeclared).mismatches[0].what == "unsatisfied");

  const RunRecord declared = ground.run(
      one_cell(tree, steps, R"("outcome": "load error", "error": 127)",
               R"(, "known_gaps": [{"row": "W1", "why": "Wine binds a trap", "observed": {"outcome": "ok"}}])"));
  CHECK(only(declared).verdict == Verdict::KnownGap);
  CHECK(exit_code_of(declared) == ExitCode::AllAsExpected);
}

TEST_CASE("A skip says why, and starts nothing") {
  Ground ground;
  std::vector<scenario::Cell> cells = one_cell(R"("p/a.dll": {})", "", R"("outcome": "ok")");
  cells.front().machine_architecture = "arm64";
  CHECK(only(ground.run(cells)).verdict == Verdict::Skipped);
  CHECK(only(ground.run(cells)).reason == "no probe for arm64 in this build");
  cells.front().machine_architecture = "x64";
  cells.front().skips = {{"not here", ""}};
  CHECK(only(ground.run(cells)).reason == "not here");
}

TEST_CASE("A machine whose System32 is another one is no machine of this run") {
  Ground ground;
  std::vector<scenario::Cell> cells =
      one_cell(R"("p": {"folder": true})", R"({"load": "msvcp140.dll"})", R"("outcome": "load error", "error": 126)");
  cells.front().system32.without = {"msvcp140.dll"};
  const RunRecord record = ground.run(cells);
  CHECK(only(record).verdict == Verdict::Skipped);
  CHECK(only(record).reason.find(this_machine().under_wine ? "a Wine prefix of its own" : "msvcp140.dll") !=
        std::string::npos);
}

TEST_CASE("Attempts are repeated, and the first that needs attention decides") {
  Ground ground;
  ground.options.repeat = 3;
  const RunRecord passing =
      ground.run(one_cell(R"("p/good.dll": {})", R"({"load": "{site}/p/good.dll"})", R"("outcome": "ok")"));
  CHECK(only(passing).verdict == Verdict::Pass);
  CHECK(only(passing).attempt == 3);
  const RunRecord failing = ground.run(one_cell(R"("p/good.dll": {})", "", R"("outcome": "crash")"));
  CHECK(only(failing).attempt == 1);
  CHECK(only(failing).attempts == 3);
}

TEST_CASE("A request to stop ends the children that run") {
  Ground ground;
  std::stop_source source;
  Progress progress;
  progress.phase = [&](const scenario::Cell&, std::string_view phase) {
    if (phase == "steps") {
      source.request_stop();
    }
  };
  const auto begin = std::chrono::steady_clock::now();
  const RunRecord record =
      ground.run(one_cell(R"("p": {"folder": true})", R"({"sleep_ms": 60000})", R"("outcome": "ok")"), progress,
                 source.get_token());
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(50));
  CHECK(record.ending == RunEnding::Interrupted);
  CHECK(only(record).verdict == Verdict::Broken);
  CHECK(only(record).reason == "the run was stopped");
  CHECK(exit_code_of(record) == ExitCode::Interrupted);
}

TEST_CASE("A probe that is missing ends the run, a plan that is wrong breaks its cell") {
  Ground ground;
  const auto cells = one_cell(R"("p/good.dll": {})", R"({"load": "{site}/p/good.dll"})", R"("outcome": "ok")");
  ground.options.probes = {{"x64", ground.folder() / "no-probe.exe"}};
  const RunRecord record = ground.run(cells);
  CHECK(record.ending == RunEnding::EnvironmentFailed);
  CHECK(record.reason.find("no-probe.exe") != std::string::npos);
  CHECK(exit_code_of(record) == ExitCode::EnvironmentBroken);
}

TEST_CASE("A work folder that can't be made is an environment failure") {
  Ground ground;
  write_file(ground.folder() / "in-the-way", "x");
  ground.options.work_folder = ground.folder() / "in-the-way" / "work";
  CHECK_THROWS_AS(ground.run({}), EnvironmentFailure);
}

TEST_CASE("Progress tells of each cell, one call at a time") {
  Ground ground;
  Progress progress;
  int inside = 0;
  std::vector<std::string> told;
  const auto tell = [&](std::string what) {
    CHECK(++inside == 1);
    told.push_back(std::move(what));
    --inside;
  };
  progress.started = [&](const scenario::Cell&) { tell("started"); };
  progress.phase = [&](const scenario::Cell&, std::string_view phase) { tell(std::string(phase)); };
  progress.finished = [&](const CellResult& result) { tell(std::string(name_of(result.verdict))); };
  ground.run(one_cell(R"("p/good.dll": {})", R"({"load": "{site}/p/good.dll"})", R"("outcome": "ok")"), progress);
  CHECK(told == std::vector<std::string>{"started", "host", "loader", "steps", "finish", "pass"});
}

TEST_CASE(
    "A real package is linked from the cache, skipped where it is missing, and out of use once a child wrote to it") {
  Ground ground;
  ground.options.cache = ground.folder() / "cache";
  ground.options.jobs = 1;
  const auto cells_that = [](const std::string& steps, std::vector<tree::InstallStep> more = {}) {
    std::vector<scenario::Cell> cells = one_cell("", steps, R"("outcome": "ok")");
    cells.front().tree.installed.push_back(
        {tree::InstallStep::Verb::Install, {"thing", "1.0", {{"", "abc"}}}, {}, {}, true, {}});
    cells.front().tree.installed.insert(cells.front().tree.installed.end(), more.begin(), more.end());
    return cells;
  };
  const std::string look = R"({"find": "{site}/thing/a.dll", "as": "file"})";
  const CellResult missing = only(ground.run(cells_that(look)));
  CHECK(missing.verdict == Verdict::Skipped);
  CHECK(missing.reason.find("ci/fetch-wheels thing==1.0") != std::string::npos);

  const fs::path artefact = ground.options.cache / "wheels" / "thing-1.0";
  const fs::path site = artefact / "files" / "Lib" / "site-packages" / "thing";
  fs::create_directories(site);
  write_file(site / "a.dll", "one");
  write_file(site / "b.dll", "other");
  write_file(artefact / "artefact.json", R"({"schema": 1, "version": "1.0", "sources": [{"sha256": "abc"}], "files": [
    {"path": "Lib/site-packages/thing/a.dll", "size": 3}, {"path": "Lib/site-packages/thing/b.dll", "size": 5}]})");
  const CellResult there = only(ground.run(cells_that(look)));
  CAPTURE(there.reason);
  CHECK(there.verdict == Verdict::Pass);
  const CellResult removed = only(
      ground.run(cells_that(R"({"find": "{site}/thing/a.dll", "as": "file"})",
                            {{tree::InstallStep::Verb::Remove, {}, "thing/a.dll", {}, true, {"x.json", 3, 1, ""}}})));
  CHECK(removed.verdict == Verdict::Fail);
  const CellResult misspelt = only(ground.run(
      cells_that(look, {{tree::InstallStep::Verb::Remove, {}, "thing/c.dll", {}, true, {"x.json", 3, 1, ""}}})));
  CHECK(misspelt.verdict == Verdict::Broken);
  CHECK(misspelt.reason.find("x.json:3:1: the tree has no \"thing/c.dll\"") == 0);

  std::vector<scenario::Cell> cells = cells_that(R"({"copy_file": "{site}/thing/b.dll", "to": "{site}/thing/a.dll"})");
  cells.push_back(cells_that(look).front());
  const RunRecord record = ground.run(cells);
  REQUIRE(record.cells.size() == 2);
  CHECK(record.cells[0].verdict == Verdict::Pass);
  CAPTURE(record.cells[1].reason);
  CHECK(record.cells[1].verdict == Verdict::Broken);
  CHECK(record.cells[1].reason.find("a child wrote to ") != std::string::npos);
  CHECK_FALSE(fs::exists(artefact / "artefact.json"));
}

}  // namespace dllrepro::run
