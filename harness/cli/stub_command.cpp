// SPDX-License-Identifier: MIT
#include "harness/cli/stub_command.hpp"

#include <CLI/CLI.hpp>

#include "harness/cli/command_line.hpp"
#include "harness/stub/compose.hpp"
#include "harness/util/error.hpp"
#include "harness/util/output_file.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::cli {

namespace {

constexpr const char* k_stub_footer = R"(
`{}` in SPEC.json is a good DLL that exports `stub`. `dllrepro schema stub` tells all that a spec can say.

Example, a DLL whose attach fails (the load gives error 1114):
  echo '{ "on_attach": [ { "return_false": true } ] }' > spec.json
  dllrepro stub spec.json -o bad.dll && dllrepro pe bad.dll
)";

}  // namespace

ExitCode stub_command(const Invocation& invocation) {
  std::string spec_file;
  std::string output_file;
  CLI::App app("Composes one stub DLL from its spec. Same spec, same bytes, on every platform.", "dllrepro stub");
  app.add_option("spec", spec_file, "the stub spec, a JSON file")->option_text("SPEC.json")->required();
  app.add_option("-o,--output", output_file, "the DLL to write; its name stands in the export directory")
      ->option_text("OUT.dll")
      ->required();
  if (const std::optional<ExitCode> end = parse_arguments(app, invocation.arguments, k_stub_footer)) {
    return *end;
  }
  const JsonDocument document = JsonDocument::read(path_from_utf8(spec_file), spec_file);
  Diagnostics faults;
  const stub::StubSpec spec = stub::parse_stub_spec(JsonCursor(document, faults));
  if (!faults.empty()) {
    throw BadInput(faults);
  }
  const std::filesystem::path output = path_from_utf8(output_file);
  write_file(output, stub::compose(spec, path_to_utf8(output.filename())));
  return ExitCode::AllAsExpected;
}

}  // namespace dllrepro::cli
