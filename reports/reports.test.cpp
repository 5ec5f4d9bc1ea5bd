// SPDX-License-Identifier: MIT
#include "reports/reports.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <catch2/catch_test_macros.hpp>

#include "harness/util/error.hpp"
#include "reports/approval.hpp"

namespace dllrepro::reports {
namespace {

/// A run with a cell of every verdict, one that was cut off, and texts that each format has to escape.
run::RunRecord example() {
  return run::read_journal("reports/approved/example.journal.jsonl");
}

std::string written(const char* format, const ReportOptions& options = {}) {
  std::ostringstream out;
  const Format* known = find_format(format);
  REQUIRE(known != nullptr);
  known->write(example(), out, options);
  return out.str();
}

}  // namespace

TEST_CASE("Every format writes the example run as it was approved") {
  for (const Format& format : formats()) {
    check_approved("example." + std::string(format.file_name), written(std::string(format.name).c_str()));
  }
}

TEST_CASE("The console uses colour on request alone, and gives each cell a row where columns don't fit") {
  CHECK(written("console").find('\x1b') == std::string::npos);
  check_approved("example.colour.txt", written("console", {true, 100}));
  check_approved("example.narrow.txt", written("console", {false, 40}));
}

TEST_CASE("Formats are found by name, and what --report takes is told when it is wrong") {
  CHECK(find_format("json") != nullptr);
  CHECK(find_format("JSON") == nullptr);
  CHECK(parse_request("json=a/b=c.json", "out").path == "a/b=c.json");
  CHECK(parse_request("junit", "out").path == std::filesystem::path("out") / "report.xml");
  CHECK(parse_request("console=-", "out").path == "-");
  CHECK_THROWS_AS(parse_request("json=", "out"), Error);
  try {
    parse_request("jsno=x", "out");
    FAIL_CHECK("an unknown format was taken");
  } catch (const Error& fault) {
    CHECK(std::string(fault.what()).find("did you mean \"json\"?") != std::string::npos);
  }
}

TEST_CASE("A report goes into its file, folders made, or says why it can't") {
  const auto folder = std::filesystem::temp_directory_path() / "dllrepro-reports-test";
  std::filesystem::remove_all(folder);
  write(parse_request("json", folder / "deep"), example());
  std::ifstream file(folder / "deep" / "report.json", std::ios::binary);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == written("json"));
  file.close();
  CHECK_THROWS_AS(write(parse_request("json", folder / "deep" / "report.json"), example()), EnvironmentFailure);
  std::filesystem::remove_all(folder);
}

}  // namespace dllrepro::reports
