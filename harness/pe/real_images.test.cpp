// SPDX-License-Identifier: MIT
// Images that others made: the compiler's runtime DLLs, and the system's own, which on Linux are Wine's.
#include <algorithm>
#include <cstdlib>

#include <catch2/catch_test_macros.hpp>

#include "harness/pe/lookup.hpp"
#include "harness/pe/reader.hpp"
#include "harness/util/ascii.hpp"

using namespace dllrepro::pe;

namespace {

/// A folder that CMake found, or the system's own on Windows; empty where there is none.
std::filesystem::path system_folder() {
#ifdef _WIN32
  const char* root = std::getenv("SystemRoot");
  return root == nullptr ? std::filesystem::path() : std::filesystem::path(root) / "System32";
#else
  return DLLREPRO_WINE_DLLS;
#endif
}

Image read_or_skip(const std::filesystem::path& folder, const std::string& name) {
  if (folder.empty() || !std::filesystem::exists(folder / name)) {
    SKIP(name << " is not on this machine (looked in \"" << folder.string() << "\")");
  }
  Image image = read_file(folder / name);
  for (const Anomaly& anomaly : image.anomalies) {
    UNSCOPED_INFO(name << ": " << anomaly.message);
  }
  CHECK(image.anomalies.empty());
  CHECK(image.is_dll());
  CHECK(image.machine == Machine::X64);
  CHECK(image.is_pe32_plus());
  return image;
}

/// The import descriptor for a module of that name; null when there is none.
const ImportedModule* find_import(const Image& image, std::string_view module) {
  const auto found = std::find_if(image.imports.begin(), image.imports.end(), [module](const ImportedModule& import) {
    return dllrepro::ascii_equal_ignoring_case(import.name, module);
  });
  return found == image.imports.end() ? nullptr : &*found;
}

/// Every import of `image` from the module named `from` is one of `exporter`'s exports.
void check_satisfied(const Image& image, const std::string& from, const Image& exporter) {
  const ImportedModule* module = find_import(image, from);
  REQUIRE(module != nullptr);
  CHECK_FALSE(module->symbols.empty());
  for (const ImportedSymbol& symbol : module->symbols) {
    CAPTURE(symbol.name);
    CHECK((symbol.ordinal ? find_export(exporter, *symbol.ordinal) : find_export(exporter, symbol.name)) != nullptr);
  }
}

}  // namespace

TEST_CASE("the compiler's runtime DLLs fit together") {
  const std::filesystem::path folder = DLLREPRO_RUNTIME_DLLS;
  const Image gcc = read_or_skip(folder, "libgcc_s_seh-1.dll");
  const Image cxx = read_or_skip(folder, "libstdc++-6.dll");
  CHECK(gcc.exports->module == "libgcc_s_seh-1.dll");
  CHECK(find_export(gcc, "_Unwind_Resume") != nullptr);
  CHECK(find_import(gcc, "KERNEL32.dll") != nullptr);
  CHECK(cxx.exports->entries.size() > 5000);
  CHECK(cxx.has(Directory::ThreadStorage));
  check_satisfied(cxx, "libgcc_s_seh-1.dll", gcc);
}

TEST_CASE("the system's kernel32") {
  const std::filesystem::path folder = system_folder();
  const Image kernel32 = read_or_skip(folder, "kernel32.dll");
  const Image ntdll = read_or_skip(folder, "ntdll.dll");
  CHECK(kernel32.exports->module == "KERNEL32.dll");
  CHECK(find_export(kernel32, "LoadLibraryExW") != nullptr);
  const Export* forwarder = find_export(kernel32, "HeapAlloc");
  REQUIRE(forwarder != nullptr);
  CHECK(forwarder->forward == "NTDLL.RtlAllocateHeap");
  CHECK(find_export(ntdll, "RtlAllocateHeap") != nullptr);
  CHECK(find_export(kernel32, "No such function") == nullptr);
  REQUIRE(kernel32.version.has_value());
  CHECK(kernel32.version->has_numbers);
  CHECK(kernel32.version->file[0] >= 5);
  check_satisfied(kernel32, "ntdll.dll", ntdll);
}

TEST_CASE("system DLLs without an anomaly") {
  for (const char* name : {"kernelbase.dll", "user32.dll", "ucrtbase.dll", "shell32.dll", "ole32.dll", "version.dll"}) {
    CAPTURE(name);
    const Image image = read_or_skip(system_folder(), name);
    CHECK(image.exports.has_value());
  }
}
