// SPDX-License-Identifier: MIT
#include <string>

#include "harness/stub/action.hpp"
#include "harness/stub/value.hpp"

namespace dllrepro::stub {

bool Load::operator==(const Load&) const = default;
bool Call::operator==(const Call&) const = default;
bool StartThread::operator==(const StartThread&) const = default;
bool Wait::operator==(const Wait&) const = default;
bool If::operator==(const If&) const = default;

namespace {

void put_arguments(Json& json, const Arguments& arguments) {
  if (arguments) {
    json["arguments"] = Json::array();
    for (const Value& value : *arguments) {
      json["arguments"].push_back(to_json(value));
    }
  }
}

void put_list(Json& json, const char* key, const Actions& actions) {
  if (!actions.empty()) {
    json[key] = to_json(actions);
  }
}

Json text_or_null(const std::optional<std::string>& text) {
  return text ? Json(*text) : Json(nullptr);
}

/// One overload per action; each gives the object in the order of the documentation.
struct Writer {
  Json operator()(const Return& step) const { return {{"return", to_json(step.value)}}; }
  Json operator()(const Exit& step) const { return {{"exit", step.code}}; }
  Json operator()(const Terminate& step) const { return {{"terminate", step.code}}; }
  Json operator()(const Crash& step) const { return {{"crash", step.how}}; }
  Json operator()(const FastFail& step) const { return {{"fast_fail", step.code}}; }
  Json operator()(const Raise& step) const {
    Json json = {{"raise", step.code}};
    if (step.flags != Raise{}.flags) {
      json["flags"] = step.flags;
    }
    return json;
  }
  Json operator()(const Hang& step) const { return {{"hang", step.how}}; }
  Json operator()(const SetLastError& step) const { return {{"set_last_error", to_json(step.value)}}; }
  Json operator()(const Sleep& step) const { return {{"sleep_ms", step.milliseconds}}; }
  Json operator()(const Load& step) const {
    Json json = {{step.call.empty() ? "get_handle" : "load", step.text}};
    const bool takes_flags = step.call.find("Ex") != std::string::npos;
    if (!step.call.empty() && step.call != (takes_flags ? "LoadLibraryExW" : Load{}.call)) {
      json["call"] = step.call;
    }
    if (takes_flags) {
      json["flags"] = step.flags;
    }
    if (!step.as.empty()) {
      json["as"] = step.as;
    }
    if (step.then_call) {
      json["then_call"] = to_json(*step.then_call);
    }
    put_arguments(json, step.arguments);
    put_list(json, "on_failure", step.on_failure);
    return json;
  }
  Json operator()(const Call& step) const {
    Json json = {{"call", to_json(step.symbol)}, {"in", step.in}};
    put_arguments(json, step.arguments);
    put_list(json, "on_failure", step.on_failure);
    return json;
  }
  Json operator()(const CallImport& step) const {
    Json json = {{"call_import", to_json(step.symbol)}, {"of", step.of}};
    put_arguments(json, step.arguments);
    return json;
  }
  Json operator()(const Free& step) const { return {{"free", step.name}}; }
  Json operator()(const Print& step) const {
    Json json = {{"print", step.text}};
    if (step.to != Print{}.to) {
      json["to"] = step.to;
    }
    return json;
  }
  Json operator()(const StartThread& step) const {
    Json json = {{"start_thread", to_json(step.actions)}};
    if (!step.as.empty()) {
      json["as"] = step.as;
    }
    return json;
  }
  Json operator()(const Signal& step) const { return {{"signal", step.name}}; }
  Json operator()(const Lock& step) const { return {{"lock", step.name}}; }
  Json operator()(const Unlock& step) const { return {{"unlock", step.name}}; }
  Json operator()(const Wait& step) const {
    Json json = {{"wait", step.name}};
    if (step.timeout_ms) {
      json["timeout_ms"] = *step.timeout_ms;
    }
    put_list(json, "on_failure", step.on_failure);
    return json;
  }
  Json operator()(const TerminateThread& step) const { return {{"terminate_thread", step.name}}; }
  Json operator()(const Count& step) const {
    const Count defaults;
    Json what = {{"add", to_json(step.add)}};
    if (!step.in.empty()) {
      what["in"] = step.in;
    }
    if (step.export_name != defaults.export_name) {
      what["export"] = step.export_name;
    }
    return {{"count", what}};
  }
  Json operator()(const SetDllDirectory& step) const { return {{"set_dll_directory", text_or_null(step.path)}}; }
  Json operator()(const AddDllDirectory& step) const { return {{"add_dll_directory", step.path}}; }
  Json operator()(const SetDefaultDllDirectories& step) const { return {{"set_default_dll_directories", step.flags}}; }
  Json operator()(const PathAdd& step) const {
    const char* verb = step.front ? "path_front" : "path_back";
    return {{verb, step.paths.size() == 1 ? Json(step.paths.front()) : Json(step.paths)}};
  }
  Json operator()(const SetEnvironment& step) const {
    Json variables = Json::object();
    for (const auto& [name, value] : step.variables) {
      variables[name] = text_or_null(value);
    }
    return {{"set_environment", variables}};
  }
  Json operator()(const If& step) const {
    Json json = {{"if", to_json(step.condition)}};
    // An empty "then" is written, because one of the two keys must be there.
    json["then"] = to_json(step.then);
    put_list(json, "else", step.otherwise);
    return json;
  }
};

}  // namespace

Json to_json(const Actions& actions) {
  Json json = Json::array();
  for (const Action& action : actions) {
    json.push_back(std::visit(Writer{}, action.step));
  }
  return json;
}

}  // namespace dllrepro::stub
