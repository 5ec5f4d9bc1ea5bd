// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/stub/spec.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::scenario {

/// How a machine's System32 differs from one that Windows alone has filled. Keys of fixtures/machines, by base name:
///
///   without    ["msvcp140.dll"]                 it does not have these
///   with       ["vcruntime140_threads.dll"]     it has these, in whatever build: parts of the Visual C++ runtime
///   system32   {"nvcuda.dll": {stub spec}}      these lie there, in place of one of the same name
///
/// A machine that uses another one puts its keys on top; of a name the last word counts.
///
/// Nothing is ever written into a real Windows: there, a cell whose machine differs from the real one is skipped. Under
/// Wine a machine that differs has a prefix of its own, in which a good stub stands for what `with` names and Wine does
/// not bring.
struct System32 {
  std::vector<std::string> without;  ///< sorted, lower case; so are the others
  std::vector<std::string> with;
  std::map<std::string, stub::StubSpec> files;  ///< name -> what lies there

  [[nodiscard]] bool is_plain() const { return without.empty() && with.empty() && files.empty(); }

  /// Puts a machine's keys on top; faults are reported.
  void add(const JsonCursor& machine);
};

/// "without", "with" and "system32".
const std::vector<std::string>& system32_keys();

/// {"without", "with", "system32"}; System32::add reads it back.
Json to_json(const System32& machine);

/// Sixteen hex digits that stand for the differences, whatever their order and case; "" when there are none.
std::string key_of(const System32& machine);

/// Under Wine, where a Windows program reads the key of the machine whose prefix it runs in: below C:\windows.
inline constexpr const char* k_machine_note = "dllrepro-machine.txt";

}  // namespace dllrepro::scenario
