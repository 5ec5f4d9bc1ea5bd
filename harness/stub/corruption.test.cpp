// SPDX-License-Identifier: MIT
#include "harness/stub/corruption.hpp"

#include <algorithm>
#include <set>

#include <catch2/catch_test_macros.hpp>

#include "harness/pe/lookup.hpp"
#include "harness/pe/reader.hpp"
#include "harness/stub/compose.hpp"
#include "harness/util/error.hpp"

using namespace dllrepro;
using namespace dllrepro::stub;

namespace {

std::vector<std::byte> sound(const std::string& machine = "x64") {
  StubSpec spec;
  spec.machine = machine;
  return compose(spec, "x.dll");
}

std::vector<std::byte> broken(const std::string& word, const std::string& machine = "x64") {
  return corrupt(sound(machine), {word, 0, false});
}

pe::Image image_of(const std::vector<std::byte>& bytes) {
  return pe::read(bytes);
}

std::string fault_of(const std::vector<std::byte>& bytes) {
  const auto result = pe::try_read(bytes);
  return std::holds_alternative<pe::Fault>(result) ? std::get<pe::Fault>(result).message : "";
}

/// The first anomaly's message, "" when there is none.
std::string anomaly_of(const std::string& word) {
  const pe::Image image = image_of(broken(word));
  return image.anomalies.empty() ? "" : image.anomalies.front().message;
}

struct Parsed {
  std::optional<Corruption> corruption;
  Diagnostics faults;
};

Parsed parse(const std::string& text) {
  Parsed parsed;
  const auto document = JsonDocument::parse(text, "x.json");
  parsed.corruption = parse_corruption(JsonCursor(document, parsed.faults));
  return parsed;
}

}  // namespace

TEST_CASE("every word of the table breaks a stub of each machine, in a way of its own, the same way twice") {
  for (const std::string machine : {"x64", "x86", "arm64"}) {
    const auto whole = sound(machine);
    REQUIRE(image_of(whole).anomalies.empty());
    std::vector<std::vector<std::byte>> seen = {whole};
    for (const CorruptionKind& kind : corruptions()) {
      CAPTURE(machine, kind.word);
      const Corruption corruption{std::string(kind.word), 0, false};
      const auto bytes = corrupt(whole, corruption);
      CHECK(std::find(seen.begin(), seen.end(), bytes) == seen.end());
      seen.push_back(bytes);
      CHECK(bytes == corrupt(whole, corruption));
    }
  }
}

TEST_CASE("the table says where its answers come from") {
  std::set<std::string_view> words;
  for (const CorruptionKind& kind : corruptions()) {
    CAPTURE(kind.word);
    CHECK(words.insert(kind.word).second);
    CHECK(std::string_view("TDIRU").find(kind.level) != std::string_view::npos);
    CHECK((kind.level == 'U' || !kind.row.empty() || kind.windows.find(".c)") != std::string_view::npos));
    CHECK_FALSE(kind.description.empty());
    CHECK_FALSE(kind.windows.empty());
  }
  CHECK_THROWS_AS(corrupt(sound(), {"sound", 0, false}), Error);
}

TEST_CASE("files that are no image") {
  CHECK(broken("empty").empty());
  CHECK(fault_of(broken("text")) == "no MZ at the start");
  CHECK(fault_of(broken("html")) == "no MZ at the start (HTML or XML)");
  CHECK(fault_of(broken("zip")) == "no MZ at the start (a zip archive)");
  CHECK(fault_of(broken("git-lfs")) == "no MZ at the start (a Git LFS pointer)");
  CHECK(fault_of(broken("zeros")) == "no MZ at the start (zeros)");
  CHECK(broken("zeros").size() == sound().size());
}

TEST_CASE("a cut file") {
  const auto whole = sound();
  const auto cut = corrupt(whole, {"truncate", 700, true});
  CHECK(std::equal(cut.begin(), cut.end(), whole.begin(), whole.begin() + 700));
  CHECK(cut.size() == 700);
  CHECK(broken("truncate").size() == whole.size() / 2);
  CHECK(corrupt(whole, {"truncate", 0, true}).empty());
  CHECK_THROWS_AS(corrupt(whole, {"truncate", whole.size(), true}), BadInput);
}

TEST_CASE("headers that no reader takes") {
  CHECK(fault_of(broken("no-mz")) == "no MZ at the start");
  CHECK(fault_of(broken("wild-e-lfanew")).starts_with("e_lfanew is 0x98760000"));
  CHECK(fault_of(broken("no-pe")) == "no PE signature: 0xdeadbeef");
  CHECK(fault_of(broken("ne")).ends_with("16-bit image)"));
  CHECK(fault_of(broken("bad-magic")) == "unknown optional-header magic 0xdead");
  CHECK(fault_of(broken("no-optional-header")).starts_with("SizeOfOptionalHeader is 0"));
}

TEST_CASE("header fields") {
  CHECK(image_of(broken("wrong-machine")).machine == pe::Machine::X86);
  CHECK(image_of(broken("wrong-machine", "x86")).machine == pe::Machine::X64);
  CHECK(image_of(corrupt(sound(), {"wrong-machine", 0xAA64, true})).machine == pe::Machine::Arm64);
  CHECK_THROWS_AS(corrupt(sound(), {"wrong-machine", 0x8664, true}), BadInput);
  CHECK(image_of(broken("size-of-image-zero")).size_of_image == 0);
  CHECK(anomaly_of("size-of-image-small").find("outside the image") != std::string::npos);
  CHECK(image_of(broken("section-alignment-small")).section_alignment == 0x100);
  CHECK(anomaly_of("section-alignment-small").starts_with("section alignment 0x100 is below file alignment"));
  CHECK(image_of(broken("bad-checksum")).checksum != image_of(sound()).checksum);
  CHECK(image_of(broken("bad-checksum")).anomalies.empty());
  CHECK_FALSE(image_of(broken("not-a-dll")).is_dll());
  CHECK(image_of(broken("not-a-dll")).anomalies.empty());
  CHECK(image_of(broken("no-entry-point")).entry_point == 0);
  CHECK(anomaly_of("wild-entry-point") == "entry point 0x7ffff000 lies outside the image");
}

