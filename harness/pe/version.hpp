// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "harness/pe/image.hpp"
#include "harness/pe/view.hpp"

namespace dllrepro::pe {

/// Reads the bytes of a version resource (VS_VERSIONINFO): a tree of blocks, each
///
///     u16 length of the block, u16 length of the value, u16 type, UTF-16 key with NUL, pad to 4, value, pad to 4,
///     blocks
///
/// `report` gets faults as an offset within `data` and a message.
Version read_version(View data, const std::function<void(std::uint64_t, std::string)>& report);

}  // namespace dllrepro::pe
