// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "harness/scenario/cell.hpp"
#include "harness/scenario/expectation_parse.hpp"
#include "harness/scenario/fixtures.hpp"
#include "harness/scenario/layers.hpp"
#include "harness/util/error.hpp"
#include "harness/util/file_format.hpp"

namespace dllrepro::scenario {

namespace {

const std::vector<std::string> k_cell_keys{"scenario",
                                           "title",
                                           "location",
                                           "parameters",
                                           "tags",
                                           "covers",
                                           "host",
                                           "tree",
                                           "environment",
                                           "path_front",
                                           "path_back",
                                           "system32",
                                           "loader_parameters",
                                           "catalogs",
                                           "loader",
                                           "steps",
                                           "expectation",
                                           "known_gaps",
                                           "skips",
                                           "clocks",
                                           "repeat",
                                           "twin"};

Json to_json(const Location& location) {
  return {{"file", location.file}, {"line", location.line}, {"column", location.column}, {"pointer", location.pointer}};
}

Location read_location(const JsonCursor& owner, std::string_view key) {
  const auto cursor = owner.find(key);
  if (!cursor) {
    return owner.location();
  }
  cursor->expect_object({"file", "line", "column", "pointer"});
  return {cursor->text_or("file", ""), cursor->unsigned_or("line", 0), cursor->unsigned_or("column", 0),
          cursor->text_or("pointer", "")};
}

std::vector<std::string> texts(const JsonCursor& object, std::string_view key) {
  const auto list = object.find(key);
  return list ? list->texts() : std::vector<std::string>{};
}

/// An expectation and where it stood in the scenario, which reports point at.
Json located(const Expectation& expectation) {
  Json object = to_json(expectation);
  object["location"] = to_json(expectation.location);
  return object;
}

Expectation read_expectation(const JsonCursor& owner, std::string_view key) {
  const auto cursor = owner.require(key);
  if (!cursor) {
    return {};
  }
  std::vector<std::string> keys = expectation_keys();
  keys.emplace_back("location");
  cursor->expect_object(keys);
  Expectation expectation = parse_expectation(*cursor);
  expectation.location = read_location(*cursor, "location");
  return expectation;
}

std::map<std::string, Json> values(const JsonCursor& object, std::string_view key) {
  std::map<std::string, Json> all;
  const auto member = object.find(key);
  for (const auto& [name, value] : member ? member->members() : std::vector<std::pair<std::string, JsonCursor>>{}) {
    all.emplace(name, value.json());
  }
  return all;
}

std::vector<std::pair<std::string, std::string>> read_texts_by_name(const JsonCursor& object, std::string_view key) {
  std::vector<std::pair<std::string, std::string>> all;
  const auto member = object.find(key);
  for (const auto& [name, value] : member ? member->members() : std::vector<std::pair<std::string, JsonCursor>>{}) {
    all.emplace_back(name, value.text().value_or(""));
  }
  return all;
}

std::vector<KnownGap> read_gaps(const JsonCursor& cell) {
  std::vector<KnownGap> gaps;
  const auto list = cell.find("known_gaps");
  for (const JsonCursor& element : list ? list->elements() : std::vector<JsonCursor>{}) {
    element.expect_object({"row", "why", "observed", "location"});
    gaps.push_back({element.require_text("row"), element.require_text("why"), read_expectation(element, "observed"),
                    read_location(element, "location")});
  }
  return gaps;
}

std::vector<Skip> read_skips(const JsonCursor& cell) {
  std::vector<Skip> skips;
  const auto list = cell.find("skips");
  for (const JsonCursor& element : list ? list->elements() : std::vector<JsonCursor>{}) {
    element.expect_object({"why", "platform"});
    skips.push_back({element.require_text("why"), element.text_or("platform", "")});
  }
  return skips;
}

Cell read_cell(const JsonCursor& cursor);

Twin read_twin(const JsonCursor& cursor) {
  Twin twin;
  if (const auto cell = cursor.require("cell")) {
    twin.cell = read_cell(*cell);
  }
  for (auto& [word, why] : read_texts_by_name(cursor, "not_compared")) {
    twin.not_compared.emplace(word, why);
  }
  twin.location = read_location(cursor, "location");
  if (const auto is_real = cursor.find("is_real")) {
    twin.is_real = is_real->boolean().value_or(false);
  }
  return twin;
}

Cell read_cell(const JsonCursor& cursor) {
  Cell cell;
  if (!cursor.expect_object(k_cell_keys)) {
    return cell;
  }
  cell.scenario = cursor.require_text("scenario");
  cell.title = cursor.text_or("title", "");
  cell.location = read_location(cursor, "location");
  cell.parameters = read_texts_by_name(cursor, "parameters");
  cell.tags = texts(cursor, "tags");
  cell.covers = texts(cursor, "covers");
  if (const auto host = cursor.require("host")) {
    cell.host = host_from_json(*host);
    cell.machine_architecture = cell.host.architecture;
  }
  if (const auto plan = cursor.require("tree")) {
    cell.tree = tree::parse_tree_plan(*plan);
  }
  for (auto& [name, value] : read_texts_by_name(cursor, "environment")) {
    cell.environment.emplace(name, value);
  }
  cell.path_front = texts(cursor, "path_front");
  cell.path_back = texts(cursor, "path_back");
  if (const auto machine = cursor.find("system32"); machine && machine->expect_object(system32_keys())) {
    cell.system32.add(*machine);
  }
  cell.loader_parameters = values(cursor, "loader_parameters");
  if (const auto catalogs = cursor.find("catalogs")) {
    for (const auto& [name, releases] : catalogs->members()) {
      cell.catalogs.emplace(name, values(*catalogs, name));
    }
  }
  if (const auto list = cursor.require("loader")) {
    cell.loader = loader::parse_operations(*list);
  }
  if (const auto list = cursor.require("steps")) {
    cell.steps = loader::parse_operations(*list);
  }
  cell.expectation = read_expectation(cursor, "expectation");
  cell.known_gaps = read_gaps(cursor);
  cell.skips = read_skips(cursor);
  if (const auto clocks = cursor.find("clocks")) {
    read_clocks(*clocks, cell.clocks);
  }
  cell.repeat = static_cast<std::uint32_t>(cursor.unsigned_or("repeat", 1, UINT32_MAX));
  if (const auto twin = cursor.find("twin");
      twin && twin->expect_object({"cell", "not_compared", "location", "is_real"})) {
    cell.twin = std::make_shared<const Twin>(read_twin(*twin));
  }
  return cell;
}

}  // namespace

std::string Cell::id() const {
  std::string text;
  for (const auto& [axis, value] : parameters) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", axis, value);
  }
  return text.empty() ? scenario : fmt::format("{}[{}]", scenario, text);
}

