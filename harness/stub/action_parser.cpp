// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/pe/load_flags.hpp"
#include "harness/stub/action.hpp"
#include "harness/stub/value.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::stub {

namespace {

using Step = decltype(Action::step);

std::uint32_t word32(const JsonCursor& cursor) {
  return static_cast<std::uint32_t>(cursor.unsigned_number(UINT32_MAX).value_or(0));
}

Actions list_at(const JsonCursor& action, std::string_view key) {
  const auto list = action.find(key);
  return list ? parse_actions(*list) : Actions{};
}

std::string name_at(const JsonCursor& action, std::string_view key) {
  const auto name = action.find(key);
  return name ? parse_name(*name) : std::string{};
}

Arguments arguments_of(const JsonCursor& action) {
  constexpr std::size_t k_most = 4;  // STUB_MOST_ARGUMENTS: those that travel in registers
  const auto list = action.find("arguments");
  if (!list) {
    return std::nullopt;
  }
  std::vector<Value> values;
  for (const JsonCursor& element : list->elements()) {
    values.push_back(parse_value(element));
  }
  if (values.size() > k_most) {
    list->report(fmt::format("at most {} arguments can be given, found {}", k_most, values.size()));
    values.resize(k_most);
  }
  return values;
}

Step parse_load(const JsonCursor& action, const JsonCursor& main) {
  Load load;
  load.text = parse_text(main);
  if (const auto flags = action.find("flags")) {
    load.flags = pe::parse_load_flags(*flags).value_or(0);
    load.call = "LoadLibraryExW";
  }
  if (const auto call = action.find("call")) {
    load.call = call->one_of({"LoadLibraryA", "LoadLibraryW", "LoadLibraryExA", "LoadLibraryExW"}).value_or(load.call);
    if (action.find("flags") && load.call.find("Ex") == std::string::npos) {
      call->report(fmt::format("{} takes no flags; did you mean \"LoadLibraryEx{}\"?", load.call, load.call.back()));
    }
  }
  load.as = name_at(action, "as");
  load.arguments = arguments_of(action);
  load.on_failure = list_at(action, "on_failure");
  if (const auto then_call = action.find("then_call")) {
    load.then_call = parse_symbol(*then_call);
  } else if (load.arguments) {
    action.find("arguments")->report("\"arguments\" without \"then_call\"");
  }
  return load;
}

Step parse_get_handle(const JsonCursor& action, const JsonCursor& main) {
  Step step = parse_load(action, main);
  std::get<Load>(step).call.clear();
  return step;
}

Step parse_call(const JsonCursor& action, const JsonCursor& main) {
  Call call;
  call.symbol = parse_symbol(main);
  if (const auto in = action.require("in")) {
    call.in = parse_name(*in);
  }
  call.arguments = arguments_of(action);
  call.on_failure = list_at(action, "on_failure");
  return call;
}

Step parse_call_import(const JsonCursor& action, const JsonCursor& main) {
  CallImport call;
  call.symbol = parse_symbol(main);
  if (const auto of = action.require("of")) {
    call.of = parse_name(*of);
  }
  call.arguments = arguments_of(action);
  return call;
}

Step parse_wait(const JsonCursor& action, const JsonCursor& main) {
  Wait wait;
  wait.name = parse_name(main);
  if (const auto timeout = action.find("timeout_ms")) {
    wait.timeout_ms = word32(*timeout);
  }
  wait.on_failure = list_at(action, "on_failure");
  return wait;
}

Step parse_count(const JsonCursor& main) {
  Count count;
  if (main.expect_object({"add", "in", "export"})) {
    if (const auto add = main.require("add")) {
      count.add = parse_value(*add);
    }
    count.in = name_at(main, "in");
    if (const auto name = main.find("export")) {
      count.export_name = parse_name(*name);
      if (count.in.empty()) {
        name->report(R"("export" without "in")");
      }
    }
  }
  return count;
}

Step parse_path(bool front, const JsonCursor& main) {
  PathAdd add;
  add.front = front;
  for (const JsonCursor& element : main.one_or_many()) {
    add.paths.push_back(parse_text(element));
  }
  return add;
}

Step parse_environment(const JsonCursor& main) {
  SetEnvironment set;
  for (const auto& [name, value] : main.members()) {
    if (name.empty() || name.find('=') != std::string::npos) {
      value.report(fmt::format("\"{}\" can't be the name of a variable", name));
    }
    set.variables[name] = value.json().is_null() ? std::nullopt : std::optional(parse_text(value));
  }
  return set;
}

Step parse_if(const JsonCursor& action, const JsonCursor& main) {
  If choice;
  choice.condition = parse_condition(main);
  choice.then = list_at(action, "then");
  choice.otherwise = list_at(action, "else");
  if (!action.find("then") && !action.find("else")) {
    action.report(R"("if" without "then" or "else")");
  }
  return choice;
}

/// {"return_false": true} and its like: the value says nothing, and must be true.
Step fixed_return(const JsonCursor& main, Value value) {
  if (const auto answer = main.boolean(); answer && !*answer) {
    main.report("expected true; leave the action out for the contrary");
  }
  return Return{std::move(value)};
}

struct Verb {
  ActionRule rule;
  std::function<Step(const JsonCursor& action, const JsonCursor& main)> parse;
};

/// In this order a verb is looked for in an action: `call` is a modifier of `load`, so `load` comes first.
const std::vector<Verb>& verbs() {
  using Cursor = const JsonCursor&;
  const auto named = [](auto make) { return [make](Cursor, Cursor main) { return Step(make(parse_name(main))); }; };
  const auto number = [](auto make) { return [make](Cursor, Cursor main) { return Step(make(word32(main))); }; };
  const std::vector<std::string> loading = {"call", "flags", "as", "then_call", "arguments", "on_failure"};
  static const std::vector<Verb> all = {
      {{"load", loading}, parse_load},
      {{"get_handle", {"as", "then_call", "arguments", "on_failure"}}, parse_get_handle},
      {{"return", {}}, [](Cursor, Cursor main) { return Return{parse_value(main)}; }},
      {{"return_false", {}}, [](Cursor, Cursor main) { return fixed_return(main, Value{}); }},
      {{"return_version", {}},
       [](Cursor, Cursor main) { return fixed_return(main, Value{Value::Kind::Version, 0, {}}); }},
      {{"exit", {}}, number([](std::uint32_t code) { return Exit{code}; })},
      {{"terminate", {}}, number([](std::uint32_t code) { return Terminate{code}; })},
      {{"crash", {}}, [](Cursor, Cursor main) { return Crash{main.one_of(crash_words()).value_or("read")}; }},
      {{"fast_fail", {}}, number([](std::uint32_t code) { return FastFail{code}; })},
      {{"raise", {"flags"}},
       [](Cursor action, Cursor main) {
         const auto flags = static_cast<std::uint32_t>(action.unsigned_or("flags", 1, UINT32_MAX));
         return Raise{word32(main), flags};
       }},
      {{"hang", {}}, [](Cursor, Cursor main) { return Hang{main.one_of(hang_words()).value_or("event")}; }},
      {{"set_last_error", {}}, [](Cursor, Cursor main) { return SetLastError{parse_value(main)}; }},
      {{"sleep_ms", {}}, number([](std::uint32_t milliseconds) { return Sleep{milliseconds}; })},
      {{"call", {"in", "arguments", "on_failure"}}, parse_call},
      {{"call_import", {"of", "arguments"}}, parse_call_import},
      {{"free", {}}, named([](std::string name) { return Free{std::move(name)}; })},
      {{"print", {"to"}},
       [](Cursor action, Cursor main) {
         Print print;
         print.text = parse_text(main);
         if (const auto to = action.find("to")) {
           print.to = to->one_of({"stdout", "stderr"}).value_or(print.to);
         }
         return print;
       }},
      {{"start_thread", {"as"}},
       [](Cursor action, Cursor main) { return StartThread{parse_actions(main), name_at(action, "as")}; }},
      {{"signal", {}}, named([](std::string name) { return Signal{std::move(name)}; })},
      {{"lock", {}}, named([](std::string name) { return Lock{std::move(name)}; })},
      {{"unlock", {}}, named([](std::string name) { return Unlock{std::move(name)}; })},
      {{"wait", {"timeout_ms", "on_failure"}}, parse_wait},
      {{"terminate_thread", {}}, named([](std::string name) { return TerminateThread{std::move(name)}; })},
      {{"count", {}}, [](Cursor, Cursor main) { return parse_count(main); }},
      {{"set_dll_directory", {}},
       [](Cursor, Cursor main) {
         return SetDllDirectory{main.json().is_null() ? std::nullopt : std::optional(parse_text(main))};
       }},
      {{"add_dll_directory", {}}, [](Cursor, Cursor main) { return AddDllDirectory{parse_text(main)}; }},
      {{"set_default_dll_directories", {}},
       [](Cursor, Cursor main) { return SetDefaultDllDirectories{pe::parse_load_flags(main).value_or(0)}; }},
      {{"path_front", {}}, [](Cursor, Cursor main) { return parse_path(true, main); }},
      {{"path_back", {}}, [](Cursor, Cursor main) { return parse_path(false, main); }},
      {{"set_environment", {}}, [](Cursor, Cursor main) { return parse_environment(main); }},
      {{"if", {"then", "else"}}, parse_if},
  };
  return all;
}

const std::vector<std::string>& verb_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> all;
    for (const ActionRule& rule : action_rules()) {
      all.push_back(rule.verb);
    }
    return all;
  }();
  return words;
}

