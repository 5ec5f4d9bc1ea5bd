// SPDX-License-Identifier: MIT
#include "harness/tree/names.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

#include "harness/util/ascii.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::tree {

namespace {

constexpr std::size_t k_longest_name = 255;  // UTF-16 units, on NTFS and FAT alike

/// UTF-16 units that well-formed UTF-8 stands for: one per character, two for those of four bytes.
std::size_t utf16_length(std::string_view text) {
  std::size_t units = 0;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    units += (byte & 0xC0U) != 0x80U ? 1U : 0U;
    units += byte >= 0xF0U ? 1U : 0U;
  }
  return units;
}

bool is_device_name(std::string_view part) {
  // The part before the first dot or colon counts, spaces behind it do not: "NUL .txt" is NUL.
  std::string stem = ascii_lower(part.substr(0, part.find_first_of(".:")));
  stem.erase(stem.find_last_not_of(' ') + 1);
  static constexpr std::array<std::string_view, 6> k_devices{"con", "prn", "aux", "nul", "conin$", "conout$"};
  if (std::find(k_devices.begin(), k_devices.end(), stem) != k_devices.end()) {
    return true;
  }
  if (stem.rfind("com", 0) != 0 && stem.rfind("lpt", 0) != 0) {
    return false;
  }
  static constexpr std::array<std::string_view, 12> k_ports{"1", "2", "3", "4",        "5",        "6",
                                                            "7", "8", "9", "\xC2\xB9", "\xC2\xB2", "\xC2\xB3"};
  return std::find(k_ports.begin(), k_ports.end(), stem.substr(3)) != k_ports.end();
}

/// Upper case of a letter that UTF-8 writes in two bytes (U+0080 to U+07FF), when that is as short.
std::uint32_t fold_letter(std::uint32_t letter) {
  if ((letter >= 0xE0 && letter <= 0xFE && letter != 0xF7) || (letter >= 0x3B1 && letter <= 0x3CB && letter != 0x3C2) ||
      (letter >= 0x430 && letter <= 0x44F)) {
    return letter - 0x20;
  }
  if (letter == 0xFF) {
    return 0x178;
  }
  if (letter >= 0x450 && letter <= 0x45F) {
    return letter - 0x50;
  }
  // Latin Extended-A comes in pairs, capital first; which number of a pair is even changes along the way, and the
  // dotted and dotless i, kra and the long s are no pairs.
  const bool capital_even = (letter >= 0x100 && letter <= 0x137 && letter != 0x130 && letter != 0x131) ||
                            (letter >= 0x14A && letter <= 0x177);
  const bool capital_odd = (letter >= 0x139 && letter <= 0x148) || (letter >= 0x179 && letter <= 0x17E);
  if (capital_even && letter % 2 == 1) {
    return letter - 1;
  }
  if (capital_odd && letter % 2 == 0) {
    return letter - 1;
  }
  return letter;
}

