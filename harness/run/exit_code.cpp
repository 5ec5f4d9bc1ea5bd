// SPDX-License-Identifier: MIT
#include "harness/run/exit_code.hpp"

namespace dllrepro::run {

ExitCode exit_code_of(const RunRecord& record) {
  switch (record.ending) {
    case RunEnding::Interrupted:
    case RunEnding::Killed:
      return ExitCode::Interrupted;
    case RunEnding::EnvironmentFailed:
      return ExitCode::EnvironmentBroken;
    case RunEnding::Complete:
    case RunEnding::FailedFast:
      break;
  }
  if (record.cells.empty()) {
    return ExitCode::NothingSelected;
  }
  if (record.count(Verdict::Fail) + record.count(Verdict::UnexpectedPass) > 0) {
    return ExitCode::ExpectationFailed;
  }
  return record.count(Verdict::Broken) > 0 ? ExitCode::CellBroken : ExitCode::AllAsExpected;
}

bool learnt_nothing(const RunRecord& record) {
  const bool came_to_its_end = record.ending == RunEnding::Complete || record.ending == RunEnding::FailedFast;
  return came_to_its_end && record.count(Verdict::Skipped) == record.cells.size();
}

}  // namespace dllrepro::run
