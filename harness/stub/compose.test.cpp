// SPDX-License-Identifier: MIT
#include "harness/stub/compose.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "harness/pe/reader.hpp"
#include "harness/stub/spec_text.hpp"

using namespace dllrepro;
using namespace dllrepro::stub;
using namespace dllrepro::stub::testing;

namespace {

pe::Image composed(const std::string& spec, const std::string& name = "x.dll") {
  return pe::read(compose(spec_of(spec), name));
}

std::vector<std::string> names_of(const pe::ExportTable& table) {
  std::vector<std::string> names;
  for (const pe::Export& entry : table.entries) {
    names.push_back(fmt::format("{}@{}", entry.name, entry.ordinal));
  }
  return names;
}

const pe::ImportedModule& module_named(const std::vector<pe::ImportedModule>& modules, const std::string& name) {
  const auto found = std::find_if(modules.begin(), modules.end(),
                                  [&](const pe::ImportedModule& module) { return module.name == name; });
  REQUIRE(found != modules.end());
  return *found;
}

constexpr const char* k_rich = R"({
    "version": "9.28.1.0", "manifest": "<assembly/>", "dependent_load_flags": "0x800", "timestamp": "0x12345678",
    "imports": {"c10.dll": ["f", {"ordinal": 5}, "g"], "empty.dll": []},
    "delay_imports": {"late.dll": ["h", {"ordinal": 9}]},
    "exports": {"b": 1, "a": 2, "hidden": {"ordinal": 9, "noname": true, "do": [{"return": 3}]},
                "to_name": {"forward": "other.fn"}, "to_ordinal": {"forward": "other.#5"}},
    "on_attach": [{"print": "{self_name}\n"}, {"start_thread": [{"lock": "l"}, {"signal": "e"}]}]})";

}  // namespace

TEST_CASE("a composed stub is a DLL of its machine that a reader finds no fault with") {
  struct Machine {
    const char* name;
    pe::Machine machine;
  };
  const Machine machine = GENERATE(Machine{"x64", pe::Machine::X64}, Machine{"x86", pe::Machine::X86},
                                   Machine{"arm64", pe::Machine::Arm64});
  StubSpec spec = spec_of(k_rich);
  spec.machine = std::string(machine.name);
  const pe::Image image = pe::read(compose(spec, "x.dll"));
  CHECK(image.machine == machine.machine);
  CHECK(image.is_dll());
  CHECK(image.is_pe32_plus() == (machine.machine != pe::Machine::X86));
  const std::uint16_t wanted =
      pe::k_dynamic_base | pe::k_nx_compat | (image.is_pe32_plus() ? pe::k_high_entropy_va : std::uint16_t{0});
  CHECK((image.dll_characteristics & wanted) == wanted);
  CHECK((image.characteristics & pe::k_relocations_stripped) == 0);
  CHECK(image.timestamp == 0x12345678);
  CHECK(image.checksum == 0);
  CHECK(image.anomalies.empty());
  CHECK(image.sections.back().name == ".stub");
  CHECK((image.sections.back().characteristics & (pe::k_section_execute | pe::k_section_write)) == pe::k_section_write);
}

TEST_CASE("a stub has a directory of thread-local storage when it asks for a callback, and else none") {
  const char* machine = GENERATE("x64", "x86", "arm64");
  CAPTURE(machine);
  StubSpec spec = spec_of(R"({"tls_callback": [{"print": "{self_name}\n"}]})");
  spec.machine = machine;
  const pe::Image with = pe::read(compose(spec, "x.dll"));
  const pe::DirectoryRange& directory = with.directory(pe::Directory::ThreadStorage);
  CHECK(directory.address != 0);
  CHECK(directory.size == (with.is_pe32_plus() ? 40 : 24));
  CHECK(with.has(pe::Directory::Relocation));
  CHECK(with.anomalies.empty());
  spec.tls_callback.clear();
  CHECK_FALSE(pe::read(compose(spec, "x.dll")).has(pe::Directory::ThreadStorage));
}

TEST_CASE("imports are kernel32 and what the spec lists, in its order") {
  const pe::Image image = composed(k_rich);
  REQUIRE(image.imports.size() == 3);
  CHECK(image.imports[0].name == "kernel32.dll");
  CHECK(image.imports[1].name == "c10.dll");
  REQUIRE(image.imports[1].symbols.size() == 3);
  CHECK(image.imports[1].symbols[0].name == "f");
  CHECK(image.imports[1].symbols[1].ordinal == 5);
  CHECK(image.imports[1].symbols[2].name == "g");
  CHECK(image.imports[2].name == "empty.dll");
  CHECK(image.imports[2].symbols.empty());
  REQUIRE(image.delay_imports.size() == 1);
  CHECK(image.delay_imports[0].name == "late.dll");
  REQUIRE(image.delay_imports[0].symbols.size() == 2);
  CHECK(image.delay_imports[0].symbols[0].name == "h");
  CHECK(image.delay_imports[0].symbols[1].ordinal == 9);
}

TEST_CASE("an import without symbols means the one that the DLL has for sure") {
  const pe::Image image = composed(R"({"imports": ["c10.dll", "vcruntime140.DLL", "python312.dll"]})");
  CHECK(module_named(image.imports, "c10.dll").symbols.at(0).name == "stub");
  CHECK(module_named(image.imports, "vcruntime140.DLL").symbols.at(0).name == "memcpy");
  CHECK(module_named(image.imports, "python312.dll").symbols.at(0).name == "Py_IsInitialized");
}

