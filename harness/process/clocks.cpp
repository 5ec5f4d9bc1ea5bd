// SPDX-License-Identifier: MIT
#include "harness/process/clocks.hpp"

namespace dllrepro::process {

namespace {

std::chrono::milliseconds scale(std::chrono::milliseconds limit, double factor) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::duration<double, std::milli>(limit) *
                                                               factor);
}

}  // namespace

Clocks Clocks::scaled(double factor) const {
  return {scale(start, factor), scale(step, factor), scale(silence, factor), scale(exit, factor), scale(cell, factor)};
}

}  // namespace dllrepro::process
