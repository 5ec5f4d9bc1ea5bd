// SPDX-License-Identifier: MIT
#include "harness/loader/python.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace dllrepro::loader {

namespace {

/// What LoadLibrary fails with; a winerror of another kind comes from files, processes and so on.
constexpr std::array<std::uint32_t, 10> k_load_errors{126, 127, 182, 193, 487, 998, 1114, 1157, 14001, 216};

bool has_base(const PythonException& exception, std::string_view name) {
  return exception.type == name ||
         std::find(exception.bases.begin(), exception.bases.end(), name) != exception.bases.end();
}

/// As CPython cuts the ends of system texts.
std::string_view without_end(std::string_view text) {
  while (!text.empty() && (text.back() == '.' || static_cast<unsigned char>(text.back()) <= ' ')) {
    text.remove_suffix(1);
  }
  return text;
}

/// What stands between two texts; nothing when they are not there.
std::optional<std::string> between(std::string_view text, std::string_view before, std::string_view after) {
  const std::size_t begin = text.find(before);
  if (begin == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view rest = text.substr(begin + before.size());
  const std::size_t end = rest.find(after);
  return end == std::string_view::npos ? std::nullopt : std::optional(std::string(rest.substr(0, end)));
}

std::uint32_t number_in(std::string_view text) {
  std::uint32_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// The error of `DLL load failed while importing x: TEXT` (Python/dynload_win.c), 0 when it is another message.
std::uint32_t error_of_import(std::string_view message, const SystemText& system_text) {
  constexpr std::string_view k_with_number = "DLL load failed with error code ";
  if (message.starts_with(k_with_number)) {
    return number_in(message.substr(k_with_number.size()));
  }
  const std::size_t colon = message.find(": ");
  if (!message.starts_with("DLL load failed while importing ") || colon == std::string_view::npos) {
    return 0;
  }
  const std::string_view text = without_end(message.substr(colon + 2));
  for (const std::uint32_t error : known_windows_errors()) {
    if (text == without_end(system_text(error)) || text == without_end(windows_error_text(error))) {
      return error;
    }
  }
  return 0;
}

std::string with_windows_text(std::string message, std::uint32_t error, const SystemText& system_text) {
  const std::string own = system_text(error);
  const std::string_view from = without_end(own);
  const std::string_view to = without_end(windows_error_text(error));
  const std::size_t at = from.empty() || to.empty() ? std::string::npos : message.find(from);
  return at == std::string::npos ? message : message.replace(at, from.size(), to);
}

}  // namespace

Raised raised_in_python(const PythonException& exception, const SystemText& system_text) {
  constexpr std::uint32_t k_file_not_found = 2;
  constexpr std::uint32_t k_module_not_found = 126;
  Raised raised;
  raised.type = exception.type;
  raised.bases = exception.bases;
  raised.traceback = exception.traceback;
  raised.error = exception.winerror;
  raised.module = exception.path;

  const auto ctypes_name = between(exception.message, "Could not find module '", "' (or one of its dependencies)");
  const auto named = between(exception.message, "Error loading \"", "\" or one of its dependencies");
  if (has_base(exception, "ModuleNotFoundError")) {
    raised.error = k_file_not_found;
    raised.module = exception.name;
    raised.is_of_load = true;
  } else if (has_base(exception, "ImportError")) {
    raised.error = error_of_import(exception.message, system_text);
    raised.is_of_load = raised.error != 0;
  } else if (ctypes_name && has_base(exception, "FileNotFoundError")) {
    raised.error = k_module_not_found;
    raised.module = *ctypes_name;
    raised.is_of_load = true;
  } else if (has_base(exception, "OSError")) {
    raised.module = named                                ? *named
                    : !exception.asked_of_ctypes.empty() ? exception.asked_of_ctypes
                                                         : exception.file_name;
    raised.is_of_load = raised.error != 0 &&
                        (named || !exception.asked_of_ctypes.empty() ||
                         std::find(k_load_errors.begin(), k_load_errors.end(), raised.error) != k_load_errors.end());
  }
  // What cuda-pathfinder says of a file that it found; its exception has nothing but the text.
  const auto failed_file = between(exception.message, "Failed to load DLL at ", ": Windows error ");
  if (failed_file && !raised.is_of_load) {
    raised.module = *failed_file;
    raised.error = number_in(exception.message.substr(exception.message.rfind(' ') + 1));
    raised.is_of_load = raised.error != 0;
  }
  raised.message = with_windows_text(exception.message, raised.error, system_text);
  if (raised.error != 0) {
    const std::string_view known = windows_error_text(raised.error);
    raised.error_text = known.empty() ? system_text(raised.error) : std::string(known);
  }
  return raised;
}

}  // namespace dllrepro::loader
