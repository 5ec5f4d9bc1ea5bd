// SPDX-License-Identifier: MIT
#include "harness/scenario/program_folder.hpp"

namespace dllrepro::scenario {

std::filesystem::path program_folder() {
  std::error_code failed;
  return std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
}

}  // namespace dllrepro::scenario
