// SPDX-License-Identifier: MIT
#include "harness/cli/run_reports.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "harness/cli/program.hpp"
#include "harness/cli/terminal.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"
#include "reports/reports.hpp"

namespace dllrepro::cli {

namespace {

bool goes_to_stdout(const reports::Request& request) {
  return request.path == "-";
}

std::vector<reports::Request> requests_of(const RunArguments& arguments) {
  std::vector<reports::Request> requests;
  for (const std::string& text : arguments.reports) {
    requests.push_back(reports::parse_request(text, "."));
  }
  const auto add = [&](std::string_view name) {
    const reports::Format* format = reports::find_format(name);
    const bool asked = std::any_of(requests.begin(), requests.end(),
                                   [&](const reports::Request& request) { return request.format == format; });
    if (format != nullptr && !asked) {
      requests.insert(requests.begin(), {format, "-"});
    }
  };
  if (std::none_of(requests.begin(), requests.end(), goes_to_stdout)) {
    const char* github = std::getenv("GITHUB_ACTIONS");
    if (github != nullptr && std::string_view(github) == "true") {
      add("annotations");
    }
    add("console");
  }
  return requests;
}

}  // namespace

void write_reports(const RunArguments& arguments, const run::RunRecord& record) {
  reports::ReportOptions options;
  options.colour = stdout_has_colour();
  if (options.colour) {
    options.width = static_cast<unsigned>(terminal_columns());
  }
  std::string failures;
  for (const reports::Request& request : requests_of(arguments)) {
    try {
      reports::write(request, record, options);
      if (!goes_to_stdout(request)) {
        tell(fmt::format("wrote {} ({} report)", display_path(request.path), request.format->name));
      }
    } catch (const EnvironmentFailure& failure) {
      failures += (failures.empty() ? "" : "\n") + std::string(failure.what());
    }
  }
  if (!failures.empty()) {
    throw EnvironmentFailure(failures);
  }
}

}  // namespace dllrepro::cli
