// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/tree/places.hpp"
#include "harness/util/json_document.hpp"

namespace dllrepro::scenario {

/// What process does the loading (fixtures/hosts/NAME.json), resolved.
struct Host {
  /// Stands in dll_directories for the entries that PATH has at the start, the last one first: the loader looks at the
  /// folder that was registered last before all others (row L39).
  static constexpr const char* k_path_entries = "%PATH%";

  std::string name;
  tree::TreePath executable = "{prefix}/python.exe";
  std::string architecture = "x64";             ///< of the executable: "x64", "x86", "arm64"
  std::uint32_t default_dll_directories = 0;    ///< flags of SetDefaultDllDirectories at start, 0: not called
  std::vector<tree::TreePath> dll_directories;  ///< AddDllDirectory at start, in order; k_path_entries for several
  std::optional<std::string> set_dll_directory;
  std::uint32_t extension_flags = 0x1100;  ///< LoadLibraryExW flags of an extension module's import; 0: LoadLibraryW
  /// "": the exe stands for an interpreter and is none. "3.12", or "default": it is a real CPython of this version,
  /// whose files lie in {prefix}; the default is the version that the machine's cache was made for.
  std::string python;
  /// What a child made from sys.executable is; none: the same as its parent.
  std::shared_ptr<const Host> child;
};

Json to_json(const Host& host);

}  // namespace dllrepro::scenario
