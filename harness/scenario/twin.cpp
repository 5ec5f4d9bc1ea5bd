// SPDX-License-Identifier: MIT
#include "harness/scenario/twin.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "harness/scenario/axes.hpp"
#include "harness/scenario/expectation_merge.hpp"
#include "harness/scenario/expectation_parse.hpp"
#include "harness/util/nearest.hpp"

namespace dllrepro::scenario {

namespace {

const std::vector<std::string>& twin_keys() {
  static const std::vector<std::string> keys = [] {
    std::vector<std::string> all = patch_keys();
    std::erase(all, "twin");
    all.insert(all.end(), {"loaders", "suite", "expect", "not_compared"});
    return all;
  }();
  return keys;
}

/// "environment" as a whole, or "environment PATH" for one variable; likewise of "returned".
bool is_twin_word(const std::string& text) {
  const std::string word = text.substr(0, text.find(' '));
  const bool is_known = std::find(twin_words().begin(), twin_words().end(), word) != twin_words().end();
  return is_known && (word == text || ((word == "environment" || word == "returned") && word.size() + 1 < text.size()));
}

}  // namespace

const std::vector<std::string>& twin_words() {
  static const std::vector<std::string> words{"outcome",     "error",    "module",     "message", "returned",
                                              "environment", "resident", "load_order", "stdout"};
  return words;
}

void check_twin(const JsonCursor& twin) {
  if (twin.json().is_null() || !twin.expect_object(twin_keys())) {
    return;
  }
  if (twin.json().empty()) {
    twin.report("a twin that changes nothing would be the same program once more");
  }
  if (const auto expect = twin.find("expect"); expect && expect->expect_object(expectation_keys())) {
    (void)parse_expectation(*expect);
  }
  if (const auto suite = twin.find("suite")) {
    (void)suite->one_of({"default", "real"});
  }
  if (const auto loaders = twin.find("loaders")) {
    for (const auto& [name, other] : loaders->members()) {
      (void)other.text();
    }
  }
  const auto exceptions = twin.find("not_compared");
  for (const auto& [word, why] :
       exceptions ? exceptions->members() : std::vector<std::pair<std::string, JsonCursor>>{}) {
    if (!is_twin_word(word)) {
      why.report(fmt::format("twins are not compared in \"{}\"{}", word, did_you_mean(word, twin_words())));
    } else if (const auto text = why.text(); text && text->empty()) {
      why.report("say why");
    }
  }
}

void add_twin(Cell& cell, const Layers& layers, const Combination& combination, CellFactory& factory,
              ModuleChecks& modules) {
  const auto twin_layers = layers.with_twin();
  if (!twin_layers) {
    return;
  }
  const JsonCursor& last = twin_layers->objects().back();
  Twin twin;
  twin.location = last.location();
  const auto suite = twin_layers->last("suite");
  twin.is_real = suite && suite->json() == "real";
  twin.cell = factory.make(*twin_layers, combination);
  twin.cell.expectation = cell.expectation;
  twin.cell.known_gaps = cell.known_gaps;
  twin.cell.skips = cell.skips;
  for (const JsonCursor& object : twin_layers->each("expect")) {
    // The scenario's own `expect` is a list, and has been read.
    if (object.json().is_object()) {
      replace(twin.cell.expectation, parse_expectation(object));
      modules.check(object, twin.cell);
    }
  }
  for (const std::string& key : keys_not_fitting(twin.cell.expectation)) {
    last.report(fmt::format("of the twin the outcome \"{}\" and \"{}\" are expected, which do not go together",
                            *twin.cell.expectation.outcome, key));
  }
  for (const JsonCursor& exceptions : twin_layers->each("not_compared")) {
    for (const auto& [word, why] : exceptions.members()) {
      twin.not_compared[word] = why.text().value_or("");
    }
  }
  cell.twin = std::make_shared<const Twin>(std::move(twin));
}

}  // namespace dllrepro::scenario
