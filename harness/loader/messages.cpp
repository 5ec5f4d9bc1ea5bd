// SPDX-License-Identifier: MIT
#include "harness/loader/messages.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace dllrepro::loader {

namespace {

using Text = std::pair<std::uint32_t, std::string_view>;

constexpr auto k_texts = std::to_array<Text>({
    {2, "The system cannot find the file specified."},
    {3, "The system cannot find the path specified."},
    {5, "Access is denied."},
    {6, "The handle is invalid."},
    {8, "Not enough memory resources are available to process this command."},
    {32, "The process cannot access the file because it is being used by another process."},
    {87, "The parameter is incorrect."},
    {126, "The specified module could not be found."},
    {127, "The specified procedure could not be found."},
    {182, "The operating system cannot run %1."},
    {193, "%1 is not a valid Win32 application."},
    {206, "The filename or extension is too long."},
    {487, "Attempt to access invalid address."},
    {998, "Invalid access to memory location."},
    {1006, "The volume for a file has been externally altered so that the opened file is no longer valid."},
    {1114, "A dynamic link library (DLL) initialization routine failed."},
    {1812, "The specified image file did not contain a resource section."},
    {14001,
     "The application has failed to start because its side-by-side configuration is incorrect. Please see the "
     "application event log or use the command-line sxstrace.exe tool for more detail."},
});

using Parent = std::pair<std::string_view, std::string_view>;

constexpr auto k_parents = std::to_array<Parent>({
    {"FileNotFoundError", "OSError"},
    {"PermissionError", "OSError"},
    {"TimeoutError", "OSError"},
    {"ChildProcessError", "OSError"},
    {"ModuleNotFoundError", "ImportError"},
    {"DynamicLibUnknownError", "DynamicLibNotFoundError"},
    {"DynamicLibNotAvailableError", "DynamicLibNotFoundError"},
    {"DynamicLibNotFoundError", "RuntimeError"},
});

/// An OSError's text carries the file name as Python's repr writes it.
std::string backslashes_doubled(const std::string& path) {
  std::string doubled;
  for (const char byte : path) {
    doubled.append(byte == '\\' ? 2 : 1, byte);
  }
  return doubled;
}

}  // namespace

bool is_kind_of(std::string_view type, std::string_view wanted) {
  while (type != wanted) {
    const auto parent = std::find_if(k_parents.begin(), k_parents.end(),
                                     [&](const Parent& candidate) { return candidate.first == type; });
    if (parent == k_parents.end()) {
      return wanted == "Exception";
    }
    type = parent->second;
  }
  return true;
}

bool is_kind_of(const Raised& raised, std::string_view wanted) {
  return raised.bases.empty() ? is_kind_of(raised.type, wanted)
                              : raised.type == wanted ||
                                    std::find(raised.bases.begin(), raised.bases.end(), wanted) != raised.bases.end();
}

std::vector<std::uint32_t> known_windows_errors() {
  std::vector<std::uint32_t> errors;
  for (const auto& [error, text] : k_texts) {
    errors.push_back(error);
  }
  return errors;
}

std::string_view windows_error_text(std::uint32_t error) {
  const auto found =
      std::find_if(k_texts.begin(), k_texts.end(), [&](const Text& candidate) { return candidate.first == error; });
  return found == k_texts.end() ? std::string_view{} : found->second;
}

std::string windows_error_message(std::uint32_t error, std::string_view text) {
  while (!text.empty() && (text.back() == '.' || text.back() <= ' ')) {
    text.remove_suffix(1);
  }
  return fmt::format("[WinError {}] {}", error, text);
}

Raised ctypes_error(const std::string& name, std::uint32_t error, std::string_view text) {
  Raised raised;
  raised.error = error;
  raised.error_text = text;
  raised.module = name;
  if (error == 126) {
    raised.type = "FileNotFoundError";
    raised.message = fmt::format(
        "Could not find module '{}' (or one of its dependencies). Try using the full path with constructor syntax.",
        name);
  } else {
    raised.message = windows_error_message(error, text);
  }
  return raised;
}

Raised import_error(std::string_view module, const std::string& path, std::uint32_t error, std::string_view text) {
  Raised raised;
  raised.type = "ImportError";
  raised.error = error;
  raised.error_text = text;
  raised.module = path;
  const std::string_view last = module.substr(module.rfind('.') + 1);
  raised.message = text.empty() ? fmt::format("DLL load failed with error code {} while importing {}", error, last)
                                : fmt::format("DLL load failed while importing {}: {}", last, text);
  return raised;
}

Raised directory_error(const std::string& path, std::uint32_t error, std::string_view text) {
  Raised raised;
  raised.type = error == 2 || error == 3 ? "FileNotFoundError" : "OSError";
  raised.error = error;
  raised.error_text = text;
  raised.module = path;
  raised.message = fmt::format("{}: '{}'", windows_error_message(error, text), backslashes_doubled(path));
  return raised;
}

}  // namespace dllrepro::loader
