// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/process/event.hpp"
#include "harness/tree/places.hpp"

namespace dllrepro::run {

/// Puts the paths of events into the tree's notation, so that outcomes and expectations compare and reports name no
/// machine's folders: members `module`, `modules`, `exe`, `working_directory`, `dll_directory`, and absolute paths in
/// the values of `environment` (each part between semicolons) and `results`. What a person wrote or a program said
/// (`message`, `text`) stays as it was.
process::Events in_tree_notation(process::Events events, const tree::PlaceMap& places);

/// A text of a program's with the tree's folders put into the tree's notation, so that what two programs said can be
/// compared; however their slashes are written, doubled ones of Python's repr included.
std::string text_in_tree_notation(std::string text, const tree::PlaceMap& places);

/// Where a module in tree notation came from.
enum class Origin { Tree, System32, Outside };

Origin origin_of(std::string_view module);

/// The modules that were loaded from neither the tree nor System32, each once, in load order.
std::vector<std::string> outside_modules(const process::Events& events);

/// Says whether two texts name the same file: tree paths or base names, `{site}/` optional, / and \ and the case of
/// letters alike.
bool same_path(std::string_view a, std::string_view b);

/// What follows the last slash.
std::string_view base_name(std::string_view path);

}  // namespace dllrepro::run
