// SPDX-License-Identifier: MIT
#include "harness/scenario/fixtures.hpp"

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/loader/lookup/catalog.hpp"
#include "harness/loader/operation.hpp"
#include "harness/pe/load_flags.hpp"
#include "harness/scenario/loader_finder.hpp"
#include "harness/scenario/paths.hpp"
#include "harness/scenario/surroundings.hpp"
#include "harness/tree/resolve.hpp"
#include "harness/util/file_format.hpp"

namespace dllrepro::scenario {

namespace {

const std::vector<std::string> k_host_keys{"use",
                                           "executable",
                                           "architecture",
                                           "default_dll_directories",
                                           "dll_directories",
                                           "set_dll_directory",
                                           "extension_flags",
                                           "python",
                                           "child_host"};
const std::vector<std::string> k_loader_keys{"parameters", "operations"};
const std::vector<std::string> k_catalog_keys{"releases"};

constexpr const char* k_steps = "steps";

const std::vector<std::string>& keys_of(FixtureKind kind) {
  switch (kind) {
    case FixtureKind::Host:
      return k_host_keys;
    case FixtureKind::Machine: {
      static const std::vector<std::string> s_machine_keys = [] {
        std::vector<std::string> keys{"use"};
        keys.insert(keys.end(), system32_keys().begin(), system32_keys().end());
        return keys;
      }();
      return s_machine_keys;
    }
    case FixtureKind::Catalog:
      return k_catalog_keys;
    case FixtureKind::Loader:
    case FixtureKind::Tree:
      break;
  }
  return k_loader_keys;
}

/// "default", or a version that a DLL can be named after: "3.12" is python312.dll.
bool is_python_version(std::string_view text) {
  constexpr std::string_view k_major = "3.";
  const std::string_view minor = text.substr(std::min(text.size(), k_major.size()));
  return text == "default" || (text.starts_with(k_major) && minor.size() == 2 &&
                               minor.find_first_not_of("0123456789") == std::string_view::npos);
}

void apply_python(const JsonCursor& cursor, Host& host) {
  const auto version = cursor.json().is_null() ? std::optional<std::string>("") : cursor.text();
  if (version && !version->empty() && !is_python_version(*version)) {
    return cursor.report(fmt::format(
        "\"{}\" is no version of CPython that can be run: expected \"default\" or one such as \"3.12\"", *version));
  }
  host.python = version.value_or("");
}

/// A folder that a host registers: any but one outside of all places.
std::optional<tree::TreePath> registered_folder(const JsonCursor& cursor) {
  const bool is_known = cursor.json() == Json(Host::k_path_entries) || cursor.json() == Json("{system32}") ||
                        cursor.json() == Json("{windows}");
  return is_known ? cursor.text() : folder_path(cursor);
}

void apply(const JsonCursor& object, Host& host) {
  if (const auto executable = object.find("executable")) {
    host.executable = file_path(*executable).value_or(host.executable);
  }
  if (const auto architecture = object.find("architecture")) {
    host.architecture = architecture->one_of({"x64", "x86", "arm64"}).value_or(host.architecture);
  }
  if (const auto mask = object.find("default_dll_directories")) {
    host.default_dll_directories = pe::parse_load_flags(*mask).value_or(0);
  }
  if (const auto mask = object.find("extension_flags")) {
    host.extension_flags = pe::parse_load_flags(*mask).value_or(0);
  }
  if (const auto python = object.find("python")) {
    apply_python(*python, host);
  }
  if (const auto directories = object.find("dll_directories")) {
    host.dll_directories.clear();
    for (const JsonCursor& element : directories->one_or_many()) {
      if (auto path = registered_folder(element)) {
        host.dll_directories.push_back(std::move(*path));
      }
    }
  }
  if (const auto directory = object.find("set_dll_directory")) {
    host.set_dll_directory.reset();
    if (directory->json() == Json("")) {
      host.set_dll_directory = "";
    } else if (!directory->json().is_null()) {
      host.set_dll_directory = folder_path(*directory);
    }
  }
}

void apply(const JsonCursor& object, Machine& machine) {
  machine.system32.add(object);
}

/// A file says what it is and where that is known from; an inline object may have a name instead.
void check_keys(const JsonCursor& object, FixtureKind kind) {
  std::vector<std::string> keys = fixture_keys(kind);
  const OtherWords others = kind == FixtureKind::Loader ? OtherWords{{k_steps, "operations"}} : OtherWords{};
  if (!object.pointer().empty()) {
    keys.emplace_back("name");
    object.expect_object(keys, others);
    return;
  }
  if (object.expect_object(keys, others)) {
    check_fixture_head(object);
    if (kind == FixtureKind::Loader || kind == FixtureKind::Catalog) {
      require_stated(object, "why");
    }
  }
}

/// Follows a value and its "use" down to the base, then applies them upward.
template <typename Subject>
class Reader {
 public:
  Reader(FixtureKind kind, const FixtureLibrary& library, Diagnostics& diagnostics)
      : m_kind(kind), m_library(library), m_diagnostics(diagnostics) {}

