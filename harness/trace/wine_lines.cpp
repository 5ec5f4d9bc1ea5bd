// SPDX-License-Identifier: MIT
#include "harness/trace/wine_lines.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace dllrepro::trace {

namespace {

/// What is left of a line while it is read from its beginning.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : m_text(text) {}

  template <typename Number>
  std::optional<Number> number(int base) {
    Number value = 0;
    const auto [end, failure] = std::from_chars(m_text.data(), m_text.data() + m_text.size(), value, base);
    if (failure != std::errc()) {
      return std::nullopt;
    }
    m_text.remove_prefix(static_cast<std::size_t>(end - m_text.data()));
    return value;
  }

  bool skip(std::string_view expected) {
    if (m_text.substr(0, expected.size()) != expected) {
      return false;
    }
    m_text.remove_prefix(expected.size());
    return true;
  }

  void skip_blanks() { m_text.remove_prefix(std::min(m_text.find_first_not_of(' '), m_text.size())); }

  /// The text up to the mark, which is skipped; nothing when there is no mark.
  std::optional<std::string_view> until(std::string_view mark) {
    const std::size_t end = m_text.find(mark);
    if (end == std::string_view::npos) {
      return std::nullopt;
    }
    const std::string_view text = m_text.substr(0, end);
    m_text.remove_prefix(end + mark.size());
    return text;
  }

  [[nodiscard]] std::string_view rest() const { return m_text; }

 private:
  std::string_view m_text;
};

struct Head {
  double milliseconds = 0;
  std::uint32_t process = 0;
  std::uint32_t thread = 0;
  std::string_view channel;
  std::string_view text;  ///< "load_dll looking for ..."
};

std::optional<Head> read_head(std::string_view line) {
  LineReader reader(line);
  reader.skip_blanks();
  Head head;
  const auto seconds = reader.number<std::uint32_t>(10);
  if (!seconds || !reader.skip(".")) {
    return std::nullopt;
  }
  const auto thousandths = reader.number<std::uint32_t>(10);
  if (!thousandths || !reader.skip(":")) {
    return std::nullopt;
  }
  const auto process = reader.number<std::uint32_t>(16);
  if (!process || !reader.skip(":")) {
    return std::nullopt;
  }
  const auto thread = reader.number<std::uint32_t>(16);
  if (!thread || !reader.skip(":") || !reader.until(":")) {
    return std::nullopt;
  }
  const auto channel = reader.until(":");
  if (!channel) {
    return std::nullopt;
  }
  head.milliseconds = *seconds * 1000.0 + *thousandths;
  head.process = *process;
  head.thread = *thread;
  head.channel = *channel;
  head.text = reader.rest();
  return head;
}

/// One UTF-16 unit as UTF-8; halves of pairs come out as U+FFFD, which a path has no use for.
void append_unit(std::string& text, std::uint32_t unit) {
  if (unit >= 0xD800 && unit <= 0xDFFF) {
    unit = 0xFFFD;
  }
  if (unit < 0x80) {
    text += static_cast<char>(unit);
  } else if (unit < 0x800) {
    text += static_cast<char>(0xC0 | (unit >> 6));
    text += static_cast<char>(0x80 | (unit & 0x3F));
  } else {
    text += static_cast<char>(0xE0 | (unit >> 12));
    text += static_cast<char>(0x80 | ((unit >> 6) & 0x3F));
    text += static_cast<char>(0x80 | (unit & 0x3F));
  }
}

/// Reads behind the opening quote up to the closing one; returns where that leaves off. A backslash stands before
/// another one, a quote, n, r, t, or the four digits of a character beyond ASCII.
std::size_t read_text(std::string_view line, std::size_t at, WineText& text) {
  constexpr std::size_t k_digits = 4;
  while (at < line.size() && line[at] != '"') {
    if (line[at] != '\\' || at + 1 == line.size()) {
      text.text += line[at++];
      continue;
    }
    const std::string_view digits = line.substr(at + 1, k_digits);
    std::uint32_t unit = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, failure] = std::from_chars(digits.data(), end, unit, 16);
    if (failure == std::errc() && stop == end && digits.size() == k_digits) {
      append_unit(text.text, unit);
      at += 1 + k_digits;
    } else {
      const char escaped = line[at + 1];
      text.text += escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped == 't' ? '\t' : escaped;
      at += 2;
    }
  }
  at += at < line.size() ? 1 : 0;
  text.cut = line.substr(at, 3) == "...";
  return at;
}

std::uint32_t status_behind(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) {
    return 0;
  }
  return LineReader(text.substr(at + mark.size())).number<std::uint32_t>(16).value_or(0);
}

