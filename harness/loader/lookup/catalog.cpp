// SPDX-License-Identifier: MIT
#include "harness/loader/lookup/catalog.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/loader/lookup/release_parser.hpp"
#include "harness/util/error.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::loader::lookup {

namespace {

/// The change put over what is there; the order of what was there stays.
void merge(Json& whole, const Json& change) {
  for (const auto& item : change.items()) {
    if (item.key() == "//") {
      continue;
    }
    if (item.value().is_null()) {
      whole.erase(item.key());
    } else if (item.value().is_object() && whole.contains(item.key()) && whole[item.key()].is_object()) {
      merge(whole[item.key()], item.value());
    } else if (item.value().is_object()) {
      whole[item.key()] = Json::object();
      merge(whole[item.key()], item.value());
    } else {
      whole[item.key()] = item.value();
    }
  }
}

Json changes_of(const Json& release) {
  Json changes = Json::object();
  for (const char* key : {"rules", "libraries"}) {
    if (const auto part = release.find(key); part != release.end() && part->is_object()) {
      changes[key] = *part;
    }
  }
  return changes;
}

}  // namespace

const std::vector<std::string>& release_keys() {
  static const std::vector<std::string> keys{"release", "date", "why", "rules", "libraries"};
  return keys;
}

Catalog Catalog::parse(const JsonCursor& root) {
  Catalog catalog;
  Release known;
  Json whole{{"rules", Json::object()}, {"libraries", Json::object()}};
  const auto releases = root.require("releases");
  for (const JsonCursor& release : releases ? releases->elements() : std::vector<JsonCursor>{}) {
    if (!release.expect_object(release_keys())) {
      continue;
    }
    const std::string name = release.require_text("release");
    if (std::find(catalog.m_names.begin(), catalog.m_names.end(), name) != catalog.m_names.end()) {
      release.report(fmt::format("the release \"{}\" is there twice", name));
      continue;
    }
    apply_release(release, known);
    check_release(release, known);
    merge(whole, changes_of(release.json()));
    catalog.m_names.push_back(name);
    catalog.m_releases.push_back(whole);
  }
  if (releases && catalog.m_names.empty()) {
    releases->report("a catalog has at least one release");
  }
  return catalog;
}

std::optional<Json> Catalog::release(const std::string& name) const {
  const auto found = std::find(m_names.begin(), m_names.end(), name);
  return found == m_names.end() ? std::nullopt
                                : std::optional(m_releases[static_cast<std::size_t>(found - m_names.begin())]);
}

std::string unknown_release(const std::string& catalog, const std::string& release, const Catalog& known) {
  std::string hint = did_you_mean(release, known.releases());
  if (hint.empty() && !known.releases().empty()) {
    hint = fmt::format("; it has those from {} to {}", known.releases().front(), known.releases().back());
  }
  return fmt::format("\"{}\" has no release \"{}\"{}", catalog, release, hint);
}

Release read_release(const Json& whole) {
  // Without a text of its own: a child reads one at its start, and no person has written it.
  const JsonDocument document = JsonDocument::parse("{}", "release").derive(whole, {});
  Diagnostics faults;
  Release release;
  const JsonCursor root(document, faults);
  apply_release(root, release);
  if (!faults.empty()) {
    throw BadInput(std::move(faults));
  }
  return release;
}

}  // namespace dllrepro::loader::lookup