TEST_CASE("flags and relocations") {
  CHECK((image_of(sound()).dll_characteristics & pe::k_dynamic_base) != 0);
  CHECK((image_of(broken("no-dynamic-base")).dll_characteristics & pe::k_dynamic_base) == 0);
  CHECK((image_of(broken("no-dynamic-base")).dll_characteristics & pe::k_nx_compat) != 0);
  const pe::Image image = image_of(broken("no-relocations"));
  CHECK((image.characteristics & pe::k_relocations_stripped) != 0);
  CHECK((image.dll_characteristics & pe::k_dynamic_base) == 0);
  CHECK_FALSE(image.has(pe::Directory::Relocation));
}

TEST_CASE("sections") {
  CHECK(image_of(broken("zero-sections")).sections.empty());
  CHECK(anomaly_of("section-past-end").find("past the end of the file") != std::string::npos);
  CHECK(anomaly_of("overlapping-sections").find("overlaps what goes before it") != std::string::npos);
}

TEST_CASE("an absent symbol is imported beside all that was imported before") {
  for (const std::string machine : {"x64", "x86", "arm64"}) {
    CAPTURE(machine);
    const pe::Image before = image_of(sound(machine));
    const pe::Image after = image_of(broken("absent-import", machine));
    CHECK(after.anomalies.empty());
    CHECK(after.sections.size() == before.sections.size() + 1);
    REQUIRE(after.imports.size() == before.imports.size() + 1);
    for (std::size_t index = 0; index < before.imports.size(); ++index) {
      CHECK(after.imports[index].name == before.imports[index].name);
      REQUIRE(after.imports[index].symbols.size() == before.imports[index].symbols.size());
      CHECK(after.imports[index].symbols[0].slot == before.imports[index].symbols[0].slot);
    }
    CHECK(after.imports.back().name == "kernel32.dll");
    REQUIRE(after.imports.back().symbols.size() == 1);
    CHECK(after.imports.back().symbols[0].name == "dllrepro_absent_symbol");
    CHECK(pe::find_export(after, "stub") != nullptr);
  }
}

TEST_CASE("an import directory out of range") {
  CHECK(anomaly_of("import-directory-out-of-range") == "the import directory at RVA 0x7ffff000 lies outside the image");
}

TEST_CASE("a .NET image without native code") {
  const pe::Image image = image_of(broken("net-only"));
  CHECK(image.anomalies.empty());
  CHECK(image.is_dll());
  CHECK_FALSE(image.is_pe32_plus());
  CHECK(image.entry_point == 0);
  CHECK(image.imports.empty());
  REQUIRE(image.clr.has_value());
  CHECK(image.clr->major_version == 2);
  CHECK(image.clr->flags == 1);
}

TEST_CASE("what is no image can't be broken") {
  const std::vector<std::byte> text(100, std::byte{'x'});
  CHECK_THROWS_AS(corrupt(text, {"no-pe", 0, false}), BadInput);
  CHECK(corrupt(text, {"truncate", 10, true}).size() == 10);
}

TEST_CASE("the spec's value is read and written back") {
  CHECK(parse(R"("text")").corruption == Corruption{"text", 0, false});
  CHECK(parse(R"({"truncate": 512})").corruption == Corruption{"truncate", 512, true});
  CHECK(parse(R"({"machine": "arm64"})").corruption == Corruption{"wrong-machine", 0xAA64, true});
  CHECK(parse(R"({"machine": "0xdead"})").corruption == Corruption{"wrong-machine", 0xdead, true});
  for (const std::string text : {R"("text")", R"("truncate")", R"({"truncate": 0})", R"({"machine": "unknown"})",
                                 R"({"machine": 48})", R"("wrong-machine")"}) {
    CAPTURE(text);
    const Parsed parsed = parse(text);
    REQUIRE(parsed.corruption.has_value());
    CHECK(parsed.faults.empty());
    CHECK(parse(to_json(*parsed.corruption).dump()).corruption == parsed.corruption);
  }
}

TEST_CASE("a wrong value is reported, with the nearest word") {
  for (const auto& [text, message] :
       {std::pair<std::string, std::string>{R"("txt")", "unknown word \"txt\"; did you mean \"text\"?"},
        {R"(7)", "expected a text, found 7"},
        {R"({})", "expected one key, \"truncate\" or \"machine\""},
        {R"({"truncate": 1, "machine": "x86"})", "expected one key, \"truncate\" or \"machine\""},
        {R"({"machine": "x46"})", "unknown word \"x46\"; did you mean \"x64\"?"},
        {R"({"machine": 65536})", "expected at most 65535, found 65536"},
        {R"({"truncates": 1})", "unknown key \"truncates\"; did you mean \"truncate\"?"}}) {
    CAPTURE(text);
    const Parsed parsed = parse(text);
    CHECK_FALSE(parsed.corruption.has_value());
    REQUIRE_FALSE(parsed.faults.empty());
    CHECK(parsed.faults[0].message == message);
  }
}