TEST_CASE("exports have their names, ordinals and forwards") {
  const pe::Image image = composed(k_rich);
  REQUIRE(image.exports);
  CHECK(image.exports->module == "x.dll");
  CHECK(names_of(*image.exports) ==
        std::vector<std::string>{"a@1", "b@2", "stub@3", "to_name@4", "to_ordinal@5", "@9"});
  CHECK(image.exports->entries[3].forward == "other.fn");
  CHECK(image.exports->entries[4].forward == "other.#5");
}

TEST_CASE("the export directory names the file unless the spec knows better") {
  CHECK(composed("{}", "c10.dll").exports->module == "c10.dll");
  CHECK(composed(R"({"name": "old.dll"})", "c10.dll").exports->module == "old.dll");
}

TEST_CASE("`stub` can be left out, and can be defined") {
  CHECK(names_of(*composed("{}").exports) == std::vector<std::string>{"stub@1"});
  CHECK(composed(R"({"default_export": false})").exports->entries.empty());
  CHECK(names_of(*composed(R"({"exports": {"stub": {"ordinal": 7, "do": [{"return": 1}]}}})").exports) ==
        std::vector<std::string>{"stub@7"});
}

TEST_CASE("ordinals that are given are kept and the others fill the gaps") {
  CHECK(names_of(*composed(R"({"default_export": false,
      "exports": {"a": 1, "b": {"ordinal": 1, "do": []}, "c": 2, "d": {"ordinal": 65535, "do": []}}})")
                      .exports) == std::vector<std::string>{"b@1", "a@2", "c@3", "d@65535"});
}

TEST_CASE("exports that do the same share an entry, those that differ do not") {
  const pe::Image image = composed(R"({"exports": {"a": 1, "b": 1, "c": 2}})");
  CHECK(image.exports->entries[0].address == image.exports->entries[1].address);
  CHECK(image.exports->entries[0].address != image.exports->entries[2].address);
}

TEST_CASE("more behaviours than the template has entries are refused, more exports are not") {
  StubSpec spec;
  for (int number = 0; number < 1000; ++number) {
    spec.exports[fmt::format("f{}", number)].actions = {
        {Return{{Value::Kind::Number, std::uint64_t(number % 255), {}}}}};
  }
  CHECK(pe::read(compose(spec, "x.dll")).exports->entries.size() == 1001);
  for (int number = 0; number < 1000; ++number) {
    spec.exports[fmt::format("f{}", number)].actions = {
        {Return{{Value::Kind::Number, std::uint64_t(number % 256), {}}}}};
  }
  CHECK_THROWS_AS(compose(spec, "x.dll"), BadInput);
}

TEST_CASE("version, manifest and load configuration are what the spec says, and absent when it is silent") {
  const pe::Image image = composed(k_rich);
  REQUIRE(image.version);
  CHECK(image.version->file == std::array<std::uint16_t, 4>{9, 28, 1, 0});
  CHECK(image.version->product == image.version->file);
  REQUIRE(image.manifests.size() == 1);
  CHECK(image.manifests[0].name.id == 2);
  CHECK(image.manifests[0].text == "<assembly/>");
  REQUIRE(image.load_config);
  CHECK(image.load_config->dependent_load_flags == 0x800);
  const pe::Image plain = composed("{}");
  CHECK_FALSE(plain.version);
  CHECK(plain.manifests.empty());
  CHECK_FALSE(plain.load_config);
  CHECK(plain.resources.empty());
  CHECK(plain.delay_imports.empty());
}

TEST_CASE("version strings are the spec's and the two numbers") {
  const pe::Image image =
      composed(R"({"version": {"file": "1.2", "product": "3", "strings": {"CompanyName": "Caf\u00e9"}}})");
  REQUIRE(image.version);
  CHECK(image.version->product == std::array<std::uint16_t, 4>{3, 0, 0, 0});
  REQUIRE(image.version->strings.size() == 1);
  CHECK(image.version->strings[0].values ==
        std::vector<std::pair<std::string, std::string>>{{"CompanyName", "Caf\xC3\xA9"},
                                                         {"FileVersion", "1.2"},
                                                         {"OriginalFilename", "x.dll"},
                                                         {"ProductVersion", "3"}});
}

TEST_CASE("the file is as large as asked for, and never smaller than its contents") {
  CHECK(compose(spec_of(R"({"pad_to": 1000001})"), "x.dll").size() == 1000001);
  CHECK(composed(R"({"pad_to": 1000000})").overlay_size > 0);
  CHECK(compose(spec_of(R"({"pad_to": 10})"), "x.dll") == compose(StubSpec{}, "x.dll"));
}

TEST_CASE("composing depends on spec and name alone") {
  const StubSpec spec = spec_of(k_rich);
  CHECK(compose(spec, "x.dll") == compose(spec_of(to_json(spec).dump()), "x.dll"));
  CHECK(compose(spec, "x.dll") != compose(spec, "y.dll"));
}

TEST_CASE("a corruption is applied to what was composed") {
  const auto bytes = compose(spec_of(R"({"corrupt": {"truncate": 512}})"), "x.dll");
  const auto whole = compose(StubSpec{}, "x.dll");
  CHECK(bytes.size() == 512);
  CHECK(std::equal(bytes.begin(), bytes.end(), whole.begin()));
}

TEST_CASE("a plain stub is small") {
  CHECK(compose(StubSpec{}, "x.dll").size() <= 16384);
}
