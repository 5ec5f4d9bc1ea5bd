// SPDX-License-Identifier: MIT
#include <utility>

#include <fmt/format.h>

#include "harness/tree/lock_file.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/windows_handle.hpp"
#include "harness/util/windows_text.hpp"

namespace dllrepro::tree {

namespace {

// Without FILE_SHARE_DELETE: as long as one of us has it open, nobody can remove the file.
Handle opened(const std::filesystem::path& file, DWORD disposition) {
  return Handle(::CreateFileW(file.c_str(), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr,
                              disposition, FILE_ATTRIBUTE_NORMAL, nullptr));
}

bool locked(const Handle& file, DWORD more_flags) {
  OVERLAPPED begin{};
  return ::LockFileEx(file.get(), LOCKFILE_EXCLUSIVE_LOCK | more_flags, 0, 1, 0, &begin) != 0;
}

}  // namespace

struct LockFile::Held {
  std::filesystem::path path;
  Handle handle;
};

std::optional<LockFile> LockFile::make(const std::filesystem::path& file) {
  Handle handle = opened(file, CREATE_NEW);
  if (!handle) {
    const DWORD error = ::GetLastError();
    if (error == ERROR_FILE_EXISTS || error == ERROR_ALREADY_EXISTS || error == ERROR_PATH_NOT_FOUND) {
      return std::nullopt;
    }
    throw system_failure(fmt::format("create \"{}\"", display_path(file)), error);
  }
  // Waits for somebody who tidies up and was faster to lock it.
  if (!locked(handle, 0)) {
    throw system_failure(fmt::format("lock \"{}\"", display_path(file)), ::GetLastError());
  }
  return LockFile(std::unique_ptr<Held>(new Held{file, std::move(handle)}));
}

std::optional<LockFile> LockFile::take_over(const std::filesystem::path& file) {
  Handle handle = opened(file, OPEN_EXISTING);
  if (!handle || !locked(handle, LOCKFILE_FAIL_IMMEDIATELY)) {
    return std::nullopt;
  }
  return LockFile(std::unique_ptr<Held>(new Held{file, std::move(handle)}));
}

LockFile::LockFile(std::unique_ptr<Held> held) : m_held(std::move(held)) {}
LockFile::LockFile(LockFile&&) noexcept = default;
LockFile& LockFile::operator=(LockFile&&) noexcept = default;
LockFile::~LockFile() = default;

void LockFile::remove() {
  m_held->handle.close();
  ::DeleteFileW(m_held->path.c_str());
}

}  // namespace dllrepro::tree
