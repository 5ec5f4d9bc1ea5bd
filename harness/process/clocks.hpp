// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <string_view>

namespace dllrepro::process {

/// The clocks that every child runs under; no child runs without all five.
///
///   spawn --start--> first event --(begin --step--> end)*--> last line --exit--> process gone
///         |------------------------------- cell ------------------------------------------|
///         silence: no event and no byte of output for so long, anywhere between
///
/// A clock that trips makes the outcome `hang`, with the clock's name, the phase and the step that was open.
enum class Clock { Start, Step, Silence, Exit, Cell };

inline constexpr std::array k_all_clocks{Clock::Start, Clock::Step, Clock::Silence, Clock::Exit, Clock::Cell};

/// `start`, `step`, `silence`, `exit`, `cell`: the words of the scenario format and of events.
constexpr std::string_view name_of(Clock clock) {
  constexpr std::array<std::string_view, 5> names{"start", "step", "silence", "exit", "cell"};
  return names[static_cast<std::size_t>(clock)];
}

struct Clocks {
  std::chrono::milliseconds start{15000};
  std::chrono::milliseconds step{15000};
  std::chrono::milliseconds silence{20000};
  std::chrono::milliseconds exit{10000};
  std::chrono::milliseconds cell{60000};

  /// All limits times `factor` (the platform's scale, or --timeout-scale).
  [[nodiscard]] Clocks scaled(double factor) const;
};

}  // namespace dllrepro::process
