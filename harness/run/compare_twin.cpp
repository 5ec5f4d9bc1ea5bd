// SPDX-License-Identifier: MIT
#include "harness/run/compare_twin.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/run/code_names.hpp"
#include "harness/run/event_fields.hpp"
#include "harness/run/notation.hpp"
#include "harness/util/ascii.hpp"

namespace dllrepro::run {
namespace {

class TwinComparison {
 public:
  TwinComparison(const TwinSide& data, const TwinSide& real, const std::map<std::string, std::string>& not_compared)
      : m_data(data), m_real(real), m_not_compared(not_compared) {}

  std::vector<Mismatch> run() {
    outcomes();
    returned();
    environments();
    resident();
    load_order();
    output();
    return std::move(m_mismatches);
  }

 private:
  void differ(const std::string& what, std::string real, std::string data, std::size_t event = k_no_event) {
    if (!m_not_compared.contains(what) && !m_not_compared.contains(what.substr(0, what.find(' ')))) {
      m_mismatches.push_back({std::string(k_twin) + what, std::move(real), std::move(data), event});
    }
  }

  /// What an outcome says beyond error, module and message.
  static std::string text_of(const Outcome& outcome) {
    Outcome bare;
    bare.kind = outcome.kind;
    bare.status = outcome.status;
    bare.exit_code = outcome.exit_code;
    bare.clock = outcome.clock;
    return describe(bare);
  }

  void outcomes() {
    const Outcome& data = m_data.observation.outcome;
    const Outcome& real = m_real.observation.outcome;
    const auto text_or_none = [](const std::string& text) { return text.empty() ? "none" : text; };
    const auto error_or_none = [](const Outcome& outcome) {
      return outcome.error == 0 ? "none" : describe_error(outcome.error);
    };
    if (text_of(data) != text_of(real)) {
      // The whole of both: one that fails where the other does not has an error to tell of.
      differ("outcome", describe(real), describe(data), data.event);
      return;
    }
    if (data.error != real.error) {
      differ("error", error_or_none(real), error_or_none(data), data.event);
    }
    if (!same_path(data.module, real.module)) {
      differ("module", text_or_none(real.module), text_or_none(data.module), data.event);
    }
    const bool raised = data.kind == OutcomeKind::LoadError || data.kind == OutcomeKind::CallError;
    if (raised && m_data.message != m_real.message) {
      differ("message", text_or_none(m_real.message), text_or_none(m_data.message), data.event);
    }
  }

  static const Json* member_of_state(const TwinSide& side, const char* key, std::size_t* event = nullptr) {
    const process::Event* state = last_state(side.observation.events, event);
    const auto member = state == nullptr ? Json::const_iterator{} : state->find(key);
    return state == nullptr || member == state->end() ? nullptr : &*member;
  }

  static bool same_value(const Json& a, const Json& b) {
    return a == b ||
           (a.is_string() && b.is_string() && a.get_ref<const std::string&>().find('/') != std::string::npos &&
            same_path(a.get_ref<const std::string&>(), b.get_ref<const std::string&>()));
  }

  void returned() {
    std::size_t event = k_no_event;
    member_of_state(m_data, "results", &event);
    for (const auto& item : m_data.results.items()) {
      const auto other = m_real.results.find(item.key());
      if (other != m_real.results.end() && !same_value(item.value(), *other)) {
        differ("returned " + item.key(), dump_safely(*other), dump_safely(item.value()), event);
      }
    }
  }

  static const Json* variable(const Json& environment, const std::string& name) {
    for (const auto& item : environment.items()) {
      if (ascii_equal_ignoring_case(item.key(), name)) {
        return &item.value();
      }
    }
    return nullptr;
  }

  static std::string shown(const Json* value) {
    return value == nullptr ? "not set" : value->is_string() ? value->get<std::string>() : dump_safely(*value);
  }

  void environments() {
    std::size_t event = k_no_event;
    member_of_state(m_data, "environment", &event);
    if (m_data.environment.empty() || m_real.environment.empty()) {
      return;
    }
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
      if (std::none_of(names.begin(), names.end(),
                       [&](const std::string& known) { return ascii_equal_ignoring_case(known, name); })) {
        names.push_back(name);
      }
    };
    for (const Json* all : {&m_data.environment_at_start, &m_data.environment, &m_real.environment}) {
      for (const auto& item : all->items()) {
        add(item.key());
      }
    }
    for (const std::string& name : names) {
      const std::string at_start = shown(variable(m_data.environment_at_start, name));
      const std::string data_value = shown(variable(m_data.environment, name));
      const std::string real_value = shown(variable(m_real.environment, name));
      const bool started_alike = at_start == shown(variable(m_real.environment_at_start, name));
      if (started_alike && data_value != real_value) {
        differ("environment " + name, real_value, data_value, event);
      }
    }
  }

