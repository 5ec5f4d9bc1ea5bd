// SPDX-License-Identifier: MIT
#include "harness/scenario/cell_factory.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/loader/operation.hpp"
#include "harness/scenario/loader_finder.hpp"
#include "harness/scenario/paths.hpp"
#include "harness/scenario/releases.hpp"
#include "harness/tree/resolve.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::scenario {

namespace {

/// The probe under the host's name is the first file of every tree, so that layers can copy it, or collide with it; so
/// are the files of the host's Python.
tree::TreeFixture tree_of_host(const Host& host, const Location& location) {
  tree::TreeFixture fixture;
  for (const Host* program = &host; program != nullptr; program = program->child.get()) {
    tree::TreeChange change;
    change.verb = tree::TreeChange::Verb::Add;
    change.path = program->executable;
    change.content = tree::HostExecutable{};
    change.location = location;
    fixture.changes.push_back(std::move(change));
  }
  if (!host.python.empty()) {
    tree::TreeChange python;
    python.verb = tree::TreeChange::Verb::Install;
    python.path = fmt::format("{}=={}", tree::k_python, host.python);
    python.location = location;
    fixture.changes.push_back(std::move(python));
  }
  return fixture;
}

/// What operations of some files remember under names. Those of loader fixtures do not matter for the names of axes: no
/// values are put into them.
void collect_remembered(const std::vector<loader::Operation>& operations, const std::set<std::string>& files,
                        std::set<std::string>& names) {
  for (const loader::Operation& operation : operations) {
    for (const auto& [key, block] : operation.blocks) {
      collect_remembered(block, files, names);
    }
    if (!files.contains(operation.location.file)) {
      continue;
    }
    for (const char* key : {"as", "for_each"}) {
      const auto name = operation.arguments.find(key);
      if (name != operation.arguments.end() && name->is_string()) {
        names.insert(name->get<std::string>());
      }
    }
    if (operation.verb == "lookup" && !operation.arguments.contains("as")) {
      names.insert(operation.arguments["lookup"].get<std::string>());
    }
    if (operation.verb == "set") {
      for (const auto& item : operation.arguments["set"].items()) {
        names.insert(item.key());
      }
    }
  }
}

/// Reports names in parameters' texts that nobody knows: parameters may name places and each other.
void check_parameters(const std::vector<JsonCursor>& written, const std::map<std::string, Json>& given,
                      const std::map<std::string, Json>& declared) {
  // They have their values before the first operation runs: what operations remember is nothing to them.
  std::vector<std::string> names = place_names();
  for (const auto* parameters : {&given, &declared}) {
    for (const auto& [name, value] : *parameters) {
      names.push_back(name);
    }
  }
  for (const JsonCursor& parameters : written) {
    loader::check_names(parameters, names);
  }
}

}  // namespace

CellFactory::CellFactory(const Scenario& scenario, const FixtureLibrary& library, Diagnostics& diagnostics)
    : m_scenario(scenario), m_library(library), m_diagnostics(diagnostics), m_files{scenario.document->file()} {
  m_text = scenario.document->root().dump();
  for (const Axis& axis : scenario.axes) {
    for (const AxisValue& value : axis.values) {
      if (value.document && m_files.insert(value.document->file()).second) {
        m_text += value.document->root().dump();
      }
    }
  }
}

Cell CellFactory::make(const Layers& layers, const Combination& combination) {
  Cell cell;
  cell.scenario = m_scenario.name;
  cell.title = m_scenario.title;
  cell.location = layers.root().location();
  cell.tags = m_scenario.tags;
  cell.covers = m_scenario.covers;
  cell.repeat = m_scenario.repeat;
  for (std::size_t at = 0; at < m_scenario.axes.size(); ++at) {
    if (m_scenario.axes[at].shown) {
      cell.parameters.emplace_back(m_scenario.axes[at].name, m_scenario.axes[at].values[combination[at]].name);
    }
  }

  Surroundings surroundings;
  if (const auto value = layers.reference("host")) {
    auto host = read_host(*value, m_library, m_diagnostics);
    cell.host = std::move(host.subject);
    cell.machine_architecture = cell.host.architecture;
    std::for_each(host.layers.begin(), host.layers.end(), [&](const JsonCursor& layer) { surroundings.add(layer); });
  }
  if (const auto value = layers.reference("machine")) {
    auto machine = read_machine(*value, m_library, m_diagnostics);
    cell.system32 = std::move(machine.subject.system32);
    std::for_each(machine.layers.begin(), machine.layers.end(),
                  [&](const JsonCursor& layer) { surroundings.add(layer); });
  }
  for (const JsonCursor& layer : layers.objects()) {
    surroundings.add(layer);
  }
  cell.tree = plan(cell.host, surroundings);
  cell.environment = std::move(surroundings.environment);
  cell.path_front = std::move(surroundings.path_front);
  cell.path_back = std::move(surroundings.path_back);
  for (const JsonCursor& clocks : layers.each("clocks")) {
    read_clocks(clocks, cell.clocks);
  }
  add_program(layers, cell);
  return cell;
}

