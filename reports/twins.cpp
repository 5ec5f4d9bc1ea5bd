// SPDX-License-Identifier: MIT
#include "reports/twins.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace dllrepro::reports {

std::size_t TwinCounts::count_not_run() const {
  return std::accumulate(not_run.begin(), not_run.end(), std::size_t{0},
                         [](std::size_t sum, const auto& entry) { return sum + entry.second; });
}

TwinCounts count_twins(const run::RunRecord& record) {
  TwinCounts counts;
  for (const run::CellResult* cell : in_order(record)) {
    if (!cell->twin) {
      continue;
    }
    if (cell->twin->verdict != run::Verdict::Skipped) {
      ++(run::needs_attention(cell->verdict) ? counts.unlike : counts.alike);
      continue;
    }
    const std::string& reason = cell->twin->reason;
    const auto known = std::find_if(counts.not_run.begin(), counts.not_run.end(),
                                    [&](const auto& entry) { return entry.first == reason; });
    if (known == counts.not_run.end()) {
      counts.not_run.emplace_back(reason, 1);
    } else {
      ++known->second;
    }
  }
  return counts;
}

std::vector<std::string> twins_not_run(const run::RunRecord& record) {
  std::vector<std::string> lines;
  for (const auto& [reason, count] : count_twins(record).not_run) {
    lines.push_back(fmt::format("{} {} not run: {}", count, count == 1 ? "twin" : "twins", reason));
  }
  return lines;
}

std::vector<Statement> explain_twin(const run::CellResult& twin) {
  std::vector<Statement> statements;
  const auto say = [&](std::string text) { statements.push_back({"real code", std::move(text)}); };
  if (twin.verdict == run::Verdict::Skipped) {
    say(fmt::format("not run: {}", twin.reason));
    return statements;
  }
  say(twin.verdict == run::Verdict::Broken ? fmt::format("could not be judged: {}", twin.reason)
                                           : run::describe(twin.observed));
  if (run::needs_attention(twin.verdict)) {
    for (const run::Mismatch& mismatch : twin.mismatches) {
      say(fmt::format("{}: expected {}, observed {}", mismatch.what, mismatch.expected, mismatch.observed));
    }
  }
  if (!twin.observed.message.empty()) {
    say("message: " + tail_of(twin.observed.message, k_most_lines_of_output, k_most_bytes_of_output));
  }
  if (!twin.standard_error.empty()) {
    say("stderr: " + tail_of(twin.standard_error, k_most_lines_of_output, k_most_bytes_of_output));
  }
  if (!twin.kept_tree.empty()) {
    say("tree: " + twin.kept_tree);
  }
  return statements;
}

}  // namespace dllrepro::reports
