// SPDX-License-Identifier: MIT
#include "harness/cli/pe_text.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;

namespace {

bool has_line(const std::string& text, const std::string& line) {
  return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

}  // namespace

TEST_CASE("An image is told as a person asks for it") {
  pe::Image image;
  image.machine = pe::Machine::X64;
  image.characteristics = pe::k_dll;
  image.magic = 0x20B;
  image.file_size = 4096;
  image.version = pe::Version{true, {9, 27, 0, 0}, {}, {{"040904b0", {{"CompanyName", "x"}}}}};
  image.imports = {{"kernel32.dll", {{"Sleep", 0, {}, 0}, {"", 0, std::uint16_t{17}, 0}}}, {"empty.dll", {}}};
  image.delay_imports = {{"late.dll", {{"f", 0, {}, 0}}}};
  image.exports =
      pe::ExportTable{"x.dll", 1, 0, {{1, "stub", 0x1000, ""}, {2, "old", 0, "other.new"}, {5, "", 0x1000, ""}}};
  image.load_config = pe::LoadConfig{0x100, 0x800, 0, 0};
  image.sections = {{".text", 0x1000, 10, 0x200, 512, pe::k_section_read | pe::k_section_execute}};
  image.anomalies = {{0x3C, "it is odd"}};
  const std::string text = cli::pe_text(image);
  CHECK(has_line(text, "machine           x64, DLL, PE32+, 4096 bytes"));
  CHECK(has_line(text, "version           9.27.0.0"));
  CHECK(has_line(text, "                  CompanyName: x"));
  CHECK(has_line(text, "imports           kernel32.dll: Sleep, #17"));
  CHECK(has_line(text, "imports           empty.dll: (nothing)"));
  CHECK(has_line(text, "delay imports     late.dll: f"));
  CHECK(has_line(text, "exports           x.dll: stub, old -> other.new, #5 without a name"));
  CHECK(has_line(text, "load flags        0x800 (DependentLoadFlags)"));
  CHECK(has_line(text, "sections          .text    r-x at 0x1000, 10 bytes; in the file at 0x200, 512 bytes"));
  CHECK(has_line(text, "anomaly           at 0x3c: it is odd"));
}

TEST_CASE("Long lists are wrapped, with nothing lost") {
  pe::Image image;
  pe::ImportedModule module{"m.dll", {}};
  for (int index = 0; index < 100; ++index) {
    module.symbols.push_back({"function_" + std::to_string(index), 0, {}, 0});
  }
  image.imports = {module};
  const std::string text = cli::pe_text(image);
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    CHECK(end - begin <= 120);
    begin = end + 1;
  }
  for (const pe::ImportedSymbol& symbol : module.symbols) {
    CHECK(text.find(symbol.name) != std::string::npos);
  }
}
