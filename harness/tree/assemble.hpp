// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "harness/tree/artefact_store.hpp"
#include "harness/tree/installed_layer.hpp"
#include "harness/tree/places.hpp"
#include "harness/tree/plan.hpp"
#include "harness/tree/stub_store.hpp"

namespace dllrepro::tree {

/// Makes the tree on disk: the folders of all places, then every file of the plan. Stubs are hard links into the store,
/// copies where the file system can't link (another volume, too many links: 1023 on NTFS).
///
/// Two hard links of one file are one module to the loader (row L48 of the record), so within a tree no file of the
/// store is linked twice: equal stubs get the store's occurrences 0, 1, 2 ...
///
/// Paths may be longer than 260 characters on Windows as well. Throws EnvironmentFailure with the path and the system's
/// text: disk full, no permission, host executable missing; what was made by then stays.
void assemble(const TreePlan& plan, const PlaceMap& places, StubStore& store,
              const std::filesystem::path& host_executable);

/// Who the trees of this place are to an ArtefactStore.
std::string owner_of(const PlaceMap& places);

/// The same with the installed files, which come out of the second store.
void assemble(const TreePlan& plan, const PlaceMap& places, StubStore& store,
              const std::filesystem::path& host_executable, const InstalledLayer& installed, ArtefactStore& artefacts);

}  // namespace dllrepro::tree
