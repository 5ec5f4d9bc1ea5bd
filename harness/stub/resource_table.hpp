// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "harness/pe/format.hpp"
#include "harness/stub/section.hpp"
#include "harness/stub/spec.hpp"

namespace dllrepro::stub {

/// Writes RT_VERSION 1 and RT_MANIFEST 2 (the id of a DLL's own manifest), both for language 0x0409, as far as the spec
/// has them; zeros when it has neither. `file_name` becomes OriginalFilename.
pe::raw::DataDirectory write_resources(Section& section, const StubSpec& spec, std::string_view file_name);

}  // namespace dllrepro::stub
