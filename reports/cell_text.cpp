// SPDX-License-Identifier: MIT
#include "reports/cell_text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/run/code_names.hpp"
#include "harness/run/compare_twin.hpp"
#include "harness/run/event_text.hpp"
#include "harness/util/numbers.hpp"
#include "reports/twins.hpp"

namespace dllrepro::reports {
namespace {

std::string place_of(const Location& location) {
  return location.line == 0 ? location.file : fmt::format("{}:{}", location.file, location.line);
}

/// A member as it stands, without quotation marks around a text.
std::string value_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : run::dump_safely(value);
}

/// The event that tells most about a mismatch: that of the first which has one.
const process::Event* first_difference(const run::CellResult& cell, std::size_t& index) {
  index = run::k_no_event;
  for (const run::Mismatch& mismatch : cell.mismatches) {
    index = std::min(index, mismatch.event);
  }
  return index < cell.events.size() ? &cell.events[index] : nullptr;
}

std::string number_from(const Json& value) {
  const std::uint64_t number =
      value.is_number() ? value.get<std::uint64_t>() : parse_unsigned(value_of(value)).value_or(0);
  return run::describe_error(static_cast<std::uint32_t>(number));
}

/// What a child printed must not move the cursor of whoever reads of it.
std::string without_controls(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool control = (byte < 0x20U && c != '\n' && c != '\t') || byte == 0x7FU;
    if (control && c != '\r') {
      result += fmt::format("\\x{:02X}", byte);
    } else if (!control) {
      result += c;
    }
  }
  return result;
}

std::string excerpt(std::string_view text) {
  return without_controls(tail_of(text, k_most_lines_of_output, k_most_bytes_of_output));
}

