// SPDX-License-Identifier: MIT
#include "harness/cli/pe_command.hpp"

#include <cstdio>

#include <CLI/CLI.hpp>

#include "harness/cli/command_line.hpp"
#include "harness/cli/pe_text.hpp"
#include "harness/pe/reader.hpp"
#include "harness/pe/to_json.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::cli {

ExitCode pe_command(const Invocation& invocation) {
  std::string file;
  bool as_json = false;
  CLI::App app(
      "Prints what a DLL or program says of itself: machine, imports, exports, version, manifest, load flags, and "
      "what is wrong with it.",
      "dllrepro pe");
  app.add_option("file", file, "a PE image for any machine")->option_text("FILE")->required();
  app.add_flag("--json", as_json, "print it as JSON, with all there is");
  if (const std::optional<ExitCode> end = parse_arguments(app, invocation.arguments)) {
    return *end;
  }
  const pe::Image image = pe::read_file(path_from_utf8(file));
  const std::string text = as_json ? pe::to_json(image).dump(2) + "\n" : pe_text(image);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return ExitCode::AllAsExpected;
}

}  // namespace dllrepro::cli
