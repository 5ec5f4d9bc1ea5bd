// SPDX-License-Identifier: MIT
#include "harness/trace/loader_snaps.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

namespace dllrepro::trace {

namespace {

std::optional<std::uint32_t> number_of(std::string_view text, int base) {
  std::uint32_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return failure == std::errc() ? std::optional(value) : std::nullopt;
}

/// What stands behind the mark up to the end mark, or to the text's end; "" without the mark.
std::string_view behind(std::string_view text, std::string_view mark, std::string_view end = {}) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) {
    return {};
  }
  text.remove_prefix(at + mark.size());
  return end.empty() ? text : text.substr(0, text.find(end));
}

std::uint32_t status_of(std::string_view text) {
  return number_of(behind(text, "Status: 0x"), 16).value_or(0);
}

std::string_view dll_name(std::string_view text) {
  return behind(text, "DLL name: ", " DLL path:");
}

/// Windows writes some of them with slashes, as PATH has them.
std::string with_backslashes(std::string_view path) {
  std::string text(path);
  std::replace(text.begin(), text.end(), '/', '\\');
  return text;
}

bool read_snap(std::string_view function, std::string_view text, Step& step) {
  const bool enters = text.starts_with("ENTER: ");
  const bool returns = text.starts_with("RETURN: ");
  if (function == "LdrLoadDll" && enters) {
    step.kind = Step::Kind::Look;
    step.name = plain_path(dll_name(text));
  } else if (function == "LdrLoadDll" && returns) {
    step.kind = Step::Kind::Ended;
    step.status = status_of(text);
  } else if (function == "LdrpComputeLazyDllPath") {
    step.kind = Step::Kind::Folders;
    step.folders = split_folders(with_backslashes(behind(text, "DLL search path computed: ")));
  } else if (function == "LdrpResolveDllName" && enters) {
    step.kind = Step::Kind::Tried;
    step.module = with_backslashes(plain_path(dll_name(text)));
  } else if (text.starts_with("ERROR: Unable to load DLL: ")) {
    step.kind = Step::Kind::Missing;
    step.name = behind(text, "Unable to load DLL: \"", "\"");
    step.module = plain_path(behind(text, "Parent Module: \"", "\""));
    step.status = status_of(text);
  } else {
    return false;
  }
  return true;
}

}  // namespace

std::optional<Step> step_of_loader_snap(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == '\0')) {
    text.remove_suffix(1);
  }
  constexpr std::string_view k_at = " @ ";
  constexpr std::string_view k_dash = " - ";
  const std::size_t colon = text.find(':');
  const std::size_t at = text.find(k_at);
  if (colon == std::string_view::npos || at == std::string_view::npos || colon > at) {
    return std::nullopt;
  }
  const auto process = number_of(text.substr(0, colon), 16);
  const auto thread = number_of(text.substr(colon + 1, at - colon - 1), 16);
  text.remove_prefix(at + k_at.size());
  const std::size_t first = text.find(k_dash);
  const std::size_t second = first == std::string_view::npos ? first : text.find(k_dash, first + k_dash.size());
  if (!process || !thread || second == std::string_view::npos) {
    return std::nullopt;
  }
  Step step;
  step.process = *process;
  step.thread = *thread;
  const std::string_view function = text.substr(first + k_dash.size(), second - first - k_dash.size());
  if (!read_snap(function, text.substr(second + k_dash.size()), step)) {
    return std::nullopt;
  }
  return step;
}

}  // namespace dllrepro::trace
