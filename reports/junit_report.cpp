// SPDX-License-Identifier: MIT
#include "reports/junit_report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "reports/cell_text.hpp"
#include "reports/matrix.hpp"
#include "reports/xml_text.hpp"

namespace dllrepro::reports {
namespace {

constexpr std::size_t k_output_lines = 100;
constexpr std::size_t k_output_bytes = 8000;

/// What tells the cell apart within its scenario: the brackets of its id.
std::string name_in_suite(const run::CellResult& cell) {
  const std::string& id = cell.id;
  return id.size() > cell.scenario.size() + 2 && id[cell.scenario.size()] == '['
             ? id.substr(cell.scenario.size() + 1, id.size() - cell.scenario.size() - 2)
             : id;
}

std::string details(const run::CellResult& cell) {
  std::string text;
  for (const Statement& statement : explain(cell)) {
    text += fmt::format("{}: {}\n", statement.label, statement.text);
  }
  return text;
}

std::string headline(const run::CellResult& cell) {
  if (cell.verdict == run::Verdict::Broken || cell.mismatches.empty()) {
    return cell.reason;
  }
  const run::Mismatch& first = cell.mismatches.front();
  return fmt::format("{}: expected {}, observed {}", first.what, first.expected, first.observed);
}

void write_case(std::ostream& out, const run::CellResult& cell) {
  fmt::print(out, R"(    <testcase name="{}" classname="{}" time="{}")", xml_text(name_in_suite(cell)),
             xml_text(cell.scenario), seconds(cell.milliseconds));
  switch (cell.verdict) {
    case run::Verdict::Pass:
    case run::Verdict::KnownGap:
      fmt::print(out, "/>\n");
      return;
    case run::Verdict::Skipped:
      fmt::print(out, ">\n      <skipped message=\"{}\"/>\n", xml_text(cell.reason));
      break;
    case run::Verdict::Fail:
    case run::Verdict::UnexpectedPass:
      fmt::print(out, ">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n", run::name_of(cell.verdict),
                 xml_text(headline(cell)), xml_text(details(cell)));
      break;
    case run::Verdict::Broken:
      fmt::print(out, ">\n      <error type=\"broken\" message=\"{}\">{}</error>\n", xml_text(headline(cell)),
                 xml_text(details(cell)));
      break;
  }
  fmt::print(out, "    </testcase>\n");
}

/// What all cells of a suite have to say, each under its name.
std::string outputs(const std::vector<const run::CellResult*>& cells, bool errors) {
  std::string text;
  for (const run::CellResult* cell : cells) {
    if (!errors && cell->verdict == run::Verdict::KnownGap) {
      text += fmt::format("[{}] known gap {}\n", name_in_suite(*cell), cell->reason);
    }
    if (!errors && cell->twin && cell->twin->verdict == run::Verdict::Skipped) {
      text += fmt::format("[{}] twin not run: {}\n", name_in_suite(*cell), cell->twin->reason);
    }
    const std::string& output = errors ? cell->standard_error : cell->standard_output;
    if (run::needs_attention(cell->verdict) && !output.empty()) {
      text += fmt::format("[{}]\n{}\n", name_in_suite(*cell), tail_of(output, k_output_lines, k_output_bytes));
    }
  }
  return text;
}

void write_suite(std::ostream& out, const run::RunRecord& record, const std::vector<const run::CellResult*>& cells,
                 std::size_t number) {
  const auto count = [&](auto&& holds) {
    return std::count_if(cells.begin(), cells.end(), [&](const run::CellResult* cell) { return holds(cell->verdict); });
  };
  double milliseconds = 0;
  for (const run::CellResult* cell : cells) {
    milliseconds += cell->milliseconds;
  }
  // Both schemas want a time without a zone.
  const std::string timestamp = record.facts.started.substr(0, record.facts.started.find('Z'));
  const std::string name = xml_text(cells.front()->scenario);
  fmt::print(out,
             R"(  <testsuite id="{}" package="dllrepro" name="{}" timestamp="{}" hostname="localhost" tests="{}" )"
             R"(failures="{}" errors="{}" skipped="{}" time="{}">)"
             "\n    <properties>\n",
             number, name, xml_text(timestamp), cells.size(), count([](run::Verdict verdict) {
               return verdict == run::Verdict::Fail || verdict == run::Verdict::UnexpectedPass;
             }),
             count([](run::Verdict verdict) { return verdict == run::Verdict::Broken; }),
             count([](run::Verdict verdict) { return verdict == run::Verdict::Skipped; }), seconds(milliseconds));
  const auto property = [&](const char* key, const std::string& value) {
    fmt::print(out, "      <property name=\"{}\" value=\"{}\"/>\n", key, xml_text(value));
  };
  property("title", cells.front()->title);
  property("platform", record.facts.platform);
  property("program", fmt::format("dllrepro {}", record.facts.program_version));
  fmt::print(out, "    </properties>\n");
  for (const run::CellResult* cell : cells) {
    write_case(out, *cell);
  }
  fmt::print(out, "    <system-out>{}</system-out>\n    <system-err>{}</system-err>\n  </testsuite>\n",
             xml_text(outputs(cells, false)), xml_text(outputs(cells, true)));
}

}  // namespace

void write_junit(const run::RunRecord& record, std::ostream& out, const ReportOptions& /*options*/) {
  std::vector<std::vector<const run::CellResult*>> suites;
  for (const run::CellResult* cell : in_order(record)) {
    const auto known = std::find_if(suites.begin(), suites.end(),
                                    [&](const auto& suite) { return suite.front()->scenario == cell->scenario; });
    if (known == suites.end()) {
      suites.push_back({cell});
    } else {
      known->push_back(cell);
    }
  }
  fmt::print(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
  for (std::size_t number = 0; number < suites.size(); ++number) {
    write_suite(out, record, suites[number], number);
  }
  fmt::print(out, "</testsuites>\n");
}

}  // namespace dllrepro::reports