/// Both texts case-folded, one part each.
bool matches_part(std::string_view pattern, std::string_view part) {
  std::size_t at = 0;
  std::size_t in = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (at < part.size()) {
    if (in < pattern.size() && pattern[in] == '*') {
      star = in++;
      resume = at;
    } else if (in < pattern.size() && (pattern[in] == '?' || pattern[in] == part[at])) {
      // One `?` takes a whole character, however many bytes it has.
      const bool any = pattern[in++] == '?';
      ++at;
      while (any && at < part.size() && (static_cast<unsigned char>(part[at]) & 0xC0U) == 0x80U) {
        ++at;
      }
    } else if (star != std::string_view::npos) {
      in = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  return pattern.substr(in).find_first_not_of('*') == std::string_view::npos;
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('/', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// Reads "{place}" off the front; returns the fault, "" when there is none.
std::string take_place(std::string_view& rest, std::string& place) {
  if (rest.empty() || rest.front() != '{') {
    return {};
  }
  const std::size_t end = rest.find('}');
  const std::string_view name = rest.substr(1, end == std::string_view::npos ? end : end - 1);
  if (end == std::string_view::npos || (end + 1 < rest.size() && rest[end + 1] != '/')) {
    return "a place is written \"{place}/...\"";
  }
  if (name == "system32" || name == "windows") {
    return fmt::format("no tree may write into {{{}}}: a machine whose Windows differs is a machine of its own", name);
  }
  std::vector<std::string> known;
  for (const Place& candidate : places()) {
    known.emplace_back(candidate.name);
  }
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    return fmt::format("unknown place \"{{{}}}\"{}", name, did_you_mean(name, known));
  }
  place = name;
  rest.remove_prefix(std::min(end + 2, rest.size()));
  return {};
}

std::string fault_of_part(std::string_view part, PathUse use) {
  if (part == "..") {
    return "\"..\" could leave the tree";
  }
  std::string checked(part);
  if (use == PathUse::Subject) {
    // A glob's letters stand for letters that a name may have.
    std::replace_if(checked.begin(), checked.end(), [](char letter) { return letter == '*' || letter == '?'; }, 'x');
  }
  const auto fault = fault_of_name(checked);
  return fault ? fmt::format("\"{}\" {}", part, *fault) : std::string{};
}

}  // namespace

std::optional<std::string> fault_of_name(std::string_view part) {
  if (part.empty()) {
    return "is empty";
  }
  for (const char letter : part) {
    if (static_cast<unsigned char>(letter) < 0x20) {
      return "has a control character, which Windows does not take in a name";
    }
    if (std::string_view("<>:\"|?*/\\").find(letter) != std::string_view::npos) {
      return fmt::format("has {}, which Windows does not take in a name", letter);
    }
  }
  if (part.back() == '.' || part.back() == ' ') {
    return fmt::format("ends with a {}, which Windows drops from a name", part.back() == '.' ? "dot" : "space");
  }
  if (is_device_name(part)) {
    return "is reserved for a device on Windows";
  }
  if (utf16_length(part) > k_longest_name) {
    return fmt::format("is longer than {} characters, the most that Windows takes in a name", k_longest_name);
  }
  return std::nullopt;
}

std::string fold_case(std::string_view text) {
  std::string folded(text);
  for (std::size_t at = 0; at < folded.size(); ++at) {
    const auto lead = static_cast<unsigned char>(folded[at]);
    if (lead >= 'a' && lead <= 'z') {
      folded[at] = static_cast<char>(lead - 'a' + 'A');
    } else if (lead >= 0xC2 && lead <= 0xDF && at + 1 < folded.size()) {
      const auto trail = static_cast<unsigned char>(folded[at + 1]);
      const std::uint32_t letter = fold_letter(((lead & 0x1FU) << 6U) | (trail & 0x3FU));
      folded[at] = static_cast<char>(0xC0U | (letter >> 6U));
      folded[at + 1] = static_cast<char>(0x80U | (letter & 0x3FU));
      ++at;
    }
  }
  return folded;
}

bool is_glob(std::string_view text) {
  return text.find_first_of("*?") != std::string_view::npos;
}

bool matches_glob(std::string_view pattern, std::string_view path) {
  const std::string folded_pattern = fold_case(pattern);
  const std::string folded_path = fold_case(path);
  const auto pattern_parts = split(folded_pattern);
  const auto path_parts = split(folded_path);
  return std::equal(pattern_parts.begin(), pattern_parts.end(), path_parts.begin(), path_parts.end(), matches_part);
}

ParsedPath parse_tree_path(std::string_view text, PathUse use) {
  const auto fault = [&](std::string_view why) { return ParsedPath{{}, fmt::format("\"{}\": {}", text, why)}; };
  std::string spelled(text);
  std::replace(spelled.begin(), spelled.end(), '\\', '/');
  std::string_view rest = spelled;
  if (rest.empty()) {
    return fault("a path can't be empty");
  }
  if (rest.front() == '/') {
    return fault("an absolute path leaves the tree; write \"{place}/...\"");
  }
  if (rest.size() >= 2 && rest[1] == ':') {
    return fault("a path with a drive leaves the tree; write \"{place}/...\"");
  }
  std::string place = "site";
  if (const std::string why = take_place(rest, place); !why.empty()) {
    return fault(why);
  }
  std::string path;
  for (const std::string_view part : split(rest)) {
    if (part.empty() || part == ".") {
      continue;
    }
    if (const std::string why = fault_of_part(part, use); !why.empty()) {
      return fault(why);
    }
    path += path.empty() ? "" : "/";
    path += part;
  }
  // A place inside another one is the shorter way to say it, and the one that module paths are told in.
  const TreePath shortest = tree_path_below_run(below_run(fmt::format("{{{}}}/{}", place, path)));
  if (shortest.front() == '{' && shortest.back() == '}' && use == PathUse::Entry) {
    return fault("a place as a whole can't be added or replaced");
  }
  return {shortest, {}};
}

}  // namespace dllrepro::tree
