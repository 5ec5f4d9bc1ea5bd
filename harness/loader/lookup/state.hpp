// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dllrepro::loader::lookup {

/// What a look-up gives: the same object for every later look-up of that name in the process.
struct Result {
  std::string path;
  std::uint64_t handle = 0;
  bool already_loaded = false;  ///< by somebody else
  std::optional<std::string> found_via;
};

/// What the look-ups of one release remember for the whole process, as functools.cache does. Its members may be used
/// from several threads; what is computed meanwhile is not guarded, and the first to be remembered stays.
class State {
 public:
  template <typename Value>
  class Memory {
   public:
    [[nodiscard]] std::optional<Value> find(const std::string& key) const {
      const std::lock_guard lock(m_mutex);
      const auto known = m_values.find(key);
      return known == m_values.end() ? std::nullopt : std::optional<Value>(known->second);
    }
    Value remember(const std::string& key, Value value) {
      const std::lock_guard lock(m_mutex);
      return m_values.emplace(key, std::move(value)).first->second;
    }

   private:
    mutable std::mutex m_mutex;
    std::map<std::string, Value> m_values;
  };

  Memory<Result> results;                       ///< by library
  Memory<bool> given;                           ///< by library: results that the program got, not only a look-up's own
  Memory<std::vector<std::string>> folders;     ///< by roots and pattern
  Memory<std::optional<std::string>> toolkit;   ///< one, under ""
  Memory<std::optional<std::string>> canaries;  ///< by library: where the child found it, if it did
  Memory<bool> warnings;                        ///< by text: Python shows each once for a place in the code
};

}  // namespace dllrepro::loader::lookup
