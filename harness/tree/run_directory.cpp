// SPDX-License-Identifier: MIT
#include "harness/tree/run_directory.hpp"

#include <algorithm>
#include <cstdint>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "harness/tree/disk.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/wine.hpp"

namespace dllrepro::tree {

std::vector<std::filesystem::path> remove_tree(const std::filesystem::path& folder,
                                               std::chrono::milliseconds patience) noexcept {
  try {
    const auto give_up = std::chrono::steady_clock::now() + patience;
    auto left = disk::remove_all(folder);
    for (auto pause = std::chrono::milliseconds(5); !left.empty() && std::chrono::steady_clock::now() < give_up;
         pause = std::min(pause * 2, std::chrono::milliseconds(200))) {
      std::this_thread::sleep_for(pause);
      left = disk::remove_all(folder);
    }
    return left;
  } catch (...) {
    return {folder};
  }
}

std::filesystem::path quick_folder() {
  constexpr std::uintmax_t k_enough = std::uintmax_t{256} << 20U;  // containers often have 64 MB
#ifdef _WIN32
  const std::filesystem::path memory = running_under_wine() ? "Z:\\dev\\shm" : "";
#else
  const std::filesystem::path memory = "/dev/shm";
#endif
  std::error_code error;
  if (!memory.empty() && std::filesystem::is_directory(memory, error)) {
    const auto space = std::filesystem::space(memory, error);
    if (!error && space.available >= k_enough) {
      return memory;
    }
  }
  return std::filesystem::temp_directory_path();
}

RunDirectory::RunDirectory(const std::filesystem::path& work_folder) {
  disk::make_folders(work_folder);
  constexpr int k_attempts = 100;
  for (int attempt = 0; attempt < k_attempts; ++attempt) {
    // Absolute, because the child's plan names places below it; short, because every path of the tree begins with it.
    m_path = std::filesystem::absolute(work_folder) / disk::random_name();
    if (disk::make_new_folder(m_path)) {
      return;
    }
  }
  throw EnvironmentFailure(fmt::format("failed to find a free name in \"{}\"", display_path(work_folder)));
}

RunDirectory::~RunDirectory() {
  static_cast<void>(remove());
}

RunDirectory::RunDirectory(RunDirectory&& other) noexcept
    : m_path(std::move(other.m_path)), m_owned(std::exchange(other.m_owned, false)) {}

RunDirectory& RunDirectory::operator=(RunDirectory&& other) noexcept {
  if (this != &other) {
    static_cast<void>(remove());
    m_path = std::move(other.m_path);
    m_owned = std::exchange(other.m_owned, false);
  }
  return *this;
}

const std::filesystem::path& RunDirectory::keep() {
  m_owned = false;
  return m_path;
}

std::vector<std::filesystem::path> RunDirectory::remove() {
  return std::exchange(m_owned, false) ? remove_tree(m_path) : std::vector<std::filesystem::path>{};
}

}  // namespace dllrepro::tree
