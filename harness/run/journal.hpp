// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/run/cell_result.hpp"

namespace dllrepro::run {

/// What is true of a run as a whole. No host name, no user name: journals are attached to public reports.
struct RunFacts {
  std::string program_version;  ///< "0.1.0"
  std::string platform;         ///< "Wine 8.0", "Windows 10.0.22631"
  std::string started;          ///< UTC, "2026-01-31T12:00:00Z"
  std::size_t cells = 0;        ///< selected for this run
  unsigned jobs = 1;
  double timeout_scale = 1.0;
  std::vector<std::string> filters;
  std::string shard;                  ///< "1/2", "" when the run is whole
  std::optional<std::uint64_t> seed;  ///< of --shuffle
};

/// How a run came to its end; the words of the journal.
enum class RunEnding {
  Complete,           ///< "complete": every selected cell was looked at
  FailedFast,         ///< "failed fast": --fail-fast held the rest back
  Interrupted,        ///< "interrupted": Ctrl-C, or what else asked the run to stop
  EnvironmentFailed,  ///< "environment failed": the machine can't go on; reason
  Killed,             ///< "killed": the journal has no last line
};

std::string_view name_of(RunEnding ending);

/// How a run came to its end, with the reason of an environment that failed.
struct RunEnd {
  RunEnding ending = RunEnding::Complete;
  std::string reason;
  double milliseconds = 0;  ///< the whole run
};

/// Which part of a run a process does. Under Wine the cells of each machine whose System32 differs are run by a process
/// of their own (scenario/system32.hpp), one after the other, and all write one journal.
struct RunPart {
  bool is_first = true;
  bool is_last = true;
};

Json to_json(const RunFacts& facts);

/// A run as its journal tells it; what every report is written from.
struct RunRecord {
  RunFacts facts;
  std::vector<CellResult> cells;  ///< in the order in which they finished; unfinished ones last, as broken
  RunEnding ending = RunEnding::Killed;
  std::string reason;
  double milliseconds = 0;

  [[nodiscard]] std::size_t count(Verdict verdict) const;
};

/// The run's memory: JSON lines, each flushed as it is written, so that a kill of the harness loses at most one line.
///
///   {"journal": 1, "run": {facts}}
///   {"cell_started": {"index", "id", "scenario", "title", "location", "parameters", "expected", "repeat_command"}}
///   {"cell_finished": {a CellResult}}
///   {"part_finished": {"milliseconds"}}     a part that came to its end and is not the last one
///   {"run_finished": {"ending", "reason", "milliseconds"}}     the last part, or one that ends the run
///
/// Every member may be called from any thread. Throws EnvironmentFailure when a line can't be written.
class Journal {
 public:
  /// Begins a new file, in place of one that is there, folders made when missing, and writes the first line; a later
  /// part goes on with the file that is there.
  Journal(std::filesystem::path path, const RunFacts& facts, RunPart part = {});

  /// Only what is known before the cell runs is written of `cell`.
  void cell_started(const CellResult& cell);
  void cell_finished(const CellResult& cell);
  void run_finished(const RunEnd& end);

  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

 private:
  void append(const Json& line);

  std::filesystem::path m_path;
  RunPart m_part;
  std::mutex m_mutex;
  std::ofstream m_file;
};

/// Reads a journal; of several that were put together the last run. A last line that was cut off is left out; cells
/// that started and did not finish come back as broken. Throws BadInput with the line's number when the file is no
/// journal or a line inside is damaged.
RunRecord read_journal(const std::filesystem::path& path);

/// Puts the end of a run into a record whose journal has no last line, because none could be written any more.
void add_end(RunRecord& record, const RunEnd& end);

}  // namespace dllrepro::run
