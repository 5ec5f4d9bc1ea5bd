// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/util/diagnostic.hpp"

namespace dllrepro {

/// Values keep the order in which the file names them; a matrix is then printed the way its author wrote it.
using Json = nlohmann::ordered_json;

/// A JSON text with comments (// and /* */) and, for every value in it, the place where it stands.
///
/// nlohmann::json 3.11 does not keep positions, so the text is walked a second time: pointer -> offset. A member's
/// place is that of its key, so that a message about it points at the word a person has to change.
class JsonDocument {
 public:
  /// Parses `text`; `file` is only a name for messages. Throws BadInput: syntax errors, and members named twice.
  static JsonDocument parse(std::string text, std::string file);

  /// Reads and parses a file, which messages name by `display_name`, or as name_for_messages does. Throws BadInput,
  /// also when the file can't be read.
  static JsonDocument read(const std::filesystem::path& path, std::string display_name = {});

  /// The same file with other content: what a substitution made of it. `origins` names, for pointers of the new content
  /// that this document does not have, the pointer that a person finds them at; it holds for all below them, too.
  [[nodiscard]] JsonDocument derive(Json root, std::map<std::string, std::string, std::less<>> origins) const;

  [[nodiscard]] const Json& root() const { return m_root; }
  [[nodiscard]] const std::string& file() const { return m_file; }

  /// Where the value at `pointer` stands; the nearest enclosing value's place when the pointer is unknown.
  [[nodiscard]] Location locate(std::string_view pointer) const;

 private:
  /// What a file and all that is derived from it share.
  struct Source {
    std::string text;
    std::vector<std::size_t> lines;  ///< the offsets at which they begin
    std::map<std::string, std::size_t, std::less<>> offsets;
  };

  std::string m_file;
  Json m_root;
  std::shared_ptr<const Source> m_source;
  std::map<std::string, std::string, std::less<>> m_origins;
};

/// Escapes one key for use in a JSON pointer: ~ becomes ~0, / becomes ~1.
std::string escape_pointer_token(std::string_view key);

/// The keys that a JSON pointer is made of, "" of none. The way back from escape_pointer_token.
std::vector<std::string> split_pointer(std::string_view pointer);

}  // namespace dllrepro