/// "Library gone.dll (which is needed by L"...") not found", "Loading library x.dll (which ...) failed (error
/// c000012f)."
std::optional<Step> import_failure(LineReader reader, Step step) {
  const std::string_view whole = reader.rest();
  if (!reader.skip("Library ") && !reader.skip("Loading library ")) {
    return std::nullopt;
  }
  const auto name = reader.until(" (which is needed by ");
  const std::vector<WineText> texts = wine_texts(whole);
  if (!name || texts.empty()) {
    return std::nullopt;
  }
  step.kind = Step::Kind::Missing;
  step.name = *name;
  step.module = plain_path(texts.front().text);
  step.status = status_behind(whole, "(error ");
  step.status = step.status == 0 ? k_dll_not_found : step.status;
  return step;
}

std::optional<Step> of_load_dll(LineReader reader, Step step) {
  const std::string_view whole = reader.rest();
  const std::vector<WineText> texts = wine_texts(whole);
  if (texts.empty()) {
    return std::nullopt;
  }
  if (reader.skip("looking for ")) {
    step.kind = Step::Kind::Look;
    step.name = plain_path(texts.front().text);
    if (texts.size() > 1) {
      step.folders = split_folders(texts[1].text);
      step.folders_cut = texts[1].cut;
    }
  } else if (reader.skip("Found ")) {
    step.kind = Step::Kind::Resident;
    step.module = plain_path(texts.front().text);
  } else if (reader.skip("Loaded module ")) {
    step.kind = Step::Kind::Loaded;
    step.module = plain_path(texts.front().text);
  } else if (reader.skip("Failed to load module ")) {
    step.kind = Step::Kind::Failed;
    step.name = plain_path(texts.front().text);
    step.status = status_behind(whole, "status=");
  } else {
    return std::nullopt;
  }
  return step;
}

/// "(00000001C5B90000 L"a.dll",PROCESS_ATTACH,...) - CALL", "(00000001C5B90000,PROCESS_ATTACH,...) - RETURN 0"
std::optional<Step> of_initialiser(std::string_view text, Step step) {
  if (text.find("PROCESS_ATTACH") == std::string_view::npos) {
    return std::nullopt;
  }
  const std::vector<WineText> texts = wine_texts(text);
  if (text.ends_with("- CALL")) {
    step.kind = Step::Kind::AttachBegin;
    step.module = texts.empty() ? "" : plain_path(texts.front().text);
    return step;
  }
  constexpr std::string_view k_return = "- RETURN ";
  const std::size_t at = text.rfind(k_return);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  step.kind = Step::Kind::AttachEnd;
  step.status = text.substr(at + k_return.size()) == "0" ? k_dll_init_failed : 0;
  return step;
}

std::optional<Step> of_import(LineReader reader, Step step) {
  const std::string_view whole = reader.rest();
  if (!reader.skip("No implementation for ")) {
    return import_failure(reader, std::move(step));
  }
  const auto symbol = reader.until(" imported from ");
  const std::vector<WineText> texts = wine_texts(whole);
  if (!symbol || texts.empty()) {
    return std::nullopt;
  }
  step.kind = Step::Kind::NoExport;
  step.name = *symbol;
  step.module = plain_path(texts.front().text);
  return step;
}

}  // namespace

bool is_wine_line(std::string_view line) {
  return read_head(line).has_value();
}

std::optional<Step> step_of_wine_line(std::string_view line) {
  if (!line.empty() && line.back() == '\r') {
    line.remove_suffix(1);
  }
  const auto head = read_head(line);
  if (!head || (head->channel != "module" && head->channel != "loaddll")) {
    return std::nullopt;
  }
  Step step;
  step.at = head->milliseconds;
  step.process = head->process;
  step.thread = head->thread;
  LineReader reader(head->text);
  const auto function = reader.until(" ");
  if (!function) {
    return std::nullopt;
  }
  if (*function == "load_dll") {
    return of_load_dll(reader, std::move(step));
  }
  if (*function == "import_dll") {
    return of_import(reader, std::move(step));
  }
  return *function == "MODULE_InitDLL" ? of_initialiser(reader.rest(), std::move(step)) : std::nullopt;
}

double full_tick(double wine_tick, double near) {
  constexpr double k_turn = 4294967296.0;
  return wine_tick + std::round((near - wine_tick) / k_turn) * k_turn;
}

std::vector<WineText> wine_texts(std::string_view line) {
  std::vector<WineText> texts;
  constexpr std::string_view k_opening = "L\"";
  for (std::size_t at = line.find(k_opening); at != std::string_view::npos; at = line.find(k_opening, at)) {
    WineText text;
    at = read_text(line, at + k_opening.size(), text);
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace dllrepro::trace
