// SPDX-License-Identifier: MIT
#include "harness/run/filter.hpp"

#include <algorithm>

#include "harness/util/ascii.hpp"
#include "harness/util/wildcard.hpp"

namespace dllrepro::run {
namespace {

bool is_like(std::string_view pattern, std::string_view text) {
  return matches_wildcard(ascii_lower(pattern), ascii_lower(text));
}

bool any_is_like(const std::vector<std::string>& texts, std::string_view pattern) {
  return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) { return is_like(pattern, text); });
}

FilterTerm term_of(std::string_view text) {
  FilterTerm term;
  while (text.starts_with('!')) {
    term.negated = !term.negated;
    text.remove_prefix(1);
  }
  constexpr std::string_view k_tag = "tag:";
  constexpr std::string_view k_row = "covers:";
  const std::string lower = ascii_lower(text);
  const std::size_t equals = text.find('=');
  if (lower.starts_with(k_tag)) {
    term.kind = FilterTerm::Kind::Tag;
    text.remove_prefix(k_tag.size());
  } else if (lower.starts_with(k_row)) {
    term.kind = FilterTerm::Kind::Row;
    text.remove_prefix(k_row.size());
  } else if (equals != std::string_view::npos && text.find('[') == std::string_view::npos) {
    term.kind = FilterTerm::Kind::Value;
    term.axis = text.substr(0, equals);
    text.remove_prefix(equals + 1);
  }
  term.word = text;
  return term;
}

/// An id as a report prints it, which may have blanks in its brackets. One that no cell has is explained as an id, too.
bool looks_like_id(std::string_view text) {
  const std::size_t bracket = text.find('[');
  return bracket != std::string_view::npos && text.find(' ') > bracket && text.ends_with(']') &&
         text.find('*') == std::string_view::npos && !text.starts_with('!');
}

bool is_named(const scenario::Cell& cell, const std::string& name) {
  const std::string path = ascii_lower(scenario_path(name));
  const std::string scenario = ascii_lower(cell.scenario);
  return is_like(name, cell.id()) || scenario == path || scenario.starts_with(path + "/");
}

}  // namespace

std::string scenario_path(std::string text) {
  std::replace(text.begin(), text.end(), '\\', '/');
  constexpr std::string_view k_folder = "scenarios/";
  constexpr std::string_view k_ending = ".json";
  const std::string lower = ascii_lower(text);
  if (const std::size_t folder = lower.rfind(k_folder);
      folder != std::string::npos && (folder == 0 || text[folder - 1] == '/')) {
    text.erase(0, folder + k_folder.size());
  }
  if (text.size() > k_ending.size() && ascii_lower(text).ends_with(k_ending)) {
    text.resize(text.size() - k_ending.size());
  }
  while (!text.empty() && text.back() == '/') {
    text.pop_back();
  }
  return text;
}

bool FilterTerm::fits(const scenario::Cell& cell) const {
  switch (kind) {
    case Kind::Tag:
      return any_is_like(cell.tags, word);
    case Kind::Row:
      return any_is_like(cell.covers, word);
    case Kind::Value:
      return std::any_of(cell.parameters.begin(), cell.parameters.end(), [&](const auto& parameter) {
        return ascii_equal_ignoring_case(parameter.first, axis) && is_like(word, parameter.second);
      });
    case Kind::Name:
      break;
  }
  return is_named(cell, word);
}

Filter::Filter(std::string text) : m_text(std::move(text)) {
  if (looks_like_id(m_text)) {
    m_terms.push_back({FilterTerm::Kind::Name, false, "", m_text});
    return;
  }
  std::size_t begin = m_text.find_first_not_of(' ');
  while (begin != std::string::npos) {
    const std::size_t end = std::min(m_text.find(' ', begin), m_text.size());
    m_terms.push_back(term_of(std::string_view(m_text).substr(begin, end - begin)));
    begin = m_text.find_first_not_of(' ', end);
  }
}

bool Filter::is_id_of(const scenario::Cell& cell) const {
  return ascii_equal_ignoring_case(m_text, cell.id());
}

bool Filter::takes(const scenario::Cell& cell) const {
  return is_id_of(cell) ||
         (!m_terms.empty() && std::all_of(m_terms.begin(), m_terms.end(),
                                          [&](const FilterTerm& term) { return term.fits(cell) != term.negated; }));
}

bool Filter::takes_any(const std::vector<scenario::Cell>& cells) const {
  return std::any_of(cells.begin(), cells.end(), [&](const scenario::Cell& cell) { return takes(cell); });
}

}  // namespace dllrepro::run
