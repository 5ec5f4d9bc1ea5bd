// SPDX-License-Identifier: MIT
#include "reports/approval.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include <catch2/catch_test_macros.hpp>

namespace dllrepro::reports {
namespace {

std::string replace(const std::string& text, const char* pattern, const char* by) {
  return std::regex_replace(text, std::regex(pattern), by);
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return without_carriage_returns({std::istreambuf_iterator<char>(file), {}});
}

bool approving() {
  const char* told = std::getenv("DLLREPRO_APPROVE");
  return told != nullptr && std::string_view(told) == "1";
}

/// The first line in which two texts differ, of both.
std::string first_difference(const std::string& approved, const std::string& received) {
  std::istringstream left(approved);
  std::istringstream right(received);
  std::string a;
  std::string b;
  for (std::size_t number = 1;; ++number) {
    const bool more_a = static_cast<bool>(std::getline(left, a));
    const bool more_b = static_cast<bool>(std::getline(right, b));
    if (!more_a && !more_b) {
      return "at the end of the last line";
    }
    if (more_a != more_b || a != b) {
      return "line " + std::to_string(number) + "\n  approved: " + (more_a ? a : "(ends)") +
             "\n  received: " + (more_b ? b : "(ends)");
    }
  }
}

}  // namespace

std::string without_times(std::string text) {
  text = replace(text, R"re(("(?:at|milliseconds|child_milliseconds)": ?)[0-9.e+-]+)re", "$1#");
  text = replace(text, R"re(time="[0-9.]+")re", R"re(time="#")re");
  text = replace(text, R"re([0-9]+\.[0-9]+ (ms|s)\b)re", "# $1");
  return replace(text, R"re([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})re", "####-##-##T##:##:##");
}

std::string without_version(std::string text) {
  text = replace(text, R"re(("program_version": ?)"[^"]*")re", R"re($1"#")re");
  return replace(text, R"re(dllrepro [0-9]+\.[0-9]+\.[0-9]+)re", "dllrepro #");
}

std::string without_platform(std::string text) {
  return replace(text, R"re((Wine|Windows) [0-9]+(\.[0-9]+)+)re", "PLATFORM");
}

std::string without_processes(std::string text) {
  return replace(text, R"re(("pid": ?)[0-9]+)re", "$1#");
}

std::string without_addresses(std::string text) {
  return replace(text, R"re(("(?:base|size)": ?)("[^"]*"|[0-9]+))re", "$1#");
}

std::string without_carriage_returns(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
  return text;
}

void check_approved(std::string_view name, const std::string& text) {
  const std::filesystem::path path = std::filesystem::path("reports") / "approved" / name;
  if (approving()) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  }
  const std::string approved = read(path);
  const std::string received = without_carriage_returns(text);
  if (approved != received) {
    FAIL_CHECK(path.string() << " differs from what was approved: " << first_difference(approved, received)
                             << "\nDLLREPRO_APPROVE=1 reports-tests approves the new text");
  } else {
    SUCCEED();
  }
}

}  // namespace dllrepro::reports
