// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "harness/pe/image.hpp"

namespace dllrepro::cli {

/// An image as lines for a person: what decides whether and with what it loads comes first.
///
///   machine       x64, DLL, PE32+, 4096 bytes
///   version       9.27.0.0
///   imports       kernel32.dll: GetProcAddress, Sleep, #17
///   exports       x.dll: stub, old -> other.new, #5 without a name
///   anomaly       at 0x3c0: ...
std::string pe_text(const pe::Image& image);

}  // namespace dllrepro::cli
