// SPDX-License-Identifier: MIT
#include "harness/run/hidden_dlls.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::run {

void hide_from(const std::string& /*executable*/, const std::vector<std::string>& /*dlls*/) {
  throw EnvironmentFailure("this build of dllrepro can't start Windows programs: the Windows build has to, under Wine");
}

}  // namespace dllrepro::run
