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

/// One step of a loader or of a scenario's `steps`: what the probe does in a real process.
///
/// In JSON it is an object with one verb, whose value is the main argument; the other keys are modifiers. The table in
/// verbs.cpp is the one source: parser, suggestions, JSON Schema and this list (checked by a test) follow from it.
///
///   load PATH  call flags as on_error tolerate raises message slashes
///       LoadLibraryExW(PATH, flags), or the `call` named. Fails with the Win32 error: OSError.
///   ctypes_load PATH  winmode as on_error tolerate slashes
///       As ctypes.CDLL: a bare name with 0x1000, a path with 0x1100. 126 is a FileNotFoundError, others OSErrors
///       (loader-code.md C.2).
///   import "torch._C"  file as on_error slashes
///       The extension module {site}/torch/_C*.pyd by full path with the host's extension flags, then its PyInit__C if
///       it exports one. ImportError; ModuleNotFoundError when there is no file.
///   get_handle NAME  as on_error
///       GetModuleHandleW. 126: OSError.
///   free NAME  on_error
///       FreeLibrary of what `as` remembered.
///   call EXPORT  in arguments returns as on_error
///       u64 EXPORT(u64, u64, u64, u64) of a remembered or resident module; EXPORT may be {"ordinal": 3}.
///       AttributeError with error 127 when it is not exported.
///   add_dll_directory PATH  as if_exists on_error slashes
///       AddDllDirectory. 2 for a missing folder: FileNotFoundError; 87 for a relative one: OSError.
///   remove_dll_directory NAME  on_error
///       RemoveDllDirectory of what `as` remembered.
///   set_default_dll_directories FLAGS  on_error
///       SetDefaultDllDirectories. 87: OSError.
///   set_dll_directory PATH or "" or null  on_error slashes
///       SetDllDirectoryW.
///   path_front PATHS  slashes
///       PATH = PATHS;PATH
///   path_back PATHS  slashes
///       PATH = PATH;PATHS
///   set_environment {NAME: TEXT or null}
///       SetEnvironmentVariableW; null deletes. In a real interpreter os.environ has it, too, as after path_front and
///       path_back.
///   get_environment NAME  as default
///       Remembers the variable's value, else the default, else null.
///   error_mode NUMBER  as
///       SetErrorMode; `as` remembers the mode before.
///   find PATHS or {names, in}  as on_missing message type slashes
///       Remembers the first path that exists; of {names, in} each name within each folder in turn. FileNotFoundError
///       when none does (on_missing: "raise", the default, or "ignore", which remembers null).
///   copy_file PATH  to on_error slashes
///       Copies a file over what may be there, and makes the folders that it needs: a file that appears while the
///       program runs. FileNotFoundError, OSError.
///   for_each NAME  in do slashes
///       `in` is a list, a {variable}, or {glob: PATTERN, order}. Windows gives a glob's files in alphabetical order,
///       case ignored (order: name, reverse, as_found, or newest: by the numbers in it, 9.10 before 9.9).
///   break true
///       Leaves the innermost for_each.
///   if CONDITION  then else
///   try [..]  except catch else finally
///       As in Python; `catch` lists types, default all. In `except` {error}, {error_text}, {message}, {type} and
///       {path} are known.
///   set {NAME: VALUE}
///       Remembers values, in order.
///   append VALUE  to
///       Puts a value, or each of a list, at the end of a remembered list.
///   raise MESSAGE  type error module
///       A RuntimeError unless `type` says otherwise.
///   reraise true
///       In `except`: the caught error goes on.
///   warn MESSAGE
///       A warning event, nothing else.
///   print TEXT  to
///       To stdout or stderr, with a newline after it.
///   sleep_ms NUMBER
///   start_thread [..]  as wait
///       Runs operations in a thread of their own; what they remember stays there, what they raise is a warning.
///   join NAME  timeout_ms on_error
///       Waits for such a thread. TimeoutError.
///   start_process {program, arguments} or {operations}  as wait capture timeout_ms on_error
///       A child process, or a second probe that runs the operations in what the host's sys.executable is: the same
///       program under the same policy, or the host's child_host. Remembers its exit
///       code, {p.exit_code} and {p.output}. OSError when it can't start, TimeoutError.
///   exit CODE  how
///       Ends the program: `return` (the default: the process ends in order, with CODE), `exit_process` or
///       `terminate_process` at once.
///   lookup NAME  catalog release switches answers_parent as on_error
///       Looks the library NAME up as that release of a package does: fixtures/catalogs/CATALOG.json, with the rules in
///       `switches` put over the release's (lookup/release_parser.hpp). Remembers, under the library's own name without
///       `as`, the path, {c.found_via}, {c.already_loaded}, {c.same_object} (this very object was given before) and
///       {c.slashes} ("backward", "forward", "mixed"); of a failure null, {c.type}, {c.message} and {c.error}. Catalog
///       and release are known before the program runs: texts and parameters. `answers_parent` is for a canary's
///       child: it prints where it found NAME.
///   python CODE  as on_error
///       Runs a text, or a list of its lines, in __main__ of the host's own interpreter; a host that has one says so
///       ("python": harness/scenario/host.hpp). `as` remembers the value of a last statement that is an expression:
///       numbers, texts, lists, {key: value}, null, a path as its text; null when it is none. What Python raises comes
///       through with its own class, its base classes for `catch`, and what the exception tells: {message}, {error}
///       (the winerror, 0 without one), {path} (the DLL that it names). sys.exit ends the program. Its warnings are
///       warning events. As in every text {name} is a value, what is no text as Python writes it, and braces of
///       Python's are written {{ and }}. `_dllrepro.remember(name, value)` remembers more than the one value.
///   python_file PATH  on_error slashes
///       Runs a file there as `python PATH` does: __file__, sys.argv and sys.path[0] are set.
///   run NAME  with
///       The operations of fixtures/loaders/NAME.json in this place, after a `set` of what `with` gives.
///
/// `on_error` of a failed system call: raise (the default), warn, or ignore. `tolerate` lists errors that are ignored
/// while every other is raised. Conditions, one key each:
///
///   exists PATH  in slashes       a file or folder, also with * and ?; `in`: in any of these folders
///   resident NAME                 GetModuleHandleW finds it
///   failed NAME                   a remembered load or call left an error
///   error_of NAME  in             it left one of these errors
///   environment NAME              the variable is set
///   defined NAME                  something is remembered that is not null
///   equals [a, b]                 the same value; a number also equals its text
///   contains [list or text, b]    holds it
///   machine_of PATH  is slashes   the file is an image for x64, x86, arm64
///   not C   any [C, ..]   all [C, ..]   true   false
///
/// Texts name values in braces: {site} and other places, parameters, loop variables, what `as` and `set` remember,
/// members ({library.name}) and parts of a path ({h.directory}, {h.name}, {h.stem}). A text that is nothing but one
/// {name} takes the value itself, a list for instance. {{ and }} are braces. Of a load `as` remembers the module's path
/// under the name itself (null when it failed), {h.error} and {h.error_text}. In paths / is written as \ unless
/// "slashes" is "keep".
struct Operation {
  std::string verb;  ///< a word of the table
  Json arguments;    ///< main argument under the verb's own name, and the modifiers given; flags as numbers
  std::map<std::string, std::vector<Operation>, std::less<>> blocks;  ///< nested lists by key: "do", "then", "try", ...
  Location location;  ///< file, line and JSON pointer that a message names; of a `run`, those in the fixture
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

namespace lookup {
class CatalogFinder;
}

/// What a list of operations is read against.
struct ParseContext {
  /// Resolves `run`; without it, `run` is reported as unknown here (the probe reads lists that are resolved already).
  LoaderFinder* loaders = nullptr;
  /// Names that texts may use: places and parameters. What the operations remember is added to it, for the list that
  /// runs after them. Without it, names are checked only at run time.
  std::vector<std::string>* names = nullptr;
  /// Receives the default parameters of fixtures that `run` includes, where they are not there yet.
  std::map<std::string, Json>* parameters = nullptr;
  /// Knows the catalogs and releases that `lookup` names; without it they are not looked at.
  lookup::CatalogFinder* catalogs = nullptr;
};

/// Reads a list of operations; every fault is reported through the cursor. `run` is replaced by what it names.
std::vector<Operation> parse_operations(const JsonCursor& cursor, const ParseContext& context = {});

/// The first operation of a list that needs an interpreter of the host's own: `python` or `python_file`, also in a
/// block or in a process that it starts. Null when there is none.
const Operation* first_python_step(const std::vector<Operation>& operations);

/// The same of a list as JSON.
bool uses_python(const Json& operations);

/// Reports every {name} in a value's texts that is not among `names`: for parameters, which may name places and each
/// other.
void check_names(const JsonCursor& value, const std::vector<std::string>& names);

/// The list as JSON that parse_operations reads back; locations are not written.
Json to_json(const std::vector<Operation>& operations);

/// The operation at a pointer below its list: "/3/do/0". Null when there is none. So that a pointer that the probe
/// reports in its plan's list leads back to the file that a person wrote.
const Operation* operation_at(const std::vector<Operation>& operations, std::string_view pointer);

}  // namespace dllrepro::loader
