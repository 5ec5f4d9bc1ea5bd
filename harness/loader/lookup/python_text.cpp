// SPDX-License-Identifier: MIT
#include "harness/loader/lookup/python_text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/util/ascii.hpp"
#include "harness/util/wildcard.hpp"

namespace dllrepro::loader::lookup {

namespace {

constexpr std::string_view k_slashes = "\\/";

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

/// A path's drive with its slash, "C:\" or "C:"; "\\server\share\" of a network path; "\" of a rooted one.
std::size_t length_of_root(std::string_view path) {
  if (path.substr(0, 2) == "\\\\") {
    const std::size_t server = path.find('\\', 2);
    const std::size_t share = server == std::string_view::npos ? server : path.find('\\', server + 1);
    return share == std::string_view::npos ? path.size() : share + 1;
  }
  const std::size_t drive = path.size() >= 2 && path[1] == ':' ? 2 : 0;
  return drive + (path.size() > drive && path[drive] == '\\' ? 1 : 0);
}

std::string quoted_text(std::string_view text) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const char quote = has_single && text.find('"') == std::string_view::npos ? '"' : '\'';
  std::string result(1, quote);
  for (const char byte : text) {
    if (byte == quote || byte == '\\') {
      result += '\\';
    }
    switch (byte) {
      case '\n':
        result += "\\n";
        break;
      case '\r':
        result += "\\r";
        break;
      case '\t':
        result += "\\t";
        break;
      default:
        result += byte;
    }
  }
  return result + quote;
}

/// One run of digits or of other bytes from `at` on.
std::string_view run_at(std::string_view text, std::size_t at, bool digits) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end]) == digits) {
    ++end;
  }
  return text.substr(at, end - at);
}

}  // namespace

std::string joined(std::string_view folder, std::string_view rest) {
  if (folder.empty() || k_slashes.find(folder.back()) != std::string_view::npos || folder.back() == ':') {
    return fmt::format("{}{}", folder, rest);
  }
  return fmt::format("{}\\{}", folder, rest);
}

std::string directory_of(std::string_view path) {
  const std::size_t slash = path.find_last_of(k_slashes);
  if (slash == std::string_view::npos) {
    return {};
  }
  std::string_view folder = path.substr(0, slash);
  while (!folder.empty() && k_slashes.find(folder.back()) != std::string_view::npos) {
    folder.remove_suffix(1);
  }
  // The folder of C:\x is C:\, not C:.
  return std::string(folder.empty() || folder.back() == ':' ? path.substr(0, slash + 1) : folder);
}

std::string name_of_file(std::string_view path) {
  const std::size_t slash = path.find_last_of(k_slashes);
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string normalized(std::string_view path) {
  std::string text(path);
  std::replace(text.begin(), text.end(), '/', '\\');
  const std::string root = text.substr(0, length_of_root(text));
  const bool rooted = !root.empty() && root.back() == '\\';
  std::vector<std::string> parts;
  std::size_t begin = root.size();
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('\\', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    if (part == ".." && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (!part.empty() && part != "." && (part != ".." || !rooted)) {
      parts.push_back(part);
    }
    begin = end + 1;
  }
  const std::string result = fmt::format("{}{}", root, fmt::join(parts, "\\"));
  return result.empty() ? "." : result;
}

bool spelled_alike(std::string_view a, std::string_view b) {
  return ascii_equal_ignoring_case(normalized(a), normalized(b));
}

bool fits_any(std::string_view name, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return matches_wildcard(ascii_lower(pattern), ascii_lower(name),
                            [](char wanted, char letter) { return wanted == '?' || wanted == letter; });
  });
}

bool numerically_before(std::string_view a, std::string_view b) {
  const std::string left = ascii_lower(a);
  const std::string right = ascii_lower(b);
  std::size_t at = 0;
  std::size_t bt = 0;
  bool digits = false;
  while (at < left.size() && bt < right.size()) {
    std::string_view one = run_at(left, at, digits);
    std::string_view other = run_at(right, bt, digits);
    at += one.size();
    bt += other.size();
    if (digits) {
      one.remove_prefix(std::min(one.find_first_not_of('0'), one.size()));
      other.remove_prefix(std::min(other.find_first_not_of('0'), other.size()));
      if (one.size() != other.size()) {
        return one.size() < other.size();
      }
    }
    if (one != other) {
      return one < other;
    }
    digits = !digits;
  }
  return at == left.size() && bt < right.size();
}

std::string float_text(double number) {
  // {:#} keeps the point and strips no zero of "10."; fmt writes "10.0" for it, as Python does.
  return fmt::format("{:#}", number);
}

std::string repr(const Json& value) {
  if (value.is_null()) {
    return "None";
  }
  if (value.is_boolean()) {
    return value.get<bool>() ? "True" : "False";
  }
  if (value.is_string()) {
    return quoted_text(value.get_ref<const std::string&>());
  }
  if (value.is_number_float()) {
    return float_text(value.get<double>());
  }
  std::vector<std::string> parts;
  if (value.is_array()) {
    for (const Json& element : value) {
      parts.push_back(repr(element));
    }
    return fmt::format("[{}]", fmt::join(parts, ", "));
  }
  if (value.is_object()) {
    for (const auto& item : value.items()) {
      parts.push_back(fmt::format("{}: {}", quoted_text(item.key()), repr(item.value())));
    }
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
  }
  return value.dump();
}

std::string filled(std::string_view text, const std::vector<std::pair<std::string, std::string>>& values) {
  std::string result;
  while (!text.empty()) {
    const auto hit = std::find_if(values.begin(), values.end(), [&](const auto& value) {
      return text.front() == '{' && text.substr(1, value.first.size()) == value.first &&
             text.substr(1 + value.first.size(), 1) == "}";
    });
    if (hit == values.end()) {
      result += text.front();
      text.remove_prefix(1);
    } else {
      result += hit->second;
      text.remove_prefix(hit->first.size() + 2);
    }
  }
  return result;
}

std::string_view slashes_of(std::string_view path) {
  const bool backward = path.find('\\') != std::string_view::npos;
  const bool forward = path.find('/') != std::string_view::npos;
  return forward ? (backward ? "mixed" : "forward") : "backward";
}

}  // namespace dllrepro::loader::lookup
