// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "harness/pe/format.hpp"
#include "stubs/format.h"

namespace dllrepro::stub {

/// The compiled template of one architecture (stubs/) and the places in it that the composer changes or refers to.
struct Template {
  std::span<const unsigned char> bytes;
  bool is_64_bit = true;

  std::size_t file_header = 0;  ///< file offsets, here and in the next three
  std::size_t optional_header = 0;
  std::size_t directories = 0;
  std::size_t section_headers = 0;
  std::uint16_t section_count = 0;
  std::uint32_t file_alignment = 0;
  std::uint32_t section_alignment = 0;
  std::uint32_t size_of_headers = 0;
  std::uint32_t next_address = 0;  ///< RVA for one more section

  std::size_t configuration_word = 0;                     ///< file offset of stub_configuration_rva
  std::array<std::uint32_t, STUB_ENTRY_COUNT> entries{};  ///< RVA of each numbered entry
  std::vector<pe::raw::ImportDescriptor> imports;         ///< the template's own, without the zero descriptor
};

/// The template for "x64", "x86" or "arm64". It is part of the program, so a fault in it is a fault of the build:
/// throws Error.
const Template& template_for(std::string_view machine);

}  // namespace dllrepro::stub
