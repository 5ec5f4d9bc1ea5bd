// SPDX-License-Identifier: MIT
#include "harness/pe/test_image.hpp"

#include <fmt/format.h>

#include "harness/pe/reader.hpp"

namespace dllrepro::pe {

namespace {

constexpr std::uint32_t k_data_rva = 0x2000;

std::uint32_t rva(std::size_t place) {
  return k_data_rva + static_cast<std::uint32_t>(place);
}

/// Appends one block of a version resource; its length is put right by `end_block`.
std::size_t begin_block(std::string& out, std::string_view key, std::size_t value_length, bool text) {
  out.resize((out.size() + 3) / 4 * 4, '\0');
  const std::size_t start = out.size();
  const auto put16 = [&out](std::size_t value) {
    out.push_back(static_cast<char>(value & 0xFF));
    out.push_back(static_cast<char>(value >> 8));
  };
  put16(0);
  put16(value_length);
  put16(text ? 1 : 0);
  for (const char letter : key) {
    put16(static_cast<unsigned char>(letter));
  }
  put16(0);
  out.resize((out.size() + 3) / 4 * 4, '\0');
  return start;
}

void end_block(std::string& out, std::size_t start) {
  out[start] = static_cast<char>((out.size() - start) & 0xFF);
  out[start + 1] = static_cast<char>((out.size() - start) >> 8);
}

void put_string(std::string& out, std::string_view key, std::string_view value) {
  const std::size_t start = begin_block(out, key, value.size() + 1, true);
  for (const char letter : value) {
    out += {letter, '\0'};
  }
  out += {'\0', '\0'};
  end_block(out, start);
}

}  // namespace

TestImage::TestImage(bool plus) : bytes(0x1400), m_plus(plus) {
  put_headers();
  put_imports();
  put_exports();
  put_small_directories();
  put_resources();
  put_version();
}

void TestImage::put(std::size_t offset, std::uint64_t value, std::size_t size) {
  for (std::size_t index = 0; index < size; ++index) {
    bytes.at(offset + index) = static_cast<std::byte>(value >> (8 * index) & 0xFF);
  }
}

void TestImage::put_text(std::size_t offset, std::string_view text) {
  for (std::size_t index = 0; index < text.size(); ++index) {
    bytes.at(offset + index) = static_cast<std::byte>(text[index]);
  }
}

void TestImage::put_thunk(std::size_t offset, std::uint64_t value) {
  put(offset, value, m_plus ? 8 : 4);
}

std::size_t TestImage::directory(Directory which) const {
  return k_optional_header + (m_plus ? 112 : 96) + 8 * static_cast<std::size_t>(which);
}

std::size_t TestImage::section(std::size_t index) const {
  return k_optional_header + (m_plus ? 240 : 224) + 40 * index;
}

void TestImage::put_directory(Directory which, std::size_t place, std::uint32_t size) {
  put32(directory(which), rva(place));
  put32(directory(which) + 4, size);
}

void TestImage::put_headers() {
  put_text(0, "MZ");
  put32(0x3C, 0x80);
  put_text(0x80, "PE");
  put16(k_file_header, m_plus ? 0x8664 : 0x14C);
  put16(k_file_header + 2, 2);
  put32(k_file_header + 4, 1700000000);
  put16(k_file_header + 16, m_plus ? 240 : 224);
  put16(k_file_header + 18, 0x2022);
  put16(optional(0), m_plus ? 0x20B : 0x10B);
  put32(optional(16), 0x1000);  // entry point
  if (m_plus) {
    put64(optional(24), 0x180000000);
  } else {
    put32(optional(28), 0x10000000);
  }
  put32(optional(32), 0x1000);
  put32(optional(36), 0x200);
  put32(optional(56), 0x3000);  // size of image
  put32(optional(60), 0x200);   // size of headers
  put32(optional(64), 0x12345);
  put16(optional(68), 2);
  put16(optional(70), 0x160);
  put32(optional(m_plus ? 108 : 92), 16);

  put_text(section(0), ".text");
  put32(section(0) + 8, 0x123);
  put32(section(0) + 12, 0x1000);
  put32(section(0) + 16, 0x200);
  put32(section(0) + 20, 0x200);
  put32(section(0) + 36, 0x60000020);
  put_text(section(1), ".data");
  put32(section(1) + 8, 0x1000);
  put32(section(1) + 12, k_data_rva);
  put32(section(1) + 16, 0x1000);
  put32(section(1) + 20, 0x400);
  put32(section(1) + 36, 0xC0000040);
}

void TestImage::put_imports() {
  put_directory(Directory::Import, k_imports, 60);
  put32(data(0x00), rva(k_import_names));
  put32(data(0x0C), rva(0x0C0));
  put32(data(0x10), rva(0x060));
  put32(data(0x14), 0);  // no name table: the address table serves
  put32(data(0x20), rva(0x0D0));
  put32(data(0x24), rva(0x0A0));
  const std::size_t width = m_plus ? 8 : 4;
  for (const std::size_t table : {k_import_names, std::size_t{0x060}}) {
    put_thunk(data(table), rva(0x0E0));
    put_thunk(data(table) + width, rva(0x0F0));
  }
  put_thunk(data(0x0A0), (m_plus ? 0x8000000000000000U : 0x80000000U) | 3);
  put_text(data(0x0C0), "KERNEL32.dll");
  put_text(data(0x0D0), "other.dll");
  put16(data(0x0E0), 7);
  put_text(data(0x0E2), "Sleep");
  put_text(data(0x0F2), "GetLastError");

  put_directory(Directory::DelayImport, k_delay_imports, 64);
  put32(data(k_delay_imports), 1);
  put32(data(k_delay_imports) + 4, rva(0x170));
  put32(data(k_delay_imports) + 12, rva(0x160));
  put32(data(k_delay_imports) + 16, rva(0x150));
  put_thunk(data(0x150), rva(0x180));
  put_text(data(0x170), "late.dll");
  put_text(data(0x182), "lazy");
}

void TestImage::put_exports() {
  put_directory(Directory::Export, k_exports, 0x100);
  const std::size_t at = data(k_exports);
  put32(at + 4, 1700000001);
  put32(at + 12, rva(0x260));
  put32(at + 16, 5);  // ordinal base
  put32(at + 20, 4);
  put32(at + 24, 3);
  put32(at + 28, rva(k_export_functions));
  put32(at + 32, rva(k_export_names));
  put32(at + 36, rva(k_export_ordinals));
  put32(data(k_export_functions), 0x1000);
  put32(data(k_export_functions) + 8, rva(0x280));
  put32(data(k_export_functions) + 12, 0x1010);
  put32(data(k_export_names), rva(0x290));
  put32(data(k_export_names) + 4, rva(0x298));
  put32(data(k_export_names) + 8, rva(0x2A0));
  put16(data(k_export_ordinals), 2);
  put16(data(k_export_ordinals) + 2, 0);
  put16(data(k_export_ordinals) + 4, 0);
  put_text(data(0x260), "module.dll");
  put_text(data(0x280), "other.fn");
  put_text(data(0x290), "alpha");
  put_text(data(0x298), "beta");
  put_text(data(0x2A0), "gamma");
}

void TestImage::put_small_directories() {
  put_directory(Directory::LoadConfig, k_load_config, 64);
  const std::size_t config = data(k_load_config);
  put32(config, m_plus ? 148 : 92);
  put16(config + (m_plus ? 78 : 54), 0x800);
  if (m_plus) {
    put64(config + 88, 0x180002000);
  } else {
    put32(config + 60, 0x10002000);
  }
  put32(config + (m_plus ? 144 : 88), 0x100);

  put_directory(Directory::Debug, k_debug, 28);
  put32(data(k_debug) + 12, 2);
  put32(data(k_debug) + 16, 0x40);
  put32(data(k_debug) + 20, rva(0x3E0));
  put32(data(k_debug) + 24, 0x7E0);
  put_text(data(0x3E0), "RSDS");
  put_text(data(0x3E0) + 24, "x.pdb");

  put_directory(Directory::Clr, k_clr, 72);
  put32(data(k_clr), 72);
  put16(data(k_clr) + 4, 2);
  put16(data(k_clr) + 6, 5);
  put32(data(k_clr) + 16, 1);
}

void TestImage::put_resources() {
  put_directory(Directory::Resource, k_resources, 0x600);
  const std::size_t at = data(k_resources);
  // Directory: 16 bytes, of which the last two are the number of ids; entry: id, offset with the high bit for a
  // directory.
  const auto put_entry = [this](std::size_t offset, std::uint32_t id, std::uint64_t target) {
    put32(offset, id);
    put32(offset + 4, target);
  };
  put16(at + 14, 2);
  put_entry(at + 0x10, 16, 0x80000020);
  put_entry(at + 0x18, 24, 0x80000050);
  for (const std::size_t type : {std::size_t{0x20}, std::size_t{0x50}}) {
    const bool version = type == 0x20;
    put16(at + type + 14, 1);
    put_entry(at + type + 0x10, version ? 1 : 2, 0x80000000 | (type + 0x18));
    put16(at + type + 0x18 + 14, 1);
    put_entry(at + type + 0x28, 1033, version ? 0x80 : 0x90);
  }
  const std::string_view manifest = "\xEF\xBB\xBF<assembly/>";
  put32(at + 0x80, rva(k_version));
  put32(at + 0x90, rva(k_manifest));
  put32(at + 0x94, manifest.size());
  put_text(data(k_manifest), manifest);
}

void TestImage::put_version() {
  std::string out;
  const std::size_t root = begin_block(out, "VS_VERSION_INFO", 52, false);
  std::string fixed(52, '\0');
  fixed.replace(0, 4, "\xBD\x04\xEF\xFE");
  fixed[10] = 9;  // file version 9.27.3.4: high words first
  fixed[8] = 27;
  fixed[14] = 3;
  fixed[12] = 4;
  fixed[18] = 12;  // product version 12.0.0.0
  out += fixed;
  const std::size_t info = begin_block(out, "StringFileInfo", 0, true);
  const std::size_t table = begin_block(out, "040904b0", 0, true);
  put_string(out, "ProductName", "\xE9t\xE9");
  put_string(out, "FileVersion", "9.27");
  end_block(out, table);
  end_block(out, info);
  end_block(out, root);
  put_text(data(k_version), out);
  put32(data(k_resources) + 0x84, out.size());
}

std::string anomalies_of(const TestImage& image) {
  std::string lines;
  for (const Anomaly& anomaly : read(image.bytes).anomalies) {
    lines += fmt::format("{}{:#x}: {}", lines.empty() ? "" : "\n", anomaly.offset, anomaly.message);
  }
  return lines.empty() ? "none" : lines;
}

}  // namespace dllrepro::pe
