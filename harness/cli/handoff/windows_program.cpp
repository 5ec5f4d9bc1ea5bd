// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/windows_program.hpp"

#include <array>
#include <cstdlib>

#include <fmt/format.h>

#include "harness/scenario/program_folder.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::cli::handoff {

namespace fs = std::filesystem;

fs::path find_windows_program() {
  std::error_code failed;
  if (const char* named = std::getenv("DLLREPRO_WINDOWS_PROGRAM"); named != nullptr && *named != '\0') {
    if (!fs::is_regular_file(named, failed)) {
      throw EnvironmentFailure(fmt::format(
          "failed to find the Windows build of dllrepro: DLLREPRO_WINDOWS_PROGRAM names {}, which is no file", named));
    }
    return fs::absolute(named);
  }
  const fs::path own = scenario::program_folder();
  for (const char* folder : {".", "../../windows-under-wine/bin", "../libexec/dllrepro"}) {
    const fs::path program = (own / folder / "dllrepro.exe").lexically_normal();
    if (fs::is_regular_file(program, failed)) {
      return program;
    }
  }
  throw EnvironmentFailure(fmt::format(
      "failed to find the Windows build of dllrepro, which starts the Windows processes: no dllrepro.exe beside {}, "
      "in\n"
      "the build folder of the preset windows-under-wine, or in ../libexec/dllrepro. `ci/build` builds it, or\n"
      "`cmake --preset windows-under-wine && cmake --build --preset windows-under-wine`; or name it in "
      "DLLREPRO_WINDOWS_PROGRAM",
      display_path(own / "dllrepro")));
}

}  // namespace dllrepro::cli::handoff
