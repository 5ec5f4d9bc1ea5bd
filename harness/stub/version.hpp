// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace dllrepro::stub {

/// The four numbers of "9.27.0.0" or "9.27", absent ones 0; nothing for any other text.
std::optional<std::array<std::uint16_t, 4>> parse_version(std::string_view text);

/// a*10000 + b*100 + c, as cuDNN numbers itself from release 9 on: 92700 for 9.27.0.
std::uint64_t version_number(std::string_view text);

}  // namespace dllrepro::stub
