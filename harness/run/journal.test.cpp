// SPDX-License-Identifier: MIT
#include "harness/run/journal.hpp"

#include <sstream>
#include <thread>

#include <catch2/catch_test_macros.hpp>

#include "harness/run/exit_code.hpp"
#include "harness/util/error.hpp"
#include "harness/util/temporary_folder.hpp"

namespace dllrepro::run {
namespace {

/// A file of its own for each test, gone at its end.
class TemporaryFile {
 public:
  [[nodiscard]] std::filesystem::path path() const { return m_folder.path() / k_name; }
  [[nodiscard]] std::string text() const { return m_folder.read(k_name); }
  void write(const std::string& text) const { m_folder.write(k_name, text); }

 private:
  static constexpr const char* k_name = "journal.jsonl";
  TemporaryFolder m_folder;
};

RunFacts facts() {
  RunFacts facts;
  facts.program_version = "0.1.0";
  facts.platform = "Wine 8.0";
  facts.cells = 2;
  facts.jobs = 8;
  facts.filters = {"tag:x"};
  facts.shard = "1/2";
  facts.seed = 18446744073709551615U;
  return facts;
}

CellResult cell(const std::string& id, Verdict verdict = Verdict::Pass) {
  CellResult result;
  result.id = id;
  result.scenario = "s";
  result.location = {"scenarios/s.json", 3, 1, "/expect/0"};
  result.parameters = {{"host", "venv"}};
  result.verdict = verdict;
  result.events = Json::parse(R"([{"event": "start"}, {"event": "done"}])");
  result.mismatches = {{"error", "193", "126", 1}, {"stdout", "a", "b", k_no_event}};
  result.standard_output = "text\n";
  result.repeat_command = "dllrepro run x";
  result.milliseconds = 12.5;
  return result;
}

}  // namespace

TEST_CASE("A run comes back from its journal as it was") {
  const TemporaryFile file;
  Journal journal(file.path(), facts());
  journal.cell_started(cell("s[1]"));
  journal.cell_started(cell("s[2]"));
  journal.cell_finished(cell("s[2]", Verdict::Fail));
  journal.cell_finished(cell("s[1]"));
  journal.run_finished({RunEnding::Complete, "", 99.5});

  const RunRecord record = read_journal(file.path());
  CHECK(to_json(record.facts) == to_json(facts()));
  CHECK(record.ending == RunEnding::Complete);
  CHECK(record.milliseconds == 99.5);
  REQUIRE(record.cells.size() == 2);
  CHECK(to_json(record.cells[0]) == to_json(cell("s[2]", Verdict::Fail)));
  CHECK(record.cells[0].mismatches[1].event == k_no_event);
  CHECK(record.count(Verdict::Pass) == 1);
}

TEST_CASE("Parts of a run write one journal") {
  const TemporaryFile file;
  {
    Journal first(file.path(), facts(), {true, false});
    first.cell_finished(cell("s[1]"));
    first.run_finished({RunEnding::Complete, "", 10});
  }
  CHECK(read_journal(file.path()).ending == RunEnding::Killed);
  {
    Journal middle(file.path(), facts(), {false, false});
    middle.cell_finished(cell("s[2]"));
    middle.run_finished({RunEnding::Complete, "", 20});
    Journal last(file.path(), facts(), {false, true});
    last.run_finished({RunEnding::Complete, "", 30});
  }
  const RunRecord record = read_journal(file.path());
  CHECK(record.cells.size() == 2);
  CHECK(record.milliseconds == 60);
  CHECK(record.ending == RunEnding::Complete);
}

TEST_CASE("A part that does not come to its end ends the run") {
  const TemporaryFile file;
  Journal first(file.path(), facts(), {true, false});
  first.run_finished({RunEnding::FailedFast, "", 10});
  CHECK(read_journal(file.path()).ending == RunEnding::FailedFast);
}

TEST_CASE("A journal that was cut anywhere reads, and unfinished cells are broken") {
  const TemporaryFile file;
  {
    Journal journal(file.path(), facts());
    journal.cell_started(cell("s[1]"));
    journal.cell_started(cell("s[2]"));
    journal.cell_finished(cell("s[2]"));
  }
  const std::string whole = file.text();
  const std::size_t head = whole.find('\n') + 1;
  for (std::size_t length = head; length < whole.size(); length += 7) {
    file.write(whole.substr(0, length));
    const RunRecord record = read_journal(file.path());
    CHECK(record.ending == RunEnding::Killed);
    CHECK(record.cells.size() <= 2);
  }
  file.write(whole);
  const RunRecord record = read_journal(file.path());
  REQUIRE(record.cells.size() == 2);
  CHECK(record.cells[1].id == "s[1]");
  CHECK(record.cells[1].verdict == Verdict::Broken);
  CHECK(record.cells[1].reason == "the run was stopped before this cell ended");
  CHECK(record.cells[1].repeat_command == "dllrepro run x");
  CHECK(exit_code_of(record) == ExitCode::Interrupted);
}

TEST_CASE("What is no journal is refused with its line") {
  const TemporaryFile file;
  CHECK_THROWS_AS(read_journal(file.path()), BadInput);
  { Journal journal(file.path(), facts()); }
  const std::string head = file.text();
  for (const std::string& text :
       {std::string(), std::string("{}\n"), std::string("[1]\n"), head + "{\"cell_fin\n" + head, head + "{\"x\": 1}\n",
        head + "{\"cell_finished\": 3}\n", std::string("{\"journal\": 2, \"run\": {}}\n")}) {
    CAPTURE(text);
    file.write(text);
    CHECK_THROWS_AS(read_journal(file.path()), BadInput);
  }
}

TEST_CASE("Bytes that are no UTF-8 get through") {
  const TemporaryFile file;
  CellResult odd = cell("s[1]");
  odd.standard_output = "caf\xE9 \x00 end";
  Journal journal(file.path(), facts());
  journal.cell_finished(odd);
  CHECK(read_journal(file.path()).cells.front().standard_output.starts_with("caf"));
}

TEST_CASE("Lines written from many threads stay whole") {
  const TemporaryFile file;
  Journal journal(file.path(), facts());
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 8; ++thread) {
      threads.emplace_back([&, thread] {
        for (int number = 0; number < 50; ++number) {
          journal.cell_finished(cell(std::to_string(thread * 1000 + number)));
        }
      });
    }
  }
  CHECK(read_journal(file.path()).cells.size() == 400);
}

