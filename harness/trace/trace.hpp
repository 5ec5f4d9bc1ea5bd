// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/util/json_document.hpp"

namespace dllrepro::trace {

/// Who wanted a module.
enum class Asker {
  Start,        ///< nobody of the program's: the system, before the program's own code runs
  Import,       ///< an import of the module `by`
  Initialiser,  ///< a call in the initialiser (DllMain) of the module `by`
  Call,         ///< a call such as LoadLibrary; whose, is not told
};

/// `start`, `import`, `initialiser`, `call`: the words of the JSON form.
std::string_view name_of(Asker asker);

/// One module that was looked for and not loaded already.
struct Load {
  static constexpr std::size_t k_no_parent = static_cast<std::size_t>(-1);

  std::size_t parent = k_no_parent;  ///< index of the load that this one belongs to: its importer's, its initialiser's
  double at = 0;                     ///< milliseconds since the program's start
  std::string name;                  ///< as it was asked for: "gone.dll", "C:\app\a.dll"
  std::string module;                ///< the file; "" when none was found, or none that could be used
  Asker asker = Asker::Call;
  std::string by;                    ///< the module that asked: its path, or its name where no more is told
  std::uint32_t status = 0;          ///< NTSTATUS of a failure
  std::vector<std::string> folders;  ///< that were to be searched, in order
  bool folders_cut = false;          ///< there were more
};

/// An import that is bound to nothing: its DLL is loaded and does not export it.
struct UnboundImport {
  double at = 0;
  std::string name;  ///< "x.dll.function"
  std::string by;    ///< path of the importing module
};

struct Crash {
  double at = 0;
  std::uint32_t status = 0;
  std::string place;  ///< "a.dll+0x1010"
};

struct Process {
  std::uint32_t id = 0;
  std::uint32_t parent = 0;  ///< 0: the traced program itself
  std::string program;       ///< path of its exe
  double began = 0;
  std::optional<double> ended;
  std::uint32_t exit_code = 0;
  bool left_behind = false;  ///< it outlived the traced program and was killed
  std::vector<Load> loads;
  std::vector<UnboundImport> unbound;
  std::vector<std::string> unfinished;  ///< what its threads were in the middle of at its end: "DllMain of a.dll"
  std::optional<Crash> crash;
};

/// What was seen of a program and of the processes that it started, in the order in which they began.
struct Trace {
  std::vector<Process> processes;
  bool time_over = false;    ///< the program was killed for taking too long
  bool loader_told = false;  ///< the loader itself told what it did, so that failures are known, too
};

/// {"format": 1, "time_over", "loader_told", "processes": [{"id", "parent", "program", "began_ms", "ended_ms",
/// "exit_code", "left_behind", "crash", "loads": [{"at_ms", "name", "module", "asker", "by", "inside_of", and of a
/// failure "status", "folders", "folders_cut"}], "unbound_imports": [{"at_ms", "name", "by"}], "unfinished": [text]}]}
Json to_json(const Trace& trace);

}  // namespace dllrepro::trace
