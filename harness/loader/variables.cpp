// SPDX-License-Identifier: MIT
#include "harness/loader/variables.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "harness/loader/text_template.hpp"

namespace dllrepro::loader {

namespace {

/// directory, name and stem of a path.
std::optional<std::string> part_of_path(const std::string& path, std::string_view part) {
  const std::size_t slash = path.find_last_of("\\/");
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  if (part == "name") {
    return name;
  }
  if (part == "directory") {
    return slash == std::string::npos ? std::string{} : path.substr(0, slash);
  }
  if (part == "stem") {
    return name.substr(0, name.rfind('.'));
  }
  return std::nullopt;
}

Json member_of(const Json& value, std::string_view member, std::string_view reference) {
  if (value.is_object() && value.contains(member)) {
    return value[std::string(member)];
  }
  if (value.is_string()) {
    if (auto part = part_of_path(value.get_ref<const std::string&>(), member)) {
      return *part;
    }
  }
  throw UnknownName(fmt::format("{{{}}} has no value: nothing is known as \"{}\" there", reference, member));
}

std::string as_text(const Json& value, std::string_view reference) {
  if (value.is_string()) {
    return value.get<std::string>();
  }
  if (value.is_number() || value.is_boolean()) {
    return value.dump();
  }
  throw UnknownName(fmt::format("{{{}}} is {} and can't be part of a text", reference, value.type_name()));
}

Json with_braces_escaped(Json value) {
  if (value.is_structured()) {
    for (Json& element : value) {
      element = with_braces_escaped(element);
    }
  } else if (value.is_string()) {
    std::string escaped;
    for (const char byte : value.get_ref<const std::string&>()) {
      escaped.append(byte == '{' || byte == '}' ? 2 : 1, byte);
    }
    value = escaped;
  }
  return value;
}

}  // namespace

void Variables::set(const std::string& name, Json value) {
  m_variables[name] = {std::move(value), Json::object()};
}

void Variables::remember(const std::string& name, Variable variable) {
  variable.remembered = true;
  m_variables[name] = std::move(variable);
}

const Variables::Variable* Variables::find(std::string_view name) const {
  const auto found = m_variables.find(name);
  return found == m_variables.end() ? nullptr : &found->second;
}

Variables::Variable* Variables::find(std::string_view name) {
  const auto found = m_variables.find(name);
  return found == m_variables.end() ? nullptr : &found->second;
}

Json Variables::lookup(std::string_view reference) const {
  const std::string_view base = base_of_reference(reference);
  const Variable* variable = find(base);
  if (variable == nullptr) {
    throw UnknownName(fmt::format("nothing is known as {{{}}}", base));
  }
  Json value = variable->value;
  std::string_view rest = reference.substr(base.size());
  bool first = true;
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view member = base_of_reference(rest);
    value = first && variable->members.contains(member) ? variable->members[std::string(member)]
                                                        : member_of(value, member, reference);
    rest.remove_prefix(member.size());
    first = false;
  }
  return value;
}

Json Variables::expand(const Json& value) const {
  if (value.is_array()) {
    Json all = Json::array();
    for (const Json& element : value) {
      all.push_back(expand(element));
    }
    return all;
  }
  if (value.is_object()) {
    Json all = Json::object();
    for (const auto& item : value.items()) {
      all[item.key()] = expand(item.value());
    }
    return all;
  }
  if (!value.is_string()) {
    return value;
  }
  const TextTemplate parsed = parse_template(value.get_ref<const std::string&>());
  if (!parsed.fault.empty()) {
    throw UnknownName(parsed.fault);
  }
  if (parsed.is_one_reference()) {
    return lookup(parsed.parts.front().text);
  }
  std::string text;
  for (const TextTemplate::Part& part : parsed.parts) {
    text += part.reference ? as_text(lookup(part.text), part.text) : part.text;
  }
  return text;
}

std::string Variables::text(const Json& value) const {
  if (!value.is_string()) {
    return as_text(expand(value), value.type_name());
  }
  // What does not become a text is one reference in braces.
  const std::string_view written = value.get_ref<const std::string&>();
  return as_text(expand(value), written.size() < 2 ? written : written.substr(1, written.size() - 2));
}

void Variables::set_parameters(const std::map<std::string, Json>& parameters) {
  std::set<std::string> open;
  std::set<std::string> done;
  std::function<void(const std::string&)> settle;
  const std::function<void(const Json&)> settle_what_it_names = [&](const Json& value) {
    if (value.is_string()) {
      for (const TextTemplate::Part& part : parse_template(value.get_ref<const std::string&>()).parts) {
        const std::string base(base_of_reference(part.text));
        if (part.reference && parameters.contains(base)) {
          settle(base);
        }
      }
    } else if (value.is_structured()) {
      std::for_each(value.begin(), value.end(), settle_what_it_names);
    }
  };
  settle = [&](const std::string& name) {
    if (done.contains(name)) {
      return;
    }
    if (!open.insert(name).second) {
      throw UnknownName(fmt::format("the parameter \"{}\" names itself", name));
    }
    settle_what_it_names(parameters.at(name));
    set(name, expand(parameters.at(name)));
    done.insert(name);
  };
  for (const auto& [name, value] : parameters) {
    settle(name);
  }
}

Json Variables::results() const {
  Json all = Json::object();
  for (const auto& [name, variable] : m_variables) {
    if (!variable.remembered) {
      continue;
    }
    all[name] = variable.value;
    for (const auto& member : variable.members.items()) {
      all[name + "." + member.key()] = member.value();
    }
  }
  return all;
}

Json Variables::values() const {
  Json all = Json::object();
  for (const auto& [name, variable] : m_variables) {
    all[name] = with_braces_escaped(variable.value);
  }
  return all;
}

std::string with_backslashes(std::string path) {
  std::replace(path.begin(), path.end(), '/', '\\');
  return path;
}

}  // namespace dllrepro::loader
