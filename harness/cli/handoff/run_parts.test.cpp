// SPDX-License-Identifier: MIT
#include "harness/cli/handoff/run_parts.hpp"

#include <algorithm>

#include <catch2/catch_test_macros.hpp>

#include "harness/util/json_document.hpp"
#include "harness/util/temporary_folder.hpp"

using namespace dllrepro;
using namespace dllrepro::cli;
using handoff::parts_of_run;

namespace {

bool has_word(const handoff::WindowsRun& run, const std::string& word) {
  return std::find(run.arguments.begin(), run.arguments.end(), word) != run.arguments.end();
}

bool has_journal(const handoff::WindowsRun& run) {
  return std::any_of(run.arguments.begin(), run.arguments.end(),
                     [](const std::string& word) { return word.rfind("--journal=", 0) == 0; });
}

scenario::Cell cell_without(std::vector<std::string> dlls) {
  scenario::Cell cell;
  cell.system32.without = std::move(dlls);
  return cell;
}

/// Lists in a folder of their own, and what they were told to be.
class Lists {
 public:
  handoff::PartFiles files() {
    return {"/tmp/j", [this](std::size_t number) { return path(number); }};
  }

  [[nodiscard]] Json of_part(std::size_t number) const { return JsonDocument::read(path(number)).root(); }

 private:
  [[nodiscard]] std::string path(std::size_t number) const {
    return (m_folder.path() / ("list-" + std::to_string(number))).string();
  }

  TemporaryFolder m_folder;
};

RunArguments arguments() {
  RunArguments arguments;
  arguments.work_folder = "/tmp/work";
  return arguments;
}

}  // namespace

TEST_CASE("Cells of one machine are one run, and nobody is told of parts") {
  Lists lists;
  const auto plain = parts_of_run(arguments(), "/top", {cell_without({}), cell_without({})}, lists.files());
  REQUIRE(plain.size() == 1);
  CHECK(plain[0].machine.is_plain());
  CHECK_FALSE(has_journal(plain[0]));
  CHECK_FALSE(has_word(plain[0], "--part=first"));
  const auto other = parts_of_run(arguments(), "/top", {cell_without({"a.dll"})}, lists.files());
  REQUIRE(other.size() == 1);
  CHECK_FALSE(other[0].machine.is_plain());
  CHECK_FALSE(has_journal(other[0]));
}

TEST_CASE("Cells of several machines are a run each, the plain one first, with one journal") {
  Lists lists;
  const auto parts = parts_of_run(
      arguments(), "/top",
      {cell_without({"a.dll"}), cell_without({}), cell_without({"b.dll"}), cell_without({"a.dll"})}, lists.files());
  REQUIRE(parts.size() == 3);
  CHECK(parts[0].machine.is_plain());
  CHECK(parts[1].machine.without == std::vector<std::string>{"a.dll"});
  CHECK(parts[2].machine.without == std::vector<std::string>{"b.dll"});
  CHECK(has_word(parts[0], "--part=first"));
  CHECK(has_word(parts[1], "--part=middle"));
  CHECK(has_word(parts[2], "--part=last"));
  for (const auto& part : parts) {
    CHECK(part.arguments.front() == "run");
    CHECK(has_word(part, "--part-journal=Z:\\tmp\\j"));
    CHECK_FALSE(has_journal(part));
  }
  const auto numbers_of = [&lists](std::size_t part) {
    std::vector<std::size_t> numbers;
    const Json list = lists.of_part(part);
    for (const Json& cell : list.at("cells")) {
      numbers.push_back(cell.at("number").get<std::size_t>());
    }
    return numbers;
  };
  CHECK(numbers_of(0) == std::vector<std::size_t>{1});
  CHECK(numbers_of(1) == std::vector<std::size_t>{0, 3});
  CHECK(numbers_of(2) == std::vector<std::size_t>{2});
  CHECK(lists.of_part(2).at("cells_of_run") == 4);
}

TEST_CASE("A journal that was asked for is the one of all parts") {
  RunArguments own = arguments();
  own.journal = "/tmp/mine";
  Lists lists;
  for (const auto& part : parts_of_run(own, "/top", {cell_without({}), cell_without({"a.dll"})}, lists.files())) {
    CHECK(has_word(part, "--journal=Z:\\tmp\\mine"));
  }
}
