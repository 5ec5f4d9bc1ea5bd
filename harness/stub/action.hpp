// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/util/json_cursor.hpp"

namespace dllrepro::stub {

/// What a stub does when the loader or a caller enters it: a list of actions, one verb each, run in order.
///
/// Four things are known while a list runs, and values and texts can refer to them:
///   result     what the latest call, count or wait gave; 0 before the first
///   error      GetLastError of the latest action that failed; 0 before the first
///   argument   the first argument of the export (argument2, argument3: the next two); 0 elsewhere
///   count      this DLL's own counter
/// A list that runs to its end returns `result` from an export and TRUE from an attach. An action that fails runs its
/// "on_failure" list, when it has one, and then goes on with the next action: nothing fails on its own.
///
/// Ends
///   {"return": VALUE}  {"return_false": true}  {"exit": 3} ExitProcess  {"terminate": 3} TerminateProcess on itself
///   {"return_version": true}   the file version a.b.c.d as a*10000 + b*100 + c, as cudnnGetVersion does
///
/// Faults
///   {"crash": "read"|"write"|"execute"|"illegal_instruction"|"stack_overflow"|"divide"}
///       Wine 8.0 ends a process that overflows its stack with exit code 0; {"raise": "0xC00000FD"} shows the status.
///   {"fast_fail": 7}   0xC0000409, past every handler      {"raise": "0xE06D7363", "flags": 1}   flags 1 by default
///   {"hang": "event"|"critical_section"}   an event nobody sets; a section whose owner no longer exists
///   {"set_last_error": VALUE}   {"sleep_ms": 50}
///
/// Modules
///   {"load": TEXT, "call": CALL, "flags": "0x1100", "as": "graph", "then_call": SYMBOL, "arguments": [VALUE],
///    "on_failure": [...]}
///       CALL: LoadLibraryW (default), LoadLibraryA, LoadLibraryExW (default with flags), LoadLibraryExA
///   {"get_handle": TEXT, "as", "then_call", "arguments", "on_failure"}     GetModuleHandleW
///   {"call": SYMBOL, "in": NAME, "arguments", "on_failure"}   NAME: an "as", or a module that is loaded
///   {"call_import": SYMBOL, "of": "x.dll", "arguments"}       through this stub's own (delay) import table
///   {"free": "graph"}
///   A module remembered by "as" is not loaded a second time by the same "as". Without "arguments" the callee gets the
///   three that the export got; with it those, four at most.
///
/// Text
///   {"print": TEXT, "to": "stdout"|"stderr"}   no newline is added
///
/// Threads
///   {"start_thread": [...], "as": "worker"}   {"terminate_thread": "worker"}   {"lock": NAME}   {"unlock": NAME}
///   {"signal": EVENT}   {"wait": EVENT or thread, "timeout_ms": 100, "on_failure": [...]}
///       A wait whose time is over fails with 258.
///   Events (manual reset) and locks (critical sections) come into being by being named. A pool that dies with its
///   worker: the worker signals "stopped" at its end, the detach waits for it, and ExitProcess has killed the worker.
///
/// Registry
///   {"count": {"add": VALUE}}
///   {"count": {"add": 28, "in": "executorch.dll", "export": "stub_count"}}
///   The second adds to the counter of another DLL, which exports stub_count as [{"count": {"add": "argument"}}]:
///   through the import table when it is imported, else by look-up among the loaded modules.
///
/// Search path
///   {"set_dll_directory": TEXT|null}   {"add_dll_directory": TEXT}   {"set_default_dll_directories": "0x1000"}
///   {"path_front": TEXT or [TEXT]}   {"path_back": TEXT or [TEXT]}   {"set_environment": {NAME: TEXT|null}}
///
/// Choice
///   {"if": CONDITION, "then": [...], "else": [...]}
///
/// VALUE
///   a number, "result", "error", "argument", "argument2", "argument3", "count", "version" (as return_version),
///   "file_name" (address of the UTF-16 path of this DLL), "file_name_length" (of that path, in UTF-16 units), or
///   {"text": "..."} (address of the UTF-8 text)
///
/// TEXT
///   may contain {self} (path of this DLL), {self_dir}, {self_name}, {result}, {error}, {count}, {version}, {env:NAME};
///   {{ and }} stand for braces. Paths may be written with / and reach Windows with \.
///
/// SYMBOL
///   a name or {"ordinal": 3}
///
/// CONDITION
///   {"resident": TEXT}  {"exists": TEXT}  {"environment": NAME}  {"equals": [VALUE, VALUE]}
///   {"failed": true}           the latest action that can fail did
///   {"process_ending": true}   this is the detach of process exit, not of FreeLibrary
///   {"not": CONDITION}  {"any": [...]}  {"all": [...]}
struct Action;
using Actions = std::vector<Action>;

struct Value {
  enum class Kind {
    Number,
    Result,
    Error,
    Argument,
    Argument2,
    Argument3,
    Count,
    Version,
    FileName,
    FileNameLength,
    Text
  };
  Kind kind = Kind::Number;
  std::uint64_t number = 0;
  std::string text;
  bool operator==(const Value&) const = default;
};

/// An export or import by name, or by ordinal when the name is empty.
struct Symbol {
  std::string name;
  std::uint16_t ordinal = 0;
  bool operator==(const Symbol&) const = default;
};

struct Condition {
  enum class Kind { Resident, Exists, Environment, Failed, Equals, ProcessEnding, Not, Any, All };
  Kind kind = Kind::Failed;
  std::string text;                   ///< Resident, Exists, Environment
  std::vector<Value> values;          ///< Equals: two
  std::vector<Condition> conditions;  ///< Not: one; Any, All
  bool operator==(const Condition&) const = default;
};

using Arguments = std::optional<std::vector<Value>>;

struct Return {
  Value value;
  bool operator==(const Return&) const = default;
};
struct Exit {
  std::uint32_t code = 0;
  bool operator==(const Exit&) const = default;
};
struct Terminate {
  std::uint32_t code = 0;
  bool operator==(const Terminate&) const = default;
};
struct Crash {
  std::string how;
  bool operator==(const Crash&) const = default;
};
struct FastFail {
  std::uint32_t code = 0;
  bool operator==(const FastFail&) const = default;
};
struct Raise {
  std::uint32_t code = 0;
  std::uint32_t flags = 1;
  bool operator==(const Raise&) const = default;
};
struct Hang {
  std::string how;
  bool operator==(const Hang&) const = default;
};
struct SetLastError {
  Value value;
  bool operator==(const SetLastError&) const = default;
};
struct Sleep {
  std::uint32_t milliseconds = 0;
  bool operator==(const Sleep&) const = default;
};

/// LoadLibrary or, with an empty `call`, GetModuleHandleW.
struct Load {
  std::string text;
  std::string call = "LoadLibraryW";
  std::uint32_t flags = 0;
  std::string as;
  std::optional<Symbol> then_call;
  Arguments arguments;
  Actions on_failure;
  bool operator==(const Load&) const;
};
struct Call {
  Symbol symbol;
  std::string in;
  Arguments arguments;
  Actions on_failure;
  bool operator==(const Call&) const;
};
struct CallImport {
  Symbol symbol;
  std::string of;
  Arguments arguments;
  bool operator==(const CallImport&) const = default;
};
struct Free {
  std::string name;
  bool operator==(const Free&) const = default;
};

struct Print {
  std::string text;
  std::string to = "stdout";
  bool operator==(const Print&) const = default;
};

struct StartThread {
  Actions actions;
  std::string as;
  bool operator==(const StartThread&) const;
};
struct Signal {
  std::string name;
  bool operator==(const Signal&) const = default;
};
struct Lock {
  std::string name;
  bool operator==(const Lock&) const = default;
};
struct Unlock {
  std::string name;
  bool operator==(const Unlock&) const = default;
};
struct Wait {
  std::string name;
  std::optional<std::uint32_t> timeout_ms;  ///< nothing: for ever
  Actions on_failure;
  bool operator==(const Wait&) const;
};
struct TerminateThread {
  std::string name;
  bool operator==(const TerminateThread&) const = default;
};

struct Count {
  Value add;
  std::string in;  ///< "" for this DLL's own
  std::string export_name = "stub_count";
  bool operator==(const Count&) const = default;
};

struct SetDllDirectory {
  std::optional<std::string> path;
  bool operator==(const SetDllDirectory&) const = default;
};
struct AddDllDirectory {
  std::string path;
  bool operator==(const AddDllDirectory&) const = default;
};
struct SetDefaultDllDirectories {
  std::uint32_t flags = 0;
  bool operator==(const SetDefaultDllDirectories&) const = default;
};
struct PathAdd {
  bool front = true;
  std::vector<std::string> paths;
  bool operator==(const PathAdd&) const = default;
};
struct SetEnvironment {
  std::map<std::string, std::optional<std::string>> variables;
  bool operator==(const SetEnvironment&) const = default;
};

struct If {
  Condition condition;
  Actions then;
  Actions otherwise;
  bool operator==(const If&) const;
};

struct Action {
  std::variant<Return, Exit, Terminate, Crash, FastFail, Raise, Hang, SetLastError, Sleep, Load, Call, CallImport, Free,
               Print, StartThread, Signal, Lock, Unlock, Wait, TerminateThread, Count, SetDllDirectory, AddDllDirectory,
               SetDefaultDllDirectories, PathAdd, SetEnvironment, If>
      step;
  bool operator==(const Action&) const = default;
};

/// A verb with the keys that may stand beside it; the parser, the JSON Schema's test and suggestions follow from this.
struct ActionRule {
  std::string verb;
  std::vector<std::string> modifiers;
};
const std::vector<ActionRule>& action_rules();

/// The words of {"crash": ...} and {"hang": ...}, in the order of stubs/format.h.
const std::vector<std::string>& crash_words();
const std::vector<std::string>& hang_words();

/// Reads a list of actions (or one alone); reports every fault through the cursor.
Actions parse_actions(const JsonCursor& cursor);

/// The list in its one spelling: modifiers at their defaults are left out.
Json to_json(const Actions& actions);

}  // namespace dllrepro::stub
