// SPDX-License-Identifier: MIT
// The trees of fixtures/trees hold together: they resolve, their imports lead somewhere, and they behave as the wheels
// that they stand for were seen to.
#include <algorithm>
#include <map>
#include <set>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include "harness/tree/assemble.hpp"
#include "harness/tree/names.hpp"
#include "harness/tree/tree_testing.hpp"

using namespace dllrepro;
using namespace dllrepro::tree;

namespace {

const TreeLibrary& library() {
  static const TreeLibrary shipped("fixtures/trees");
  return shipped;
}

TreePlan resolve_name(const std::string& name, const std::string& changes = "") {
  auto [plan, faults] = testing::resolve_texts({R"({"use": [")" + name + "\"]" + changes + "}"}, library());
  INFO(describe(faults));
  CHECK(faults.empty());
  return plan;
}

std::string base_name(const TreePath& path) {
  return fold_case(path.substr(path.rfind('/') + 1));
}

/// What a tree and those it uses say comes from elsewhere, folded.
void add_outside(const std::string& name, std::set<std::string>& outside) {
  Diagnostics faults;
  const TreeFixture* fixture = library().find(name, {}, faults);
  REQUIRE(fixture != nullptr);
  for (const std::string& dll : fixture->outside) {
    outside.insert(fold_case(dll));
  }
  for (const auto& [used, location] : fixture->use) {
    add_outside(used, outside);
  }
}

bool exports(const stub::StubSpec& spec, const stub::Symbol& symbol) {
  if (!symbol.name.empty()) {
    return spec.exports.count(symbol.name) != 0 || (spec.default_export && symbol.name == "stub");
  }
  return std::any_of(spec.exports.begin(), spec.exports.end(),
                     [&](const auto& entry) { return entry.second.ordinal == symbol.ordinal; });
}

/// The stubs of one folder by folded base name.
std::map<std::string, const stub::StubSpec*> stubs_in(const TreePlan& plan, const std::string& folder) {
  std::map<std::string, const stub::StubSpec*> stubs;
  for (const auto& [path, file] : plan.files) {
    if (path.substr(0, path.rfind('/')) == folder && std::holds_alternative<stub::StubSpec>(file.content)) {
      stubs[base_name(path)] = &std::get<stub::StubSpec>(file.content);
    }
  }
  return stubs;
}

/// Everything that loading these stubs' imports pulls in from `known`; "" stands for a DLL that is not there.
std::set<std::string> closure(const std::map<std::string, const stub::StubSpec*>& known,
                              const std::set<std::string>& elsewhere, const stub::StubSpec& start) {
  std::set<std::string> reached;
  std::vector<const stub::StubSpec*> open{&start};
  while (!open.empty()) {
    const stub::StubSpec* spec = open.back();
    open.pop_back();
    for (const stub::ImportedDll& dll : spec->imports) {
      const auto found = known.find(fold_case(dll.name));
      if (found == known.end()) {
        if (elsewhere.count(fold_case(dll.name)) == 0) {
          reached.insert("");
        }
      } else if (reached.insert(found->first).second) {
        open.push_back(found->second);
      }
    }
  }
  return reached;
}

/// What torch's loader with the glob reports: the first DLL of torch/lib, in the order of their names, whose imports
/// are not all there, "_C" when the extension alone is without one, "" when all is well.
std::string first_broken(const TreePlan& plan) {
  const auto stubs = stubs_in(plan, "torch/lib");
  std::set<std::string> elsewhere;
  for (const auto& [path, file] : plan.files) {
    if (path.rfind("torch/", 0) != 0) {
      elsewhere.insert(base_name(path));
    }
  }
  for (const auto& [name, spec] : stubs) {
    if (closure(stubs, elsewhere, *spec).count("") != 0) {
      return name;
    }
  }
  for (const auto& [name, spec] : stubs_in(plan, "torch")) {
    if (name.rfind("_C.", 0) == 0 && closure(stubs, elsewhere, *spec).count("") != 0) {
      return "_C";
    }
  }
  return "";
}

}  // namespace

TEST_CASE("there are trees") {
  CHECK(library().names().size() >= 25);
}

