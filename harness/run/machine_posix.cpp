// SPDX-License-Identifier: MIT
#include "harness/run/environment.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::run {

MachineFacts this_machine() {
  throw EnvironmentFailure("this build of dllrepro can't start Windows programs: the Windows build has to, under Wine");
}

}  // namespace dllrepro::run
