// SPDX-License-Identifier: MIT
#include "harness/scenario/paths.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/loader/text_template.hpp"
#include "harness/tree/names.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::scenario {

namespace {

std::string forward_slashes(std::string text) {
  std::replace(text.begin(), text.end(), '\\', '/');
  return text;
}

std::optional<tree::TreePath> tree_path(const JsonCursor& cursor, tree::PathUse use) {
  const auto text = cursor.text();
  if (!text) {
    return std::nullopt;
  }
  tree::ParsedPath parsed = tree::parse_tree_path(*text, use);
  if (!parsed.fault.empty()) {
    cursor.report(std::move(parsed.fault));
    return std::nullopt;
  }
  return std::move(parsed.path);
}

}  // namespace

const std::vector<std::string>& place_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const tree::Place& place : tree::places()) {
      all.emplace_back(place.name);
    }
    all.emplace_back("system32");
    all.emplace_back("windows");
    return all;
  }();
  return names;
}

bool is_system_path(std::string_view path) {
  return path.starts_with("{system32}") || path.starts_with("{windows}");
}

std::optional<tree::TreePath> folder_path(const JsonCursor& cursor) {
  return tree_path(cursor, tree::PathUse::Target);
}

std::optional<tree::TreePath> file_path(const JsonCursor& cursor) {
  return tree_path(cursor, tree::PathUse::Entry);
}

std::optional<std::string> module_path(const JsonCursor& cursor, bool exact) {
  const auto text = cursor.text();
  if (!text) {
    return std::nullopt;
  }
  if (is_system_path(*text)) {
    return forward_slashes(*text);
  }
  tree::ParsedPath parsed = tree::parse_tree_path(*text, tree::PathUse::Entry);
  if (parsed.fault.empty()) {
    return std::move(parsed.path);
  }
  if (exact || text->empty() || text->find('{') != std::string::npos) {
    cursor.report(std::move(parsed.fault));
    return std::nullopt;
  }
  return forward_slashes(*text);
}

void check_places(const JsonCursor& cursor, const std::string& text) {
  const loader::TextTemplate pieces = loader::parse_template(text);
  if (!pieces.fault.empty()) {
    cursor.report(pieces.fault);
    return;
  }
  const std::vector<std::string>& known = place_names();
  for (const loader::TextTemplate::Part& part : pieces.parts) {
    if (part.reference && std::find(known.begin(), known.end(), part.text) == known.end()) {
      std::string hint = did_you_mean(part.text, known);
      if (hint.empty()) {
        hint = fmt::format("; places: {}", fmt::join(known, ", "));
      }
      cursor.report(fmt::format("unknown place {{{}}}{}", part.text, hint));
    }
  }
}

}  // namespace dllrepro::scenario
