// SPDX-License-Identifier: MIT
#include "harness/scenario/substitution.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace dllrepro::scenario {

namespace {

constexpr std::array<std::string_view, 6> k_descriptions{"$schema", "title", "why", "evidence", "covers", "tags"};

std::string below(const std::string& pointer, const std::string& key) {
  return fmt::format("{}/{}", pointer, escape_pointer_token(key));
}

/// Walks a scenario and copies it with the values put in.
class Walker {
 public:
  /// Of the patches of axes only those at `patches` are copied, or with none named all.
  explicit Walker(const Substitutions& values, std::set<std::string> patches = {})
      : m_values(values), m_patches(std::move(patches)) {}

  Json scenario(const Json& root) {
    if (!root.is_object()) {
      return root;
    }
    Json copy = Json::object();
    for (const auto& item : root.items()) {
      const std::string pointer = below("", item.key());
      const bool described =
          std::find(k_descriptions.begin(), k_descriptions.end(), item.key()) != k_descriptions.end();
      copy[item.key()] = described              ? item.value()
                         : item.key() == "axes" ? axes(item.value(), pointer)
                                                : value(item.value(), pointer, pointer);
    }
    return copy;
  }

  Json value(const Json& original, const std::string& pointer) { return value(original, pointer, pointer); }

  /// Pointers of the copy whose keys had a value put in -> where they stand in the file.
  std::map<std::string, std::string, std::less<>> origins;

 private:
  Json axes(const Json& all, const std::string& pointer) {
    Json copy = Json::object();
    for (const auto& axis : all.items()) {
      Json& copied = copy[axis.key()];
      if (!axis.value().is_object()) {
        copied = axis.value();
        continue;
      }
      copied = Json::object();
      for (const auto& patch : axis.value().items()) {
        const std::string at = below(below(pointer, axis.key()), patch.key());
        if (m_patches.empty() || m_patches.contains(at)) {
          copied[patch.key()] = value(patch.value(), at, at);
        }
      }
    }
    return copy;
  }

  Json value(const Json& original, const std::string& pointer, const std::string& origin) {
    if (original.is_string()) {
      return text(original.get_ref<const std::string&>());
    }
    if (original.is_array()) {
      Json copy = Json::array();
      for (std::size_t index = 0; index < original.size(); ++index) {
        copy.push_back(
            value(original[index], fmt::format("{}/{}", pointer, index), fmt::format("{}/{}", origin, index)));
      }
      return copy;
    }
    return original.is_object() ? object(original, pointer, origin) : original;
  }

  Json object(const Json& original, const std::string& pointer, const std::string& origin) {
    Json copy = Json::object();
    for (const auto& item : original.items()) {
      const Json replaced = text(item.key());
      std::string key = replaced.is_string() ? replaced.get<std::string>() : replaced.dump();
      const std::string stands_at = below(origin, item.key());
      // Two keys can become one; the later keeps its own spelling, so that neither is lost and the parser speaks up.
      if (copy.contains(key)) {
        key = item.key();
      }
      const std::string at = below(pointer, key);
      if (key != item.key()) {
        origins.emplace(at, stands_at);
      }
      copy[key] = item.key() == "when" ? item.value() : value(item.value(), at, stands_at);
    }
    return copy;
  }

  Json text(const std::string& original) {
    std::string result;
    std::size_t at = 0;
    while (at < original.size()) {
      if (original.compare(at, 2, "{{") == 0 || original.compare(at, 2, "}}") == 0) {
        result += original.substr(at, 2);
        at += 2;
        continue;
      }
      const auto hit = original[at] == '{'
                           ? std::find_if(m_values.begin(), m_values.end(),
                                          [&](const auto& entry) { return stands_at(original, at, entry.first); })
                           : m_values.end();
      if (hit == m_values.end()) {
        result += original[at++];
        continue;
      }
      if (hit->first.size() + 2 == original.size()) {
        return hit->second;
      }
      result += hit->second.is_string() ? hit->second.get<std::string>() : hit->second.dump();
      at += hit->first.size() + 2;
    }
    return result;
  }

  static bool stands_at(const std::string& text, std::size_t at, const std::string& name) {
    return text.compare(at + 1, name.size(), name) == 0 && text.compare(at + 1 + name.size(), 1, "}") == 0;
  }

  const Substitutions& m_values;
  std::set<std::string> m_patches;
};

}  // namespace

JsonDocument substitute(const JsonDocument& document, const Substitutions& values, std::set<std::string> patches) {
  Walker walker(values, std::move(patches));
  Json root = walker.scenario(document.root());
  return document.derive(std::move(root), std::move(walker.origins));
}

JsonDocument substitute_at(const JsonDocument& document, const std::string& pointer, const Substitutions& values) {
  const std::vector<std::string> keys = split_pointer(pointer);
  const Json* original = &document.root();
  for (const std::string& key : keys) {
    original = &original->at(key);
  }
  Walker walker(values);
  Json root = walker.value(*original, pointer);
  for (auto key = keys.rbegin(); key != keys.rend(); ++key) {
    Json enclosing = Json::object();
    enclosing[*key] = std::move(root);
    root = std::move(enclosing);
  }
  return document.derive(std::move(root), std::move(walker.origins));
}

}  // namespace dllrepro::scenario
