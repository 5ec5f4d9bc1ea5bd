// SPDX-License-Identifier: MIT
// A System made of tables, for this room's tests.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/loader/interpreter.hpp"
#include "harness/loader/system.hpp"
#include "harness/util/ascii.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::loader {

class FakeSystem : public System {
 public:
  std::set<std::string> files;                        // full paths, "\"
  std::map<std::string, std::uint32_t> load_errors;   // base name -> error of every load
  std::map<std::string, std::uint32_t> first_errors;  // base name -> error of LoadLibraryEx alone
  std::map<std::string, std::uint32_t> bare_errors;   // name -> error of a load by exactly this name
  std::map<std::string, std::string> variables;       // the environment
  std::map<std::string, std::uint64_t> exports;       // symbol, of any module
  std::map<std::string, std::string> machines;
  std::map<std::string, std::string> links;  // folder -> where it leads
  std::string own_machine = "x64";
  std::vector<std::string> calls;     // what was asked, in order
  std::vector<std::string> resident;  // paths; the handle is the index plus 1
  std::vector<std::string> registered;
  std::string output;
  std::string error_output;
  std::uint32_t mode = 0;
  std::uint32_t add_error = 0;
  ProcessAnswer process_answer;
  ProcessRequest last_process;

  static std::string base_name(const std::string& path) { return path.substr(path.find_last_of("\\/") + 1); }

  ModuleAnswer load(LoadCall call, const std::string& name, std::uint32_t flags) override {
    calls.push_back(std::string(name_of(call)) + " " + name + " " + std::to_string(flags));
    const std::string base = base_name(name);
    const bool extended = call == LoadCall::LoadLibraryExW || call == LoadCall::LoadLibraryExA;
    if (const auto found = load_errors.find(base); found != load_errors.end()) {
      return {0, found->second, {}};
    }
    if (const auto found = bare_errors.find(name); found != bare_errors.end()) {
      return {0, found->second, {}};
    }
    if (const auto found = first_errors.find(base); extended && found != first_errors.end()) {
      return {0, found->second, {}};
    }
    if (const ModuleAnswer known = module_handle(base); known.handle != 0) {
      return known;
    }
    resident.push_back(name);
    return {resident.size(), 0, name};
  }
  ModuleAnswer module_handle(const std::string& name) override {
    for (std::size_t index = 0; index < resident.size(); ++index) {
      if (ascii_equal_ignoring_case(base_name(resident[index]), base_name(name))) {
        return {index + 1, 0, resident[index]};
      }
    }
    return {0, 126, {}};
  }
  std::uint32_t free(std::uint64_t module) override {
    calls.push_back("free " + resident.at(module - 1));
    return 0;
  }
  CallAnswer call(const CallRequest& request) override {
    const auto* name = std::get_if<std::string>(&request.symbol);
    const std::string symbol = name != nullptr ? *name : "#" + std::to_string(std::get<std::uint16_t>(request.symbol));
    calls.push_back("call " + symbol);
    const auto found = exports.find(symbol);
    if (found == exports.end()) {
      return {127, 0, {}};
    }
    return {0, found->second + (request.arguments.empty() ? 0 : request.arguments[0]), "text of " + symbol};
  }
  CookieAnswer add_dll_directory(const std::string& path) override {
    calls.push_back("add " + path);
    if (add_error != 0) {
      return {0, add_error};
    }
    registered.push_back(path);
    return {registered.size(), 0};
  }
  std::uint32_t remove_dll_directory(std::uint64_t cookie) override {
    calls.push_back("remove " + registered.at(cookie - 1));
    return 0;
  }
  std::uint32_t set_default_dll_directories(std::uint32_t flags) override {
    calls.push_back("default " + std::to_string(flags));
    return flags == 0 ? 87 : 0;
  }
  std::uint32_t set_dll_directory(const std::optional<std::string>& path) override {
    calls.push_back("dll directory " + path.value_or("NULL"));
    return 0;
  }
  std::optional<std::string> environment(const std::string& name) override {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  }
  void set_environment(const std::string& name, const std::optional<std::string>& value) override {
    if (value) {
      variables[name] = *value;
    } else {
      variables.erase(name);
    }
  }
  bool exists(const std::string& spelled) override {
    const std::string path = with_backslashes(spelled);
    return std::any_of(files.begin(), files.end(),
                       [&](const std::string& file) { return file == path || file.starts_with(path + "\\"); });
  }
  bool is_folder(const std::string& path) override { return !files.contains(with_backslashes(path)) && exists(path); }
  std::uint32_t copy_file(const std::string& from, const std::string& to) override {
    if (!files.contains(from)) {
      return 2;
    }
    files.insert(to);
    return 0;
  }
  /// The pattern has one * in its last part; files come in the reverse of their order, so that a test sees the sorting.
  std::vector<std::string> glob(const std::string& spelled) override {
    const std::string pattern = with_backslashes(spelled);
    const std::size_t star = pattern.find('*');
    std::vector<std::string> found;
    std::set<std::string> entries;
    const std::size_t folder = pattern.find_last_of('\\') + 1;
    for (const std::string& file : files) {
      if (file.starts_with(pattern.substr(0, folder))) {
        entries.insert(file.substr(0, file.find('\\', folder)));
      }
    }
    std::copy_if(entries.rbegin(), entries.rend(), std::back_inserter(found), [&](const std::string& entry) {
      return entry.size() + 1 >= pattern.size() && entry.starts_with(pattern.substr(0, star)) &&
             entry.ends_with(pattern.substr(star + 1));
    });
    return found;
  }
  std::string full_path(const std::string& path) override { return path[1] == ':' ? path : "C:\\work\\" + path; }
  std::string real_path(const std::string& path) override {
    const auto link = links.find(path);
    return link == links.end() ? path : link->second;
  }
  std::string architecture() override { return own_machine; }
  std::optional<std::string> machine_of(const std::string& path) override {
    const auto found = machines.find(with_backslashes(path));
    return found == machines.end() ? std::nullopt : std::optional(found->second);
  }
  std::uint32_t set_error_mode(std::uint32_t new_mode) override { return std::exchange(mode, new_mode); }
  std::string error_text(std::uint32_t error) override { return "Text of " + std::to_string(error) + "."; }
  void print(OutputStream stream, const std::string& text) override {
    (stream == OutputStream::Out ? output : error_output) += text;
  }
  void sleep(std::uint64_t milliseconds) override { calls.push_back("sleep " + std::to_string(milliseconds)); }
  std::uint64_t start_thread(std::function<void()> body) override {
    body();
    return 1;
  }
  bool join_thread(std::uint64_t, std::uint64_t timeout_ms) override { return timeout_ms != 1; }
  ProcessAnswer start_process(const ProcessRequest& request) override {
    last_process = request;
    return process_answer;
  }
  void end_process(EndHow how, std::uint32_t code) override {
    calls.push_back((how == EndHow::ExitProcess ? "ExitProcess " : "TerminateProcess ") + std::to_string(code));
  }
};