TEST_CASE("every shipped tree resolves, and each import is met inside it or known to come from elsewhere") {
  const std::string name = GENERATE(from_range(library().names()));
  INFO(name);
  const TreePlan plan = resolve_name(name);
  REQUIRE_FALSE((plan.files.empty() && plan.installed.empty()));

  std::map<std::string, std::vector<const stub::StubSpec*>> by_name;
  for (const auto& [path, file] : plan.files) {
    if (const auto* spec = std::get_if<stub::StubSpec>(&file.content)) {
      by_name[base_name(path)].push_back(spec);
    }
  }
  std::set<std::string> outside;
  add_outside(name, outside);
  for (const std::string& dll : outside) {
    // A tree may bring what one that it uses does without; nothing may be both missing and unwanted.
    const bool wanted = std::any_of(by_name.begin(), by_name.end(), [&](const auto& entry) {
      const auto imports = [&](const stub::ImportedDll& imported) { return fold_case(imported.name) == dll; };
      const stub::StubSpec& spec = *entry.second.front();
      return std::any_of(spec.imports.begin(), spec.imports.end(), imports) ||
             std::any_of(spec.delay_imports.begin(), spec.delay_imports.end(), imports);
    });
    INFO("outside: " << dll);
    CHECK(wanted);
  }
  for (const auto& [path, file] : plan.files) {
    const auto* spec = std::get_if<stub::StubSpec>(&file.content);
    if (spec == nullptr) {
      continue;
    }
    std::vector<stub::ImportedDll> imports = spec->imports;
    imports.insert(imports.end(), spec->delay_imports.begin(), spec->delay_imports.end());
    for (const stub::ImportedDll& dll : imports) {
      INFO(path << " imports " << dll.name);
      const auto found = by_name.find(fold_case(dll.name));
      if (found == by_name.end()) {
        CHECK(outside.count(fold_case(dll.name)) == 1);
        continue;
      }
      for (const stub::Symbol& symbol : dll.symbols) {
        INFO("symbol " << symbol.name << " #" << symbol.ordinal);
        for (const stub::StubSpec* target : found->second) {
          CHECK(exports(*target, symbol));
        }
      }
    }
  }
}

TEST_CASE("every shipped tree assembles") {
  const std::string name = GENERATE(from_range(library().names()));
  INFO(name);
  const testing::TemporaryFolder folder;
  StubStore store(folder.path() / "store");
  const auto host = folder.write("probe.exe", "MZ");
  const PlaceMap places(folder.path() / "run", "C:/Windows/System32", "C:/Windows");
  const TreePlan plan = resolve_name(name);
  assemble(plan, places, store, host);
  for (const auto& [path, file] : plan.files) {
    CHECK(std::filesystem::exists(places.file_of(path)));
  }
}

TEST_CASE("torch's CUDA wheels have 13 DLLs, of which an import needs 8") {
  const std::string name = GENERATE(as<std::string>{}, "torch-cu132", "torch-cu129");
  const TreePlan plan = resolve_name(name);
  const auto stubs = stubs_in(plan, "torch/lib");
  CHECK(stubs.size() == 13);
  const auto& extension = std::get<stub::StubSpec>(plan.files.at("torch/_C.cp312-win_amd64.pyd").content);
  std::set<std::string> resident = closure(stubs, {}, extension);
  resident.erase("");
  CHECK(resident == std::set<std::string>{"C10.DLL", "C10_CUDA.DLL", "LIBIOMP5MD.DLL", "SHM.DLL", "TORCH_CPU.DLL",
                                          "TORCH_CUDA.DLL", "TORCH_PYTHON.DLL", "UV.DLL"});
}

TEST_CASE("a missing cuDNN is first met by shm.dll") {
  CHECK(first_broken(resolve_name("torch-cu13")) == "");
  CHECK(first_broken(resolve_name("torch-cu13", R"(, "remove": ["nvidia/cudnn"])")) == "SHM.DLL");
  CHECK(first_broken(resolve_name("torch-cu12", R"(, "remove": ["nvidia/cudnn/bin/cudnn64_9.dll"])")) == "SHM.DLL");
  CHECK(first_broken(resolve_name("torch-cu126-bundled")) == "");
  CHECK(first_broken(resolve_name("torch-win-arm64-bundled-cudnn")) == "");
}