void report_no_verb(const JsonCursor& cursor) {
  const auto members = cursor.members();
  if (members.empty()) {
    cursor.report(fmt::format("expected an action, found {{}}; known: {}", fmt::join(verb_words(), ", ")));
    return;
  }
  const auto& [key, member] = members.front();
  const std::string hint = did_you_mean(key, verb_words());
  member.report(fmt::format("unknown action \"{}\"{}", key,
                            hint.empty() ? fmt::format("; known: {}", fmt::join(verb_words(), ", ")) : hint));
}

void report_second_verbs(const JsonCursor& cursor, const ActionRule& rule) {
  std::vector<std::string> known = rule.modifiers;
  known.insert(known.begin(), rule.verb);
  std::vector<std::string> accepted = known;
  for (const auto& [key, member] : cursor.members()) {
    const auto is_in = [&](const std::vector<std::string>& words) {
      return std::find(words.begin(), words.end(), key) != words.end();
    };
    if (!is_in(known) && is_in(verb_words())) {
      member.report(
          fmt::format("\"{}\" is an action of its own beside \"{}\"; give it an object of its own", key, rule.verb));
      accepted.push_back(key);
    }
  }
  cursor.expect_object(accepted);
}

}  // namespace

const std::vector<std::string>& crash_words() {
  static const std::vector<std::string> words = {"read",           "write", "execute", "illegal_instruction",
                                                 "stack_overflow", "divide"};
  return words;
}

const std::vector<std::string>& hang_words() {
  static const std::vector<std::string> words = {"event", "critical_section"};
  return words;
}

const std::vector<ActionRule>& action_rules() {
  static const std::vector<ActionRule> rules = [] {
    std::vector<ActionRule> all;
    for (const Verb& verb : verbs()) {
      all.push_back(verb.rule);
    }
    return all;
  }();
  return rules;
}

Actions parse_actions(const JsonCursor& cursor) {
  Actions actions;
  for (const JsonCursor& element : cursor.one_or_many()) {
    if (!element.json().is_object()) {
      element.expect_object({});
      continue;
    }
    const auto verb = std::find_if(verbs().begin(), verbs().end(),
                                   [&](const Verb& known) { return element.find(known.rule.verb).has_value(); });
    if (verb == verbs().end()) {
      report_no_verb(element);
      continue;
    }
    report_second_verbs(element, verb->rule);
    actions.push_back({verb->parse(element, *element.find(verb->rule.verb))});
  }
  return actions;
}

}  // namespace dllrepro::stub
