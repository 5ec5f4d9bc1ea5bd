// SPDX-License-Identifier: MIT
#include "harness/util/output_file.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro {

void write_file(const std::filesystem::path& file, std::string_view text) {
  errno = 0;
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  const bool opened = stream.is_open();
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.close();
  if (stream) {
    return;
  }
  const std::string reason = errno == 0 ? "unknown error" : std::generic_category().message(errno);
  std::error_code failed;
  if (opened && std::filesystem::is_regular_file(file, failed)) {
    std::filesystem::remove(file, failed);
  }
  throw EnvironmentFailure(fmt::format("failed to write {}: {}", display_path(file), reason));
}

void write_file(const std::filesystem::path& file, std::span<const std::byte> bytes) {
  write_file(file, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

}  // namespace dllrepro