  static bool is_of_python(std::string_view module) {
    const std::string path = ascii_lower(module);
    constexpr std::string_view k_prefix = "{prefix}/";
    if (!path.starts_with(k_prefix)) {
      return false;
    }
    const std::string_view rest = std::string_view(path).substr(k_prefix.size());
    const bool in_prefix = rest.find('/') == std::string_view::npos;
    return rest.starts_with("dlls/") ||
           (in_prefix && (rest.starts_with("python3") || rest.starts_with("vcruntime140")));
  }

  static bool is_compared(std::string_view module) {
    return origin_of(module) == Origin::Tree && !is_of_python(module) && !ascii_lower(module).ends_with(".exe");
  }

  static bool holds(const std::vector<std::string>& modules, const std::string& module) {
    return std::any_of(modules.begin(), modules.end(),
                       [&](const std::string& known) { return same_path(known, module); });
  }

  static std::string names_or_none(const std::vector<std::string>& names) {
    return names.empty() ? "none that the other has not" : fmt::format("{}", fmt::join(names, ", "));
  }

  void resident() {
    const auto modules_of = [](const TwinSide& side) {
      std::vector<std::string> modules = resident_modules(side.observation.events);
      std::erase_if(modules, [](const std::string& module) { return !is_compared(module); });
      return modules;
    };
    std::vector<std::string> data = modules_of(m_data);
    std::vector<std::string> real = modules_of(m_real);
    const std::vector<std::string> all_of_data = data;
    std::erase_if(data, [&](const std::string& module) { return holds(real, module); });
    std::erase_if(real, [&](const std::string& module) { return holds(all_of_data, module); });
    if (!data.empty() || !real.empty()) {
      std::size_t event = k_no_event;
      member_of_state(m_data, "modules", &event);
      differ("resident", names_or_none(real), names_or_none(data), event);
    }
  }

  struct Loads {
    std::vector<std::string> modules;
    std::vector<std::size_t> events;
  };

  static Loads loads_of(const TwinSide& side) {
    Loads loads;
    for (std::size_t index = 0; index < side.observation.events.size(); ++index) {
      const process::Event& event = side.observation.events[index];
      if (kind_of(event) == "load" && is_compared(text_in(event, "module"))) {
        loads.modules.emplace_back(text_in(event, "module"));
        loads.events.push_back(index);
      }
    }
    return loads;
  }

  void load_order() {
    const Loads data = loads_of(m_data);
    const Loads real = loads_of(m_real);
    const auto at = [](const Loads& loads, std::size_t number) {
      return number < loads.modules.size() ? loads.modules[number] : std::string("no further module");
    };
    for (std::size_t number = 0; number < std::max(data.modules.size(), real.modules.size()); ++number) {
      if (!same_path(at(data, number), at(real, number))) {
        const std::string after = number == 0 ? "first" : fmt::format("after {}", at(real, number - 1));
        differ("load_order", fmt::format("{} {}", at(real, number), after),
               fmt::format("{} {}", at(data, number), after),
               number < data.events.size() ? data.events[number] : k_no_event);
        return;
      }
    }
  }

  static std::string excerpt_from(const std::string& text, std::ptrdiff_t begin) {
    constexpr std::size_t k_most_bytes_shown = 200;
    const auto from = static_cast<std::size_t>(begin);
    return from >= text.size() ? "nothing more" : dump_safely(Json(text.substr(from, k_most_bytes_shown)));
  }

  void output() {
    if (m_data.standard_output != m_real.standard_output) {
      // From where they part, a few letters before included.
      const auto parts_at = std::mismatch(m_data.standard_output.begin(), m_data.standard_output.end(),
                                          m_real.standard_output.begin(), m_real.standard_output.end());
      constexpr std::ptrdiff_t k_before = 40;
      const std::ptrdiff_t begin =
          std::max<std::ptrdiff_t>(0, parts_at.first - m_data.standard_output.begin() - k_before);
      differ("stdout", excerpt_from(m_real.standard_output, begin), excerpt_from(m_data.standard_output, begin));
    }
  }

  const TwinSide& m_data;
  const TwinSide& m_real;
  const std::map<std::string, std::string>& m_not_compared;
  std::vector<Mismatch> m_mismatches;
};

}  // namespace

std::vector<Mismatch> compare_twin(const TwinSide& data, const TwinSide& real,
                                   const std::map<std::string, std::string>& not_compared) {
  return TwinComparison(data, real, not_compared).run();
}

}  // namespace dllrepro::run
