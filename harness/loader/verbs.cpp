// SPDX-License-Identifier: MIT
#include "harness/loader/verbs.hpp"

#include <algorithm>
#include <utility>

#include "harness/loader/system.hpp"

namespace dllrepro::loader {

namespace {

using enum ArgumentKind;

using Words = std::vector<std::string_view>;

/// An argument that must be given.
ArgumentRule needs(std::string_view key, ArgumentKind kind, std::string_view summary, Words words = {}) {
  return {key, summary, kind, true, std::move(words)};
}

/// An argument that may be given.
ArgumentRule takes(std::string_view key, ArgumentKind kind, std::string_view summary, Words words = {}) {
  return {key, summary, kind, false, std::move(words)};
}

/// Numbers that may be given, up to `most`.
ArgumentRule takes_some(std::string_view key, std::string_view summary, std::size_t most) {
  return {key, summary, Numbers, false, {}, most};
}

const ArgumentRule k_as = takes("as", NewName, "the name under which the result is remembered");
const ArgumentRule k_on_error =
    takes("on_error", Word, "what a failure of the system's call does", {"raise", "warn", "ignore"});
const ArgumentRule k_slashes =
    takes("slashes", Word, "backward: / in paths is written as \\; keep: as it stands", {"backward", "keep"});
const ArgumentRule k_tolerate =
    takes("tolerate", Numbers, "errors that are ignored, while every other is raised or what on_error says");

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
       {needs("load", Path, "a path, or a bare name that is searched for"),
        takes("call", Word, "the function that is called",
              {"LoadLibraryExW", "LoadLibraryW", "LoadLibraryA", "LoadLibraryExA"}),
        takes("flags", Flags, "flags of LoadLibraryEx: a number, or words"), k_as, k_on_error, k_tolerate,
        takes("raises", Text, "the type of the error that a failure raises, instead of OSError"),
        takes("message", Text, "its message; knows {error}, {error_text} and {path}"), k_slashes}},
      {"loads a module as Python's ctypes.CDLL does",
       {needs("ctypes_load", Path, "a path, or a bare name that is searched for"),
        takes("winmode", Flags, "flags of LoadLibraryEx in place of those that ctypes chooses"), k_as, k_on_error,
        k_tolerate, k_slashes}},
      {"imports an extension module as the host does",
       {needs("import", Text, "the module's dotted name, torch._C"),
        takes("file", Path, "its file, instead of the one in {site} that fits the name"), k_as, k_on_error, k_slashes}},
      {"asks for a module that is already loaded",
       {needs("get_handle", Text, "a base name or a path, as GetModuleHandleW takes it"), k_as, k_on_error}},
      {"frees a module that was remembered",
       {needs("free", Name, "the name that a load remembered it under"), k_on_error}},
      {"calls an export of a remembered or resident module",
       {needs("call", Export, "the export's name, or {\"ordinal\": number}"),
        needs("in", Text, "the module: a remembered name, or the base name of one that is loaded"),
        takes_some("arguments", "up to four numbers", CallRequest::k_most_arguments),
        takes("returns", Word, "how the 64 bits that come back are taken", {"number", "signed", "text", "wide_text"}),
        k_as, k_on_error}},
      {"registers a folder for user-directory searches",
       {needs("add_dll_directory", Path, "an absolute path of a folder"), k_as,
        takes("if_exists", Boolean, "true: nothing is done where the folder is not there"), k_on_error, k_slashes}},
      {"takes a registered folder back",
       {needs("remove_dll_directory", Name, "the name that add_dll_directory remembered it under"), k_on_error}},
      {"sets the process's search policy",
       {needs("set_default_dll_directories", Flags, "flags of SetDefaultDllDirectories: a number, or words"),
        k_on_error}},
      {"sets the one folder of SetDllDirectory",
       {needs("set_dll_directory", PathOrNull,
              "the folder; \"\" takes the current folder out of the search, null puts the order back"),
        k_on_error, k_slashes}},
      {"puts folders in front of PATH", {needs("path_front", Paths, "one folder or several"), k_slashes}},
      {"puts folders behind PATH", {needs("path_back", Paths, "one folder or several"), k_slashes}},
      {"sets or deletes environment variables",
       {needs("set_environment", Environment, "{NAME: text}; null deletes a variable")}},
      {"remembers an environment variable",
       {needs("get_environment", Text, "the variable's name"),
        needs("as", NewName, "the name under which its value is remembered"),
        takes("default", Value, "what is remembered where it is not set; null without it")}},
      {"sets the process's error mode", {needs("error_mode", Number, "the mode, as SetErrorMode takes it"), k_as}},
      {"remembers the first file that exists",
       {needs("find", Candidates, "paths in their order, or {names, in}: each name within each folder in turn"),
        needs("as", NewName, "the name under which the path is remembered"),
        takes("on_missing", Word, "what happens when none is there; ignore remembers null", {"raise", "ignore"}),
        takes("message", Text, "the message of the error that is raised then"),
        takes("type", Text, "its type, instead of FileNotFoundError"), k_slashes}},
      {"copies a file, and makes the folders that it needs",
       {needs("copy_file", Path, "the file"), needs("to", Path, "where the copy lies, over what may be there"),
        k_on_error, k_slashes}},
      {"runs operations for each of several values",
       {needs("for_each", NewName, "the name under which each value is known in turn"),
        needs("in", Sequence, "the values: a list, a {name}, or {glob, order}: the files that fit a pattern"),
        needs("do", Block, "the operations"), k_slashes}},
      {"leaves the innermost loop", {needs("break", True, "true")}},
      {"runs operations under a condition",
       {needs("if", Condition, "the condition"), takes("then", Block, "the operations when it holds"),
        takes("else", Block, "the operations when it does not")}},
      {"catches what operations raise",
       {needs("try", Block, "the operations"),
        takes("except", Block, "what runs when they raise; knows {error}, {error_text}, {message}, {type} and {path}"),
        takes("catch", Names, "the types that are caught; all of them without it"),
        takes("else", Block, "what runs when they raise nothing"),
        takes("finally", Block, "what runs at the end in any case")}},
      {"remembers values", {needs("set", Assignments, "{name: value}, in their order")}},
      {"puts a value at the end of a list",
       {needs("append", Value, "the value; of a list each of its values"), needs("to", NewName, "the list's name")}},
      {"raises an error of the program's own",
       {needs("raise", Text, "the message"), takes("type", Text, "the error's type, instead of RuntimeError"),
        takes("error", Number, "the Win32 error that it carries"),
        takes("module", Text, "the module that it is about")}},
      {"lets the caught error go on", {needs("reraise", True, "true")}},
      {"reports a warning", {needs("warn", Text, "the message")}},
      {"prints a line",
       {needs("print", Text, "the line"), takes("to", Word, "the stream that it goes to", {"stdout", "stderr"})}},
      {"waits", {needs("sleep_ms", Number, "milliseconds")}},
      {"runs operations in a thread of their own",
       {needs("start_thread", Block, "the operations"), k_as,
        takes("wait", Boolean, "true: the program goes on when the thread has ended")}},
      {"waits for a thread's end",
       {needs("join", Name, "the name that start_thread remembered it under"),
        takes("timeout_ms", Number, "milliseconds after which TimeoutError is raised"), k_on_error}},
      {"starts a child process",
       {needs("start_process", Process, "{program, arguments}, or {operations} for a second probe that runs them"),
        k_as, takes("wait", Boolean, "false: the program does not wait for its end"),
        takes("capture", Boolean, "true: what it prints is remembered as {name.output}"),
        takes("timeout_ms", Number, "milliseconds after which it is ended and TimeoutError is raised"), k_on_error}},
      {"ends the program",
       {needs("exit", Number, "the exit code"),
        takes("how", Word, "return: the process ends in order; the others end it at once",
              {"return", "exit_process", "terminate_process"})}},
      {"looks a library up as a release of a package does",
       {needs("lookup", Text, "the library's name"), needs("catalog", Text, "the catalog, fixtures/catalogs/NAME.json"),
        needs("release", Text, "the release of the package"),
        takes("switches", Switches, "rules that are put over the release's"),
        takes("answers_parent", Boolean, "true: prints where it found the library, as a canary's child does"), k_as,
        k_on_error}},
      {"runs code in the host's own Python interpreter",
       {needs("python", Code, "a text, or a list of its lines; braces of Python's are written {{ and }}"), k_as,
        k_on_error}},
      {"runs a file in the host's own Python interpreter",
       {needs("python_file", Path, "the file"), k_on_error, k_slashes}},
      {"includes another loader's operations",
       {needs("run", Text, "the loader, fixtures/loaders/NAME.json"),
        takes("with", Assignments, "{name: value}: values for its parameters")}},
  };
  return table;
}

