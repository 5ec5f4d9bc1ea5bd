// SPDX-License-Identifier: MIT
#include "harness/cli/pe_text.hpp"

#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/pe/lookup.hpp"
#include "harness/pe/utf16.hpp"

namespace dllrepro::cli {

namespace {

constexpr std::size_t k_indent = 18;
constexpr std::size_t k_width = 120;

/// "label   first, second, ...", wrapped before the width with the values below each other.
std::string row(std::string_view label, const std::vector<std::string>& values) {
  std::string text = fmt::format("{:<{}}", label, k_indent);
  std::size_t column = text.size();
  for (std::size_t index = 0; index < values.size(); ++index) {
    const bool last = index + 1 == values.size();
    const std::string piece = values[index] + (last ? "" : ", ");
    if (column > k_indent && column + piece.size() > k_width) {
      text.erase(text.find_last_not_of(' ') + 1);
      text += "\n" + std::string(k_indent, ' ');
      column = k_indent;
    }
    text += piece;
    column += piece.size();
  }
  return text + "\n";
}

std::vector<std::string> symbols_of(const pe::ImportedModule& module) {
  std::vector<std::string> symbols;
  for (const pe::ImportedSymbol& symbol : module.symbols) {
    symbols.push_back(symbol.ordinal ? fmt::format("#{}", *symbol.ordinal) : pe::printable(symbol.name));
  }
  if (symbols.empty()) {
    symbols.emplace_back("(nothing)");
  }
  symbols.front() = pe::printable(module.name) + ": " + symbols.front();
  return symbols;
}

std::vector<std::string> exports_of(const pe::ExportTable& table) {
  std::vector<std::string> texts;
  for (const pe::Export& entry : table.entries) {
    std::string text =
        entry.name.empty() ? fmt::format("#{} without a name", entry.ordinal) : pe::printable(entry.name);
    if (!entry.forward.empty()) {
      text += " -> " + pe::printable(entry.forward);
    }
    texts.push_back(std::move(text));
  }
  if (texts.empty()) {
    texts.emplace_back("(nothing)");
  }
  texts.front() = pe::printable(table.module) + ": " + texts.front();
  return texts;
}

std::string sections_text(const pe::Image& image) {
  std::string text;
  for (const pe::Section& section : image.sections) {
    const auto flag = [&](std::uint32_t bit, char letter) {
      return (section.characteristics & bit) != 0 ? letter : '-';
    };
    text += row(
        text.empty() ? "sections" : "",
        {fmt::format("{:<8} {}{}{} at {:#x}, {} bytes; in the file at {:#x}, {} bytes", pe::printable(section.name),
                     flag(pe::k_section_read, 'r'), flag(pe::k_section_write, 'w'), flag(pe::k_section_execute, 'x'),
                     section.address, section.size, section.raw_offset, section.raw_size)});
  }
  return text;
}

std::string version_text(const pe::Version& version) {
  std::string text = version.has_numbers ? row("version", {fmt::format("{}", fmt::join(version.file, "."))}) : "";
  for (const pe::VersionStrings& strings : version.strings) {
    for (const auto& [key, value] : strings.values) {
      text += row("", {fmt::format("{}: {}", pe::printable(key), pe::printable(value))});
    }
  }
  return text;
}

std::string indented(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    result += letter;
    if (letter == '\n') {
      result += std::string(k_indent, ' ');
    }
  }
  return result.substr(0, result.find_last_not_of(" \r\n") + 1);
}

}  // namespace

std::string pe_text(const pe::Image& image) {
  std::string text =
      row("machine", {std::string(pe::machine_name(image.machine)), image.is_dll() ? "DLL" : "program",
                      image.is_pe32_plus() ? "PE32+" : "PE32", fmt::format("{} bytes", image.file_size)});
  if (image.version) {
    text += version_text(*image.version);
  }
  for (const pe::ImportedModule& module : image.imports) {
    text += row("imports", symbols_of(module));
  }
  for (const pe::ImportedModule& module : image.delay_imports) {
    text += row("delay imports", symbols_of(module));
  }
  if (image.exports) {
    text += row("exports", exports_of(*image.exports));
  }
  if (image.load_config) {
    text += row("load flags", {fmt::format("{:#x} (DependentLoadFlags)", image.load_config->dependent_load_flags)});
  }
  for (const pe::Manifest& manifest : image.manifests) {
    text += row("manifest", {indented(manifest.text)});
  }
  for (const pe::DebugEntry& entry : image.debug) {
    if (!entry.pdb.empty()) {
      text += row("symbols", {pe::printable(entry.pdb)});
    }
  }
  if (image.clr) {
    text += row("managed", {fmt::format("CLR {}.{}{}", image.clr->major_version, image.clr->minor_version,
                                        (image.clr->flags & 1U) != 0 ? ", IL only" : "")});
  }
  text += row("characteristics", {fmt::format("{:#x}", image.characteristics),
                                  fmt::format("DLL characteristics {:#x}", image.dll_characteristics)});
  text += row("entry point", {fmt::format("{:#x}", image.entry_point)});
  text += row("timestamp", {fmt::format("{} ({:#x})", image.timestamp, image.timestamp)});
  text += sections_text(image);
  for (const pe::Anomaly& anomaly : image.anomalies) {
    text += row("anomaly", {fmt::format("at {:#x}: {}", anomaly.offset, anomaly.message)});
  }
  return text;
}

}  // namespace dllrepro::cli
