// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <system_error>

#include <fmt/format.h>

#include "harness/cli/handoff/handoff.hpp"
#include "harness/cli/handoff/run_parts.hpp"
#include "harness/cli/program.hpp"
#include "harness/cli/run_command.hpp"
#include "harness/tree/run_directory.hpp"

namespace dllrepro::cli {

namespace fs = std::filesystem;

namespace {

/// Of a run in several parts that nobody asked to journal; gone at the end, and so is the work folder when nothing else
/// is in it.
class PartsJournal {
 public:
  explicit PartsJournal(fs::path work_folder)
      : m_folder(std::move(work_folder)), m_path(m_folder / fmt::format("parts-{}.jsonl", getpid())) {}
  PartsJournal(const PartsJournal&) = delete;
  PartsJournal& operator=(const PartsJournal&) = delete;
  ~PartsJournal() {
    std::error_code ignored;
    fs::remove(m_path, ignored);
    fs::remove(m_folder, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return m_path; }

 private:
  fs::path m_folder;
  fs::path m_path;
};

}  // namespace

ExitCode run_cells(const RunArguments& arguments, const fs::path& root, const std::vector<scenario::Cell>& cells,
                   const Invocation&) {
  RunArguments own = arguments;
  if (own.work_folder.empty()) {
    // Named here, because of more than one user of this machine the Windows side knows nothing.
    own.work_folder = (tree::quick_folder() / fmt::format("dllrepro-{}", geteuid())).string();
  }
  const PartsJournal journal(own.work_folder);
  return handoff::hand_off(handoff::parts_of_run(own, root, cells, journal.path().string()), report_failure);
}

}  // namespace dllrepro::cli
