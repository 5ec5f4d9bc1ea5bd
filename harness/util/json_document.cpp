// SPDX-License-Identifier: MIT
#include "harness/util/json_document.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "harness/util/error.hpp"
#include "harness/util/json_syntax.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro {

namespace {

using Offsets = std::map<std::string, std::size_t, std::less<>>;

/// Walks a text that is known to be valid JSON with comments and notes where each value stands.
class PositionIndex {
 public:
  PositionIndex(std::string_view text, Offsets& offsets) : m_text(text), m_offsets(offsets) {
    if (m_text.substr(0, 3) == "\xEF\xBB\xBF") {
      m_at = 3;
    }
    skip_blank();
    note("", m_at);
    value("");
  }

  /// Members that an object names a second time: JSON pointers with the offset of the later key.
  [[nodiscard]] const std::vector<std::pair<std::string, std::size_t>>& repeated() const { return m_repeated; }

 private:
  void note(const std::string& pointer, std::size_t offset) {
    if (!m_offsets.emplace(pointer, offset).second) {
      m_repeated.emplace_back(pointer, offset);
    }
  }

  [[nodiscard]] char here() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

  void skip_blank() {
    while (m_at < m_text.size()) {
      if (m_text.substr(m_at, 2) == "//") {
        m_at = std::min(m_text.find('\n', m_at), m_text.size());
      } else if (m_text.substr(m_at, 2) == "/*") {
        m_at = std::min(m_text.find("*/", m_at + 2), m_text.size() - 2) + 2;
      } else if (std::string_view(" \t\r\n").find(here()) != std::string_view::npos) {
        ++m_at;
      } else {
        return;
      }
    }
  }

  std::string_view quoted() {
    const std::size_t begin = m_at++;
    while (here() != '"') {
      m_at += here() == '\\' ? 2U : 1U;
    }
    ++m_at;
    return m_text.substr(begin, m_at - begin);
  }

  void members(const std::string& pointer) {
    ++m_at;
    for (skip_blank(); here() != '}'; skip_blank()) {
      const std::size_t offset = m_at;
      const auto key = Json::parse(quoted()).get<std::string>();
      const std::string member = pointer + "/" + escape_pointer_token(key);
      note(member, offset);
      skip_blank();
      ++m_at;  // the colon
      skip_blank();
      value(member);
      separator();
    }
    ++m_at;
  }

  void elements(const std::string& pointer) {
    ++m_at;
    std::size_t index = 0;
    for (skip_blank(); here() != ']'; skip_blank()) {
      const std::string element = fmt::format("{}/{}", pointer, index++);
      note(element, m_at);
      value(element);
      separator();
    }
    ++m_at;
  }

  void separator() {
    skip_blank();
    if (here() == ',') {
      ++m_at;
    }
  }

  void value(const std::string& pointer) {
    switch (here()) {
      case '{':
        return members(pointer);
      case '[':
        return elements(pointer);
      case '"':
        quoted();
        return;
      default:
        m_at = std::min(m_text.find_first_of(",]} \t\r\n/", m_at), m_text.size());
    }
  }

  std::string_view m_text;
  Offsets& m_offsets;
  std::size_t m_at = 0;
  std::vector<std::pair<std::string, std::size_t>> m_repeated;
};

/// Offsets at which the lines of a text begin.
std::vector<std::size_t> line_starts(std::string_view text) {
  std::vector<std::size_t> starts{0};
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    starts.push_back(at + 1);
  }
  return starts;
}

Location place(const std::string& file, const std::vector<std::size_t>& lines, std::size_t offset,
               std::string pointer) {
  const auto next = std::upper_bound(lines.begin(), lines.end(), offset);
  return {file, static_cast<std::size_t>(next - lines.begin()), offset - *(next - 1) + 1, std::move(pointer)};
}

/// Takes nlohmann's "[json.exception.parse_error.101] parse error at line 3, column 5: " off the front of its message.
std::string without_prefix(std::string message) {
  const std::size_t marker = message.find("column ");
  const std::size_t colon = marker == std::string::npos ? marker : message.find(": ", marker);
  return colon == std::string::npos ? message : message.substr(colon + 2);
}

}  // namespace

JsonDocument JsonDocument::parse(std::string text, std::string file) {
  JsonDocument document;
  auto source = std::make_shared<Source>();
  document.m_file = std::move(file);
  source->text = std::move(text);
  source->lines = line_starts(source->text);
  try {
    document.m_root = Json::parse(source->text, nullptr, true, true);
  } catch (const Json::parse_error& error) {
    const std::size_t offset = error.byte == 0 ? 0 : error.byte - 1;
    const SyntaxFault fault = explain_syntax(source->text, offset, without_prefix(error.what()));
    throw BadInput({{place(document.m_file, source->lines, fault.offset, ""), fault.message}});
  }
  const PositionIndex index(source->text, source->offsets);
  Diagnostics repeated;
  for (const auto& [pointer, offset] : index.repeated()) {
    repeated.push_back({place(document.m_file, source->lines, offset, pointer), "this key is given twice"});
  }
  document.m_source = std::move(source);
  if (!repeated.empty()) {
    throw BadInput(std::move(repeated));
  }
  return document;
}

JsonDocument JsonDocument::read(const std::filesystem::path& path, std::string display_name) {
  if (display_name.empty()) {
    display_name = name_for_messages(path);
  }
  std::ifstream stream(path, std::ios::binary);
  std::error_code ignored;
  if (!stream || std::filesystem::is_directory(path, ignored)) {
    throw BadInput({{{display_name, 0, 0, ""}, "this file can't be read"}});
  }
  return parse({std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()}, std::move(display_name));
}

JsonDocument JsonDocument::derive(Json root, std::map<std::string, std::string, std::less<>> origins) const {
  JsonDocument document;
  document.m_file = m_file;
  document.m_source = m_source;
  document.m_root = std::move(root);
  document.m_origins = std::move(origins);
  return document;
}

Location JsonDocument::locate(std::string_view pointer) const {
  std::string known(pointer);
  for (std::string_view above = pointer; !m_origins.empty() && !above.empty();
       above = above.substr(0, above.rfind('/'))) {
    const auto origin = m_origins.find(above);
    if (origin != m_origins.end()) {
      known = origin->second + std::string(pointer.substr(above.size()));
      break;
    }
  }
  const std::string asked = known;
  auto found = m_source->offsets.find(known);
  while (found == m_source->offsets.end() && !known.empty()) {
    const std::size_t slash = known.rfind('/');
    known.resize(slash == std::string::npos ? 0 : slash);
    found = m_source->offsets.find(known);
  }
  return place(m_file, m_source->lines, found == m_source->offsets.end() ? 0 : found->second, asked);
}

std::string escape_pointer_token(std::string_view key) {
  std::string escaped;
  for (const char letter : key) {
    if (letter == '~') {
      escaped += "~0";
    } else if (letter == '/') {
      escaped += "~1";
    } else {
      escaped += letter;
    }
  }
  return escaped;
}

std::vector<std::string> split_pointer(std::string_view pointer) {
  std::vector<std::string> keys;
  for (std::size_t at = 0; at < pointer.size();) {
    const std::size_t end = std::min(pointer.find('/', at + 1), pointer.size());
    std::string key;
    for (std::size_t letter = at + 1; letter < end; ++letter) {
      if (pointer[letter] == '~' && letter + 1 < end) {
        key += pointer[++letter] == '1' ? '/' : '~';
      } else {
        key += pointer[letter];
      }
    }
    keys.push_back(std::move(key));
    at = end;
  }
  return keys;
}

}  // namespace dllrepro