TEST_CASE("A journal that can't be opened is an environment failure") {
  const TemporaryFile file;
  file.write("x");
  CHECK_THROWS_AS(Journal(file.path() / "journal.jsonl", facts()), EnvironmentFailure);
}

TEST_CASE("An end that the journal could not take is known all the same; one that it has is not overruled") {
  const TemporaryFile file;
  Journal journal(file.path(), facts());
  journal.cell_started(cell("s[1]"));
  RunRecord record = read_journal(file.path());
  add_end(record, {RunEnding::EnvironmentFailed, "the disk is full", 7});
  CHECK(record.ending == RunEnding::EnvironmentFailed);
  CHECK(record.reason == "the disk is full");
  CHECK(record.milliseconds == 7);
  CHECK(exit_code_of(record) == ExitCode::EnvironmentBroken);

  journal.run_finished({RunEnding::Complete, "", 9});
  record = read_journal(file.path());
  add_end(record, {RunEnding::Interrupted, "x", 7});
  CHECK(record.ending == RunEnding::Complete);
  CHECK(record.milliseconds == 9);
}

TEST_CASE("The run's ending speaks before its cells, the worst cell before the others") {
  RunRecord record;
  record.ending = RunEnding::Complete;
  CHECK(exit_code_of(record) == ExitCode::NothingSelected);
  record.cells = {cell("a"), cell("b", Verdict::KnownGap), cell("c", Verdict::Skipped)};
  CHECK(exit_code_of(record) == ExitCode::AllAsExpected);
  record.cells.push_back(cell("d", Verdict::Broken));
  CHECK(exit_code_of(record) == ExitCode::CellBroken);
  record.cells.push_back(cell("e", Verdict::UnexpectedPass));
  CHECK(exit_code_of(record) == ExitCode::ExpectationFailed);
  record.cells.back().verdict = Verdict::Fail;
  record.ending = RunEnding::FailedFast;
  CHECK(exit_code_of(record) == ExitCode::ExpectationFailed);
  record.ending = RunEnding::EnvironmentFailed;
  CHECK(exit_code_of(record) == ExitCode::EnvironmentBroken);
  record.ending = RunEnding::Interrupted;
  CHECK(exit_code_of(record) == ExitCode::Interrupted);
}

TEST_CASE("Nothing was learnt of cells that were all skipped, unless the run did not come to its end") {
  RunRecord record;
  record.cells = {cell("a", Verdict::Skipped)};
  for (const RunEnding ending : {RunEnding::Complete, RunEnding::FailedFast}) {
    record.ending = ending;
    CHECK(learnt_nothing(record));
  }
  for (const RunEnding ending : {RunEnding::Interrupted, RunEnding::EnvironmentFailed, RunEnding::Killed}) {
    record.ending = ending;
    CHECK_FALSE(learnt_nothing(record));
  }
  record.cells.push_back(cell("b"));
  record.ending = RunEnding::Complete;
  CHECK_FALSE(learnt_nothing(record));
}

}  // namespace dllrepro::run
