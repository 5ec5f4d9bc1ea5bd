// SPDX-License-Identifier: MIT
#include "harness/probe/arguments.hpp"

namespace dllrepro::probe {

const char* const k_help =
    "dllrepro-probe --plan FILE|- --events HANDLE|FILE\n"
    "\n"
    "Runs the operations of a plan in this process and writes what happens, one JSON line per event.\n"
    "dllrepro starts it in place of the program that does the loading; by hand, write events to a file.\n"
    "\n"
    "  --plan FILE      the plan (harness/loader/plan.hpp); - reads it from standard input\n"
    "  --events TARGET  an inherited handle's number, or a file to write; NUL for none\n"
    "  --help           this text\n"
    "\n"
    "exit codes: 0 the program ran; 64 usage; 65 the plan is wrong; 66 the plan can't be read;\n"
    "70 internal error; 74 the events can't be written. Others are those of the program or of what it loaded.\n";

std::optional<Arguments> parse_arguments(const std::vector<std::wstring>& words) {
  Arguments arguments;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at] == L"--help") {
      arguments.help = true;
      return arguments;
    }
    std::wstring* value = words[at] == L"--plan"     ? &arguments.plan
                          : words[at] == L"--events" ? &arguments.events
                                                     : nullptr;
    if (value == nullptr || at + 1 == words.size()) {
      return std::nullopt;
    }
    *value = words[++at];
  }
  if (arguments.plan.empty() || arguments.events.empty()) {
    return std::nullopt;
  }
  return arguments;
}

}  // namespace dllrepro::probe
