// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <utility>

namespace dllrepro::cli::handoff {

/// Owns one Unix file descriptor.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : m_number(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(m_number, other.m_number);
    return *this;
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() { close(); }

  void close() {
    if (m_number >= 0) {
      ::close(std::exchange(m_number, -1));
    }
  }

  [[nodiscard]] int number() const { return m_number; }
  [[nodiscard]] bool open() const { return m_number >= 0; }

 private:
  int m_number = -1;
};

}  // namespace dllrepro::cli::handoff
