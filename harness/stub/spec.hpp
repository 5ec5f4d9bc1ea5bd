// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/stub/action.hpp"
#include "harness/stub/corruption.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::stub {

/// One DLL of an import table, in the table's order. JSON: an array or an object of
///   ["c10.dll"]                                    the default symbol of that DLL (harness/stub/default_symbols.hpp):
///                                                  `stub`, which every composed stub exports, or a function that the
///                                                  real one has for well-known DLLs of Windows and the VC++ runtime
///   {"c10.dll": ["symbol", {"ordinal": 3}]}        these; [] gives an empty list, which the loader skips (row L87)
struct ImportedDll {
  std::string name;
  std::vector<Symbol> symbols;
  bool operator==(const ImportedDll&) const = default;
};

/// One export. JSON: {"ordinal": 5, "noname": true, "forward": "other.fn" or "other.#5", "do": [actions]}, or the list
/// of actions alone, or a number to return. A forward has no actions; `noname` needs an ordinal.
struct Export {
  std::uint16_t ordinal = 0;  ///< 0: the lowest free one, in the order of names
  bool noname = false;
  std::string forward;
  Actions actions;
  bool operator==(const Export&) const = default;
};

/// The version resource. JSON: "9.27.0.0", or {"file": "9.27.0.0", "product": "9.27.0", "strings": {"CompanyName":
/// "x"}}. Versions have one to four numbers of at most 65535; FileVersion and ProductVersion strings are added.
struct Version {
  std::string file;
  std::string product;  ///< "": as file
  std::map<std::string, std::string> strings;
  bool operator==(const Version&) const = default;
};

/// Everything that a composed DLL is made from. Default: a good DLL for x64 that exports `stub` and does nothing.
///
/// JSON, every key optional:
///   machine                "x64" | "x86" | "arm64"
///   name                   "x.dll": name in the export directory; default: the file's name
///   version, manifest      resources; a manifest is the XML text, RT_MANIFEST 2
///   timestamp              of the file header, 0 to 0xFFFFFFFF
///   pad_to                 the file's least size in bytes (zeros behind the last section), at most 1 GiB
///   dependent_load_flags   "0x800": load config directory with DependentLoadFlags
///   imports, delay_imports see ImportedDll; a delay import is bound at its first use by {"call_import"}, which raises
///                          0xC06D007E (DLL) or 0xC06D007F (symbol) with a DelayLoadInfo (rows L125 to L127)
///   exports                {name: Export}; default_export: false leaves `stub` out
///   on_attach on_detach on_thread_attach on_thread_detach    actions (harness/stub/action.hpp)
///   tls_callback           actions of a callback of thread-local storage, run before each of those; "argument" is the
///                          reason: 1 process attach, 2 thread attach, 3 thread detach, 0 process detach (row L103)
///   corrupt                harness/stub/corruption.hpp
///
/// A cuDNN front such as cudnn64_9.dll 9.28 (real-artefacts.md 3), which hands every call to the graph library:
///   { "version": "9.28.1.0",
///     "exports": { "cudnnGetVersion": [ { "load": "cudnn_graph64_9.dll", "call": "LoadLibraryA", "as": "graph",
///         "then_call": "cudnnGetVersion",
///         "on_failure": [ { "print": "Invalid handle. Cannot load symbol cudnnGetVersion\n", "to": "stderr" },
///                         { "fast_fail": 7 } ] } ] } }
/// with cudnn_graph64_9.dll being { "version": "9.27.0.0", "exports": { "cudnnGetVersion": 92700 } }.
///
/// An nvrtc front (real-artefacts.md 4), which lives on:
///   { "exports": { "nvrtcCompileProgram": [ { "load": "nvrtc-builtins64_129.dll", "on_failure": [
///         { "print": "nvrtc: error: failed to open nvrtc-builtins64_129.dll.\n" }, { "return": 7 } ] } ] } }
struct StubSpec {
  std::string machine = "x64";
  std::string name;
  std::optional<Version> version;
  std::string manifest;
  std::uint32_t timestamp = 0;
  std::uint64_t pad_to = 0;
  std::optional<std::uint16_t> dependent_load_flags;
  std::vector<ImportedDll> imports;
  std::vector<ImportedDll> delay_imports;
  std::map<std::string, Export> exports;
  bool default_export = true;
  Actions on_attach;
  Actions on_detach;
  Actions on_thread_attach;
  Actions on_thread_detach;
  Actions tls_callback;
  std::optional<Corruption> corrupt;

  bool operator==(const StubSpec&) const = default;
};

/// The keys of a stub spec, in the order of the documentation: for parsers that tell a stub from something else.
const std::vector<std::string>& stub_spec_keys();

/// Reads a spec; reports every fault through the cursor and returns what could be read.
StubSpec parse_stub_spec(const JsonCursor& cursor);

/// The spec in its one spelling: equal specs give equal text. Keys in the order above, defaults left out.
Json to_json(const StubSpec& spec);

}  // namespace dllrepro::stub
