// SPDX-License-Identifier: MIT
// For tests alone.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace dllrepro::cli::handoff {

/// An empty folder of its own, gone at the end.
class TestFolder {
 public:
  TestFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "dllrepro-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error("no temporary folder");
    }
    m_path = name;
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

 private:
  std::filesystem::path m_path;
};

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
