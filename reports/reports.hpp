// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "harness/run/journal.hpp"

namespace dllrepro::reports {

/// How a report is to look where the format leaves a choice.
struct ReportOptions {
  bool colour = false;   ///< console only: the stream is a terminal
  unsigned width = 100;  ///< console only: columns of the terminal
};

/// One report format: all are written from the same record, none knows another.
struct Format {
  std::string_view name;         ///< as in --report NAME=FILE
  std::string_view description;  ///< one line for --help
  std::string_view file_name;    ///< what `--report NAME` without a file is called: "report.json"
  void (*write)(const run::RunRecord& record, std::ostream& out, const ReportOptions& options);
};

/// All formats, in the order of the help text.
const std::vector<Format>& formats();

/// The format of that name, nullptr when there is none.
const Format* find_format(std::string_view name);

/// What one `--report` asks for.
struct Request {
  const Format* format = nullptr;
  std::filesystem::path path;  ///< "-" means the program's own output
};

/// Reads "json=out.json", or "json" alone, which is written into `folder`. Throws Error with the nearest format's name
/// when there is none.
Request parse_request(std::string_view text, const std::filesystem::path& folder);

/// Writes one report to its file, folders made when missing. Throws EnvironmentFailure when it can't be written. It is
/// for the caller to say where it lies.
void write(const Request& request, const run::RunRecord& record, const ReportOptions& options = {});

}  // namespace dllrepro::reports
