// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "harness/stub/default_symbols.hpp"
#include "harness/stub/names.hpp"
#include "harness/stub/spec.hpp"
#include "harness/stub/value.hpp"
#include "harness/stub/version.hpp"

namespace dllrepro::stub {

namespace {

constexpr std::uint64_t k_largest_file = std::uint64_t{1} << 30;

std::string parse_version_text(const JsonCursor& cursor) {
  const auto text = cursor.text();
  if (text && !parse_version(*text)) {
    cursor.report(
        fmt::format("expected a version such as \"9.27.0.0\", one to four numbers up to 65535, found \"{}\"", *text));
  }
  return text.value_or("0");
}

Version parse_version_resource(const JsonCursor& cursor) {
  Version version;
  if (!cursor.json().is_object()) {
    version.file = parse_version_text(cursor);
    return version;
  }
  cursor.expect_object({"file", "product", "strings"});
  if (const auto file = cursor.require("file")) {
    version.file = parse_version_text(*file);
  }
  if (const auto product = cursor.find("product")) {
    version.product = parse_version_text(*product);
  }
  if (const auto strings = cursor.find("strings")) {
    for (const auto& [key, value] : strings->members()) {
      version.strings[key] = value.text().value_or("");
    }
  }
  return version;
}

/// A DLL's name in an import table: one part of a path, in ASCII, because the loader reads it so.
std::string parse_dll_name(const JsonCursor& cursor, const std::string& name) {
  const bool is_plain = std::all_of(name.begin(), name.end(), [](char letter) {
    return letter > ' ' && letter < 0x7F && letter != '/' && letter != '\\' && letter != ':';
  });
  if (name.empty() || !is_plain) {
    cursor.report(fmt::format("\"{}\" can't stand in an import table; expected a bare name such as \"c10.dll\"", name));
  }
  return name;
}

std::vector<ImportedDll> parse_imports(const JsonCursor& cursor) {
  std::vector<ImportedDll> imports;
  if (!cursor.json().is_object()) {
    for (const JsonCursor& element : cursor.elements()) {
      if (const auto name = element.text()) {
        imports.push_back({parse_dll_name(element, *name), {{std::string(default_symbol(*name)), 0}}});
      }
    }
    return imports;
  }
  for (const auto& [name, symbols] : cursor.members()) {
    ImportedDll dll{parse_dll_name(symbols, name), {}};
    for (const JsonCursor& symbol : symbols.elements()) {
      dll.symbols.push_back(parse_symbol(symbol));
    }
    imports.push_back(std::move(dll));
  }
  return imports;
}

/// "other.fn" or "other.#5": the part before the last point names a DLL without its ending.
std::string parse_forward(const JsonCursor& cursor) {
  const auto text = cursor.text();
  if (!text) {
    return "other.fn";
  }
  const std::size_t point = text->rfind('.');
  if (point == std::string::npos || point == 0 || point + 1 == text->size()) {
    cursor.report(fmt::format("expected a forward such as \"other.fn\" or \"other.#5\", found \"{}\"", *text));
  }
  return *text;
}

Export parse_export(const JsonCursor& cursor) {
  Export result;
  if (cursor.json().is_array()) {
    result.actions = parse_actions(cursor);
    return result;
  }
  if (!cursor.json().is_object()) {
    result.actions = {{Return{parse_value(cursor)}}};
    return result;
  }
  cursor.expect_object({"ordinal", "noname", "forward", "do"});
  result.ordinal = static_cast<std::uint16_t>(cursor.unsigned_or("ordinal", 0, UINT16_MAX));
  if (const auto ordinal = cursor.find("ordinal"); ordinal && ordinal->json() == 0) {
    ordinal->report("expected an ordinal from 1 to 65535, found 0");
  }
  result.noname = cursor.boolean_or("noname", false);
  if (result.noname && result.ordinal == 0) {
    cursor.report("an export without a name needs an \"ordinal\", or nobody could import it");
  }
  if (const auto list = cursor.find("do")) {
    result.actions = parse_actions(*list);
  }
  if (const auto forward = cursor.find("forward")) {
    result.forward = parse_forward(*forward);
    if (cursor.find("do")) {
      forward->report("an export is a \"forward\" or has a list \"do\", not both");
    }
  }
  return result;
}

std::map<std::string, Export> parse_exports(const JsonCursor& cursor) {
  std::map<std::string, Export> exports;
  std::map<std::uint16_t, std::string> owners;
  for (const auto& [name, value] : cursor.members()) {
    if (name.empty()) {
      value.report("an export needs a name here, also when \"noname\" keeps it out of the file");
    }
    Export parsed = parse_export(value);
    if (parsed.ordinal != 0) {
      const auto [owner, is_new] = owners.emplace(parsed.ordinal, name);
      if (!is_new) {
        value.report(fmt::format("ordinal {} is that of \"{}\" already", parsed.ordinal, owner->second));
      }
    }
    exports[name] = std::move(parsed);
  }
  return exports;
}

Actions list_at(const JsonCursor& cursor, std::string_view key) {
  const auto list = cursor.find(key);
  return list ? parse_actions(*list) : Actions{};
}

}  // namespace

const std::vector<std::string>& stub_spec_keys() {
  static const std::vector<std::string> keys = {"machine",
                                                "name",
                                                "version",
                                                "manifest",
                                                "timestamp",
                                                "pad_to",
                                                "dependent_load_flags",
                                                "imports",
                                                "delay_imports",
                                                "exports",
                                                "default_export",
                                                "on_attach",
                                                "on_detach",
                                                "on_thread_attach",
                                                "on_thread_detach",
                                                "tls_callback",
                                                "corrupt"};
  return keys;
}

StubSpec parse_stub_spec(const JsonCursor& cursor) {
  StubSpec spec;
  if (!cursor.expect_object(stub_spec_keys())) {
    return spec;
  }
  if (const auto machine = cursor.find("machine")) {
    spec.machine = machine->one_of({"x64", "x86", "arm64"}).value_or(spec.machine);
  }
  if (const auto name = cursor.find("name")) {
    spec.name = parse_name(*name);
  }
  if (const auto version = cursor.find("version")) {
    spec.version = parse_version_resource(*version);
  }
  spec.manifest = cursor.text_or("manifest", "");
  spec.timestamp = static_cast<std::uint32_t>(cursor.unsigned_or("timestamp", 0, UINT32_MAX));
  spec.pad_to = cursor.unsigned_or("pad_to", 0, k_largest_file);
  if (const auto flags = cursor.find("dependent_load_flags")) {
    spec.dependent_load_flags = static_cast<std::uint16_t>(flags->unsigned_number(UINT16_MAX).value_or(0));
  }
  if (const auto imports = cursor.find("imports")) {
    spec.imports = parse_imports(*imports);
  }
  if (const auto imports = cursor.find("delay_imports")) {
    spec.delay_imports = parse_imports(*imports);
  }
  if (const auto exports = cursor.find("exports")) {
    spec.exports = parse_exports(*exports);
  }
  spec.default_export = cursor.boolean_or("default_export", true);
  spec.on_attach = list_at(cursor, "on_attach");
  spec.on_detach = list_at(cursor, "on_detach");
  spec.on_thread_attach = list_at(cursor, "on_thread_attach");
  spec.on_thread_detach = list_at(cursor, "on_thread_detach");
  spec.tls_callback = list_at(cursor, "tls_callback");
  if (const auto corruption = cursor.find("corrupt")) {
    spec.corrupt = parse_corruption(*corruption);
  }
  check_names(cursor, spec);
  return spec;
}

}  // namespace dllrepro::stub
