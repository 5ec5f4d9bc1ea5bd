// SPDX-License-Identifier: MIT
#include "harness/scenario/format.hpp"

#include <fmt/format.h>

namespace dllrepro::scenario {

void check_schema(const JsonCursor& root) {
  const auto schema = root.require("schema");
  const auto number = schema ? schema->unsigned_number() : std::nullopt;
  if (number && *number != k_schema) {
    schema->report(fmt::format("this is format {}, and this program reads format {}", *number, k_schema));
  }
}

std::string stated_text(const JsonCursor& object, std::string_view key) {
  const auto member = object.require(key);
  const auto text = member ? member->text() : std::nullopt;
  if (text && text->empty()) {
    member->report(fmt::format("\"{}\" is empty", key));
  }
  return text.value_or("");
}

}  // namespace dllrepro::scenario
