// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/pe/image.hpp"

namespace dllrepro::pe {

/// The export that GetProcAddress would find by this name, case counting; null when there is none. A forwarder is found
/// too: whether it leads anywhere is another image's matter.
const Export* find_export(const Image& image, std::string_view name);

/// The export with this ordinal (the ordinal base is in it already); null when there is none.
const Export* find_export(const Image& image, std::uint32_t ordinal);

/// "x64", "x86", "arm64", "arm", "unknown", or the number as "0xdead".
std::string machine_name(Machine machine);

}  // namespace dllrepro::pe
