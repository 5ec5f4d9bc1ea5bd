// SPDX-License-Identifier: MIT
#include "harness/loader/lookup/search.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/loader/lookup/folders.hpp"
#include "harness/loader/lookup/python_text.hpp"
#include "harness/loader/lookup/release_parser.hpp"

namespace dllrepro::loader::lookup {

namespace {

constexpr std::uint32_t k_default_and_load_dir = 0x1100;

/// The message of an optional dependency that is not found is swallowed; that of one that is unknown is not.
bool is_plain_not_found(const Raised& raised, const Rules& rules) {
  return raised.type == rules.not_found.type;
}

Raised raised_of(const Raises& raises, const std::vector<std::pair<std::string, std::string>>& values) {
  Raised raised;
  raised.type = raises.type;
  raised.message = filled(raises.message, values);
  return raised;
}

}  // namespace

Search::Search(const Library& library, const Use& use)
    : m_library(library),
      m_use(use),
      m_rules(use.release.rules),
      m_system(use.program.system()),
      m_machine(m_system.architecture()),
      m_searched(filled(m_rules.searched, {{"name", library.name}})) {}

Result Search::run() {
  for (const Step step : m_library.driver ? m_rules.driver_steps : m_rules.steps) {
    std::optional<Result> result;
    switch (step) {
      case Step::Resident:
        resident();
        break;
      case Step::Dependencies:
        dependencies();
        break;
      case Step::Answer:
        result = answer();
        break;
      case Step::Native:
        result = native();
        break;
      default:
        if (!m_found) {
          look_for_file(step);
        }
        break;
    }
    if (result) {
      return *result;
    }
  }
  raise_not_found();
}

void Search::look_for_file(Step step) {
  switch (step) {
    case Step::Wheels:
      return in_wheels();
    case Step::Conda:
      return in_conda();
    case Step::InstallRoots:
      return in_install_roots();
    case Step::Toolkit:
      return in_toolkit();
    case Step::ProgramFiles:
      return in_program_files();
    case Step::Canary:
      return by_canary();
    default:
      return;
  }
}

void Search::resident() {
  for (const std::string& name : names(m_rules.resident_names)) {
    const std::uint64_t step = m_use.program.begin("get_handle", fmt::format("GetModuleHandleW(\"{}\")", name));
    const ModuleAnswer module = m_system.module_handle(name);
    m_use.program.end(step, module.error, module.handle == 0 ? Json::object() : Json{{"module", module.path}});
    if (module.handle == 0) {
      continue;
    }
    const RegisterResident wanted = m_rules.registers.resident;
    if (m_library.registers &&
        (wanted == RegisterResident::Always || (wanted == RegisterResident::WhenFound && m_found))) {
      register_folder_of(module.path);
    }
    m_resident = Result{module.path, module.handle, true, label(Step::Resident)};
    return;
  }
}

void Search::dependencies() {
  for (const std::string& needed : m_library.needs) {
    look_up(needed, m_use);
  }
  for (const std::string& optional : m_library.may_need) {
    try {
      look_up(optional, m_use);
    } catch (const Raised& raised) {
      if (!is_plain_not_found(raised, m_rules)) {
        throw;
      }
    }
  }
}

std::optional<Result> Search::native() {
  for (const std::string& name : names(m_rules.native_names)) {
    const std::uint64_t step = m_use.program.begin("load", fmt::format("LoadLibraryExW(\"{}\", 0x0)", name));
    const ModuleAnswer module = m_system.load(LoadCall::LoadLibraryExW, name, 0);
    m_use.program.end(step, module.error,
                      module.handle == 0 ? Json{{"call", "LoadLibraryExW"}}
                                         : Json{{"module", module.path}, {"call", "LoadLibraryExW"}});
    if (module.handle != 0) {
      return Result{module.path, module.handle, false, label(Step::Native)};
    }
  }
  return std::nullopt;
}

std::optional<Result> Search::answer() {
  if (m_resident || !m_found) {
    return m_resident;
  }
  if (m_library.registers) {
    register_folder_of(m_found->path);
  }
  const std::string& path = m_found->path;
  const std::uint64_t step =
      m_use.program.begin("load", fmt::format("LoadLibraryExW(\"{}\", 0x{:x})", path, k_default_and_load_dir));
  const ModuleAnswer module = m_system.load(LoadCall::LoadLibraryExW, path, k_default_and_load_dir);
  m_use.program.end(step, module.error,
                    module.handle == 0 ? Json{{"call", "LoadLibraryExW"}}
                                       : Json{{"module", module.path}, {"call", "LoadLibraryExW"}});
  if (module.handle == 0) {
    Raised raised = raised_of(m_rules.failed_load, {{"path", path}, {"error", fmt::format("{}", module.error)}});
    raised.error = module.error;
    raised.error_text = m_use.program.error_text(module.error);
    raised.module = path;
    raised.step = step;
    throw raised;
  }
  return Result{path, module.handle, false, label(m_found->step, m_found_variable)};
}

/// Registers the folder for searches of user directories, and puts it behind PATH, which is what searches without flags
/// look at.
void Search::register_folder_of(const std::string& file) {
  const std::string folder = directory_of(file);
  if (!m_system.is_folder(folder)) {
    Raised raised;
    raised.type = "AssertionError";
    raised.message = file;
    throw raised;
  }
  const std::uint64_t step = m_use.program.begin("add_dll_directory", fmt::format("AddDllDirectory(\"{}\")", folder));
  const CookieAnswer cookie = m_system.add_dll_directory(folder);
  m_use.program.end(step, cookie.error, Json::object());
  if (cookie.error != 0 && !m_rules.registers.failure.message.empty()) {
    const Raised problem = directory_error(folder, cookie.error, m_use.program.error_text(cookie.error));
    warn_once(m_rules.registers.failure.type,
              filled(m_rules.registers.failure.message,
                     {{"folder", folder}, {"quoted_folder", repr(folder)}, {"problem", problem.message}}));
  }
  const std::uint64_t path_step = m_use.program.begin("path_back", fmt::format("PATH = PATH;{}", folder));
  const auto before = m_system.environment("PATH");
  m_system.set_environment("PATH", before ? fmt::format("{};{}", *before, folder) : folder);
  m_use.program.end(path_step, 0, Json::object());
}

void Search::warn_once(const std::string& category, const std::string& message) {
  if (!m_use.state.warnings.find(message)) {
    m_use.state.warnings.remember(message, true);
    m_use.program.warn(category, message);
  }
}

std::vector<std::string> Search::names(NameOrder order) const {
  std::vector<std::string> all = m_library.dlls;
  if (order == NameOrder::FromTheEnd) {
    std::reverse(all.begin(), all.end());
  }
  return all;
}

std::optional<std::string> Search::label(Step step, const std::string& variable) const {
  if (m_rules.labels.empty()) {
    return std::nullopt;
  }
  if (!variable.empty()) {
    return variable;
  }
  const auto known = m_rules.labels.find(step_words()[static_cast<std::size_t>(step)]);
  return known == m_rules.labels.end() ? std::nullopt : std::optional(known->second);
}

void Search::raise_not_found() const {
  if (m_library.driver) {
    throw raised_of(m_rules.driver_not_found, {{"name", m_library.name}});
  }
  throw raised_of(m_rules.not_found, {{"name", m_library.name},
                                      {"searched", m_searched},
                                      {"reasons", fmt::format("{}", fmt::join(m_reasons, ", "))},
                                      {"listings", fmt::format("{}", fmt::join(m_listings, "\n"))}});
}

}  // namespace dllrepro::loader::lookup
