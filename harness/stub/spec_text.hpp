// SPDX-License-Identifier: MIT
// For tests: specs written as JSON texts.
#pragma once

#include <string>

#include "harness/stub/spec.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::stub::testing {

/// Reads a spec; throws BadInput when it has faults.
inline StubSpec spec_of(const std::string& text) {
  const JsonDocument document = JsonDocument::parse(text, "spec.json");
  Diagnostics faults;
  StubSpec spec = parse_stub_spec(JsonCursor(document, faults));
  if (!faults.empty()) {
    throw BadInput(faults);
  }
  return spec;
}

/// The faults of a spec, one line each.
inline std::string faults_of(const std::string& text) {
  const JsonDocument document = JsonDocument::parse(text, "spec.json");
  Diagnostics faults;
  parse_stub_spec(JsonCursor(document, faults));
  return describe(faults);
}

}  // namespace dllrepro::stub::testing
