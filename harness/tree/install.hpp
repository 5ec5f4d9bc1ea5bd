// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/tree/places.hpp"
#include "harness/util/diagnostic.hpp"
#include "harness/util/json_cursor.hpp"

namespace dllrepro::tree {

/// One wheel of a distribution, as fixtures/distributions.lock.json pins it.
struct Wheel {
  std::string python;  ///< "cp313" when it is for this version of CPython alone, "" when any takes it
  std::string sha256;
};

/// What a tree installs: a real package, or the real CPython of a host, whose name is k_python and whose version is
/// "3.12" or "default".
struct Distribution {
  std::string name;
  std::string version;
  std::vector<Wheel> wheels;
};

inline constexpr std::string_view k_python = "python";

/// A step of a tree's making that has to do with installed files. Which files a distribution has is not known before it
/// lies on the disk of the machine that runs the cell, so a plan keeps these steps in order and the assembly does them.
struct InstallStep {
  enum class Verb { Install, Remove, Move, Copy };

  Verb verb = Verb::Install;
  Distribution distribution;  ///< of install
  std::string path;           ///< of the others: what TreeChange::path may be
  TreePath to;                ///< of move and copy
  bool required = true;       ///< an installed file must match; else one of the plan's own files did
  Location location;
};

/// [{"install": "torch==2.15.0", "wheels": {"cp313": SHA256, ...}}, {"remove": PATH}, {"move": PATH, "to": PATH},
///  {"copy": PATH, "to": PATH, "optional": true}, ...]
Json to_json(const std::vector<InstallStep>& steps);

/// Reads what to_json wrote; faults are reported through the cursor.
std::vector<InstallStep> parse_install_steps(const JsonCursor& cursor);

/// "torch==2.15.0" as name and version, the name in the index's spelling ("Foo_Bar" is "foo-bar"); both are empty for
/// a text that is something else.
Distribution parse_requirement(std::string_view text);

/// "torch 2.15.0", "Python 3.12": for messages.
std::string describe(const Distribution& distribution);

}  // namespace dllrepro::tree
