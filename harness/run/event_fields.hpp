// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/process/event.hpp"

namespace dllrepro::run {

// Reading members of an event that a child wrote: it may hold anything, so a member that is missing or of another type
// reads as nothing instead of throwing.

/// The text of a member, "" when there is none. A view into the event.
inline std::string_view text_in(const process::Event& event, std::string_view key) {
  const auto found = event.find(key);
  return found == event.end() || !found->is_string() ? std::string_view{}
                                                     : std::string_view(found->get_ref<const std::string&>());
}

/// The unsigned number of a member, 0 when there is none.
inline std::uint64_t number_in(const process::Event& event, std::string_view key) {
  const auto found = event.find(key);
  if (found == event.end() || !found->is_number()) {
    return 0;
  }
  // A hand-written event's positive literal is signed, a parsed one's unsigned.
  return found->is_number_integer() ? found->get<std::uint64_t>() : 0;
}

/// The texts of a member that is a list, none when there is no such list.
inline std::vector<std::string> texts_in(const process::Event& event, std::string_view key) {
  std::vector<std::string> texts;
  const auto found = event.find(key);
  if (found != event.end() && found->is_array()) {
    for (const Json& element : *found) {
      if (element.is_string()) {
        texts.push_back(element.get<std::string>());
      }
    }
  }
  return texts;
}

inline std::string_view kind_of(const process::Event& event) {
  return text_in(event, "event");
}

}  // namespace dllrepro::run
