// SPDX-License-Identifier: MIT
#include "harness/run/environment.hpp"

#include <algorithm>

#include <catch2/catch_test_macros.hpp>

namespace dllrepro::run {
namespace {

tree::PlaceMap places() {
  return {"C:/r/7", "C:/Windows/System32", "C:/Windows"};
}

MachineFacts machine(bool under_wine = false) {
  return {"C:/Windows", "C:/Windows/System32", 4, under_wine, ""};
}

/// Native Linux joins paths with slashes; what is tested here is the same.
std::string with_slashes(std::string text) {
  std::replace(text.begin(), text.end(), '\\', '/');
  return text;
}

}  // namespace

TEST_CASE("PATH is System32 and Windows between what the cell puts in front and behind") {
  scenario::Cell cell;
  cell.path_front = {"torch/lib", "{program_files}/NVIDIA/bin"};
  cell.path_back = {"{elsewhere}"};
  CHECK(with_slashes(child_environment(cell, places(), machine())["PATH"]) ==
        "C:/r/7/Python/Lib/site-packages/torch/lib;C:/r/7/Program Files/NVIDIA/bin;C:/Windows/System32;C:/Windows;"
        "C:/r/7/elsewhere");
}

TEST_CASE("The environment is the list's and the cell's, and nothing of ours") {
  scenario::Cell cell;
  cell.environment = {{"CUDA_PATH", "{program_files}/CUDA;x/y"}, {"temp", "{work}"}, {"URL", "https://a/{b}"}};
  const auto environment = child_environment(cell, places(), machine());
  CHECK(environment.size() == 18);
  CHECK(environment.count("HOME") == 0);
  CHECK(with_slashes(environment.at("CUDA_PATH")) == "C:/r/7/Program Files/CUDA;x/y");
  CHECK(environment.at("CUDA_PATH").find("CUDA;x\\y") != std::string::npos);
  CHECK(environment.at("URL") == "https://a/{b}");
  CHECK(environment.count("TEMP") == 0);
  CHECK(with_slashes(environment.at("temp")) == "C:/r/7/work");
  CHECK(with_slashes(environment.at("USERPROFILE")) == "C:/r/7");
  CHECK(with_slashes(environment.at("APPDATA")) == "C:/r/7/AppData/Roaming");
  CHECK(environment.at("SystemDrive") == "C:");
  CHECK(environment.at("PROCESSOR_ARCHITECTURE") == "AMD64");
}

TEST_CASE("Wine is told to keep quiet, Windows nothing of it") {
  CHECK(child_environment({}, places(), machine(true)).at("WINEDEBUG") == "-all");
  CHECK(child_environment({}, places(), machine(false)).count("WINEDEBUG") == 0);
}

}  // namespace dllrepro::run