TEST_CASE("what torch's glob names when a file is missing, as seen with the real wheels") {
  // real-artefacts.md T3: tree, file removed from torch/lib or beside python.exe, DLL named.
  struct Row {
    const char* tree;
    const char* removed;
    const char* named;
  };
  // clang-format off
  const Row row = GENERATE(
      Row{"torch-cpu-2.0.1", "torch/lib/asmjit.dll", "FBGEMM.DLL"},
      Row{"torch-cpu-2.0.1", "torch/lib/fbgemm.dll", "SHM.DLL"},
      Row{"torch-cpu-2.0.1", "torch/lib/uv.dll", "SHM.DLL"},
      Row{"torch-cpu-2.0.1", "torch/lib/torch.dll", ""},
      Row{"torch-cpu-2.3.1", "torch/lib/shm.dll", "TORCH_CPU.DLL"},
      Row{"torch-cpu-2.3.1", "torch/lib/torch.dll", "SHM.DLL"},
      Row{"torch-cpu-2.3.1", "{prefix}/vcomp140.dll", "FBGEMM.DLL"},
      Row{"torch-cpu-2.4.0", "torch/lib/shm.dll", "FBGEMM.DLL"},
      Row{"torch-cpu-2.4.0", "torch/lib/fbgemm.dll", "SHM.DLL"},
      Row{"torch-cpu-2.8.0", "torch/lib/libiomp5md.dll", "FBGEMM.DLL"},
      Row{"torch-cpu-2.8.0", "torch/lib/uv.dll", ""},
      Row{"torch-cpu-2.8.0", "{prefix}/vcruntime140_1.dll", "ASMJIT.DLL"},
      Row{"torch-cpu-2.9.1", "torch/lib/c10.dll", "SHM.DLL"},
      Row{"torch-cpu-2.9.1", "torch/lib/uv.dll", ""},
      Row{"torch-cpu-2.9.1", "{prefix}/vcruntime140_threads.dll", ""},
      Row{"torch-cpu-2.15.0", "torch/lib/c10.dll", "SHM.DLL"},
      Row{"torch-cpu-2.15.0", "torch/lib/libiomp5md.dll", "SHM.DLL"},
      Row{"torch-cpu-2.15.0", "torch/lib/uv.dll", "SHM.DLL"},
      Row{"torch-cpu-2.15.0", "torch/lib/shm.dll", "TORCH_PYTHON.DLL"},
      Row{"torch-cpu-2.15.0", "torch/lib/torch_python.dll", "_C"},
      Row{"torch-cpu-2.15.0", "torch/lib/torch_global_deps.dll", ""},
      Row{"torch-cpu-2.15.0", "{prefix}/msvcp140.dll", "C10.DLL"},
      Row{"torch-cpu-2.15.0", "{prefix}/vcruntime140_1.dll", "C10.DLL"},
      Row{"torch-cpu-2.15.0", "{prefix}/vcruntime140_threads.dll", "SHM.DLL"},
      Row{"torch-cpu-2.15.0", "{prefix}/msvcp140_atomic_wait.dll", "TORCH_PYTHON.DLL"},
      Row{"torch-cpu-2.15.0", "{prefix}/vcomp140.dll", ""});
  // clang-format on
  INFO(row.tree << " without " << row.removed);
  CHECK(first_broken(resolve_name(row.tree, std::string(R"(, "remove": [")") + row.removed + "\"]")) == row.named);
}

TEST_CASE("cuDNN's ten DLLs are the same wherever they lie") {
  const TreePlan arm = resolve_name("torch-win-arm64-bundled-cudnn");
  const TreePlan pip = resolve_name("nvidia-cudnn-wheel");
  const auto bundled = stubs_in(arm, "torch/lib");
  const auto wheel = stubs_in(pip, "nvidia/cudnn/bin");
  CHECK(wheel.size() == 10);
  for (const auto& [name, spec] : wheel) {
    REQUIRE(bundled.count(name) == 1);
    CHECK(*bundled.at(name) == *spec);
  }
}

TEST_CASE("a tree for another machine is one word") {
  const TreePlan plan = resolve_name("torch-win-arm64-bundled-cudnn", R"(, "machine": "arm64")");
  CHECK(std::get<stub::StubSpec>(plan.files.at("torch/lib/cudnn64_9.dll").content).machine == "arm64");
}
