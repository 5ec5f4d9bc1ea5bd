// SPDX-License-Identifier: MIT
#include "harness/run/notation.hpp"

#include <algorithm>
#include <array>

#include "harness/run/event_fields.hpp"
#include "harness/tree/names.hpp"

namespace dllrepro::run {
namespace {

constexpr std::string_view k_site = "{site}/";

bool is_drive_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}
bool is_slash(char c) {
  return c == '/' || c == '\\';
}

/// `C:\x`, `\\server\share`, `\\?\C:\x`. A relative path or a base name is what a program asked for and stays.
bool is_absolute_windows_path(std::string_view text) {
  return (text.size() >= 3 && is_drive_letter(text[0]) && text[1] == ':' && is_slash(text[2])) ||
         (text.size() >= 3 && is_slash(text[0]) && is_slash(text[1]));
}

std::string path_in_notation(const std::string& text, const tree::PlaceMap& places) {
  return is_absolute_windows_path(text) ? places.tree_path_of(text) : text;
}

/// A value such as PATH: folders outside of the tree keep their own spelling.
std::string list_in_notation(const std::string& text, const tree::PlaceMap& places) {
  std::string result;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const std::string translated = path_in_notation(part, places);
    result += is_absolute_windows_path(translated) ? part : translated;
    if (end == text.size()) {
      return result;
    }
    result += ';';
    begin = end + 1;
  }
}

void translate(Json& value, const tree::PlaceMap& places) {
  if (value.is_string()) {
    value = path_in_notation(value.get_ref<const std::string&>(), places);
  } else if (value.is_structured()) {
    for (Json& element : value) {
      translate(element, places);
    }
  }
}

void translate_lists(Json& value, const tree::PlaceMap& places) {
  if (value.is_string()) {
    value = list_in_notation(value.get_ref<const std::string&>(), places);
  } else if (value.is_structured()) {
    for (Json& element : value) {
      translate_lists(element, places);
    }
  }
}

std::string folded(std::string_view path) {
  std::string text = tree::fold_case(path);
  std::replace(text.begin(), text.end(), '\\', '/');
  const std::string site = tree::fold_case(k_site);
  return text.rfind(site, 0) == 0 ? text.substr(site.size()) : text;
}

bool starts_with_place(std::string_view folded_path, std::string_view place) {
  const std::string start = tree::fold_case(place);
  return folded_path.substr(0, start.size()) == start;
}

}  // namespace

process::Events in_tree_notation(process::Events events, const tree::PlaceMap& places) {
  constexpr std::array<const char*, 6> k_paths{"module",        "modules", "exe", "working_directory",
                                               "dll_directory", "results"};
  for (process::Event& event : events) {
    if (!event.is_object()) {
      continue;
    }
    for (const char* key : k_paths) {
      if (const auto member = event.find(key); member != event.end()) {
        translate(*member, places);
      }
    }
    if (const auto environment = event.find("environment"); environment != event.end()) {
      translate_lists(*environment, places);
    }
  }
  return events;
}

std::string text_in_tree_notation(std::string text, const tree::PlaceMap& places) {
  auto entries = places.entries();
  // The longest first: places lie within each other.
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  for (const auto& [name, folder] : entries) {
    std::string forward;
    std::string doubled;
    for (const char letter : folder) {
      forward += letter == '\\' ? '/' : letter;
      doubled.append(letter == '\\' ? 2 : 1, letter);
    }
    const std::string place = "{" + name + "}";
    for (const std::string& spelling : {doubled, folder, forward}) {
      for (std::size_t at = text.find(spelling); at != std::string::npos; at = text.find(spelling, at)) {
        text.replace(at, spelling.size(), place);
      }
    }
  }
  return text;
}

Origin origin_of(std::string_view module) {
  const std::string path = folded(module);
  if (starts_with_place(path, "{system32}/")) {
    return Origin::System32;
  }
  return starts_with_place(path, "{windows}") || is_absolute_windows_path(path) ? Origin::Outside : Origin::Tree;
}

std::vector<std::string> outside_modules(const process::Events& events) {
  std::vector<std::string> outside;
  const auto add = [&](const std::string& module) {
    if (!module.empty() && origin_of(module) == Origin::Outside &&
        std::none_of(outside.begin(), outside.end(), [&](const auto& known) { return same_path(known, module); })) {
      outside.push_back(module);
    }
  };
  for (const process::Event& event : events) {
    if (kind_of(event) == "load") {
      add(std::string(text_in(event, "module")));
    } else if (kind_of(event) == "state") {
      for (const std::string& module : texts_in(event, "modules")) {
        add(module);
      }
    }
  }
  return outside;
}

bool same_path(std::string_view a, std::string_view b) {
  return folded(a) == folded(b);
}

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace dllrepro::run
