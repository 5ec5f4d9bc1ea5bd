// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/loader/operation.hpp"

namespace dllrepro::loader {

/// A loader: the program that a package runs at its import, as data (fixtures/loaders/NAME.json):
///
///   { "schema": 1, "title": text, "why": text, "evidence": [texts], "parameters": {name: default}, "operations": [..] }
///
/// Parameters' defaults may name {places} and other parameters. A scenario gives others under "parameters".
struct LoaderFixture {
  std::string name;  ///< "torch/glob"
  std::string title;
  std::string why;
  std::vector<std::string> evidence;
  std::map<std::string, Json> parameters;  ///< its own and those of the loaders that it runs
  std::vector<Operation> operations;       ///< `run` resolved
  Location location;
};

/// Reads a loader fixture or a loader written inside a scenario (then `inline_loader`: title, why and evidence may be left
/// out). `names` are the places and whatever else texts may name. Faults are reported through the cursor.
LoaderFixture parse_loader(const JsonCursor& cursor, const std::string& name, LoaderFinder* loaders,
                           std::vector<std::string> names, bool inline_loader = false);

}  // namespace dllrepro::loader
