// SPDX-License-Identifier: MIT
#include "harness/trace/tracer.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::trace {

namespace {

[[noreturn]] void refuse() {
  throw EnvironmentFailure("this build of dllrepro can't start Windows programs: the Windows build has to, under Wine");
}

}  // namespace

std::filesystem::path find_program(const std::string& /*name*/) {
  refuse();
}

process::Ending run_traced(const TraceCommand& /*command*/, const StepSink& /*sink*/, std::stop_token /*stop*/) {
  refuse();
}

}  // namespace dllrepro::trace
