// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dllrepro::loader {

/// What an argument must look like in JSON. Wherever a number, flags or a list is wanted, a text that is nothing but
/// one {name} does as well.
enum class ArgumentKind {
  Text,        ///< may name {values}
  Path,        ///< a text in which / becomes \ when the operation runs
  Paths,       ///< one path or a list of them
  PathOrNull,  ///< a path, "" or null
  Name,        ///< a name that was remembered before
  NewName,     ///< a name that is remembered here: letters, digits and _
  AnyName,     ///< a name that may be remembered or not
  Names,       ///< types of errors: one text or several
  Number,      ///< unsigned, also as a text "0x10"
  Numbers,     ///< one number or a list of them
  Flags,       ///< a number, or a list of words of the loader's flags ("DEFAULT_DIRS", "DLL_LOAD_DIR", ...)
  True,        ///< nothing but true
  Boolean,
  Word,         ///< one of the words listed
  Value,        ///< any JSON; its texts may name {values}
  Pair,         ///< a list of two values
  Export,       ///< a text, or {"ordinal": number}
  Environment,  ///< {NAME: text or null}
  Assignments,  ///< {name: value}
  Sequence,     ///< a list of values, {"glob": path, "order": word}, or {name}
  Candidates,   ///< one path or several, or {"names": [texts], "in": paths}
  Process,      ///< {"program": path, "arguments": [texts]} or {"operations": [..]}
  Switches,     ///< an object with rules of a look-up (lookup/release_parser.hpp)
  Block,        ///< a list of operations
  Code,         ///< a text, or a list of its lines
  Condition,    ///< an object with one condition, or true or false
  Conditions,   ///< a list of conditions
};

/// One key of a verb or a condition.
struct ArgumentRule {
  std::string_view key;
  std::string_view summary;  ///< what its value is, in a line; an editor shows it
  ArgumentKind kind = ArgumentKind::Text;
  bool required = false;
  std::vector<std::string_view> words = {};  ///< of a Word, the default first
  std::size_t most = 0;                      ///< of Numbers, how many there may be; 0: any number
};

/// One verb or one condition. The first argument is the main one: its key is the verb itself.
struct VerbRule {
  std::string_view summary;
  std::vector<ArgumentRule> arguments;

  [[nodiscard]] std::string_view name() const { return arguments.front().key; }
  [[nodiscard]] const ArgumentRule* find(std::string_view key) const;
};

/// All operations, the single source for parser, suggestions, schema and documentation.
const std::vector<VerbRule>& verbs();

/// All conditions of `if`, in the same terms.
const std::vector<VerbRule>& conditions();

const VerbRule* find_verb(std::string_view name);
const VerbRule* find_condition(std::string_view name);

/// The verb's names in the table's order.
std::vector<std::string> names_of(const std::vector<VerbRule>& rules);

}  // namespace dllrepro::loader
