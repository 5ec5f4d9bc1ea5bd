// SPDX-License-Identifier: MIT
// For tests alone.
#pragma once

#include <filesystem>
#include <string>

#include "harness/stub/compose.hpp"
#include "harness/util/error.hpp"
#include "harness/util/output_file.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::stub::testing {

/// Composes a spec, written as JSON, into a file, with the folders that it lies in. Throws BadInput when it is wrong.
inline void compose_into(const std::filesystem::path& file, const std::string& spec_json) {
  const std::string name = path_to_utf8(file.filename());
  const JsonDocument document = JsonDocument::parse(spec_json, name);
  Diagnostics faults;
  const StubSpec spec = parse_stub_spec(JsonCursor(document, faults));
  if (!faults.empty()) {
    throw BadInput(faults);
  }
  std::filesystem::create_directories(file.parent_path());
  write_file(file, compose(spec, name));
}

}  // namespace dllrepro::stub::testing
