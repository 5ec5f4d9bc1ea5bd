// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/cli/handoff/handoff.hpp"
#include "harness/cli/handoff/run_parts.hpp"
#include "harness/cli/program.hpp"
#include "harness/cli/run_command.hpp"
#include "harness/tree/run_directory.hpp"

namespace dllrepro::cli {

namespace fs = std::filesystem;

namespace {

/// What a run that is handed over needs on disk; gone at the end, and so is the work folder when nothing else is in it.
class HandedOverFiles {
 public:
  explicit HandedOverFiles(fs::path work_folder) : m_folder(std::move(work_folder)) {
    std::error_code shows_when_written;
    fs::create_directories(m_folder, shows_when_written);
  }
  HandedOverFiles(const HandedOverFiles&) = delete;
  HandedOverFiles& operator=(const HandedOverFiles&) = delete;
  ~HandedOverFiles() {
    std::error_code ignored;
    for (const fs::path& path : m_paths) {
      fs::remove(path, ignored);
    }
    fs::remove(m_folder, ignored);
  }

  std::string add(const std::string& name) {
    m_paths.push_back(m_folder / fmt::format("{}-{}", getpid(), name));
    return m_paths.back().string();
  }

 private:
  fs::path m_folder;
  std::vector<fs::path> m_paths;
};

}  // namespace

ExitCode run_cells(const RunArguments& arguments, const fs::path& root, const std::vector<scenario::Cell>& cells,
                   const Invocation&) {
  RunArguments own = arguments;
  if (own.work_folder.empty()) {
    // Named here, because of more than one user of this machine the Windows side knows nothing.
    own.work_folder = (tree::quick_folder() / fmt::format("dllrepro-{}", geteuid())).string();
  }
  HandedOverFiles files(own.work_folder);
  const auto cell_list = [&files](std::size_t number) { return files.add(fmt::format("cells-{}.json", number)); };
  const handoff::PartFiles part_files{files.add("journal.jsonl"), cell_list};
  return handoff::hand_off(handoff::parts_of_run(own, root, cells, part_files), report_failure);
}

}  // namespace dllrepro::cli
