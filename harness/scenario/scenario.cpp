// SPDX-License-Identifier: MIT
#include "harness/scenario/scenario.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/scenario/axes.hpp"
#include "harness/scenario/twin.hpp"
#include "harness/util/error.hpp"
#include "harness/util/file_format.hpp"
#include "harness/util/json_cursor.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::scenario {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t k_most_repeats = 1000;

std::vector<std::string> texts(const JsonCursor& root, std::string_view key) {
  const auto member = root.find(key);
  if (!member) {
    return {};
  }
  if (!member->json().is_array()) {
    member->report("expected a list of texts");
    return {};
  }
  if (member->json().empty()) {
    member->report("this list is empty; leave the key out");
  }
  std::vector<std::string> all;
  for (const JsonCursor& element : member->elements()) {
    const auto text = element.text();
    if (text && text->empty()) {
      element.report("this text is empty");
    } else if (text && std::find(all.begin(), all.end(), *text) != all.end()) {
      element.report(fmt::format("\"{}\" is named twice", *text));
    } else if (text) {
      all.push_back(*text);
    }
  }
  return all;
}

}  // namespace

Scenario parse_scenario(JsonDocument document, std::string name, const fs::path& folder) {
  Scenario scenario;
  scenario.beside = std::make_shared<BesideFiles>(folder);
  scenario.name = std::move(name);
  scenario.document = std::make_shared<const JsonDocument>(std::move(document));
  const JsonCursor root(*scenario.document, scenario.faults);
  if (!root.expect_object(scenario_keys(), {{"operations", "steps"}})) {
    return scenario;
  }
  check_schema(root);
  scenario.title = stated_text(root, "title");
  scenario.why = stated_text(root, "why");
  scenario.evidence = texts(root, "evidence");
  scenario.covers = texts(root, "covers");
  scenario.tags = texts(root, "tags");
  if (const auto twin = root.find("twin")) {
    check_twin(*twin);
  }
  scenario.axes = parse_axes(root, *scenario.beside, scenario.faults);
  scenario.repeat = static_cast<std::uint32_t>(root.unsigned_or("repeat", 1, k_most_repeats));
  if (scenario.repeat == 0) {
    root.find("repeat")->report("expected at least 1");
  }
  return scenario;
}

std::string scenario_name(const fs::path& file) {
  std::error_code failed;
  const fs::path name = fs::absolute(file, failed).replace_extension();
  fs::path below;
  for (fs::path part = name; part.has_filename(); part = part.parent_path()) {
    if (part.filename() == "scenarios") {
      const std::u8string text = below.generic_u8string();
      return {text.begin(), text.end()};
    }
    below = below.empty() ? part.filename() : part.filename() / below;
  }
  return path_to_utf8(name.filename());
}

}  // namespace dllrepro::scenario