  Resolved<Subject> read(const JsonCursor& value) {
    follow(value);
    if (m_resolved.subject.name.empty()) {
      m_resolved.subject.name = "inline";
    }
    return std::move(m_resolved);
  }

 private:
  void follow(const JsonCursor& value) {
    if (value.json().is_string()) {
      return follow_name(value);
    }
    if (!value.json().is_object()) {
      return value.report(fmt::format("expected the name of a {0} or an object that describes one", word_for(m_kind)));
    }
    const bool is_file = value.pointer().empty();
    check_keys(value, m_kind);
    if (const auto base = value.find("use")) {
      follow_name(*base);
    }
    apply(value, m_resolved.subject);
    if constexpr (std::is_same_v<Subject, Host>) {
      follow_child(value);
    }
    if (!is_file) {
      m_resolved.subject.name = value.text_or("name", "inline");
    }
    m_resolved.layers.push_back(value);
  }

  void follow_child(const JsonCursor& value) {
    const auto child = value.find("child_host");
    if (!child) {
      return;
    }
    if (!m_file.empty() && std::find(m_parents.begin(), m_parents.end(), m_file) != m_parents.end()) {
      return child->report("a host that is a child of its own would have children without end");
    }
    Reader reader(m_kind, m_library, m_diagnostics);
    reader.m_parents = m_parents;
    reader.m_parents.push_back(m_file);
    m_resolved.subject.child = std::make_shared<const Host>(reader.read(*child).subject);
  }

  void follow_name(const JsonCursor& value) {
    const auto name = value.text();
    if (!name) {
      return;
    }
    if (std::find(m_names.begin(), m_names.end(), *name) != m_names.end()) {
      m_names.push_back(*name);
      return value.report(fmt::format("these use each other in a circle: {}", fmt::join(m_names, " -> ")));
    }
    m_names.push_back(*name);
    if (const JsonDocument* document = m_library.require(m_kind, *name, value)) {
      const std::string outer = std::exchange(m_file, *name);
      follow(JsonCursor(*document, m_diagnostics));
      m_file = outer;
      m_resolved.subject.name = *name;
    }
  }

