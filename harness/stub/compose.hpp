// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "harness/stub/spec.hpp"

namespace dllrepro::stub {

/// Makes the DLL that a spec describes; `file_name` ("c10.dll") stands in its export directory when the spec names
/// none.
///
/// The result is the template of the spec's machine plus one section with all tables; then the corruption, if any, is
/// applied. Depends on the arguments alone: same spec, same bytes, on every platform. Throws BadInput for what can't be
/// put into a PE image: more different export behaviours than the template has entries, more than 65535 ordinals.
std::vector<std::byte> compose(const StubSpec& spec, std::string_view file_name);

}  // namespace dllrepro::stub
