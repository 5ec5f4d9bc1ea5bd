// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "harness/loader/lookup/program.hpp"
#include "harness/loader/lookup/release.hpp"
#include "harness/util/json_document.hpp"

namespace dllrepro::loader::lookup {

/// Where a child process finds a library when it loads it by bare name: nothing when it finds none. Throws Raised when
/// the child can't be started, takes too long, ends badly or says something else. `call` is what the child is asked:
/// the operation that looks the library up, without its name.
std::optional<std::string> path_in_child(const std::string& library, const CanaryRules& rules, const Json& call,
                                         Program& program);

/// The root that a file's folder lies below, by the tails that roots have: "bin/x64". Nothing when none fits.
std::optional<std::string> root_above(const std::string& file, const std::vector<std::string>& tails);

/// The line that such a child answers with.
std::string canary_line(const std::optional<std::string>& path, const CanaryRules& rules);

}  // namespace dllrepro::loader::lookup
