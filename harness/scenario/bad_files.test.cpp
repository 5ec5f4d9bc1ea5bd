// SPDX-License-Identifier: MIT
// Each file of harness/scenario/bad says in its first lines what it has to be faulted for:
//     // fault: LINE:COLUMN MESSAGE, or the beginning of one; FILE:LINE:COLUMN for one in a file beside it
// Nothing else may be reported. schema.test.py holds the published schema against the same files.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <catch2/catch_test_macros.hpp>

#include "harness/scenario/expand.hpp"
#include "harness/scenario/testing.hpp"
#include "harness/util/paths.hpp"

using namespace dllrepro;
using namespace dllrepro::scenario;

namespace {

std::vector<std::string> declared_faults(const std::filesystem::path& file) {
  constexpr std::string_view k_mark = "// fault: ";
  std::vector<std::string> faults;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(k_mark)) {
      faults.push_back(line.substr(k_mark.size()));
    }
  }
  return faults;
}

std::vector<std::string> found_faults(const std::filesystem::path& file) {
  std::vector<std::string> faults;
  try {
    load_cells(file, testing::library());
  } catch (const BadInput& bad) {
    for (const Diagnostic& fault : bad.diagnostics()) {
      const std::string name = path_to_utf8(path_from_utf8(fault.location.file).filename());
      faults.push_back(fmt::format("{}{}:{} {}", name == path_to_utf8(file.filename()) ? "" : name + ":",
                                   fault.location.line, fault.location.column, fault.message));
    }
  }
  return faults;
}

}  // namespace

TEST_CASE("each bad file is faulted for what it declares, in its place, and for nothing else") {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator("harness/scenario/bad")) {
    if (is_beside_file(entry.path())) {
      continue;
    }
    ++files;
    INFO(path_to_utf8(entry.path()));
    const std::vector<std::string> declared = declared_faults(entry.path());
    const std::vector<std::string> found = found_faults(entry.path());
    CHECK_FALSE(declared.empty());
    for (const std::string& fault : declared) {
      INFO("declared, not found: " << fault);
      CHECK(std::any_of(found.begin(), found.end(), [&](const std::string& text) { return text.starts_with(fault); }));
    }
    for (const std::string& fault : found) {
      INFO("found, not declared: " << fault);
      CHECK(std::any_of(declared.begin(), declared.end(),
                        [&](const std::string& text) { return fault.starts_with(text); }));
    }
  }
  CHECK(files >= 30);
}
