// SPDX-License-Identifier: MIT
// On Windows alone.
#pragma once

#include <utility>

#include "harness/util/windows_api.hpp"

namespace dllrepro {

/// Owns a kernel handle; closes it once. Neither 0 nor INVALID_HANDLE_VALUE counts as one.
class Handle {
 public:
  Handle() = default;
  explicit Handle(HANDLE handle) : m_handle(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
  Handle(Handle&& other) noexcept : m_handle(std::exchange(other.m_handle, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(m_handle, other.m_handle);
    other.close();
    return *this;
  }
  ~Handle() { close(); }

  [[nodiscard]] HANDLE get() const { return m_handle; }
  explicit operator bool() const { return m_handle != nullptr; }

  void close() {
    if (m_handle != nullptr) {
      ::CloseHandle(std::exchange(m_handle, nullptr));
    }
  }

 private:
  HANDLE m_handle = nullptr;
};

}  // namespace dllrepro
