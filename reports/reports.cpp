// SPDX-License-Identifier: MIT
#include "reports/reports.hpp"

#include <algorithm>
#include <iostream>
#include <sstream>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/util/error.hpp"
#include "harness/util/nearest.hpp"
#include "harness/util/output_file.hpp"
#include "harness/util/paths.hpp"
#include "reports/annotations_report.hpp"
#include "reports/console_report.hpp"
#include "reports/html_report.hpp"
#include "reports/json_report.hpp"
#include "reports/junit_report.hpp"
#include "reports/markdown_report.hpp"

namespace dllrepro::reports {

const std::vector<Format>& formats() {
  static const std::vector<Format> all{
      {"console", "a matrix per scenario, then each failure with its reasons; for people", "report.txt", write_console},
      {"json", "everything, for programs; described by reports/report.schema.json", "report.json", write_json},
      {"junit", "JUnit XML, a testsuite per scenario and a testcase per cell", "report.xml", write_junit},
      {"markdown", "for GitHub's step summary: failures first, then a table per scenario", "report.md", write_markdown},
      {"html", "one page for a browser, whole in itself: a matrix per scenario, each failure with its events",
       "report.html", write_html},
      {"annotations", "GitHub's ::error lines, at the line of the expectation that was not met", "annotations.txt",
       write_annotations},
  };
  return all;
}

const Format* find_format(std::string_view name) {
  const auto found =
      std::find_if(formats().begin(), formats().end(), [&](const Format& format) { return format.name == name; });
  return found == formats().end() ? nullptr : &*found;
}

Request parse_request(std::string_view text, const std::filesystem::path& folder) {
  const std::size_t equals = text.find('=');
  const std::string name(text.substr(0, equals));
  const Format* format = find_format(name);
  if (format == nullptr) {
    std::vector<std::string> names;
    for (const Format& known : formats()) {
      names.emplace_back(known.name);
    }
    throw Error(fmt::format("unknown report format \"{}\"{} (known: {})", name, did_you_mean(name, names),
                            fmt::join(names, ", ")));
  }
  if (equals == std::string_view::npos) {
    return {format, folder / path_from_utf8(format->file_name)};
  }
  if (equals + 1 == text.size()) {
    throw Error(fmt::format("no file named behind \"{}\"", text));
  }
  return {format, path_from_utf8(text.substr(equals + 1))};
}

void write(const Request& request, const run::RunRecord& record, const ReportOptions& options) {
  if (request.path == "-") {
    request.format->write(record, std::cout, options);
    std::cout.flush();
    if (!std::cout) {
      throw EnvironmentFailure(fmt::format("failed to write the {} report to standard output", request.format->name));
    }
    return;
  }
  std::error_code ignored;  // what matters shows when the file is opened
  if (request.path.has_parent_path()) {
    std::filesystem::create_directories(request.path.parent_path(), ignored);
  }
  // Put together first, so that no half of a report is left where a disk is full.
  std::ostringstream text;
  request.format->write(record, text, options);
  write_file(request.path, text.view());
}

}  // namespace dllrepro::reports
