// SPDX-License-Identifier: MIT
#include <sstream>

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>

#include "reports/annotations_report.hpp"
#include "reports/approval.hpp"
#include "reports/cell_text.hpp"
#include "reports/markdown_report.hpp"
#include "reports/matrix.hpp"
#include "reports/xml_text.hpp"

namespace dllrepro::reports {
namespace {

run::CellResult cell(std::size_t index, Json parameters, run::Verdict verdict = run::Verdict::Pass) {
  run::CellResult result;
  result.index = index;
  result.scenario = "s";
  result.id = "s[" + std::to_string(index) + "]";
  result.parameters = std::move(parameters);
  result.verdict = verdict;
  return result;
}

}  // namespace

TEST_CASE("XML text: markup is escaped, what is no XML character is replaced") {
  CHECK(xml_text("a<b> & \"c\"") == "a&lt;b&gt; &amp; &quot;c&quot;");
  CHECK(xml_text("tab\tline\r\nend") == "tab\tline\nend");
  CHECK(xml_text(std::string_view("\0\x1b\x7f", 3)) == "\xEF\xBF\xBD\xEF\xBF\xBD\x7f");
  CHECK(xml_text("ö €") == "ö €");
  CHECK(xml_text("\xF0\x9F\x98\x80") == "\xF0\x9F\x98\x80");
  for (const std::string_view broken :
       {"\xE9", "\xC0\xAF", "\xED\xA0\x80", "\xEF\xBF\xBE", "\xF4\x90\x80\x80", "\xE2\x82"}) {
    CHECK(xml_text(broken).starts_with("\xEF\xBF\xBD"));
  }
}

TEST_CASE("Workflow commands: percent and line ends are escaped, in properties colon and comma as well") {
  CHECK(command_text("50%\r\na:b,c") == "50%25%0D%0Aa:b,c");
  CHECK(command_property("50%\na:b,c") == "50%25%0Aa%3Ab%2Cc");
}

TEST_CASE("Markdown text is one line without markup") {
  CHECK(markdown_text("a|b\n<c> `d` [e]") == "a\\|b \\<c\\> \\`d\\` \\[e\\]");
}

TEST_CASE("A step summary stays within its limit and says what it left out") {
  run::RunRecord record;
  for (std::size_t index = 0; index < 3000; ++index) {
    run::CellResult failed = cell(index, {{"n", std::to_string(index)}}, run::Verdict::Fail);
    failed.standard_error = std::string(900, 'x');
    record.cells.push_back(std::move(failed));
  }
  std::ostringstream out;
  write_markdown(record, out, {});
  CHECK(out.str().size() <= k_most_of_a_step_summary);
  CHECK(out.str().size() > k_most_of_a_step_summary / 2);
  CHECK(out.str().find("more sections are left out:** a step summary takes 1 MiB") != std::string::npos);
}

TEST_CASE("The last lines of a text, whole characters, with a word of what is before") {
  CHECK(tail_of("a\nb\nc\n", 5, 100) == "a\nb\nc");
  CHECK(tail_of("a\nb\nc\n", 2, 100) == "(2 bytes before)\nb\nc");
  CHECK(tail_of("abcdef", 5, 3) == "(3 bytes before)\ndef");
  CHECK(tail_of("xö", 5, 1) == "(3 bytes before)\n");
  CHECK(tail_of("", 5, 3).empty());
  CHECK(tail_of("\n\n", 5, 3).empty());
}

TEST_CASE("A matrix has the last axis across, in the order of the cells, and gaps where no cell ran") {
  run::RunRecord record;
  record.cells = {cell(2, {{"host", "b"}, {"one", "x"}, {"loader", "l2"}}, run::Verdict::Fail),
                  cell(0, {{"host", "b"}, {"one", "x"}, {"loader", "l1"}}),
                  cell(1, {{"host", "a"}, {"one", "x"}, {"loader", "l1"}})};
  const Matrix matrix = matrices(record, 100).front();
  CHECK(matrix.name == "s[one=x]");
  CHECK(matrix.row_axes == std::vector<std::string>{"host"});
  CHECK(matrix.column_axis == "loader");
  CHECK(matrix.columns == std::vector<std::string>{"l1", "l2"});
  REQUIRE(matrix.rows.size() == 2);
  CHECK(matrix.rows[0].labels == std::vector<std::string>{"b"});
  CHECK(word_for(matrix.rows[0].cells[1]) == "FAIL");
  CHECK(word_for(matrix.rows[1].cells[1]) == "-");

  const Matrix narrow = matrices(record, 15).front();
  CHECK(narrow.column_axis.empty());
  CHECK(narrow.rows.size() == 3);
  CHECK(narrow.row_axes == std::vector<std::string>{"host", "loader"});
}

TEST_CASE("A matrix with gaps keeps the order of an axis, though no row has all of its values") {
  run::RunRecord record;
  record.cells = {cell(0, {{"dll", "a"}, {"release", "2.0"}}), cell(1, {{"dll", "a"}, {"release", "2.9"}}),
                  cell(2, {{"dll", "b"}, {"release", "2.0"}}), cell(3, {{"dll", "b"}, {"release", "2.8"}}),
                  cell(4, {{"dll", "b"}, {"release", "2.9"}}), cell(5, {{"dll", "c"}, {"release", "2.15"}})};
  const Matrix matrix = matrices(record, 100).front();
  CHECK(matrix.columns == std::vector<std::string>{"2.0", "2.8", "2.9", "2.15"});
  CHECK(word_for(matrix.rows[0].cells[1]) == "-");
  CHECK(matrix.rows[1].cells[1] != nullptr);
}

TEST_CASE("A matrix goes across as long as the words that are in it fit") {
  run::RunRecord record;
  record.cells = {cell(0, {{"n", "1"}, {"m", "x"}}), cell(1, {{"n", "1"}, {"m", "y"}}),
                  cell(2, {{"n", "2"}, {"m", "x"}}), cell(3, {{"n", "2"}, {"m", "y"}})};
  CHECK(matrices(record, 14).front().column_axis == "m");
  record.cells[3].verdict = run::Verdict::UnexpectedPass;
  CHECK(matrices(record, 14).front().column_axis.empty());
}

TEST_CASE("What one cell ran with is in its matrix's name") {
  run::RunRecord record;
  record.cells = {cell(0, {{"host", "b"}, {"loader", "l1"}})};
  const Matrix matrix = matrices(record, 100).front();
  CHECK(matrix.scenario == "s");
  CHECK(matrix.name == "s[host=b,loader=l1]");
  CHECK(matrix.row_axes.empty());
  REQUIRE(matrix.rows.size() == 1);
  CHECK(matrix.rows[0].cells.size() == 1);

  record.cells = {cell(0, Json::object())};
  CHECK(matrices(record, 100).front().name == "s");
}

TEST_CASE("An expectation in one line") {
  CHECK(text_of_expectation(Json::parse(
            R"({"outcome": "load error", "error": 126, "module": "a.dll", "phase": "loader", "evidence": ["x"]})")) ==
        "load error 126 (ERROR_MOD_NOT_FOUND) of a.dll in loader");
  CHECK(text_of_expectation(
            Json::parse(R"({"outcome": "crash", "status": "0xC0000005", "resident": [], "stdout": {}})")) ==
        "crash 0xC0000005 (STATUS_ACCESS_VIOLATION); resident, stdout");
  CHECK(text_of_expectation(Json::object()) == "any outcome");
}

TEST_CASE("Normalisers take away what differs from run to run, and nothing else") {
  CHECK(without_times(
            R"({"at": 12.5, "milliseconds":3, "format": 4} time="0.013" in 3.2 s, 4.5 ms 2026-01-31T12:00:00Z)") ==
        R"({"at": #, "milliseconds":#, "format": 4} time="#" in # s, # ms ####-##-##T##:##:##Z)");
  CHECK(without_version(R"("program_version": "0.1.0", dllrepro 0.1.0, torch 2.9.0)") ==
        R"("program_version": "#", dllrepro #, torch 2.9.0)");
  CHECK(without_platform("Wine 8.0, Windows 10.0.22631, Windows") == "PLATFORM, PLATFORM, Windows");
  CHECK(without_processes(R"("pid": 44, "error": 44)") == R"("pid": #, "error": 44)");
  CHECK(without_addresses(R"("base": "0x1", "size": 4096)") == R"("base": #, "size": #)");
}

}  // namespace dllrepro::reports
