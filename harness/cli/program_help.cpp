// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "harness/cli/program.hpp"

namespace dllrepro::cli {

namespace {

constexpr const char* k_head =
    R"(dllrepro reproduces Windows DLL loading regressions with stub DLLs, on Windows or on Linux under Wine.
One JSON file describes a tree of DLLs, what loads them and what must happen; a fresh process shows what does.

usage: dllrepro COMMAND [ARGUMENTS]

commands:
)";

constexpr const char* k_tail = R"(
  `dllrepro COMMAND --help` tells a command's options; `dllrepro --version` the version.

examples:
  dllrepro run                                    all scenarios below scenarios/
  dllrepro run scenarios/preload-glob             those of one folder; `preload-glob` alone means the same
  dllrepro run preload-glob --filter loader=torch/glob --keep
  dllrepro run my-regression.json --report junit=junit.xml --report markdown
  dllrepro check my-regression.json               before the first run: every fault with file, line and column
  dllrepro list --rows                            which facts of the record have a scenario
  dllrepro schema > scenario.schema.json          for completion in an editor
  dllrepro trace -- python.exe -c "import torch"  what a real program loads, from where, and what is missing

fixtures (trees, hosts, machines, loaders, catalogs that scenarios name) are looked for
  in --fixtures DIR where it is given, else in the first folder `fixtures` beside or above the first path given or the
  current folder, else where the program is installed (../share/dllrepro).
)";

#ifndef _WIN32
constexpr const char* k_wine = R"(
on Linux, `run` and `trace` start Windows processes through Wine:
  DLLREPRO_WINE_PREFIX      the Wine prefix to use; made when missing, and set to Windows 10 without a crash debugger
                            (default: wine-VERSION below $XDG_CACHE_HOME/dllrepro or ~/.cache/dllrepro)
  DLLREPRO_WINE             the Wine program to use (default: wine, wine64 or wine-stable in PATH)
  DLLREPRO_WINDOWS_PROGRAM  the Windows build of this program (default: dllrepro.exe beside this one, in the build
                            folder of the preset windows-under-wine, or in ../libexec/dllrepro)
)";
#else
constexpr const char* k_wine = "";
#endif

constexpr const char* k_exit_codes = R"(
exit codes:
  0  all as expected: every cell passed, is a known gap of this platform, or was skipped with a reason
  1  an expectation failed, or a known gap was not seen
  2  the command line can't be understood
  3  a scenario, fixture or stub spec is wrong; the message says where
  4  the machine is not as needed (Wine, the probe, the disk, a permission), or a cell could not be judged
  5  nothing selected: filters and shards left no cell
  6  interrupted: what had finished is in the journal and the reports
  of `bisect`: 1 no change was found
  of `trace`: 1 the program did not end with 0; 3 there is no such program, or it can't run here
  of `run --git-bisect`: 0 and 1, 125 nothing was learnt of this commit, 128 nothing can be learnt of any
)";

}  // namespace

std::string program_help() {
  std::size_t width = 0;
  for (const Command& command : commands()) {
    width = std::max(width, command.name.size() + 1 + command.arguments.size());
  }
  std::string text = k_head;
  for (const Command& command : commands()) {
    text +=
        fmt::format("  {:<{}}  {}\n", fmt::format("{} {}", command.name, command.arguments), width, command.summary);
  }
  return text + k_tail + k_wine + k_exit_codes;
}

}  // namespace dllrepro::cli