tree::TreePlan CellFactory::plan(const Host& host, const Surroundings& surroundings) {
  std::string key = host.python;
  for (const Host* program = &host; program != nullptr; program = program->child.get()) {
    key += "\n" + program->executable;
  }
  key += "\n";
  for (const std::string& text : surroundings.tree_texts) {
    key += "\n" + text;
  }
  const auto known = m_plans.find(key);
  if (known != m_plans.end()) {
    return known->second;
  }
  const tree::TreeFixture base = tree_of_host(host, m_scenario.document->locate("/host"));
  std::vector<const tree::TreeFixture*> layers{&base};
  for (const tree::TreeFixture& fixture : surroundings.trees) {
    layers.push_back(&fixture);
  }
  const std::size_t before = m_diagnostics.size();
  tree::TreePlan resolved = tree::resolve(layers, m_library.trees(), m_diagnostics);
  if (m_diagnostics.size() != before) {
    resolved = {};
  }
  return m_plans.emplace(std::move(key), std::move(resolved)).first->second;
}

std::map<std::string, Json> CellFactory::given_parameters(const Layers& layers) {
  std::map<std::string, Json> given;
  for (const JsonCursor& parameters : layers.each("parameters")) {
    for (const auto& [name, value] : parameters.members()) {
      given[name] = value.json();
      m_parameters.emplace(name, value.location());
    }
  }
  return given;
}

std::vector<loader::Operation> CellFactory::operations(const std::vector<JsonCursor>& lists,
                                                       const loader::ParseContext& context) {
  std::vector<loader::Operation> all;
  for (const JsonCursor& list : lists) {
    auto some = loader::parse_operations(list, context);
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  return all;
}

/// Of a twin: the loaders that it runs in the place of others.
std::map<std::string, std::string> CellFactory::other_loaders(const Layers& layers) const {
  std::map<std::string, std::string> others;
  for (const JsonCursor& loaders : layers.each("loaders")) {
    for (const auto& [name, other] : loaders.members()) {
      const std::string text = other.text().value_or("");
      static_cast<void>(m_library.require(FixtureKind::Loader, name, other));
      if (m_library.require(FixtureKind::Loader, text, other) != nullptr) {
        others[name] = text;
      }
    }
  }
  return others;
}

void CellFactory::add_program(const Layers& layers, Cell& cell) {
  cell.loader_parameters = given_parameters(layers);
  std::map<std::string, Json> declared;
  std::vector<JsonCursor> written_parameters = layers.each("parameters");
  std::vector<JsonCursor> loader_lists = layers.each("before_loader");
  auto named = layers.reference("loader");
  for (const JsonCursor& loaders : layers.each("loaders")) {
    const auto other =
        named && named->json().is_string() ? loaders.find(named->json().get<std::string>()) : std::nullopt;
    named = other ? other : named;
  }
  if (named) {
    LoaderSource source = read_loader(*named, m_library, m_diagnostics);
    declared = std::move(source.parameters);
    if (source.written_parameters) {
      written_parameters.push_back(*source.written_parameters);
    }
    if (source.operations) {
      loader_lists.push_back(*source.operations);
    }
  }
  for (const JsonCursor& list : layers.each("after_loader")) {
    loader_lists.push_back(list);
  }
  std::vector<JsonCursor> step_lists = layers.each("before_steps");
  if (const auto steps = layers.last("steps")) {
    step_lists.push_back(*steps);
  }
  for (const JsonCursor& list : layers.each("after_steps")) {
    step_lists.push_back(list);
  }

  std::vector<std::string> names = place_names();
  for (const auto& [name, value] : cell.loader_parameters) {
    names.push_back(name);
  }
  for (const auto& [name, value] : declared) {
    names.push_back(name);
  }
  LibraryLoaders loaders(m_library, m_diagnostics, other_loaders(layers));
  LibraryCatalogs catalogs(m_library);
  const loader::ParseContext context{&loaders, &names, &declared, &catalogs};
  cell.loader = operations(loader_lists, context);
  cell.steps = operations(step_lists, context);
  check_parameters(written_parameters, cell.loader_parameters, declared);
  for (const auto* list : {&cell.loader, &cell.steps}) {
    collect_remembered(*list, m_files, m_remembered);
  }
  for (const auto& [name, value] : declared) {
    m_declared.insert(name);
    cell.loader_parameters.emplace(name, value);
  }
  std::vector<loader::Operation> program = cell.loader;
  program.insert(program.end(), cell.steps.begin(), cell.steps.end());
  const loader::Operation* python = loader::first_python_step(program);
  if (python != nullptr && cell.host.python.empty()) {
    m_diagnostics.push_back(
        {python->location,
         fmt::format("the host \"{}\" runs no Python; one that does is \"cpython\"", cell.host.name)});
  }
  cell.catalogs = releases_of(program, cell.loader_parameters, m_library, m_diagnostics);
}

void CellFactory::finish() {
  const std::vector<std::string> declared(m_declared.begin(), m_declared.end());
  for (const auto& [name, location] : m_parameters) {
    const bool used = m_declared.contains(name) || m_text.find("{" + name + "}") != std::string::npos ||
                      m_text.find("{" + name + ".") != std::string::npos;
    if (!used) {
      m_diagnostics.push_back({location, fmt::format("no loader and no step of this scenario has a parameter \"{}\"{}",
                                                     name, did_you_mean(name, declared))});
    }
  }
  for (const Axis& axis : m_scenario.axes) {
    const Location location = m_scenario.document->locate(axis.pointer);
    if (m_declared.contains(axis.name) || m_parameters.contains(axis.name)) {
      m_diagnostics.push_back(
          {location, fmt::format("an axis can't be called \"{0}\": a loader has a parameter {{{0}}}", axis.name)});
    } else if (m_remembered.contains(axis.name)) {
      m_diagnostics.push_back(
          {location, fmt::format("an axis can't be called \"{0}\": operations remember something as "
                                 "{{{0}}}",
                                 axis.name)});
    }
  }
}

}  // namespace dllrepro::scenario
