// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace dllrepro {

/// A path from UTF-8 text, on every platform.
std::filesystem::path path_from_utf8(std::string_view text);

/// The path's text in UTF-8, in the platform's own spelling.
std::string path_to_utf8(const std::filesystem::path& path);

/// The path as the person at the terminal would type it: under Wine a `Z:\tmp\x` is their `/tmp/x`.
std::string display_path(const std::filesystem::path& path);

/// The file's name for messages: below the current folder as it would be typed there, absolute elsewhere.
std::string name_for_messages(const std::filesystem::path& file);

}  // namespace dllrepro
