// SPDX-License-Identifier: MIT
#include "harness/util/file_format.hpp"

#include <fmt/format.h>

namespace dllrepro {

void check_schema(const JsonCursor& root) {
  const auto schema = root.require("schema");
  const auto number = schema ? schema->unsigned_number() : std::nullopt;
  if (number && *number != k_file_format) {
    schema->report(fmt::format("this is format {}, and this program reads format {}", *number, k_file_format));
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

void check_fixture_head(const JsonCursor& root) {
  check_schema(root);
  require_stated(root, "title");
  if (const auto evidence = root.require("evidence"); evidence && evidence->texts().empty()) {
    evidence->report("name at least one public source");
  }
}

}  // namespace dllrepro
