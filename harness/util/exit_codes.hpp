// SPDX-License-Identifier: MIT
#pragma once

namespace dllrepro {

/// What the program tells its caller. `run --git-bisect` maps every one of these into what `git bisect run` can take.
/// Two commands give some another meaning: `bisect` ends with 1 where it found no change, `trace` with 1 where the
/// program did not end with 0, and with 3 where there is no such program or it can't run here.
enum class ExitCode : int {
  AllAsExpected = 0,      ///< every cell passed, is a known gap, or was skipped with a reason
  ExpectationFailed = 1,  ///< at least one cell failed or passed where a known gap was declared
  Usage = 2,              ///< the command line can't be understood
  BadScenario = 3,        ///< a scenario, fixture or stub spec is wrong; the message says where
  EnvironmentBroken = 4,  ///< Wine, the probe, the disk or a permission is not as needed, or a cell is broken
  NothingSelected = 5,    ///< filters and shards left no cell
  Interrupted = 6,        ///< stopped by Ctrl-C; what had finished is in the journal and the reports

  /// A cell is broken and the machine is well. Between the Windows program and the native one, and within the program:
  /// a person's caller gets EnvironmentBroken, a bisection goes on beside the commit.
  CellBroken = 7,

  // Of `run --git-bisect` alone, which else ends with 0 or 1.
  GitBisectSkip = 125,   ///< nothing was learnt of this commit: git tries another beside it
  GitBisectAbort = 128,  ///< nothing can be learnt of any: git ends the search
};

}  // namespace dllrepro
