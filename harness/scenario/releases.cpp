// SPDX-License-Identifier: MIT
#include "harness/scenario/releases.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "harness/loader/lookup/catalog.hpp"
#include "harness/loader/text_template.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::scenario {

namespace {

class Collector {
 public:
  Collector(const std::map<std::string, Json>& parameters, const FixtureLibrary& library, Diagnostics& diagnostics)
      : m_parameters(parameters), m_library(library), m_diagnostics(diagnostics) {}

  void add(const std::vector<loader::Operation>& operations) {
    for (const loader::Operation& operation : operations) {
      m_location = operation.location;
      add(operation.arguments);
      for (const auto& [key, block] : operation.blocks) {
        add(block);
      }
    }
  }

  loader::lookup::Catalogs found;

 private:
  /// An operation's arguments, and the operations that a child process is given in them.
  void add(const Json& value) {
    if (value.is_object() && value.contains("lookup") && value.contains("catalog") && value.contains("release")) {
      add_release(value["catalog"], value["release"]);
    }
    if (value.is_structured()) {
      for (const Json& part : value) {
        add(part);
      }
    }
  }

  void add_release(const Json& catalog_text, const Json& release_text) {
    const auto catalog = settled(catalog_text);
    const auto release = settled(release_text);
    if (!catalog || !release) {
      return report(
          fmt::format("the {} of a look-up has to be known before the program runs: write it down, or name a parameter",
                      catalog ? "release" : "catalog"));
    }
    const loader::lookup::Catalog* known = m_library.catalog(*catalog);
    if (known == nullptr) {
      return report(fmt::format("there is no catalog \"{}\"{}", *catalog,
                                did_you_mean(*catalog, m_library.names(FixtureKind::Catalog))));
    }
    auto& releases = found[*catalog];
    if (releases.contains(*release)) {
      return;
    }
    if (auto whole = known->release(*release)) {
      releases.emplace(*release, std::move(*whole));
    } else {
      report(loader::lookup::unknown_release(*catalog, *release, *known));
    }
  }

  /// A text with the parameters put in; nothing when it names anything else.
  [[nodiscard]] std::optional<std::string> settled(const Json& value, unsigned depth = 0) const {
    constexpr unsigned k_deepest = 16;
    if (!value.is_string() || depth > k_deepest) {
      return std::nullopt;
    }
    std::string text;
    for (const auto& part : loader::parse_template(value.get_ref<const std::string&>()).parts) {
      if (!part.reference) {
        text += part.text;
        continue;
      }
      const auto parameter = m_parameters.find(part.text);
      const auto inner =
          parameter == m_parameters.end() ? std::optional<std::string>() : settled(parameter->second, depth + 1);
      if (!inner) {
        return std::nullopt;
      }
      text += *inner;
    }
    return text;
  }

  void report(std::string message) { m_diagnostics.push_back({m_location, std::move(message)}); }

  const std::map<std::string, Json>& m_parameters;
  const FixtureLibrary& m_library;
  Diagnostics& m_diagnostics;
  Location m_location;
};

}  // namespace

loader::lookup::Catalogs releases_of(const std::vector<loader::Operation>& operations,
                                     const std::map<std::string, Json>& parameters, const FixtureLibrary& library,
                                     Diagnostics& diagnostics) {
  Collector collector(parameters, library, diagnostics);
  collector.add(operations);
  return std::move(collector.found);
}

}  // namespace dllrepro::scenario