  FixtureKind m_kind;
  const FixtureLibrary& m_library;
  Diagnostics& m_diagnostics;
  std::vector<std::string> m_names;
  std::string m_file;                  ///< the fixture that is being read, "" for an inline object
  std::vector<std::string> m_parents;  ///< fixtures that led here by their child_host
  Resolved<Subject> m_resolved;
};

}  // namespace

std::vector<std::string> fixture_keys(FixtureKind kind) {
  std::vector<std::string> keys{"$schema", "schema", "title", "why", "evidence"};
  keys.insert(keys.end(), keys_of(kind).begin(), keys_of(kind).end());
  if (kind == FixtureKind::Host || kind == FixtureKind::Machine) {
    keys.insert(keys.end(), surroundings_keys().begin(), surroundings_keys().end());
  }
  return keys;
}

Resolved<Host> read_host(const JsonCursor& value, const FixtureLibrary& library, Diagnostics& diagnostics) {
  return Reader<Host>(FixtureKind::Host, library, diagnostics).read(value);
}

Resolved<Machine> read_machine(const JsonCursor& value, const FixtureLibrary& library, Diagnostics& diagnostics) {
  return Reader<Machine>(FixtureKind::Machine, library, diagnostics).read(value);
}

LoaderSource read_loader(const JsonCursor& value, const FixtureLibrary& library, Diagnostics& diagnostics) {
  LoaderSource source;
  JsonCursor object = value;
  if (value.json().is_string()) {
    source.name = value.json().get<std::string>();
    const JsonDocument* document = library.require(FixtureKind::Loader, source.name, value);
    if (document == nullptr) {
      return source;
    }
    object = JsonCursor(*document, diagnostics);
  } else if (!value.json().is_object()) {
    value.report("expected the name of a loader or an object that describes one");
    return source;
  } else {
    source.name = value.text_or("name", "inline");
  }
  check_keys(object, FixtureKind::Loader);
  source.written_parameters = object.find("parameters");
  if (source.written_parameters) {
    for (const auto& [name, parameter] : source.written_parameters->members()) {
      source.parameters.emplace(name, parameter.json());
    }
  }
  // Under the name that a scenario has for its own they have been told of already.
  source.operations = object.find(k_steps) ? object.find("operations") : object.require("operations");
  return source;
}

void check_fixture(FixtureKind kind, const std::string& name, const FixtureLibrary& library, Diagnostics& diagnostics) {
  const JsonDocument* document = library.find(kind, name);
  if (document == nullptr) {
    return;
  }
  const JsonCursor root(*document, diagnostics);
  Surroundings surroundings;
  if (kind == FixtureKind::Host) {
    for (const JsonCursor& layer : read_host(root, library, diagnostics).layers) {
      surroundings.add(layer);
    }
  } else if (kind == FixtureKind::Machine) {
    for (const JsonCursor& layer : read_machine(root, library, diagnostics).layers) {
      surroundings.add(layer);
    }
  } else if (kind == FixtureKind::Catalog) {
    check_keys(root, kind);
    static_cast<void>(loader::lookup::Catalog::parse(root));
  } else if (kind == FixtureKind::Loader) {
    const LoaderSource source = read_loader(root, library, diagnostics);
    LibraryLoaders loaders(library, diagnostics);
    LibraryCatalogs catalogs(library);
    // Without names: a loader that others run may use what they remember. They are checked where it is used.
    if (source.operations) {
      loader::parse_operations(*source.operations, {&loaders, nullptr, nullptr, &catalogs});
    }
  }
  std::vector<const tree::TreeFixture*> layers;
  layers.reserve(surroundings.trees.size());
  for (const tree::TreeFixture& fixture : surroundings.trees) {
    layers.push_back(&fixture);
  }
  tree::resolve(layers, library.trees(), diagnostics);
}

Host host_from_json(const JsonCursor& object) {
  Host host;
  host.name = object.text_or("name", "");
  apply(object, host);
  if (const auto child = object.find("child_host")) {
    host.child = std::make_shared<const Host>(host_from_json(*child));
  }
  return host;
}

Json to_json(const Host& host) {
  Json object{{"name", host.name},
              {"executable", host.executable},
              {"architecture", host.architecture},
              {"default_dll_directories", fmt::format("0x{:X}", host.default_dll_directories)},
              {"dll_directories", host.dll_directories},
              {"set_dll_directory", nullptr},
              {"extension_flags", fmt::format("0x{:X}", host.extension_flags)}};
  if (host.set_dll_directory) {
    object["set_dll_directory"] = *host.set_dll_directory;
  }
  if (!host.python.empty()) {
    object["python"] = host.python;
  }
  if (host.child) {
    object["child_host"] = to_json(*host.child);
  }
  return object;
}

}  // namespace dllrepro::scenario
