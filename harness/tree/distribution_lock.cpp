// SPDX-License-Identifier: MIT
#include "harness/tree/distribution_lock.hpp"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/util/error.hpp"
#include "harness/util/file_format.hpp"
#include "harness/util/json_cursor.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::tree {

namespace {

/// "cp313" of NAME-RELEASE[-BUILD]-cp313-cp313-win_amd64.whl; "" where any version takes the wheel.
std::string python_tag(std::string_view file) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= file.size();) {
    const std::size_t end = std::min(file.find('-', begin), file.size());
    parts.push_back(file.substr(begin, end - begin));
    begin = end + 1;
  }
  if (parts.size() < 5) {
    return "";
  }
  const std::string_view python = parts[parts.size() - 3];
  const bool is_one = python.starts_with("cp3") &&
                      python.find_first_not_of("0123456789", 2) == std::string_view::npos &&
                      parts[parts.size() - 2] != "abi3";
  return is_one ? std::string(python) : "";
}

void read_distribution(const JsonCursor& cursor, std::vector<Distribution>& distributions) {
  if (!cursor.expect_object({"name", "version", "file", "sha256", "suites", "leave_out"})) {
    return;
  }
  const std::string name = cursor.require_text("name");
  const std::string version = cursor.require_text("version");
  static_cast<void>(cursor.require("suites"));
  const Wheel wheel{python_tag(cursor.require_text("file")), cursor.require_text("sha256")};
  const auto known = std::find_if(distributions.begin(), distributions.end(),
                                  [&](const Distribution& one) { return one.name == name && one.version == version; });
  if (known == distributions.end()) {
    distributions.push_back({name, version, {wheel}});
  } else if (std::any_of(known->wheels.begin(), known->wheels.end(),
                         [&](const Wheel& other) { return other.python == wheel.python; })) {
    cursor.report(fmt::format("{} {} is pinned twice", name, version));
  } else {
    known->wheels.push_back(wheel);
  }
}

}  // namespace

DistributionLock DistributionLock::read(const std::filesystem::path& file, Diagnostics& faults) {
  DistributionLock lock;
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    return lock;
  }
  try {
    const JsonDocument document = JsonDocument::read(file);
    const JsonCursor root(document, faults);
    if (!root.expect_object({"$schema", "schema", "pythons", "distributions"})) {
      return lock;
    }
    check_schema(root);
    if (const auto pythons = root.require("pythons")) {
      for (const auto& [minor, python] : pythons->members()) {
        python.expect_object({"version", "name", "release", "file", "sha256"});
        lock.m_python_versions.push_back(minor);
        lock.m_pythons.push_back({python_tag(python.require_text("file")), python.require_text("sha256")});
      }
    }
    if (const auto list = root.require("distributions")) {
      for (const JsonCursor& element : list->elements()) {
        read_distribution(element, lock.m_distributions);
      }
    }
  } catch (const BadInput& bad) {
    faults.insert(faults.end(), bad.diagnostics().begin(), bad.diagnostics().end());
  }
  return lock;
}

Distribution DistributionLock::require(std::string_view requirement, const Location& asked, Diagnostics& faults) const {
  Distribution wanted = parse_requirement(requirement);
  std::vector<std::string> names;
  std::vector<std::string> versions;
  for (const Distribution& known : m_distributions) {
    if (known.name == wanted.name && known.version == wanted.version) {
      return known;
    }
    if (names.empty() || names.back() != known.name) {
      names.push_back(known.name);
    }
    if (known.name == wanted.name) {
      versions.push_back(known.version);
    }
  }
  constexpr const char* k_lock = "fixtures/distributions.lock.json";
  if (versions.empty()) {
    faults.push_back({asked, fmt::format("{} pins no distribution \"{}\"{}", k_lock, wanted.name,
                                         did_you_mean(wanted.name, names))});
  } else {
    // Versions differ in few letters: those that differ in fewest, in the order of the lock.
    std::stable_sort(versions.begin(), versions.end(), [&](const std::string& left, const std::string& right) {
      return edit_distance(left, wanted.version) < edit_distance(right, wanted.version);
    });
    versions.resize(std::min<std::size_t>(versions.size(), 3));
    faults.push_back({asked, fmt::format("{} pins no version \"{}\" of {}; the nearest: {}", k_lock, wanted.version,
                                         wanted.name, fmt::join(versions, ", "))});
  }
  return wanted;
}

Distribution DistributionLock::require_python(const std::string& version, const Location& asked,
                                              Diagnostics& faults) const {
  const bool is_known =
      version == "default" || m_python_versions.empty() ||
      std::find(m_python_versions.begin(), m_python_versions.end(), version) != m_python_versions.end();
  if (!is_known) {
    faults.push_back(
        {asked, fmt::format("no Python \"{}\" is pinned; known: {}", version, fmt::join(m_python_versions, ", "))});
  }
  return {std::string(k_python), version, m_pythons};
}

}  // namespace dllrepro::tree
