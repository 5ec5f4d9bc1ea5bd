// SPDX-License-Identifier: MIT
#include "harness/cli/invocation.hpp"

namespace dllrepro::cli {

std::vector<std::string> program_arguments(int argc, char** argv) {
  return argc > 1 ? std::vector<std::string>(argv + 1, argv + argc) : std::vector<std::string>();
}

void prepare_streams() {}

}  // namespace dllrepro::cli
