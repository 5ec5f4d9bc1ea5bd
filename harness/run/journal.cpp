// SPDX-License-Identifier: MIT
#include "harness/run/journal.hpp"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::run {
namespace {

constexpr int k_version = 1;
constexpr std::array<std::string_view, 5> k_endings{"complete", "failed fast", "interrupted", "environment failed",
                                                    "killed"};

RunEnding ending_of(std::string_view name) {
  const auto found = std::find(k_endings.begin(), k_endings.end(), name);
  return found == k_endings.end() ? RunEnding::Killed : static_cast<RunEnding>(found - k_endings.begin());
}

RunFacts facts_from_json(const Json& json) {
  RunFacts facts;
  facts.program_version = json.value("program_version", "");
  facts.platform = json.value("platform", "");
  facts.started = json.value("started", "");
  facts.cells = json.value("cells", std::size_t{0});
  facts.jobs = json.value("jobs", 1U);
  facts.timeout_scale = json.value("timeout_scale", 1.0);
  facts.filters = json.value("filters", std::vector<std::string>{});
  facts.shard = json.value("shard", "");
  if (json.contains("seed")) {
    facts.seed = json.at("seed").get<std::uint64_t>();
  }
  return facts;
}

/// Puts the lines of one run together; lines of a run before it are forgotten.
class RecordBuilder {
 public:
  void take(const Json& line) {
    if (line.contains("journal")) {
      if (line.at("journal").get<int>() != k_version) {
        throw Error(fmt::format("the journal's version is {}, this program reads {}", dump_safely(line.at("journal")),
                                k_version));
      }
      m_record = RunRecord{};
      m_open.clear();
      m_record.facts = facts_from_json(line.at("run"));
      m_has_head = true;
    } else if (!m_has_head) {
      throw Error("the first line is not that of a journal");
    } else if (line.contains("cell_started")) {
      m_open.push_back(cell_result_from_json(line.at("cell_started")));
    } else if (line.contains("cell_finished")) {
      m_record.cells.push_back(cell_result_from_json(line.at("cell_finished")));
      close(m_record.cells.back().id);
    } else if (line.contains("part_finished")) {
      m_record.milliseconds += line.at("part_finished").value("milliseconds", 0.0);
    } else if (line.contains("run_finished")) {
      const Json& end = line.at("run_finished");
      m_record.ending = ending_of(end.value("ending", ""));
      m_record.reason = end.value("reason", "");
      m_record.milliseconds += end.value("milliseconds", 0.0);
    } else {
      throw Error("unknown kind of line");
    }
  }

  RunRecord finish() && {
    if (!m_has_head) {
      throw Error("it has no lines");
    }
    for (CellResult& cell : m_open) {
      cell.verdict = Verdict::Broken;
      cell.reason = "the run was stopped before this cell ended";
      m_record.cells.push_back(std::move(cell));
    }
    return std::move(m_record);
  }

 private:
  void close(const std::string& id) {
    const auto open =
        std::find_if(m_open.begin(), m_open.end(), [&](const CellResult& candidate) { return candidate.id == id; });
    if (open != m_open.end()) {
      m_open.erase(open);
    }
  }

  RunRecord m_record;
  std::vector<CellResult> m_open;
  bool m_has_head = false;
};

[[noreturn]] void refuse(const std::filesystem::path& path, std::size_t line, std::string message) {
  throw BadInput({Diagnostic{Location{display_path(path), line, 0, ""}, std::move(message)}});
}

}  // namespace

std::string_view name_of(RunEnding ending) {
  return k_endings.at(static_cast<std::size_t>(ending));
}

Json to_json(const RunFacts& facts) {
  Json json{{"program_version", facts.program_version},
            {"platform", facts.platform},
            {"started", facts.started},
            {"cells", facts.cells},
            {"jobs", facts.jobs},
            {"timeout_scale", facts.timeout_scale},
            {"filters", facts.filters},
            {"shard", facts.shard}};
  if (facts.seed) {
    json["seed"] = *facts.seed;
  }
  return json;
}

std::size_t RunRecord::count(Verdict verdict) const {
  return static_cast<std::size_t>(
      std::count_if(cells.begin(), cells.end(), [&](const CellResult& cell) { return cell.verdict == verdict; }));
}

Journal::Journal(std::filesystem::path path, const RunFacts& facts, RunPart part)
    : m_path(std::move(path)), m_part(part) {
  std::error_code ignored;  // what matters shows when the file is opened
  if (m_path.has_parent_path()) {
    std::filesystem::create_directories(m_path.parent_path(), ignored);
  }
  m_file.open(m_path, std::ios::binary | (part.is_first ? std::ios::trunc : std::ios::app));
  if (!m_file) {
    throw EnvironmentFailure(fmt::format("failed to open the journal {}", display_path(m_path)));
  }
  if (part.is_first) {
    append({{"journal", k_version}, {"run", to_json(facts)}});
  }
}

void Journal::cell_started(const CellResult& cell) {
  append({{"cell_started",
           {{"index", cell.index},
            {"id", cell.id},
            {"scenario", cell.scenario},
            {"title", cell.title},
            {"location", to_json(cell.location)},
            {"parameters", cell.parameters},
            {"expected", cell.expected},
            {"repeat_command", cell.repeat_command}}}});
}

void Journal::cell_finished(const CellResult& cell) {
  append({{"cell_finished", to_json(cell)}});
}

void Journal::run_finished(const RunEnd& end) {
  if (!m_part.is_last && end.ending == RunEnding::Complete) {
    return append({{"part_finished", {{"milliseconds", end.milliseconds}}}});
  }
  append({{"run_finished",
           {{"ending", name_of(end.ending)}, {"reason", end.reason}, {"milliseconds", end.milliseconds}}}});
}

void Journal::append(const Json& line) {
  const std::string text = dump_safely(line) + "\n";
  const std::lock_guard lock(m_mutex);
  m_file.write(text.data(), static_cast<std::streamsize>(text.size()));
  m_file.flush();
  if (!m_file) {
    throw EnvironmentFailure(fmt::format("failed to write the journal {}", display_path(m_path)));
  }
}

void add_end(RunRecord& record, const RunEnd& end) {
  if (record.ending == RunEnding::Killed) {
    record.ending = end.ending;
    record.reason = end.reason;
    record.milliseconds = end.milliseconds;
  }
}

RunRecord read_journal(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    refuse(path, 0, "failed to open the journal");
  }
  RecordBuilder builder;
  std::string line;
  std::size_t number = 0;
  try {
    while (std::getline(file, line)) {
      ++number;
      const bool whole = !file.eof();  // the line's own end was read
      const Json json = Json::parse(line, nullptr, false);
      if (!json.is_discarded()) {
        builder.take(json);
      } else if (whole) {
        throw Error("the line is no JSON");
      }
    }
    return std::move(builder).finish();
  } catch (const Json::exception& fault) {
    refuse(path, number, fmt::format("failed to read the journal: {}", fault.what()));
  } catch (const Error& fault) {
    refuse(path, number, fmt::format("failed to read the journal: {}", fault.what()));
  }
}

}  // namespace dllrepro::run
