// SPDX-License-Identifier: MIT
#include "harness/pe/reader.hpp"

#include <fstream>

#include <fmt/format.h>

#include "harness/pe/context.hpp"
#include "harness/pe/debug.hpp"
#include "harness/pe/exports.hpp"
#include "harness/pe/headers.hpp"
#include "harness/pe/imports.hpp"
#include "harness/pe/load_config.hpp"
#include "harness/pe/resources.hpp"
#include "harness/pe/sections.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::pe {

namespace {

[[noreturn]] void fail(const std::string& file, std::string message) {
  throw BadInput({{{file, 0, 0, ""}, std::move(message)}});
}

}  // namespace

std::variant<Image, Fault> try_read(std::span<const std::byte> bytes) {
  const View file(bytes);
  Image image;
  const auto headers = read_headers(file, image);
  if (const Fault* fault = std::get_if<Fault>(&headers)) {
    return *fault;
  }
  read_sections(file, std::get<HeaderOffsets>(headers), image);
  Context context(file, image, std::get<HeaderOffsets>(headers).directories);
  read_imports(context);
  read_delay_imports(context);
  read_exports(context);
  read_load_config(context);
  read_clr(context);
  read_debug(context);
  read_resources(context);
  return image;
}

Image read(std::span<const std::byte> bytes, const std::string& name) {
  auto result = try_read(bytes);
  if (const Fault* fault = std::get_if<Fault>(&result)) {
    fail(name, fmt::format("not a PE image: {} (at offset {:#x})", fault->message, fault->offset));
  }
  return std::get<Image>(std::move(result));
}

Image read_file(const std::filesystem::path& path) {
  return read(read_bytes(path), display_path(path));
}

std::vector<std::byte> read_bytes(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = stream ? static_cast<std::streamoff>(stream.tellg()) : -1;
  // A folder opens on Linux and then has no end that could be told, or an absurd one.
  if (size < 0 || !std::filesystem::is_regular_file(path)) {
    fail(display_path(path), "can't be read as a file");
  }
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  stream.seekg(0);
  stream.read(reinterpret_cast<char*>(bytes.data()), size);
  if (stream.gcount() != size) {
    fail(display_path(path), "can't be read to its end");
  }
  return bytes;
}

}  // namespace dllrepro::pe
