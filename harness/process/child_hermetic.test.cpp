// SPDX-License-Identifier: MIT
// A child gets what it is given, and nothing else.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <sstream>

#include "harness/process/child_test_support.hpp"
#include "harness/util/windows_handle.hpp"
#include "harness/util/wine.hpp"

using namespace dllrepro;
using namespace dllrepro::process;

namespace {

/// Wine 8.0 gives these to every process, in whatever environment it was started; Windows adds none.
bool is_added_by_wine(const std::string& variable) {
  return running_under_wine() &&
         (variable.starts_with("WINE") || variable.starts_with("SystemDrive=") || variable.starts_with("SystemRoot="));
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    result.push_back(line);
  }
  return result;
}

/// What the child found in its environment, sorted.
std::vector<std::string> environment_of(const ChildCommand& child) {
  std::vector<std::string> variables = lines(run_command(child).standard_output.text());
  std::erase_if(variables, is_added_by_wine);
  std::ranges::sort(variables);
  return variables;
}

}  // namespace

TEST_CASE("a child has the environment that it was given and no other") {
  ::SetEnvironmentVariableW(L"DLLREPRO_OF_THE_HARNESS", L"1");
  ChildCommand child = command({"environment"});
  child.environment = {{"b", "2"}, {"A", "1"}, {"_c", "a b;=\"\xc3\xa4\xe2\x82\xac\""}};
  CHECK(environment_of(child) == std::vector<std::string>{"A=1", "_c=a b;=\"\xc3\xa4\xe2\x82\xac\"", "b=2"});
  ::SetEnvironmentVariableW(L"DLLREPRO_OF_THE_HARNESS", nullptr);
}

TEST_CASE("a child without any variable has none") {
  ChildCommand child = command({"environment"});
  child.environment.clear();
  CHECK(environment_of(child).empty());
}

TEST_CASE("a child starts in the folder that it was given") {
  ChildCommand child = command({"directory"});
  child.working_directory = test_child().parent_path();
  CHECK(std::filesystem::path(run_command(child).standard_output.text()) == test_child().parent_path());
}

TEST_CASE("arguments arrive as they were given") {
  const std::vector<std::string> given{"arguments", "",       "a b",   "tab\there",
                                       "\"",        "a\\",    "b \\",  "c\\\"d",
                                       "*.dll",     "%PATH%", "^&|<>", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"};
  CHECK(lines(run(given).standard_output.text()) == std::vector<std::string>(given.begin() + 1, given.end()));
}

TEST_CASE("standard input has ended") {
  CHECK(run({"input"}).standard_output.text() == "0 bytes, error 109");
}

TEST_CASE("a child has no console") {
  CHECK(run({"console"}).standard_output.text() == "none");
}

TEST_CASE("handles that the harness could pass on are not inherited") {
  SECURITY_ATTRIBUTES inheritable{sizeof inheritable, nullptr, TRUE};
  // Far from the numbers that a child's own first handles have.
  std::vector<Handle> handles(2000);
  std::ranges::generate(handles, [&] { return Handle(::CreateEventW(&inheritable, TRUE, FALSE, nullptr)); });
  const std::string value = std::to_string(reinterpret_cast<std::uintptr_t>(handles.back().get()));
  CHECK(run({"handle", value}).standard_output.text() == "not inherited");
}
