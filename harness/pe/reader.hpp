// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "harness/pe/image.hpp"

namespace dllrepro::pe {

/// Reads a PE image (PE32 or PE32+, any machine) from the bytes of its file.
///
/// Never fails on anything but the headers, without which there is no image: those give a Fault. All else that is wrong
/// goes into Image::anomalies, and what can be read is. Whatever the bytes are, time and memory are bounded by a small
/// multiple of their number. The result does not refer to `bytes`.
std::variant<Image, Fault> try_read(std::span<const std::byte> bytes);

/// The same for a caller who needs an image. Throws BadInput, "NAME: not a PE image: ... at offset ...", on a Fault.
Image read(std::span<const std::byte> bytes, const std::string& name = "image");

/// Reads a file. Throws BadInput when it can't be read or is no PE image.
Image read_file(const std::filesystem::path& path);

/// All bytes of a file. Throws BadInput when it can't be read.
std::vector<std::byte> read_bytes(const std::filesystem::path& path);

}  // namespace dllrepro::pe
