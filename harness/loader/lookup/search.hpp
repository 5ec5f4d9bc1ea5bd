// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/loader/lookup/program.hpp"
#include "harness/loader/lookup/release.hpp"
#include "harness/loader/lookup/state.hpp"
#include "harness/loader/messages.hpp"

namespace dllrepro::loader::lookup {

/// A release as one program uses it.
struct Use {
  const Release& release;
  State& state;
  Program& program;
  Json call;  ///< how a child is to look something up in the same release: catalog, release, switches
};

/// Looks a library up: its name is checked, its result is remembered. Throws Raised.
Result look_up(const std::string& name, const Use& use);

/// One look-up, step by step; what is remembered of results is not its concern.
class Search {
 public:
  Search(const Library& library, const Use& use);

  /// Throws Raised when nothing is found or what is found can't be loaded.
  Result run();

 private:
  struct Found {
    std::string path;
    Step step = Step::Wheels;
  };

  std::optional<Result> answer();
  std::optional<Result> native();
  void resident();
  void dependencies();
  void look_for_file(Step step);

  void in_wheels();
  void in_conda();
  void in_install_roots();
  void in_toolkit();
  void in_program_files();
  void by_canary();
  void below(const std::string& root, const std::vector<std::string>& folders, Step step);
  [[nodiscard]] std::optional<std::string> toolkit_root();
  [[nodiscard]] std::vector<std::string> root_folders() const;

  void report_missing(const std::string& folder, bool machine_checked);
  void list(const std::string& folder);
  void register_folder_of(const std::string& file);
  void warn_once(const std::string& category, const std::string& message);
  [[nodiscard]] std::vector<std::string> names(NameOrder order) const;
  [[nodiscard]] std::optional<std::string> label(Step step, const std::string& variable = {}) const;
  [[noreturn]] void raise_not_found() const;

  const Library& m_library;
  const Use& m_use;
  const Rules& m_rules;
  System& m_system;
  std::string m_machine;
  std::string m_searched;
  std::optional<Found> m_found;
  std::string m_found_variable;  ///< of an install root: its label
  std::optional<Result> m_resident;
  std::vector<std::string> m_reasons;
  std::vector<std::string> m_listings;
};

}  // namespace dllrepro::loader::lookup
