// SPDX-License-Identifier: MIT
#include "harness/trace/program_file.hpp"

#include <system_error>
#include <utility>
#include <variant>

#include "harness/pe/lookup.hpp"
#include "harness/pe/reader.hpp"
#include "harness/util/ascii.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::trace {

namespace {

/// What a person who names a script means.
std::string advice_for(const std::filesystem::path& file) {
  const std::string ending = ascii_lower(path_to_utf8(file.extension()));
  if (ending == ".bat" || ending == ".cmd") {
    return "; start a batch file with its interpreter, as in -- cmd /c FILE";
  }
  return ending == ".py" ? "; start a script with its interpreter, as in -- python.exe FILE" : "";
}

}  // namespace

std::string why_no_program(const std::filesystem::path& file) {
  std::error_code failed;
  if (std::filesystem::is_directory(file, failed)) {
    return "is a folder";
  }
  if (!std::filesystem::exists(file, failed)) {
    return "does not exist";
  }
  try {
    const auto read = pe::try_read(pe::read_bytes(file));
    if (const auto* fault = std::get_if<pe::Fault>(&read)) {
      return "is no Windows program: " + fault->message + advice_for(file);
    }
    return std::get<pe::Image>(read).is_dll() ? "is a DLL, not a program" : "";
  } catch (const BadInput& unreadable) {
    return unreadable.what();
  }
}

std::string machine_of_program(const std::filesystem::path& file) {
  try {
    const auto read = pe::try_read(pe::read_bytes(file));
    const auto* image = std::get_if<pe::Image>(&read);
    return image == nullptr ? "" : pe::machine_name(image->machine);
  } catch (const BadInput&) {
    return {};
  }
}

}  // namespace dllrepro::trace
