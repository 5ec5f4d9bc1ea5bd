// SPDX-License-Identifier: MIT
// For this room's tests: a folder with composed stubs, and the probe run on a plan as a process of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/util/json_document.hpp"
#include "harness/util/temporary_folder.hpp"

namespace dllrepro::probe::testing {

/// What one run of the probe left.
struct ProbeRun {
  std::uint32_t exit_code = 0;
  std::string out;
  std::string error;
  std::vector<Json> events;

  [[nodiscard]] std::vector<Json> of_kind(const std::string& kind) const;
  /// The first event of a kind; null when there is none.
  [[nodiscard]] Json first(const std::string& kind) const;
  /// Base names of the modules of `load` events from below the folder, in order.
  [[nodiscard]] std::vector<std::string> loaded() const;
  [[nodiscard]] bool done() const { return !of_kind("done").empty(); }
};

/// A new folder, removed at the end. Plans know it as {site} and {folder}.
class ProbeFolder : public TemporaryFolder {
 public:
  /// Composes a stub spec, written as JSON, into a file below the folder.
  void stub(const std::string& name, const std::string& spec = "{}") const;
  void text(const std::string& name, const std::string& content) const { write(name, content); }

  /// Runs a plan: "protocol" and "places" are added.
  [[nodiscard]] ProbeRun run(Json plan) const;
  /// Runs steps, written as a JSON list.
  [[nodiscard]] ProbeRun steps(const std::string& operations) const;
  /// Runs the probe with these arguments; `input` is its standard input. Events are read from events.jsonl in the
  /// folder.
  [[nodiscard]] ProbeRun run_with(const std::vector<std::wstring>& arguments, const std::string& input = {}) const;
};

/// The probe that was built with these tests.
std::filesystem::path probe_program();

}  // namespace dllrepro::probe::testing
