// SPDX-License-Identifier: MIT
// For tests on Windows: stubs composed into a folder of their own and used by a process of their own (stub_host.cpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/stub/testing.hpp"
#include "harness/util/temporary_folder.hpp"

namespace dllrepro::stub::testing {

/// A new empty folder, removed with all that is in it at the end.
class StubFolder : public TemporaryFolder {
 public:
  /// Composes the spec into `name` ("sub/x.dll"); throws BadInput when the spec is wrong.
  void add(const std::string& name, const std::string& spec_json) const {
    compose_into(path() / path_from_utf8(name), spec_json);
  }
};

struct HostRun {
  bool hung = false;         ///< went on after `last_words`, and was killed
  std::uint32_t status = 0;  ///< exit code
  std::string out;           ///< stdout and stderr, in the order written, without CR
};

/// Runs the host in `folder` as its current directory; `{}` in an operation is that folder. `search_path` is its PATH
/// besides the system's. Throws EnvironmentFailure when it neither ends within a minute nor is known to hang.
HostRun run_host(const StubFolder& folder, const std::vector<std::string>& operations,
                 const std::filesystem::path& search_path = {});

/// The same for a host that is about to hang: once it has written `last_words`, it has a second to end.
HostRun run_hanging_host(const StubFolder& folder, const std::vector<std::string>& operations,
                         const std::string& last_words);

}  // namespace dllrepro::stub::testing
