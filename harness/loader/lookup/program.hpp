// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/loader/system.hpp"
#include "harness/util/json_document.hpp"

namespace dllrepro::loader::lookup {

/// The program that a look-up is a part of: the system below it, and where what it does is told.
class Program {
 public:
  virtual ~Program() = default;

  virtual System& system() = 0;

  /// Begins a step that reaches the system; `verb` is the operation that would do the same. Returns its number.
  virtual std::uint64_t begin(std::string_view verb, const std::string& text) = 0;
  /// Ends a step; 0 is no error.
  virtual void end(std::uint64_t step, std::uint32_t error, const Json& members) = 0;
  /// `category` is Python's class of the warning.
  virtual void warn(const std::string& category, const std::string& message) = 0;

  /// A text with {places} and other names of the program put in.
  [[nodiscard]] virtual std::string with_values(const std::string& text) const = 0;
  [[nodiscard]] virtual std::string error_text(std::uint32_t error) const = 0;

  /// The plan of a child that runs the operations `first`, then this whole program once more where `again` says so,
  /// then `last`.
  [[nodiscard]] virtual std::string child_plan(const Json& first, bool again, const Json& last) const = 0;
  /// The program that such a child is; "": that of this process.
  [[nodiscard]] virtual std::string interpreter() const = 0;
  /// Says whether this is such a child, on its way through the program for the second time.
  [[nodiscard]] virtual bool is_started_again() const = 0;

 protected:
  Program() = default;
  Program(const Program&) = default;
  Program& operator=(const Program&) = default;
};

}  // namespace dllrepro::loader::lookup
