// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/util/diagnostic.hpp"
#include "harness/util/json_document.hpp"

namespace dllrepro::scenario {

/// What a text must be like, in all that is given: `contains` (a text or several, all of them), `absent` (none of
/// them), `equals`, `matches` (ECMAScript regular expression). A bare text in the scenario means `contains`.
struct TextExpectation {
  std::vector<std::string> contains;
  std::vector<std::string> absent;
  std::optional<std::string> equals;
  std::optional<std::string> matches;
};

/// What must be seen of a cell. Members that are not given are not looked at. JSON, every key optional:
///
///   outcome       "ok" | "load error" | "call error" | "exit" | "crash" | "hang" | "did not start"
///   error         193 or "0xC1"            Win32 error that the failed load or call left
///   module        tree path                 the module that the error names (asked for, not the one missing)
///   phase         "start" | "host" | "loader" | "steps" | "finish" | "exit"
///   status        "0xC0000409"              NTSTATUS of a crash
///   exit_code     3
///   clock         "start" | "step" | "silence" | "exit" | "cell"    which clock a hang was found by
///   message       text                      what was raised
///   resident      [tree path, ...]          loaded from there at the program's end
///   not_resident  [tree path or base name, ...]   a base name: from nowhere
///   load_order    [tree path, ...]          these were loaded, in this order, others between allowed
///   stdout stderr text
///   returned      {name: value}             what the program remembered under the name: number, text, null, a list
///   environment   {NAME: text}              after the program
///   warnings      [text, ...] each is contained in a warning; [] means there were none
///   unsatisfied   [{module, from, symbol}]  imports bound to nothing (row W1's evidence)
///   survivors     [base name, ...]          processes that outlived the child; [] means none (also when not given)
///
/// `module`, `resident` and the like are tree paths as harness/tree/places.hpp tells; `{axis}` is replaced before.
struct Expectation {
  std::optional<std::string> outcome;
  std::optional<std::uint32_t> error;
  std::optional<std::string> module;
  std::optional<std::string> phase;
  std::optional<std::uint32_t> status;
  std::optional<std::uint32_t> exit_code;
  std::optional<std::string> clock;
  std::optional<TextExpectation> message;
  std::vector<std::string> resident;
  std::vector<std::string> not_resident;
  std::vector<std::string> load_order;
  std::optional<TextExpectation> standard_output;
  std::optional<TextExpectation> standard_error;
  std::map<std::string, Json> returned;
  std::map<std::string, TextExpectation> environment;
  std::optional<std::vector<std::string>> warnings;
  std::optional<Json> unsatisfied;
  std::vector<std::string> survivors;
  std::vector<std::string> evidence;
  Location location;
};

/// Windows' true answer stays in the expectation; under Wine this is required instead, and meeting the true one is an
/// unexpected pass, which fails.
struct KnownGap {
  std::string row;  ///< of the record, "W1"
  std::string why;
  Expectation observed;  ///< what Wine does
  Location location;
};

Json to_json(const TextExpectation& text);
Json to_json(const Expectation& expectation);
Json to_json(const KnownGap& gap);

/// Words of the keys "outcome" and "phase".
const std::vector<std::string>& outcome_words();
const std::vector<std::string>& phase_words();

/// The keys of an expectation in JSON, in the order above, "evidence" last.
const std::vector<std::string>& expectation_keys();

}  // namespace dllrepro::scenario