/// A program of one list, run to its end on a FakeSystem.
class FakeRun {
 public:
  FakeSystem system;
  ProgramSetup setup{{{"site", "C:\\site"}, {"prefix", "C:\\Python"}, {"userbase", "C:\\user"}}, {}, 0x1100};
  std::vector<Json> events;
  ProgramEnd end;
  Json results;

  /// Runs operations that are written as JSON; throws BadInput for what the parser does not take.
  void run(const std::string& operations) {
    const JsonDocument document = JsonDocument::parse(operations, "test.json");
    Diagnostics diagnostics;
    const auto list = parse_operations(JsonCursor(document, diagnostics));
    if (!diagnostics.empty()) {
      throw BadInput(diagnostics);
    }
    run(list);
  }
  void run(const std::vector<Operation>& list) {
    Interpreter interpreter(system, [this](const Json& event) { events.push_back(event); }, setup);
    end = interpreter.run("steps", list);
    results = interpreter.results();
  }
  /// The events of one kind, in order.
  [[nodiscard]] std::vector<Json> of_kind(const std::string& kind) const {
    std::vector<Json> all;
    std::copy_if(events.begin(), events.end(), std::back_inserter(all),
                 [&](const Json& event) { return event.at("event") == kind; });
    return all;
  }
  /// The `raised` event; null when the program ended well.
  [[nodiscard]] Json raised() const {
    const auto all = of_kind("raised");
    return all.empty() ? Json() : all.front();
  }
};

}  // namespace dllrepro::loader
