// SPDX-License-Identifier: MIT
#include "harness/run/child_of_cell.hpp"

#include "harness/run/notation.hpp"
#include "harness/util/output_file.hpp"

namespace dllrepro::run {
namespace {

/// Python writes \r\n where other programs write \n.
std::string with_plain_line_ends(std::string text) {
  for (std::size_t at = text.find("\r\n"); at != std::string::npos; at = text.find("\r\n", at)) {
    text.erase(at, 1);
  }
  return text;
}

}  // namespace

bool ChildOfCell::was_judged() const {
  return result.verdict != Verdict::Broken && result.verdict != Verdict::Skipped;
}

void ChildOfCell::write_notes() const {
  std::string lines;
  for (const process::Event& event : result.events) {
    lines += dump_safely(event) + "\n";
  }
  const std::filesystem::path& folder = slot->folder();
  write_file(folder / "events.jsonl", lines);
  write_file(folder / "cell.json", dump_safely(scenario::to_json(cell), 1) + "\n");
  write_file(folder / "environment.json", dump_safely(Json(environment), 1) + "\n");
  write_file(folder / "stdout.txt", result.standard_output);
  write_file(folder / "stderr.txt", result.standard_error);
}

SideOfTwin::SideOfTwin(const ChildOfCell& child) : m_child(child) {
  const tree::PlaceMap& places = child.slot->places();
  // Folders within texts as well: of a message, or of a PATH entry in quotes.
  const auto in_notation = [&](Json values) {
    for (Json& value : values) {
      if (value.is_string()) {
        value = text_in_tree_notation(value.get<std::string>(), places);
      }
    }
    return values;
  };
  const process::Event* state = last_state(child.result.events);
  const Json at_start{{"event", "state"}, {"environment", child.environment}};
  m_environment_at_start = in_notation(in_tree_notation({at_start}, places).front().at("environment"));
  m_environment = state == nullptr ? Json::object() : in_notation(state->value("environment", Json::object()));
  m_results = state == nullptr ? Json::object() : in_notation(state->value("results", Json::object()));
}

TwinSide SideOfTwin::view() const {
  const CellResult& result = m_child.result;
  const tree::PlaceMap& places = m_child.slot->places();
  return {{result.observed, result.events, result.standard_output, result.standard_error},
          text_in_tree_notation(with_plain_line_ends(result.standard_output), places),
          text_in_tree_notation(result.observed.message, places),
          m_results,
          m_environment,
          m_environment_at_start};
}

}  // namespace dllrepro::run
