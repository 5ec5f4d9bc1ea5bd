// SPDX-License-Identifier: MIT
#pragma once

#include "harness/pe/headers.hpp"
#include "harness/pe/image.hpp"
#include "harness/pe/view.hpp"

namespace dllrepro::pe {

/// Reads the section table, as much of it as the file has, and checks each section against the file, the one before it
/// and the image's size. Sets Image::sections and Image::overlay_size.
void read_sections(View file, const HeaderOffsets& offsets, Image& image);

/// The section that covers `rva`; nothing when none does.
const Section* section_at(const Image& image, std::uint32_t rva);

}  // namespace dllrepro::pe
