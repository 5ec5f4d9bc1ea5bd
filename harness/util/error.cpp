// SPDX-License-Identifier: MIT
#include "harness/util/error.hpp"

namespace dllrepro {

BadInput::BadInput(Diagnostics diagnostics) : Error(describe(diagnostics)), m_diagnostics(std::move(diagnostics)) {}

}  // namespace dllrepro
