// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/handoff/wine_installation.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::cli::handoff {

/// A Wine prefix is a Windows installation of its own: registry, drive C:, one server. Ours is made once per release of
/// Wine and kept:
///
///   missing --make under a temporary name, set up, note, rename--> ready
///   made by others, or by an older Wine or dllrepro --set up in place, note--> ready
///
/// A prefix is ready when it holds the note k_note, which is written last; so a half-made prefix is never used,
/// whatever stopped the making of it. Who makes one holds the lock PREFIX.lock, others wait for it.
///
/// Set up means: Windows 10 (Wine 8.0 is Windows 7 by itself, rows of the record speak of 10), no crash debugger
/// (it takes seconds and prints pages), no desktop entries, no folders that lead into the user's own, and a DLL of the
/// tree before Wine's own of that name.
class WinePrefix {
 public:
  using Tell = std::function<void(std::string_view)>;

  /// `tell` hears, in one line each, of what takes a while.
  WinePrefix(WineInstallation wine, std::filesystem::path folder, Tell tell);

  /// $DLLREPRO_WINE_PREFIX, else wine-VERSION below $XDG_CACHE_HOME/dllrepro or ~/.cache/dllrepro.
  /// Throws EnvironmentFailure when no environment variable leads anywhere.
  static std::filesystem::path default_folder(const WineInstallation& wine);

  /// Makes the prefix ready where it is not. Throws EnvironmentFailure that says what is wrong with it: no permission,
  /// another user's, made by a newer Wine, no prefix at all.
  void prepare();

  /// Starts the prefix's server and Wine's services with no stream of ours, where no server runs, and has it stay for
  /// so long once nothing uses it: a start takes 30 ms then, and half a second without.
  void warm_up(int server_seconds = k_server_seconds);

  /// Whether the registry of a prefix, as it is on disk, holds what setting up puts there.
  static bool has_settings(const std::filesystem::path& folder);

  [[nodiscard]] const std::filesystem::path& folder() const { return m_folder; }
  [[nodiscard]] const WineInstallation& wine() const { return m_wine; }

  static constexpr const char* k_note = "dllrepro-prefix";
  static constexpr int k_server_seconds = 300;

 private:
  class Commands;
  class MakingFolder;
  enum class State { Missing, Ready, ToSetUp };

  [[nodiscard]] State examine() const;
  [[nodiscard]] std::optional<WineVersion> noted_version() const;
  void make() const;
  void set_up(const std::filesystem::path& folder) const;
  void run_step(const Commands& commands, const std::vector<std::string>& arguments) const;
  [[nodiscard]] EnvironmentFailure unusable(std::string_view reason) const;

  WineInstallation m_wine;
  std::filesystem::path m_folder;
  Tell m_tell;
};

}  // namespace dllrepro::cli::handoff
