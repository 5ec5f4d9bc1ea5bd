// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "harness/loader/lookup/release.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::loader::lookup {

/// Puts the keys of an object over what is known so far; keys that it does not have stay as they are. Faults are
/// reported through the cursor: unknown keys and words with the nearest, values of the wrong type.
///
///   rules, each key optional; null for a text, a list or an object makes it empty again
///     absent          {"type", "message"}: there is no such function, and this is raised
///     python          "3.12"
///     checks          [{"that": "64_bit" | "architecture" | "known" | "available", "type", "message"}]
///                     message: {quoted_name} {python} {known} {available}
///     steps           ["wheels", "conda", "resident", "dependencies", "answer", "native", "install_roots", "toolkit",
///                      "program_files", "canary"], see Step
///     driver_steps    the same for libraries of the driver
///     names           {"resident", "native", "files": "as_listed" | "from_the_end"}
///     files           {"pattern": "{name}*.dll", "ignored": [pattern]}
///     wheels          {"roots": [text], "folders", "reported": "each_folder" | "last_folder", and those of
///                     FolderRules}
///     roots           {"folders": as of libraries, "every_folder", and those of FolderRules}: below conda's, the
///                     toolkit's and others
///                     FolderRules: "spelling": "backslashes" | "as_listed" | "normalized" | "resolved",
///                     "wildcards": "by_name" | "from_the_end", "remembered", "machine_checked"
///     conda           {"variable", "folder"}
///     toolkit         {"variables", "empty_counts", "read_once",
///                     "differ": {"type", "message"} with {variables} and {first}}
///     program_files   [variable]
///     registers       {"resident": "never" | "when_found" | "always", "failure":
///                     {"type", "message"} with {folder}, {quoted_folder}, {problem}}
///     labels          {step: text}
///     canary          {"child": "subprocess" | "spawn", "payload": "path" | "status", "program_is_guarded", "seconds",
///                      "waits_ms", "program", "working_folder", "start": [operation], "roots", "raises": {case:
///                      {"type", "message"}}} with {code} {seconds} {errors} {quoted_anchor} {quoted_line} {payload}
///     messages        {"searched": {name}, "no_file": {searched}, "no_machine_file": {searched} {machine},
///                      "not_found": {"type", "message"}: {searched} {reasons} {listings},
///                      "driver_not_found": {name}, "failed_load": {path} {error}}
void apply_rules(const JsonCursor& object, Rules& rules);

/// The same for an object without a file: what an operation switches. Throws BadInput.
void apply_switches(const Json& switches, Rules& rules);

///   library, each key optional
///     dlls, needs, may_need, machines, more_files, canaries   lists
///     registers, driver, machine_checked                      true or false
///     wheel_folders, toolkit_folders, program_files           [folder], or {machine: [folder]}
///     install_roots                                           {"variables", "folders": as above}
void apply_library(const JsonCursor& object, Library& library);

/// {"rules": {...}, "libraries": {name: {...} or null}}: null takes a library out.
void apply_release(const JsonCursor& object, Release& release);

/// Reports what a release needs and does not have: steps, and libraries that others name.
void check_release(const JsonCursor& object, const Release& release);

/// A list of folders holds for every machine; an object's members are put over those that are known.
void apply_by_machine(const JsonCursor& cursor, ByMachine& lists);

/// Words of the steps, in the order of Step.
const std::vector<std::string>& step_words();

}  // namespace dllrepro::loader::lookup