std::optional<Skip> Cell::skip_on(std::string_view platform) const {
  for (const Skip& skip : skips) {
    if (skip.platform.empty() || skip.platform == platform) {
      return skip;
    }
  }
  return std::nullopt;
}

Json to_json(const Cell& cell) {
  Json object{{"scenario", cell.scenario}, {"title", cell.title}, {"location", to_json(cell.location)}};
  object["parameters"] = Json::object();
  for (const auto& [axis, value] : cell.parameters) {
    object["parameters"][axis] = value;
  }
  object["tags"] = cell.tags;
  object["covers"] = cell.covers;
  object["host"] = to_json(cell.host);
  object["tree"] = to_json(cell.tree);
  object["environment"] = cell.environment;
  object["path_front"] = cell.path_front;
  object["path_back"] = cell.path_back;
  object["system32"] = to_json(cell.system32);
  object["loader_parameters"] = cell.loader_parameters;
  object["catalogs"] = cell.catalogs;
  object["loader"] = to_json(cell.loader);
  object["steps"] = to_json(cell.steps);
  object["expectation"] = located(cell.expectation);
  object["known_gaps"] = Json::array();
  for (const KnownGap& gap : cell.known_gaps) {
    object["known_gaps"].push_back(
        {{"row", gap.row}, {"why", gap.why}, {"observed", located(gap.observed)}, {"location", to_json(gap.location)}});
  }
  object["skips"] = Json::array();
  for (const Skip& skip : cell.skips) {
    object["skips"].push_back({{"why", skip.why}, {"platform", skip.platform}});
  }
  object["clocks"] = to_json(cell.clocks);
  object["repeat"] = cell.repeat;
  if (cell.twin) {
    object["twin"] = {{"cell", to_json(cell.twin->cell).at("cell")},
                      {"not_compared", cell.twin->not_compared},
                      {"location", to_json(cell.twin->location)},
                      {"is_real", cell.twin->is_real}};
  }
  return {{"schema", k_file_format}, {"cell", std::move(object)}};
}

bool is_cell(const JsonDocument& document) {
  return document.root().is_object() && document.root().contains("cell");
}

Cell cell_from_json(const JsonDocument& document) {
  Diagnostics faults;
  const JsonCursor root(document, faults);
  Cell cell;
  if (root.expect_object({"schema", "cell"})) {
    check_schema(root);
    if (const auto cursor = root.require("cell")) {
      cell = read_cell(*cursor);
    }
  }
  if (!faults.empty()) {
    throw BadInput(std::move(faults));
  }
  return cell;
}

}  // namespace dllrepro::scenario
