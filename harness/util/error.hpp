// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "harness/util/diagnostic.hpp"

namespace dllrepro {

/// Base of everything the program throws on purpose; caught once, in `main`.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A scenario, fixture or spec is wrong. Carries every fault found, not the first alone.
class BadInput : public Error {
 public:
  explicit BadInput(Diagnostics diagnostics);

  [[nodiscard]] const Diagnostics& diagnostics() const { return m_diagnostics; }

 private:
  Diagnostics m_diagnostics;
};

/// The machine can't do what is asked: no Wine, no probe, no space, no permission.
class EnvironmentFailure : public Error {
 public:
  using Error::Error;
};

}  // namespace dllrepro
