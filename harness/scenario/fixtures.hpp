// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/scenario/host.hpp"
#include "harness/scenario/library.hpp"
#include "harness/scenario/system32.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::scenario {

/// What lies outside of the package, as far as it is no layer of its own.
struct Machine {
  std::string name;
  System32 system32;
};

/// A fixture and the one it builds on, as values that are put together in that order.
template <typename Subject>
struct Resolved {
  Subject subject;
  std::vector<JsonCursor> layers;  ///< objects with the keys of Surroundings, the base first
};

/// A loader fixture or an inline one, before its operations are read against names and parameters.
struct LoaderSource {
  std::string name;
  std::map<std::string, Json> parameters;        ///< names and defaults
  std::optional<JsonCursor> written_parameters;  ///< where they are written
  std::optional<JsonCursor> operations;          ///< nothing when it is wrong
};

/// Each reads what a scenario gives for the key: a fixture's name, or an object with the keys of one. Faults of the
/// value and of the fixtures it leads to are reported, a circle of "use" among them.
///
/// fixtures/hosts/NAME.json:
///   { "schema": 1, "title", "evidence": [...], "use": "python-org", "executable": tree path, "architecture": "x64",
///     "default_dll_directories": flags, "dll_directories": [tree path], "set_dll_directory": tree path | "" | null,
///     "extension_flags": flags, "python": "3.12" | "default" | null, "child_host": a host, and the keys of
///     Surroundings }
///   dll_directories may name {system32} and {windows}, and have "%PATH%" for PATH's entries. child_host is what the
///   probe starts for `start_process` with operations; its surroundings do not count, as it inherits its parent's.
/// fixtures/machines/NAME.json:
///   { "schema": 1, "title", "evidence": [...], "use": "clean", the keys of System32 ("without", "with", "system32"),
///     and those of Surroundings }
/// fixtures/loaders/NAME.json:
///   { "schema": 1, "title", "why", "evidence": [...], "parameters": {name: default}, "operations": [...] }
/// fixtures/catalogs/NAME.json: harness/loader/lookup/catalog.hpp
/// Flags are a number or a list of words (SYSTEM32, USER_DIRS, ...). Inline objects need no schema, title and evidence,
/// and may have a "name".
Resolved<Host> read_host(const JsonCursor& value, const FixtureLibrary& library, Diagnostics& diagnostics);
Resolved<Machine> read_machine(const JsonCursor& value, const FixtureLibrary& library, Diagnostics& diagnostics);
LoaderSource read_loader(const JsonCursor& value, const FixtureLibrary& library, Diagnostics& diagnostics);

/// Reads the file of a host, machine, loader or catalog as the library has it and reports all its faults, those of its
/// tree as well.
void check_fixture(FixtureKind kind, const std::string& name, const FixtureLibrary& library, Diagnostics& diagnostics);

/// The keys of a fixture of this kind; not for trees, whose keys the tree room knows.
std::vector<std::string> fixture_keys(FixtureKind kind);

/// The inverse of what read_host reads from an inline object, for cells.
Host host_from_json(const JsonCursor& object);

}  // namespace dllrepro::scenario
