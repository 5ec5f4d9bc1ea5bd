// SPDX-License-Identifier: MIT
#include "harness/loader/system.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace dllrepro::loader {

namespace {

constexpr auto k_calls = std::to_array<std::pair<LoadCall, std::string_view>>({
    {LoadCall::LoadLibraryExW, "LoadLibraryExW"},
    {LoadCall::LoadLibraryW, "LoadLibraryW"},
    {LoadCall::LoadLibraryA, "LoadLibraryA"},
    {LoadCall::LoadLibraryExA, "LoadLibraryExA"},
});

}  // namespace

std::string_view name_of(LoadCall call) {
  return std::find_if(k_calls.begin(), k_calls.end(), [&](const auto& known) { return known.first == call; })->second;
}

std::optional<LoadCall> load_call_of(std::string_view word) {
  const auto found =
      std::find_if(k_calls.begin(), k_calls.end(), [&](const auto& known) { return known.second == word; });
  return found == k_calls.end() ? std::nullopt : std::optional(found->first);
}

}  // namespace dllrepro::loader
