// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "harness/trace/step.hpp"

namespace dllrepro::trace {

/// Windows' loader tells a debugger what it does when the flag FLG_SHOW_LDR_SNAPS is set (Microsoft, GFlags, "Show
/// loader snaps"), one text of this form at a time:
///
///   2264:05b0 @ 00793859 - LdrpSearchPath - ENTER: DLL name: a.dll
///   process:thread @ milliseconds - function - kind: text
///
/// Several threads of the loader map the imports of one module at once, so that nothing nests: who imports what is read
/// in the images. The forms are those of Windows 10 and 11, from texts that people published (loader_snaps.test.cpp
/// names them); nothing of this was run on Windows.
std::optional<Step> step_of_loader_snap(std::string_view text);

}  // namespace dllrepro::trace
