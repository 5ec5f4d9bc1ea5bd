// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <variant>

#include "harness/pe/image.hpp"
#include "harness/pe/view.hpp"

namespace dllrepro::pe {

/// Where the tables behind the headers lie in the file.
struct HeaderOffsets {
  std::uint64_t pe_signature = 0;
  std::uint64_t file_header = 0;
  std::uint64_t optional_header = 0;
  std::uint64_t directories = 0;
  std::uint64_t section_table = 0;
  std::uint16_t section_count = 0;  ///< as the header says; the table may hold fewer
};

/// Reads DOS header, PE signature, file header, optional header and data directories into `image`. A fault of these is
/// the end: nothing after them can be found. Which faults Windows refuses: rows L160 to L172 of the record.
std::variant<HeaderOffsets, Fault> read_headers(View file, Image& image);

}  // namespace dllrepro::pe
