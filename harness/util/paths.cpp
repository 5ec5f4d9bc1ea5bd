// SPDX-License-Identifier: MIT
#include "harness/util/paths.hpp"

#include <algorithm>

#include "harness/util/wine.hpp"

namespace dllrepro {

std::filesystem::path path_from_utf8(std::string_view text) {
  return std::filesystem::path(std::u8string(text.begin(), text.end()));
}

std::string path_to_utf8(const std::filesystem::path& path) {
  const std::u8string text = path.u8string();
  return {text.begin(), text.end()};
}

std::string display_path(const std::filesystem::path& path) {
  std::string text = path_to_utf8(path);
  // Wine maps the whole Unix file system to drive Z.
  if (running_under_wine() && text.size() >= 3 && (text[0] == 'Z' || text[0] == 'z') && text[1] == ':') {
    text.erase(0, 2);
    std::replace(text.begin(), text.end(), '\\', '/');
  }
  return text;
}

std::string name_for_messages(const std::filesystem::path& file) {
  std::error_code failed;
  const std::filesystem::path here = std::filesystem::current_path(failed);
  const std::filesystem::path absolute = std::filesystem::absolute(file, failed).lexically_normal();
  const std::filesystem::path relative = absolute.lexically_relative(here);
  if (relative.empty() || *relative.begin() == "..") {
    return display_path(absolute);
  }
  const std::u8string text = relative.generic_u8string();
  return {text.begin(), text.end()};
}

}  // namespace dllrepro
