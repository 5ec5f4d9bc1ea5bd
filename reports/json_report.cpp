// SPDX-License-Identifier: MIT
#include "reports/json_report.hpp"

#include <array>

#include "reports/cell_text.hpp"
#include "reports/twins.hpp"

namespace dllrepro::reports {
namespace {

constexpr int k_schema = 1;

Json run_of(const run::RunRecord& record) {
  Json run = run::to_json(record.facts);
  run["ending"] = run::name_of(record.ending);
  run["reason"] = record.reason;
  run["milliseconds"] = record.milliseconds;
  return run;
}

Json summary_of(const run::RunRecord& record) {
  constexpr std::array k_verdicts{run::Verdict::Pass,           run::Verdict::Fail,    run::Verdict::KnownGap,
                                  run::Verdict::UnexpectedPass, run::Verdict::Skipped, run::Verdict::Broken};
  Json summary = Json::object();
  for (const run::Verdict verdict : k_verdicts) {
    summary[std::string(run::name_of(verdict))] = record.count(verdict);
  }
  return summary;
}

}  // namespace

void write_json(const run::RunRecord& record, std::ostream& out, const ReportOptions& /*options*/) {
  Json report{{"schema", k_schema}, {"run", run_of(record)}, {"summary", summary_of(record)}};
  if (const TwinCounts twins = count_twins(record); twins.any()) {
    report["twins"] = {{"alike", twins.alike}, {"unlike", twins.unlike}, {"not_run", Json::object()}};
    for (const auto& [reason, count] : twins.not_run) {
      report["twins"]["not_run"][reason] = count;
    }
  }
  report["cells"] = Json::array();
  for (const run::CellResult* cell : in_order(record)) {
    report["cells"].push_back(run::to_json(*cell));
  }
  out << run::dump_safely(report, 1) << '\n';
}

}  // namespace dllrepro::reports