std::string plural(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace

std::string text_of_expectation(const Json& expectation) {
  std::string text = expectation.value("outcome", "any outcome");
  std::string more;
  for (const auto& [key, value] : expectation.items()) {
    if (key == "error") {
      text += fmt::format(" {}", number_from(value));
    } else if (key == "status") {
      text += fmt::format(
          " {}", run::describe_status(static_cast<std::uint32_t>(parse_unsigned(value_of(value)).value_or(0))));
    } else if (key == "exit_code") {
      text += fmt::format(" with code {}", value_of(value));
    } else if (key == "clock") {
      text += fmt::format(" ({} clock)", value_of(value));
    } else if (key == "module") {
      text += fmt::format(" of {}", value_of(value));
    } else if (key == "phase") {
      text += fmt::format(" in {}", value_of(value));
    } else if (key != "outcome" && key != "evidence") {
      more += (more.empty() ? "; " : ", ") + key;
    }
  }
  return text + more;
}

std::vector<Statement> explain(const run::CellResult& cell) {
  std::vector<Statement> statements;
  const auto say = [&](const char* label, std::string text) {
    if (!text.empty()) {
      statements.push_back({label, std::move(text)});
    }
  };
  say("at", place_of(cell.location));
  say("reason", cell.reason);
  if (!cell.expected.empty()) {
    say("expected", text_of_expectation(cell.expected));
  }
  say("observed", cell.events.empty() ? "" : run::describe(cell.observed));
  if (cell.twin) {
    for (const Statement& statement : explain_twin(*cell.twin)) {
      say("real code", without_controls(statement.text));
    }
  }
  for (const run::Mismatch& mismatch : cell.mismatches) {
    if (mismatch.what.starts_with(run::k_twin)) {
      say("parts",
          without_controls(fmt::format("{}: the real code {}, our data {}", mismatch.what.substr(run::k_twin.size()),
                                       mismatch.expected, mismatch.observed)));
    } else if (mismatch.what != "outcome") {
      say("differs", without_controls(fmt::format("{}: expected {}, observed {}", mismatch.what, mismatch.expected,
                                                  mismatch.observed)));
    }
  }
  std::size_t index = 0;
  if (const process::Event* event = first_difference(cell, index)) {
    say("event", without_controls(fmt::format("#{} {}", index, run::text_of_event(*event))));
  }
  say("operation", place_of(cell.step_location));
  say("message", excerpt(cell.observed.message));
  say("stdout", excerpt(cell.standard_output));
  say("stderr", excerpt(cell.standard_error));
  say("outside", fmt::format("{}", fmt::join(cell.outside_modules, "\n")));
  if (cell.attempts > 1) {
    say("attempt", fmt::format("{} of {}", cell.attempt, cell.attempts));
  }
  say("tree", cell.kept_tree);
  say("repeat", cell.repeat_command);
  return statements;
}

std::string summary(const run::RunRecord& record) {
  std::string text =
      fmt::format("{} passed, {} failed", record.count(run::Verdict::Pass), record.count(run::Verdict::Fail));
  const auto add = [&](run::Verdict verdict, std::string_view one, std::string_view many) {
    if (const std::size_t count = record.count(verdict); count > 0) {
      text += fmt::format(", {}", plural(count, one, many));
    }
  };
  add(run::Verdict::UnexpectedPass, "unexpected pass", "unexpected passes");
  add(run::Verdict::Broken, "broken", "broken");
  add(run::Verdict::KnownGap, "known gap", "known gaps");
  add(run::Verdict::Skipped, "skipped", "skipped");
  const TwinCounts twins = count_twins(record);
  if (twins.alike > 0) {
    text += fmt::format(", {} alike", plural(twins.alike, "twin", "twins"));
  }
  if (twins.unlike > 0) {
    text += fmt::format(", {} unlike", plural(twins.unlike, "twin", "twins"));
  }
  if (twins.count_not_run() > 0) {
    text += fmt::format(", {} not run", plural(twins.count_not_run(), "twin", "twins"));
  }
  if (record.facts.cells > record.cells.size()) {
    text += fmt::format(", {} not run", record.facts.cells - record.cells.size());
  }
  text += fmt::format(" in {:.1f} s", record.milliseconds / 1000);
  if (record.ending != run::RunEnding::Complete) {
    text += fmt::format("; the run was {}", record.ending == run::RunEnding::EnvironmentFailed
                                                ? "given up: the environment failed"
                                                : run::name_of(record.ending));
  }
  return record.reason.empty() ? text : fmt::format("{}: {}", text, record.reason);
}

std::vector<const run::CellResult*> in_order(const run::RunRecord& record) {
  std::vector<const run::CellResult*> cells;
  cells.reserve(record.cells.size());
  for (const run::CellResult& cell : record.cells) {
    cells.push_back(&cell);
  }
  std::stable_sort(cells.begin(), cells.end(), [](const auto* a, const auto* b) { return a->index < b->index; });
  return cells;
}

std::vector<const run::CellResult*> other_kept_trees(const run::RunRecord& record) {
  std::vector<const run::CellResult*> cells = in_order(record);
  std::erase_if(cells, [](const run::CellResult* cell) {
    return cell->kept_tree.empty() || run::needs_attention(cell->verdict);
  });
  return cells;
}

std::string tail_of(std::string_view text, std::size_t most_lines, std::size_t most_bytes) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  std::size_t begin = text.size() > most_bytes ? text.size() - most_bytes : 0;
  while (begin > 0 && begin < text.size() && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) {
    ++begin;  // not into the middle of a character
  }
  std::size_t line = text.size();
  for (std::size_t lines = 0; lines < most_lines && line != std::string_view::npos && line > begin; ++lines) {
    line = text.rfind('\n', line - 1);
  }
  if (line != std::string_view::npos && line >= begin && line < text.size()) {
    begin = line + 1;
  }
  const std::string tail(text.substr(begin));
  return begin == 0 ? tail : fmt::format("({} bytes before)\n{}", begin, tail);
}

std::string seconds(double milliseconds) {
  return fmt::format("{:.3f}", milliseconds / 1000);
}

}  // namespace dllrepro::reports
