// SPDX-License-Identifier: MIT
#include "harness/process/child.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::process {

// A native Linux build hands everything that needs a child to the Windows build, so that there is one way to run one.
ChildReport run_child(const ChildCommand&, const Clocks&, const EventSink&, std::stop_token) {
  throw EnvironmentFailure("this build of dllrepro can't start Windows programs: the Windows build has to, under Wine");
}

}  // namespace dllrepro::process
