// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <variant>

#include "harness/stub/spec.hpp"
#include "harness/tree/places.hpp"
#include "harness/util/diagnostic.hpp"

namespace dllrepro::tree {

/// What a tree holds at one path.
struct TextFile {
  std::string text;
};
struct EmptyFolder {};
/// The probe under the host's name: `{prefix}/python.exe`.
struct HostExecutable {};

using Content = std::variant<stub::StubSpec, TextFile, EmptyFolder, HostExecutable>;

struct TreeFile {
  Content content;
  Location location;  ///< the line of the fixture or scenario that put it there
};

/// A resolved tree: every `use`, `add`, `remove`, `replace`, `move` and `copy` is done. Sorted by path, so that equal
/// trees have equal plans.
struct TreePlan {
  std::map<TreePath, TreeFile> files;
};

Json to_json(const TreePlan& plan);

}  // namespace dllrepro::tree
