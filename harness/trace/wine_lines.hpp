// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/trace/step.hpp"

namespace dllrepro::trace {

/// What WINEDEBUG has to be for these lines, and no others. (Debian's wine asks for wine32 unless it reads err-all.)
/// Measured on Wine 8.0.
///
///   1280.691:0108:010c:trace:module:load_dll looking for L"a.dll" in L"Z:\\app;C:\\windows\\system32;..."
///   seconds  :process:thread
///
/// The loader looks for an import inside of the search for the module that imports it, so that the lines of one thread
/// nest; what is looked for inside of nothing was asked for by a call.
inline constexpr std::string_view k_wine_channels = "err-all,fixme-all,+module,+loaddll,+timestamp,+pid,+tid";

/// Says whether a line is one of Wine's debug lines of any channel and class, with those three numbers in front.
bool is_wine_line(std::string_view line);

/// The step that such a line tells; nothing for the many that tell none (sections being mapped, resources being found).
std::optional<Step> step_of_wine_line(std::string_view line);

/// The time of such a line on the clock of GetTickCount64. Wine's lines have the 32 bits of GetTickCount, which begins
/// again every 49.7 days; of the times that they can mean this is the one nearest to `near`.
double full_tick(double wine_tick, double near);

/// The texts in a line that Wine wrote as L"...", its escapes undone; `cut` where Wine broke one off (it does so after
/// some 300 bytes).
struct WineText {
  std::string text;
  bool cut = false;
};
std::vector<WineText> wine_texts(std::string_view line);

}  // namespace dllrepro::trace
