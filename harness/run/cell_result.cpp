// SPDX-License-Identifier: MIT
#include "harness/run/cell_result.hpp"

#include <array>

#include <fmt/format.h>

#include "harness/util/error.hpp"

namespace dllrepro::run {
namespace {

constexpr std::array<std::string_view, 6> k_names{"pass", "fail", "known gap", "unexpected pass", "skipped", "broken"};

Verdict verdict_of(std::string_view name) {
  for (std::size_t index = 0; index < k_names.size(); ++index) {
    if (k_names[index] == name) {
      return static_cast<Verdict>(index);
    }
  }
  throw Error(fmt::format("unknown verdict \"{}\"", name));
}

void put_text(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) {
    json[key] = text;
  }
}

Json to_json(const Mismatch& mismatch) {
  Json json{{"what", mismatch.what}, {"expected", mismatch.expected}, {"observed", mismatch.observed}};
  if (mismatch.event != k_no_event) {
    json["event"] = mismatch.event;
  }
  return json;
}

Mismatch mismatch_from_json(const Json& json) {
  return {json.value("what", ""), json.value("expected", ""), json.value("observed", ""),
          json.value("event", k_no_event)};
}

/// What a twin's result says of its own; the rest is its cell's.
Json twin_json(const CellResult& twin) {
  Json json = to_json(twin);
  for (const char* key :
       {"index", "id", "scenario", "title", "parameters", "repeat_command", "attempt", "attempts", "milliseconds"}) {
    json.erase(key);
  }
  return json;
}

/// Microseconds are finer than what is measured; more digits would only make reports longer.
double rounded(double milliseconds) {
  return static_cast<double>(static_cast<long long>(milliseconds * 1000)) / 1000;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  return k_names.at(static_cast<std::size_t>(verdict));
}

bool needs_attention(Verdict verdict) {
  return verdict == Verdict::Fail || verdict == Verdict::UnexpectedPass || verdict == Verdict::Broken;
}

Json to_json(const Location& location) {
  Json json{{"file", location.file}, {"line", location.line}, {"column", location.column}};
  put_text(json, "pointer", location.pointer);
  return json;
}

Location location_from_json(const Json& json) {
  return {json.value("file", ""), json.value("line", std::size_t{0}), json.value("column", std::size_t{0}),
          json.value("pointer", "")};
}

Json to_json(const CellResult& result) {
  Json json{{"index", result.index},
            {"id", result.id},
            {"scenario", result.scenario},
            {"title", result.title},
            {"location", to_json(result.location)},
            {"parameters", result.parameters},
            {"verdict", name_of(result.verdict)}};
  if (!result.step_location.file.empty()) {
    json["step_location"] = to_json(result.step_location);
  }
  put_text(json, "reason", result.reason);
  json["expected"] = result.expected;
  if (!result.events.empty()) {
    json["observed"] = to_json(result.observed);
  }
  json["mismatches"] = Json::array();
  for (const Mismatch& mismatch : result.mismatches) {
    json["mismatches"].push_back(to_json(mismatch));
  }
  json["events"] = result.events;
  put_text(json, "stdout", result.standard_output);
  put_text(json, "stderr", result.standard_error);
  if (!result.outside_modules.empty()) {
    json["outside_modules"] = result.outside_modules;
  }
  put_text(json, "kept_tree", result.kept_tree);
  json["repeat_command"] = result.repeat_command;
  json["attempt"] = result.attempt;
  json["attempts"] = result.attempts;
  json["milliseconds"] = rounded(result.milliseconds);
  json["child_milliseconds"] = rounded(result.child_milliseconds);
  if (result.twin) {
    json["twin"] = twin_json(*result.twin);
  }
  return json;
}

CellResult cell_result_from_json(const Json& json) {
  try {
    CellResult result;
    result.index = json.value("index", std::size_t{0});
    result.id = json.at("id").get<std::string>();
    result.scenario = json.value("scenario", "");
    result.title = json.value("title", "");
    result.location = location_from_json(json.value("location", Json::object()));
    result.step_location = location_from_json(json.value("step_location", Json::object()));
    result.parameters = json.value("parameters", Json::object());
    result.verdict = verdict_of(json.value("verdict", "broken"));
    result.reason = json.value("reason", "");
    result.expected = json.value("expected", Json::object());
    if (json.contains("observed")) {
      result.observed = outcome_from_json(json.at("observed"));
    }
    for (const Json& mismatch : json.value("mismatches", Json::array())) {
      result.mismatches.push_back(mismatch_from_json(mismatch));
    }
    result.events = json.value("events", process::Events{});
    result.standard_output = json.value("stdout", "");
    result.standard_error = json.value("stderr", "");
    result.outside_modules = json.value("outside_modules", std::vector<std::string>{});
    result.kept_tree = json.value("kept_tree", "");
    result.repeat_command = json.value("repeat_command", "");
    result.attempt = json.value("attempt", 1U);
    result.attempts = json.value("attempts", 1U);
    result.milliseconds = json.value("milliseconds", 0.0);
    result.child_milliseconds = json.value("child_milliseconds", 0.0);
    if (json.contains("twin")) {
      Json twin = json.at("twin");
      twin["id"] = result.id;
      result.twin = std::make_shared<const CellResult>(cell_result_from_json(twin));
    }
    return result;
  } catch (const Json::exception& fault) {
    throw Error(fmt::format("no cell result: {}", fault.what()));
  }
}

std::string dump_safely(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace dllrepro::run
