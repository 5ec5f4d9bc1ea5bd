// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "harness/util/json_document.hpp"

namespace dllrepro::loader {

/// A text names something that is not known, or that has no value; the interpreter raises it as a NameError.
class UnknownName : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a program knows under names: places, parameters, loop variables, what it remembered.
class Variables {
 public:
  struct Variable {
    Json value;
    Json members = Json::object();  ///< error and error_text of a load, exit_code and output of a process
    std::uint64_t handle = 0;       ///< module, cookie or thread
    bool remembered = false;        ///< by `as`, `set` or `append`: part of the program's results
  };

  void set(const std::string& name, Json value);  ///< place, parameter, loop variable
  void remember(const std::string& name, Variable variable);
  [[nodiscard]] const Variable* find(std::string_view name) const;  ///< null when it is not known
  Variable* find(std::string_view name);

  /// The value of "library.name": of a variable, its member, an object's member, or a path's directory, name or stem.
  [[nodiscard]] Json lookup(std::string_view reference) const;

  /// Every {reference} in every text of a value replaced; a text that is one reference becomes its value.
  [[nodiscard]] Json expand(const Json& value) const;

  /// Expands to a text; numbers are written in decimal. Throws UnknownName for null, lists and objects.
  [[nodiscard]] std::string text(const Json& value) const;

  /// Expands parameters, which may name places and each other, in any order; throws UnknownName for a circle.
  void set_parameters(const std::map<std::string, Json>& parameters);

  /// name -> value and name.member -> value of everything remembered.
  [[nodiscard]] Json results() const;
  /// Every variable's value as set_parameters takes it, for a program that runs in another process.
  [[nodiscard]] Json values() const;

 private:
  std::map<std::string, Variable, std::less<>> m_variables;
};

/// / becomes \, as in every path that Windows programs pass to the loader.
std::string with_backslashes(std::string path);

}  // namespace dllrepro::loader
