// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "harness/tree/disk.hpp"
#include "harness/tree/extended_path.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/windows_api.hpp"
#include "harness/util/windows_handle.hpp"
#include "harness/util/windows_text.hpp"

namespace dllrepro::tree::disk {

namespace {

[[noreturn]] void fail(std::string_view doing, const std::filesystem::path& path, DWORD error) {
  throw system_failure(fmt::format("{} \"{}\"", doing, display_path(path)), error);
}

bool is_there_already(DWORD error) {
  return error == ERROR_ALREADY_EXISTS || error == ERROR_FILE_EXISTS;
}

bool is_missing(DWORD error) {
  return error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND;
}

/// Removes one file or empty folder, a link itself and not what it leads to.
bool remove_one(const std::wstring& path, DWORD attributes) {
  const bool is_folder = (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  const auto attempt = [&] { return (is_folder ? RemoveDirectoryW(path.c_str()) : DeleteFileW(path.c_str())) != 0; };
  if (attempt() || is_missing(GetLastError())) {
    return true;
  }
  // A read-only file can't be deleted; a child may have made it so.
  return (attributes & FILE_ATTRIBUTE_READONLY) != 0 && SetFileAttributesW(path.c_str(), FILE_ATTRIBUTE_NORMAL) != 0 &&
         attempt();
}

void remove_below(const std::wstring& path, DWORD attributes, std::vector<std::filesystem::path>& left) {
  const std::size_t before = left.size();
  if ((attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0) {
    std::vector<std::pair<std::wstring, DWORD>> inside;
    WIN32_FIND_DATAW found{};
    const HANDLE search = FindFirstFileW((path + L"\\*").c_str(), &found);
    if (search != INVALID_HANDLE_VALUE) {
      do {
        const std::wstring name = found.cFileName;
        if (name != L"." && name != L"..") {
          inside.emplace_back(path + L"\\" + name, found.dwFileAttributes);
        }
      } while (FindNextFileW(search, &found) != 0);
      FindClose(search);
    }
    for (const auto& [entry, entry_attributes] : inside) {
      remove_below(entry, entry_attributes, left);
    }
  }
  if (left.size() == before && !remove_one(path, attributes)) {
    left.emplace_back(path.substr(4));  // without \\?\ a person can paste it
  }
}

}  // namespace

void make_folders(const std::filesystem::path& folder) {
  if (CreateDirectoryW(extended(folder).c_str(), nullptr) != 0 || is_there_already(GetLastError())) {
    return;
  }
  if (GetLastError() != ERROR_PATH_NOT_FOUND || folder.parent_path() == folder || folder.parent_path().empty()) {
    fail("create folder", folder, GetLastError());
  }
  make_folders(folder.parent_path());
  if (CreateDirectoryW(extended(folder).c_str(), nullptr) == 0 && !is_there_already(GetLastError())) {
    fail("create folder", folder, GetLastError());
  }
}

bool make_new_folder(const std::filesystem::path& folder) {
  if (CreateDirectoryW(extended(folder).c_str(), nullptr) != 0) {
    return true;
  }
  if (!is_there_already(GetLastError())) {
    fail("create folder", folder, GetLastError());
  }
  return false;
}

bool is_there(const std::filesystem::path& path) {
  return GetFileAttributesW(extended(path).c_str()) != INVALID_FILE_ATTRIBUTES;
}

LinkResult link(const std::filesystem::path& existing, const std::filesystem::path& new_name) {
  if (CreateHardLinkW(extended(new_name).c_str(), extended(existing).c_str(), nullptr) != 0) {
    return LinkResult::Linked;
  }
  const DWORD error = GetLastError();
  switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
      // Not whether `existing` is there: another thread may have put it there since, and the caller tries again.
      if (is_there(new_name.parent_path())) {
        return LinkResult::NoSource;
      }
      fail("create", new_name, error);
    case ERROR_NOT_SAME_DEVICE:
    case ERROR_TOO_MANY_LINKS:
    case ERROR_NOT_SUPPORTED:
    case ERROR_INVALID_FUNCTION:
      return LinkResult::Impossible;
    default:
      fail("create", new_name, error);
  }
}

bool copy(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (CopyFileW(extended(from).c_str(), extended(to).c_str(), TRUE) != 0) {
    return true;
  }
  const DWORD error = GetLastError();
  if (is_missing(error) && is_there(to.parent_path())) {
    return false;
  }
  fail("create", to, error);
}

void write(const std::filesystem::path& file, std::span<const std::byte> bytes) {
  const std::wstring name = extended(file);
  Handle handle(CreateFileW(name.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr));
  if (!handle) {
    fail("create", file, GetLastError());
  }
  DWORD error = ERROR_SUCCESS;
  while (!bytes.empty() && error == ERROR_SUCCESS) {
    const auto size = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), 1U << 30U));
    DWORD written = 0;
    if (WriteFile(handle.get(), bytes.data(), size, &written, nullptr) == 0) {
      error = GetLastError();
    } else if (written == 0) {
      error = ERROR_DISK_FULL;
    }
    bytes = bytes.subspan(written);
  }
  handle.close();
  if (error != ERROR_SUCCESS) {
    DeleteFileW(name.c_str());
    fail("write", file, error);
  }
}

void publish(const std::filesystem::path& temporary, const std::filesystem::path& file) {
  // Without MOVEFILE_REPLACE_EXISTING: a file that a process has mapped can't be replaced, and needs not to be.
  if (MoveFileExW(extended(temporary).c_str(), extended(file).c_str(), 0) != 0) {
    return;
  }
  const DWORD error = GetLastError();
  DeleteFileW(extended(temporary).c_str());
  if (!is_there_already(error)) {
    fail("create", file, error);
  }
}

std::vector<std::filesystem::path> remove_all(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> left;
  const std::wstring path = extended(folder);
  const DWORD attributes = GetFileAttributesW(path.c_str());
  if (attributes != INVALID_FILE_ATTRIBUTES) {
    remove_below(path, attributes, left);
  }
  return left;
}

}  // namespace dllrepro::tree::disk
