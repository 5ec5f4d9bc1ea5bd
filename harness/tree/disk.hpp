// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dllrepro::tree::disk {

/// The few things that trees do to a disk, each of them good for paths longer than 260 characters on Windows (std's own
/// functions are not, in mingw's library). They throw EnvironmentFailure that names the path and gives the system's
/// text and number, unless something else is said.

/// Makes the folder and those above it; does nothing when it is there.
void make_folders(const std::filesystem::path& folder);

/// Makes one folder; false when something of that name is there.
bool make_new_folder(const std::filesystem::path& folder);

bool is_there(const std::filesystem::path& path);

enum class LinkResult {
  Linked,
  NoSource,    ///< nothing lies at `existing`
  Impossible,  ///< this file system or volume, or too many links: copy instead
};

LinkResult link(const std::filesystem::path& existing, const std::filesystem::path& new_name);

/// Copies a file; false when there is none at `from`.
bool copy(const std::filesystem::path& from, const std::filesystem::path& to);

/// Writes a new file; what could be written of it is removed when that fails.
void write(const std::filesystem::path& file, std::span<const std::byte> bytes);

/// Gives a file its final name unless another process was faster; in both cases one file of that name is there.
void publish(const std::filesystem::path& temporary, const std::filesystem::path& file);

/// Removes a folder and all below it as far as it goes, links not followed; returns what is left. Does not throw for
/// what the disk refuses.
std::vector<std::filesystem::path> remove_all(const std::filesystem::path& folder);

/// Eight letters and digits, by chance.
std::string random_name();

/// Says whether a name has the form of those.
bool is_random_name(std::string_view name);

}  // namespace dllrepro::tree::disk
