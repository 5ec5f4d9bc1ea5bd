// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/run_arguments.hpp"

#include <fmt/format.h>

#include "harness/cli/handoff/windows_paths.hpp"

namespace dllrepro::cli::handoff {

namespace fs = std::filesystem;

namespace {

/// "junit=/tmp/x.xml": the format's name has no =.
std::string translated_report(const std::string& request) {
  const std::size_t equals = request.find('=');
  return equals == std::string::npos ? request
                                     : request.substr(0, equals + 1) + windows_path(request.substr(equals + 1));
}

std::string word_for(run::Keep keep) {
  return keep == run::Keep::Always ? "all" : keep == run::Keep::Never ? "none" : "failed";
}

std::string word_for(ProgressStyle style) {
  return style == ProgressStyle::Terminal ? "terminal" : style == ProgressStyle::Lines ? "lines" : "none";
}

}  // namespace

std::vector<std::string> windows_arguments(const RunArguments& arguments, const fs::path& root) {
  const run::RunOptions& options = arguments.options;
  const run::Selection& selection = arguments.selection;
  // One word per option: a value that begins with - is none of an option's names then.
  std::vector<std::string> words{
      "run",
      "--fixtures=" + windows_path(root.string()),
      "--cache=" + windows_path(cache_folder(arguments, root).string()),
      "--work-dir=" + windows_path(arguments.work_folder),
      fmt::format("--timeout-scale={}", options.timeout_scale),
      "--keep=" + word_for(options.keep),
      "--progress=" + word_for(arguments.progress),
      fmt::format("{}={}", k_repeat_options, options.repeat_options.empty() ? k_no_options : options.repeat_options)};
  if (options.jobs != 0) {
    words.push_back(fmt::format("--jobs={}", options.jobs));
  }
  if (options.repeat) {
    words.push_back(fmt::format("--repeat={}", *options.repeat));
  }
  if (options.fail_fast) {
    words.emplace_back("--fail-fast");
  }
  if (arguments.quiet) {
    words.emplace_back("--quiet");
  }
  if (arguments.git_bisect) {
    words.emplace_back("--git-bisect");
  }
  // The cells are chosen already: these are what the run's record says of itself.
  for (const std::string& filter : selection.filters) {
    words.push_back("--filter=" + filter);
  }
  if (selection.shard) {
    words.push_back(fmt::format("--shard={}/{}", selection.shard->index, selection.shard->count));
  }
  if (selection.shuffle_seed) {
    words.push_back(fmt::format("--shuffle={}", *selection.shuffle_seed));
  }
  for (const std::string& request : arguments.reports) {
    words.push_back("--report=" + translated_report(request));
  }
  if (!arguments.journal.empty()) {
    words.push_back("--journal=" + windows_path(arguments.journal));
  }
  return words;
}

}  // namespace dllrepro::cli::handoff
