// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include <fmt/format.h>

#include "harness/tree/disk.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::tree::disk {

namespace {

[[noreturn]] void fail(std::string_view doing, const std::filesystem::path& path, int error) {
  throw EnvironmentFailure(fmt::format("failed to {} \"{}\": {} ({})", doing, display_path(path),
                                       std::generic_category().message(error), error));
}

void remove_below(const std::filesystem::path& path, std::vector<std::filesystem::path>& left) {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    return;
  }
  const std::size_t before = left.size();
  if (status.type() == std::filesystem::file_type::directory) {
    // A folder that its owner may not write to or search keeps what is in it; a child may have made it so.
    std::filesystem::permissions(path, std::filesystem::perms::owner_all, std::filesystem::perm_options::add, error);
    std::vector<std::filesystem::path> inside;
    for (std::filesystem::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
      inside.push_back(entry->path());
    }
    for (const auto& entry : inside) {
      remove_below(entry, left);
    }
  }
  error.clear();
  if (left.size() == before && !std::filesystem::remove(path, error) && error) {
    left.push_back(path);
  }
}

}  // namespace

void make_folders(const std::filesystem::path& folder) {
  if (::mkdir(folder.c_str(), 0777) == 0 || errno == EEXIST) {
    return;
  }
  if (errno != ENOENT || !folder.has_relative_path() || folder.parent_path() == folder) {
    fail("create folder", folder, errno);
  }
  make_folders(folder.parent_path());
  if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) {
    fail("create folder", folder, errno);
  }
}

bool make_new_folder(const std::filesystem::path& folder) {
  if (::mkdir(folder.c_str(), 0777) == 0) {
    return true;
  }
  if (errno != EEXIST) {
    fail("create folder", folder, errno);
  }
  return false;
}

bool is_there(const std::filesystem::path& path) {
  return ::access(path.c_str(), F_OK) == 0;
}

LinkResult link(const std::filesystem::path& existing, const std::filesystem::path& new_name) {
  if (::link(existing.c_str(), new_name.c_str()) == 0) {
    return LinkResult::Linked;
  }
  switch (const int error = errno) {
    case ENOENT:
      // Not whether `existing` is there: another thread may have put it there since, and the caller tries again.
      if (is_there(new_name.parent_path())) {
        return LinkResult::NoSource;
      }
      fail("create", new_name, error);
    case EXDEV:
    case EMLINK:
    case EPERM:  // no hard links on this file system, or none to other people's files (fs.protected_hardlinks)
    case ENOTSUP:
      return LinkResult::Impossible;
    default:
      fail("create", new_name, error);
  }
}

bool copy(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  if (!is_there(from)) {
    return false;
  }
  if (!std::filesystem::copy_file(from, to, error)) {
    std::error_code ignored;
    if (error != std::errc::file_exists) {
      std::filesystem::remove(to, ignored);
    }
    fail("create", to, error.value());
  }
  return true;
}

void write(const std::filesystem::path& file, std::span<const std::byte> bytes) {
  const int handle = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (handle < 0) {
    fail("create", file, errno);
  }
  int error = 0;
  while (!bytes.empty() && error == 0) {
    const ssize_t written = ::write(handle, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  if (::close(handle) != 0 && error == 0) {
    error = errno;
  }
  if (error != 0) {
    ::unlink(file.c_str());
    fail("write", file, error);
  }
}

void publish(const std::filesystem::path& temporary, const std::filesystem::path& file) {
  if (::rename(temporary.c_str(), file.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary.c_str());
    fail("create", file, error);
  }
}

std::vector<std::filesystem::path> remove_all(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> left;
  remove_below(folder, left);
  return left;
}

}  // namespace dllrepro::tree::disk
