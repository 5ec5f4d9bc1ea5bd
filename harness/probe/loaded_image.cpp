// SPDX-License-Identifier: MIT
#include "harness/probe/loaded_image.hpp"

#include <algorithm>
#include <cstring>

namespace dllrepro::probe {

namespace {

constexpr int k_deepest_forwarder = 8;  // a circle of forwarders must end somewhere

}  // namespace

LoadedImage::LoadedImage(HMODULE module) {
  // The low bits mark modules that are mapped as data; those have no image layout.
  if (module == nullptr || (reinterpret_cast<std::uintptr_t>(module) & 3) != 0) {
    return;
  }
  const auto* base = reinterpret_cast<const std::uint8_t*>(module);
  const auto* dos = reinterpret_cast<const IMAGE_DOS_HEADER*>(base);
  const auto* headers = reinterpret_cast<const IMAGE_NT_HEADERS*>(base + dos->e_lfanew);
  // The loader has checked the headers; a 32-bit image in a 64-bit process (row L139) is left alone.
  if (dos->e_magic != IMAGE_DOS_SIGNATURE || headers->Signature != IMAGE_NT_SIGNATURE ||
      headers->OptionalHeader.Magic != IMAGE_NT_OPTIONAL_HDR_MAGIC) {
    return;
  }
  m_base = base;
  m_size = headers->OptionalHeader.SizeOfImage;
  m_headers = headers;
}

std::optional<std::string_view> LoadedImage::text(std::uint32_t rva) const {
  if (rva == 0 || rva >= m_size) {
    return std::nullopt;
  }
  const auto* start = reinterpret_cast<const char*>(m_base + rva);
  const auto* end = static_cast<const char*>(std::memchr(start, 0, m_size - rva));
  return end == nullptr ? std::nullopt : std::optional(std::string_view(start, static_cast<std::size_t>(end - start)));
}

IMAGE_DATA_DIRECTORY LoadedImage::directory(unsigned index) const {
  return m_headers != nullptr && index < m_headers->OptionalHeader.NumberOfRvaAndSizes
             ? m_headers->OptionalHeader.DataDirectory[index]
             : IMAGE_DATA_DIRECTORY{};
}

const IMAGE_EXPORT_DIRECTORY* LoadedImage::export_directory() const {
  const IMAGE_DATA_DIRECTORY where = directory(IMAGE_DIRECTORY_ENTRY_EXPORT);
  return where.VirtualAddress == 0 ? nullptr : at<IMAGE_EXPORT_DIRECTORY>(where.VirtualAddress);
}

/// The index into the function table of a name. The names are sorted, and Windows relies on it just the same.
std::optional<std::uint32_t> LoadedImage::index_of(const IMAGE_EXPORT_DIRECTORY& exports, std::string_view name) const {
  const auto* names = at<std::uint32_t>(exports.AddressOfNames, exports.NumberOfNames);
  const auto* ordinals = at<std::uint16_t>(exports.AddressOfNameOrdinals, exports.NumberOfNames);
  if (names == nullptr || ordinals == nullptr) {
    return std::nullopt;
  }
  const auto* end = names + exports.NumberOfNames;
  const auto* found = std::lower_bound(names, end, name, [&](std::uint32_t rva, std::string_view wanted) {
    return text(rva).value_or(std::string_view{}) < wanted;
  });
  if (found == end || text(*found) != name) {
    return std::nullopt;
  }
  return ordinals[found - names];
}

LoadedImage::Export LoadedImage::has_export(const char* name, std::uint16_t ordinal, int depth) const {
  const IMAGE_EXPORT_DIRECTORY* exports = export_directory();
  if (exports == nullptr) {
    return Export::Absent;
  }
  std::optional<std::uint32_t> index;
  if (name != nullptr) {
    index = index_of(*exports, name);
  } else if (ordinal >= exports->Base) {
    index = ordinal - exports->Base;
  }
  const auto* functions = at<std::uint32_t>(exports->AddressOfFunctions, exports->NumberOfFunctions);
  if (!index || functions == nullptr || *index >= exports->NumberOfFunctions || functions[*index] == 0) {
    return Export::Absent;
  }
  const IMAGE_DATA_DIRECTORY where = directory(IMAGE_DIRECTORY_ENTRY_EXPORT);
  const std::uint32_t rva = functions[*index];
  if (rva < where.VirtualAddress || rva >= where.VirtualAddress + where.Size) {
    return Export::Present;
  }
  const auto forwarder = text(rva);
  return forwarder && depth < k_deepest_forwarder ? resolve_forwarder(*forwarder, depth) : Export::Unknown;
}

/// "tgt.fn" or "tgt.#5"; the last dot parts them, since a module's name may hold dots.
LoadedImage::Export LoadedImage::resolve_forwarder(std::string_view forwarder, int depth) {
  const std::size_t dot = forwarder.rfind('.');
  char module_name[MAX_PATH];
  if (dot == std::string_view::npos || dot + 5 > sizeof module_name) {
    return Export::Unknown;
  }
  std::memcpy(module_name, forwarder.data(), dot);
  std::memcpy(module_name + dot, ".dll", 5);
  const LoadedImage target(GetModuleHandleA(module_name));
  if (!target.valid()) {
    return Export::Unknown;
  }
  const std::string_view symbol = forwarder.substr(dot + 1);
  if (symbol.substr(0, 1) != "#") {
    return target.has_export(symbol.data(), 0, depth + 1);
  }
  unsigned ordinal = 0;
  for (const char digit : symbol.substr(1)) {
    ordinal = ordinal * 10 + static_cast<unsigned>(digit - '0');
  }
  return target.has_export(nullptr, static_cast<std::uint16_t>(ordinal), depth + 1);
}

}  // namespace dllrepro::probe
