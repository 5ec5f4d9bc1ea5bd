// SPDX-License-Identifier: MIT
// For tests alone.
#pragma once

#include <stdlib.h>

#include <cstdlib>
#include <string>

namespace dllrepro::cli::handoff {

/// Sets an environment variable and puts it back at the end.
class TestVariable {
 public:
  TestVariable(const char* name, const std::string& value) : m_name(name) {
    const char* before = std::getenv(name);
    m_was_set = before != nullptr;
    m_before = m_was_set ? before : "";
    setenv(name, value.c_str(), 1);
  }
  TestVariable(const TestVariable&) = delete;
  TestVariable& operator=(const TestVariable&) = delete;
  ~TestVariable() {
    if (m_was_set) {
      setenv(m_name, m_before.c_str(), 1);
    } else {
      unsetenv(m_name);
    }
  }

 private:
  const char* m_name;
  bool m_was_set = false;
  std::string m_before;
};

}  // namespace dllrepro::cli::handoff