const std::vector<VerbRule>& conditions() {
  static const std::vector<VerbRule> table = {
      {"a file, or with * and ? any file, is there",
       {needs("exists", Path, "a path or a pattern"), takes("in", Paths, "folders, in any of which it may be"),
        k_slashes}},
      {"a module of that name is loaded", {needs("resident", Text, "a base name or a path")}},
      {"a remembered operation failed", {needs("failed", Name, "the name that it was remembered under")}},
      {"a remembered operation failed with one of these errors",
       {needs("error_of", Name, "the name that it was remembered under"),
        needs("in", Numbers, "one Win32 error or several")}},
      {"an environment variable is set", {needs("environment", Text, "its name")}},
      {"a name has a value that is not null", {needs("defined", AnyName, "the name")}},
      {"two values are the same", {needs("equals", Pair, "the two values; a number also equals its text")}},
      {"a list or a text holds a value", {needs("contains", Pair, "the list or the text, and the value")}},
      {"a file is an image for that machine",
       {needs("machine_of", Path, "the file"), needs("is", Word, "the machine", {"x64", "x86", "arm64"}), k_slashes}},
      {"the condition does not hold", {needs("not", Condition, "the condition")}},
      {"one of the conditions holds", {needs("any", Conditions, "the conditions")}},
      {"all of the conditions hold", {needs("all", Conditions, "the conditions")}},
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

}  // namespace dllrepro::loader
