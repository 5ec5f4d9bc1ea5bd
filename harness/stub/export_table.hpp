// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/pe/format.hpp"
#include "harness/stub/programs.hpp"
#include "harness/stub/section.hpp"
#include "harness/stub/spec.hpp"
#include "harness/stub/template.hpp"

namespace dllrepro::stub {

struct ExportTable {
  pe::raw::DataDirectory directory{};
  std::vector<std::uint32_t> entry_programs;  ///< program of the template's entry 0, 1, ...
};

/// Writes the export directory: names sorted by their bytes as the loader's binary search wants them, `stub` among them
/// unless the spec leaves it out or defines it, ordinals from the lowest on, forwarders. Exports that do the same share
/// an entry of the template. A spec without exports gets a directory with no functions. Throws BadInput when the
/// behaviours are more than the template's entries or no ordinal is left.
ExportTable write_exports(Section& section, const StubSpec& spec, std::string_view file_name, const Template& base,
                          Programs& programs);

}  // namespace dllrepro::stub
