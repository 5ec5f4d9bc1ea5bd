// SPDX-License-Identifier: MIT
#include "harness/loader/verbs.hpp"

#include <algorithm>

namespace dllrepro::loader {

namespace {

using enum ArgumentKind;

const ArgumentRule k_as{"as", NewName};
const ArgumentRule k_on_error{"on_error", Word, false, {"raise", "warn", "ignore"}};
const ArgumentRule k_slashes{"slashes", Word, false, {"backward", "keep"}};

const VerbRule* find_in(const std::vector<VerbRule>& rules, std::string_view name) {
  const auto found =
      std::find_if(rules.begin(), rules.end(), [&](const VerbRule& rule) { return rule.name() == name; });
  return found == rules.end() ? nullptr : &*found;
}

}  // namespace

const ArgumentRule* VerbRule::find(std::string_view key) const {
  const auto found =
      std::find_if(arguments.begin(), arguments.end(), [&](const ArgumentRule& rule) { return rule.key == key; });
  return found == arguments.end() ? nullptr : &*found;
}

const std::vector<VerbRule>& verbs() {
  static const std::vector<VerbRule> table = {
      {"loads a module by the call named",
       {{"load", Path, true},
        {"call", Word, false, {"LoadLibraryExW", "LoadLibraryW", "LoadLibraryA", "LoadLibraryExA"}},
        {"flags", Flags},
        k_as,
        k_on_error,
        {"tolerate", Numbers},
        {"raises", Text},
        {"message", Text},
        k_slashes}},
      {"loads a module as Python's ctypes does",
       {{"ctypes_load", Path, true}, {"winmode", Flags}, k_as, k_on_error, {"tolerate", Numbers}, k_slashes}},
      {"imports an extension module as the host does",
       {{"import", Text, true}, {"file", Path}, k_as, k_on_error, k_slashes}},
      {"asks for a module that is already loaded", {{"get_handle", Text, true}, k_as, k_on_error}},
      {"frees a module that was remembered", {{"free", Name, true}, k_on_error}},
      {"calls an export of a remembered or resident module",
       {{"call", Export, true},
        {"in", Text, true},
        {"arguments", Value},
        {"returns", Word, false, {"number", "signed", "text", "wide_text"}},
        k_as,
        k_on_error}},
      {"registers a folder for user-directory searches",
       {{"add_dll_directory", Path, true}, k_as, {"if_exists", Boolean}, k_on_error, k_slashes}},
      {"takes a registered folder back", {{"remove_dll_directory", Name, true}, k_on_error}},
      {"sets the process's search policy", {{"set_default_dll_directories", Flags, true}, k_on_error}},
      {"sets the one folder of SetDllDirectory", {{"set_dll_directory", PathOrNull, true}, k_on_error, k_slashes}},
      {"puts folders in front of PATH", {{"path_front", Paths, true}, k_slashes}},
      {"puts folders behind PATH", {{"path_back", Paths, true}, k_slashes}},
      {"sets or deletes environment variables", {{"set_environment", Environment, true}}},
      {"remembers an environment variable",
       {{"get_environment", Text, true}, {"as", NewName, true}, {"default", Value}}},
      {"sets the process's error mode", {{"error_mode", Number, true}, k_as}},
      {"remembers the first file that exists",
       {{"find", Candidates, true},
        {"as", NewName, true},
        {"on_missing", Word, false, {"raise", "ignore"}},
        {"message", Text},
        {"type", Text},
        k_slashes}},
      {"runs operations for each of several values",
       {{"for_each", NewName, true}, {"in", Sequence, true}, {"do", Block, true}, k_slashes}},
      {"leaves the innermost loop", {{"break", True, true}}},
      {"runs operations under a condition", {{"if", Condition, true}, {"then", Block}, {"else", Block}}},
      {"catches what operations raise",
       {{"try", Block, true}, {"except", Block}, {"catch", Names}, {"else", Block}, {"finally", Block}}},
      {"remembers values", {{"set", Assignments, true}}},
      {"puts a value at the end of a list", {{"append", Value, true}, {"to", NewName, true}}},
      {"raises an error of the program's own",
       {{"raise", Text, true}, {"type", Text}, {"error", Number}, {"module", Text}}},
      {"lets the caught error go on", {{"reraise", True, true}}},
      {"reports a warning", {{"warn", Text, true}}},
      {"prints a line", {{"print", Text, true}, {"to", Word, false, {"stdout", "stderr"}}}},
      {"waits", {{"sleep_ms", Number, true}}},
      {"runs operations in a thread", {{"start_thread", Block, true}, k_as, {"wait", Boolean}}},
      {"waits for a thread's end", {{"join", Name, true}, {"timeout_ms", Number}, k_on_error}},
      {"starts a child process",
       {{"start_process", Process, true},
        k_as,
        {"wait", Boolean},
        {"capture", Boolean},
        {"timeout_ms", Number},
        k_on_error}},
      {"ends the program",
       {{"exit", Number, true}, {"how", Word, false, {"return", "exit_process", "terminate_process"}}}},
      {"includes another loader's operations", {{"run", Text, true}, {"with", Assignments}}},
  };
  return table;
}

const std::vector<VerbRule>& conditions() {
  static const std::vector<VerbRule> table = {
      {"a file, or with * and ? any file, is there", {{"exists", Path, true}, {"in", Paths}, k_slashes}},
      {"a module of that name is loaded", {{"resident", Text, true}}},
      {"a remembered operation failed", {{"failed", Name, true}}},
      {"a remembered operation failed with one of these errors", {{"error_of", Name, true}, {"in", Numbers, true}}},
      {"an environment variable is set", {{"environment", Text, true}}},
      {"a name has a value that is not null", {{"defined", AnyName, true}}},
      {"two values are the same", {{"equals", Pair, true}}},
      {"a list or a text holds a value", {{"contains", Pair, true}}},
      {"a file is an image for that machine",
       {{"machine_of", Path, true}, {"is", Word, true, {"x64", "x86", "arm64"}}, k_slashes}},
      {"the condition does not hold", {{"not", Condition, true}}},
      {"one of the conditions holds", {{"any", Conditions, true}}},
      {"all of the conditions hold", {{"all", Conditions, true}}},
  };
  return table;
}

const VerbRule* find_verb(std::string_view name) {
  return find_in(verbs(), name);
}

const VerbRule* find_condition(std::string_view name) {
  return find_in(conditions(), name);
}

std::vector<std::string> names_of(const std::vector<VerbRule>& rules) {
  std::vector<std::string> names;
  for (const VerbRule& rule : rules) {
    names.emplace_back(rule.name());
  }
  return names;
}

const std::vector<FlagWord>& flag_words() {
  static const std::vector<FlagWord> words = {
      {"DONT_RESOLVE_DLL_REFERENCES", 0x1},
      {"AS_DATAFILE", 0x2},
      {"WITH_ALTERED_SEARCH_PATH", 0x8},
      {"AS_IMAGE_RESOURCE", 0x20},
      {"AS_DATAFILE_EXCLUSIVE", 0x40},
      {"DLL_LOAD_DIR", 0x100},
      {"APPLICATION_DIR", 0x200},
      {"USER_DIRS", 0x400},
      {"SYSTEM32", 0x800},
      {"DEFAULT_DIRS", 0x1000},
      {"SAFE_CURRENT_DIRS", 0x2000},
  };
  return words;
}

}  // namespace dllrepro::loader
