// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/util/diagnostic.hpp"
#include "harness/util/json_cursor.hpp"
#include "harness/util/json_document.hpp"

namespace dllrepro::loader {

/// One step of a loader or of a scenario's `steps`: what the probe does in a real process, and a model predicts.
///
/// In JSON it is an object with one verb, whose value is the main argument; the other keys are modifiers. The table in
/// verbs.cpp is the one source: parser, suggestions, JSON Schema and the list below (checked by a test) follow from it.
///
///   verb and modifiers                                    what it does; what can go wrong
///   load PATH  call flags as on_error tolerate raises message slashes
///                         LoadLibraryExW(PATH, flags) or the `call` named; fails with the Win32 error: OSError
///   ctypes_load PATH  winmode as on_error                 as ctypes.CDLL: bare name 0x1000, path 0x1100; 126 is
///                         FileNotFoundError, others OSError (loader-code.md C.2)
///   import "torch._C"  file as on_error                   the extension module {site}/torch/_C*.pyd by full path with the
///                         host's extension flags; ImportError; ModuleNotFoundError when there is no file
///   get_handle NAME  as on_error                          GetModuleHandleW; fails 126: OSError
///   free NAME  on_error                                   FreeLibrary of what `as` remembered
///   call EXPORT  in arguments returns as on_error         u64 EXPORT(u64, u64, u64, u64) of a remembered or resident module;
///                         AttributeError with error 127 when it is not exported; EXPORT may be {"ordinal": 3}
///   add_dll_directory PATH  as if_exists on_error         AddDllDirectory (2 missing, 87 relative): OSError
///   remove_dll_directory NAME  on_error                   RemoveDllDirectory of what `as` remembered
///   set_default_dll_directories FLAGS  on_error           SetDefaultDllDirectories (87): OSError
///   set_dll_directory PATH|""|null  on_error              SetDllDirectoryW: OSError
///   path_front PATHS / path_back PATHS                    PATH = PATHS;PATH / PATH;PATHS
///   set_environment {NAME: TEXT|null}                     SetEnvironmentVariableW, null deletes
///   get_environment NAME  as default                      remembers the value, or the default, or null
///   error_mode NUMBER  as                                 SetErrorMode; `as` remembers the mode before
///   find PATHS | {names, in}  as on_missing message type  remembers the first path that exists; names within each folder of
///                         `in` in turn; FileNotFoundError when none does (on_missing: raise, the default, or ignore: null)
///   for_each NAME  in do                                  `in`: a list, a {variable}, or {glob: PATTERN, order}; Windows
///                         gives a glob's files in alphabetical order, case ignored
///   break true                                            leaves the innermost for_each
///   if CONDITION  then else
///   try [..]  except else finally catch                   `catch`: types, default all; in `except` are known {error},
///                         {error_text}, {message}, {type}, {path}
///   set {NAME: VALUE}                                     remembers values, in order
///   append VALUE  to                                      puts a value (or each of a list) at the end of a remembered list
///   raise MESSAGE  type error module                      RuntimeError unless `type` says otherwise
///   reraise true                                          in `except`: the caught error goes on
///   warn MESSAGE                                          a warning event, nothing else
///   print TEXT  to                                        to stdout or stderr, with a newline after it
///   sleep_ms NUMBER
///   start_thread [..]  as wait                            runs operations in a thread of their own; what they raise is a warning
///   join NAME  timeout_ms                                 waits for such a thread; TimeoutError
///   start_process {program, arguments} | {operations}  as wait capture timeout_ms
///                         a child process, or a second probe with default search policy that runs the operations;
///                         remembers exit_code and output; OSError when it can't start, TimeoutError
///   exit CODE  how                                        ends the program: `return` (the default: the process ends in
///                         order with CODE), `exit_process` or `terminate_process` at once
///   run NAME  with                                        the operations of fixtures/loaders/NAME.json in this place
///
/// on_error of a failed system call: raise (the default), warn, or ignore. `tolerate` lists errors that are ignored while
/// every other raises. Conditions, one key each:
///
///   exists PATH (in FOLDERS)    also with * and ? in the last part      resident NAME       GetModuleHandleW finds it
///   failed NAME                 a remembered load, or other call        error_of NAME (in NUMBERS)
///   environment NAME            is set                                  defined NAME        remembered and not null
///   equals [a, b]               same value, numbers also as text        contains [list or text, item]
///   machine_of PATH (is WORD)   of a PE file: x64, x86, arm64           not C, any [C..], all [C..], true, false
///
/// Texts name values in braces: {site} and other places, parameters, loop variables, what `as` and `set` remember, members
/// ({library.name}), parts of a path ({h.directory}, {h.name}, {h.stem}). A text that is nothing but one {name} takes the value
/// itself, a list for instance. {{ and }} stand for braces. `as` remembers of a load: the module's path under the name,
/// {h.error} and {h.error_text}; null when it failed. In paths / is written \ unless "slashes": "keep".
struct Operation {
  std::string verb;     ///< a word of the table
  Json arguments;       ///< main argument under the verb's own name, and the modifiers given; flags as numbers
  std::map<std::string, std::vector<Operation>, std::less<>> blocks;  ///< nested lists by key: "do", "then", "try", ...
  Location location;    ///< file, line and JSON pointer that a message names; of a `run`, those in the fixture
};

/// Finds the loader fixtures that `run` names.
class LoaderFinder {
 public:
  virtual ~LoaderFinder() = default;
  /// The root of fixtures/loaders/NAME.json, reporting into the caller's list; nothing when there is no such fixture.
  virtual std::optional<JsonCursor> find(const std::string& name) = 0;
  /// All names, for suggestions.
  [[nodiscard]] virtual std::vector<std::string> names() const = 0;
};

/// What a list of operations is read against.
struct ParseContext {
  /// Resolves `run`; without it, `run` is reported as unknown here (the probe reads lists that are resolved already).
  LoaderFinder* loaders = nullptr;
  /// Names that texts may use: places and parameters. What the operations remember is added to it, for the list that runs
  /// after them. Without it, names are checked only at run time.
  std::vector<std::string>* names = nullptr;
  /// Receives the default parameters of fixtures that `run` includes, where they are not there yet.
  std::map<std::string, Json>* parameters = nullptr;
};

/// Reads a list of operations; every fault is reported through the cursor. `run` is replaced by what it names.
std::vector<Operation> parse_operations(const JsonCursor& cursor, const ParseContext& context = {});

/// The list as JSON that parse_operations reads back; locations are not written.
Json to_json(const std::vector<Operation>& operations);

/// The operation at a pointer below its list: "/3/do/0". Null when there is none. So that a pointer that the probe
/// reports in its plan's list leads back to the file that a person wrote.
const Operation* operation_at(const std::vector<Operation>& operations, std::string_view pointer);

}  // namespace dllrepro::loader
