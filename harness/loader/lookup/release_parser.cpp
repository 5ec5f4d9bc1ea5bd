// SPDX-License-Identifier: MIT
#include "harness/loader/lookup/release_parser.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/loader/lookup/fields.hpp"
#include "harness/loader/operation.hpp"
#include "harness/util/error.hpp"

namespace dllrepro::loader::lookup {

namespace {

const std::vector<std::string> k_name_orders{"as_listed", "from_the_end"};

Raises raises(const JsonCursor& cursor, const std::vector<std::string>& known) {
  Raises result;
  if (!cursor.expect_object({"type", "message"})) {
    return result;
  }
  result.type = cursor.require_text("type");
  if (const auto text = cursor.require("message")) {
    result.message = message(*text, known);
  }
  return result;
}

template <typename Target>
Reader<Target> raises_to(Raises Target::*member, std::vector<std::string> known) {
  return [member, known = std::move(known)](const JsonCursor& cursor, Target& target) {
    target.*member = raises(cursor, known);
  };
}

void read_checks(const JsonCursor& list, Rules& rules) {
  rules.checks.clear();
  for (const JsonCursor& element : list.elements()) {
    Check check;
    element.expect_object({"that", "type", "message"});
    if (const auto that = element.require("that")) {
      check.that = word_of<Check::That>(*that, {"64_bit", "architecture", "known", "available"}).value_or(check.that);
    }
    check.otherwise.type = element.require_text("type");
    if (const auto text = element.require("message")) {
      check.otherwise.message = message(*text, {"name", "quoted_name", "python", "known", "available"});
    }
    rules.checks.push_back(std::move(check));
  }
}

Reader<Rules> steps_to(std::vector<Step> Rules::*member) {
  return [member](const JsonCursor& list, Rules& rules) {
    (rules.*member).clear();
    for (const JsonCursor& element : list.elements()) {
      if (const auto step = word_of<Step>(element, step_words())) {
        (rules.*member).push_back(*step);
      }
    }
  };
}

void read_names(const JsonCursor& object, Rules& rules) {
  apply(object,
        Fields<Rules>{{"resident", word_to(&Rules::resident_names, k_name_orders)},
                      {"native", word_to(&Rules::native_names, k_name_orders)},
                      {"files",
                       [](const JsonCursor& cursor, Rules& target) {
                         target.files.names = word_of<NameOrder>(cursor, k_name_orders).value_or(target.files.names);
                       }}},
        rules);
}

template <typename Target>
Fields<Target> folder_fields(Fields<Target> fields) {
  fields.emplace_back("spelling", [](const JsonCursor& cursor, Target& target) {
    target.spelling =
        word_of<Spelling>(cursor, {"backslashes", "as_listed", "normalized", "resolved"}).value_or(target.spelling);
  });
  fields.emplace_back("wildcards", [](const JsonCursor& cursor, Target& target) {
    target.wildcards = word_of<WildcardOrder>(cursor, {"by_name", "from_the_end"}).value_or(target.wildcards);
  });
  fields.emplace_back("remembered", [](const JsonCursor& cursor, Target& target) {
    target.remembered = cursor.boolean().value_or(target.remembered);
  });
  fields.emplace_back("machine_checked", [](const JsonCursor& cursor, Target& target) {
    target.machine_checked = cursor.boolean().value_or(target.machine_checked);
  });
  return fields;
}

/// A member that is an object with a table of its own.
template <typename Part>
Reader<Rules> part_to(Part Rules::*member, Fields<Part> fields) {
  return [member, fields = std::move(fields)](const JsonCursor& cursor, Rules& rules) {
    if (cursor.json().is_null()) {
      rules.*member = Part{};
    } else {
      apply(cursor, fields, rules.*member);
    }
  };
}

void read_labels(const JsonCursor& object, Rules& rules) {
  if (object.json().is_null()) {
    rules.labels.clear();
    return;
  }
  object.expect_object(step_words());
  for (const auto& [step, label] : object.members()) {
    rules.labels[step] = label.text().value_or("");
  }
}

void read_canary_raises(const JsonCursor& object, CanaryRules& canary) {
  const std::vector<std::string> cases{"exited", "timed_out", "no_answer", "no_json", "unexpected", "still_starting"};
  object.expect_object(cases);
  for (const auto& [key, value] : object.members()) {
    canary.raises[key] =
        raises(value, {"code", "seconds", "errors", "anchor", "quoted_anchor", "quoted_line", "payload"});
  }
}

Fields<CanaryRules> canary_fields() {
  return {{"child", word_to(&CanaryRules::child, {"subprocess", "spawn"})},
          {"payload", word_to(&CanaryRules::payload, {"path", "status"})},
          {"program_is_guarded", boolean_to(&CanaryRules::program_is_guarded)},
          {"seconds", [](const JsonCursor& cursor,
                         CanaryRules& canary) { canary.seconds = cursor.number().value_or(canary.seconds); }},
          {"waits_ms",
           [](const JsonCursor& cursor, CanaryRules& canary) {
             canary.waits_ms = cursor.json().is_null() ? std::nullopt : cursor.unsigned_number(UINT32_MAX);
           }},
          {"program", text_to(&CanaryRules::program)},
          {"working_folder", text_to(&CanaryRules::working_folder)},
          {"start",
           [](const JsonCursor& cursor, CanaryRules& canary) { canary.start = to_json(parse_operations(cursor)); }},
          {"roots", texts_to(&CanaryRules::roots)},
          {"raises", read_canary_raises}};
}

void read_messages(const JsonCursor& object, Rules& rules) {
  static const Fields<Rules> fields{
      {"searched", message_to(&Rules::searched, {"name"})},
      {"no_file", message_to(&Rules::no_file, {"searched"})},
      {"no_machine_file", message_to(&Rules::no_machine_file, {"searched", "machine"})},
      {"not_found", raises_to(&Rules::not_found, {"name", "searched", "reasons", "listings"})},
      {"driver_not_found", raises_to(&Rules::driver_not_found, {"name"})},
      {"failed_load", raises_to(&Rules::failed_load, {"path", "error"})}};
  apply(object, fields, rules);
}

void read_absent(const JsonCursor& cursor, Rules& rules) {
  rules.absent.reset();
  if (!cursor.json().is_null()) {
    rules.absent = raises(cursor, {});
  }
}

const Fields<Rules>& rules_fields() {
  static const Fields<Rules> fields{
      {"absent", read_absent},
      {"python", text_to(&Rules::python)},
      {"checks", read_checks},
      {"steps", steps_to(&Rules::steps)},
      {"driver_steps", steps_to(&Rules::driver_steps)},
      {"names", read_names},
      {"files", part_to(&Rules::files, Fields<FileRules>{{"pattern", message_to(&FileRules::pattern, {"name"})},
                                                         {"ignored", texts_to(&FileRules::ignored)}})},
      {"wheels",
       part_to(&Rules::wheels, folder_fields(Fields<WheelRules>{
                                   {"roots", texts_to(&WheelRules::roots)},
                                   {"folders", texts_to(&WheelRules::folders)},
                                   {"reported", word_to(&WheelRules::reported, {"each_folder", "last_folder"})}}))},
      {"roots",
       part_to(&Rules::roots, folder_fields(Fields<RootRules>{
                                  {"folders", [](const JsonCursor& cursor,
                                                 RootRules& roots) { apply_by_machine(cursor, roots.folders); }},
                                  {"every_folder", boolean_to(&RootRules::every_folder)}}))},
      {"conda", part_to(&Rules::conda, Fields<CondaRules>{{"variable", text_to(&CondaRules::variable)},
                                                          {"folder", text_to(&CondaRules::folder)}})},
      {"toolkit", part_to(&Rules::toolkit,
                          Fields<ToolkitRules>{{"variables", texts_to(&ToolkitRules::variables)},
                                               {"empty_counts", boolean_to(&ToolkitRules::empty_counts)},
                                               {"read_once", boolean_to(&ToolkitRules::read_once)},
                                               {"differ", raises_to(&ToolkitRules::differ, {"variables", "first"})}})},
      {"program_files", texts_to(&Rules::program_files)},
      {"registers",
       part_to(&Rules::registers,
               Fields<RegisterRules>{
                   {"resident", word_to(&RegisterRules::resident, {"never", "when_found", "always"})},
                   {"failure", raises_to(&RegisterRules::failure, {"folder", "quoted_folder", "problem"})}})},
      {"labels", read_labels},
      {"canary", part_to(&Rules::canary, canary_fields())},
      {"messages", read_messages}};
  return fields;
}

}  // namespace

const std::vector<std::string>& step_words() {
  static const std::vector<std::string> words{"wheels", "conda",         "resident", "dependencies",  "answer",
                                              "native", "install_roots", "toolkit",  "program_files", "canary"};
  return words;
}

void apply_rules(const JsonCursor& object, Rules& rules) {
  apply(object, rules_fields(), rules);
}

void apply_switches(const Json& switches, Rules& rules) {
  const JsonDocument document = JsonDocument::parse("{}", "switches").derive(switches, {});
  Diagnostics faults;
  apply_rules(JsonCursor(document, faults), rules);
  if (!faults.empty()) {
    throw BadInput(std::move(faults));
  }
}

}  // namespace dllrepro::loader::lookup
