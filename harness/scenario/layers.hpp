// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/process/clocks.hpp"
#include "harness/scenario/axes.hpp"
#include "harness/scenario/scenario.hpp"
#include "harness/scenario/substitution.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::scenario {

/// The scenario as one combination of its axes has it: its texts with the values put in, and the objects that say
/// something about the cell, the scenario's root first, then the patches in the axes' order.
class Layers {
 public:
  Layers(const Scenario& scenario, const Combination& combination, Diagnostics& diagnostics);

  /// What `{axis}` stands for in this combination.
  [[nodiscard]] const Substitutions& substitutions() const { return m_substitutions; }

  [[nodiscard]] const JsonCursor& root() const { return m_objects.front(); }
  [[nodiscard]] const std::vector<JsonCursor>& objects() const { return m_objects; }

  /// The same with what "twin" of the scenario and of the patches says on top; nothing when none says anything.
  [[nodiscard]] std::optional<Layers> with_twin() const;

  /// The key's value in the last layer that has it.
  [[nodiscard]] std::optional<JsonCursor> last(std::string_view key) const;

  /// The host, machine or loader of this cell: a patch's, the chosen one of the scenario's, or the default.
  [[nodiscard]] std::optional<JsonCursor> reference(std::string_view key) const;

  /// Every layer's value of a key that is a list or an object.
  [[nodiscard]] std::vector<JsonCursor> each(std::string_view key) const;

 private:
  const Scenario& m_scenario;
  const Combination& m_combination;
  Diagnostics& m_diagnostics;
  Substitutions m_substitutions;
  std::vector<std::shared_ptr<const JsonDocument>> m_documents;  ///< the scenario's first
  std::vector<JsonCursor> m_objects;
};

/// Reads {start, step, silence, exit, cell: seconds} onto `clocks`.
void read_clocks(const JsonCursor& cursor, process::Clocks& clocks);

/// The inverse, in seconds.
Json to_json(const process::Clocks& clocks);

/// The words "start", "step", "silence", "exit" and "cell".
const std::vector<std::string>& clock_words();

}  // namespace dllrepro::scenario
