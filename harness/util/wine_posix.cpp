// SPDX-License-Identifier: MIT
#include "harness/util/wine.hpp"

namespace dllrepro {

bool running_under_wine() {
  return false;
}

}  // namespace dllrepro
