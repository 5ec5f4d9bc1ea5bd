// SPDX-License-Identifier: MIT
#include "harness/run/code_names.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace dllrepro::run {
namespace {

using Entry = std::pair<std::uint32_t, std::string_view>;

constexpr std::array k_errors{
    Entry{2, "ERROR_FILE_NOT_FOUND"},
    Entry{3, "ERROR_PATH_NOT_FOUND"},
    Entry{5, "ERROR_ACCESS_DENIED"},
    Entry{6, "ERROR_INVALID_HANDLE"},
    Entry{8, "ERROR_NOT_ENOUGH_MEMORY"},
    Entry{14, "ERROR_OUTOFMEMORY"},
    Entry{87, "ERROR_INVALID_PARAMETER"},
    Entry{126, "ERROR_MOD_NOT_FOUND"},
    Entry{127, "ERROR_PROC_NOT_FOUND"},
    Entry{129, "ERROR_CHILD_NOT_COMPLETE"},
    Entry{182, "ERROR_INVALID_ORDINAL"},
    Entry{191, "ERROR_INVALID_EXE_SIGNATURE"},
    Entry{193, "ERROR_BAD_EXE_FORMAT"},
    Entry{206, "ERROR_FILENAME_EXCED_RANGE"},
    Entry{216, "ERROR_EXE_MACHINE_TYPE_MISMATCH"},
    Entry{267, "ERROR_DIRECTORY"},
    Entry{487, "ERROR_INVALID_ADDRESS"},
    Entry{577, "ERROR_INVALID_IMAGE_HASH"},
    Entry{740, "ERROR_ELEVATION_REQUIRED"},
    Entry{998, "ERROR_NOACCESS"},
    Entry{1114, "ERROR_DLL_INIT_FAILED"},
    Entry{1157, "ERROR_DLL_NOT_FOUND"},
    Entry{1359, "ERROR_INTERNAL_ERROR"},
    Entry{1455, "ERROR_COMMITMENT_LIMIT"},
    Entry{14001, "ERROR_SXS_CANT_GEN_ACTCTX"},
};

constexpr std::array k_statuses{
    Entry{0x40000015U, "STATUS_FATAL_APP_EXIT"},
    Entry{0x80000003U, "STATUS_BREAKPOINT"},
    Entry{0x80000004U, "STATUS_SINGLE_STEP"},
    Entry{0xC0000005U, "STATUS_ACCESS_VIOLATION"},
    Entry{0xC0000006U, "STATUS_IN_PAGE_ERROR"},
    Entry{0xC0000008U, "STATUS_INVALID_HANDLE"},
    Entry{0xC0000017U, "STATUS_NO_MEMORY"},
    Entry{0xC000001DU, "STATUS_ILLEGAL_INSTRUCTION"},
    Entry{0xC0000025U, "STATUS_NONCONTINUABLE_EXCEPTION"},
    Entry{0xC000007BU, "STATUS_INVALID_IMAGE_FORMAT"},
    Entry{0xC0000094U, "STATUS_INTEGER_DIVIDE_BY_ZERO"},
    Entry{0xC0000096U, "STATUS_PRIVILEGED_INSTRUCTION"},
    Entry{0xC00000FDU, "STATUS_STACK_OVERFLOW"},
    Entry{0xC0000135U, "STATUS_DLL_NOT_FOUND"},
    Entry{0xC0000138U, "STATUS_ORDINAL_NOT_FOUND"},
    Entry{0xC0000139U, "STATUS_ENTRYPOINT_NOT_FOUND"},
    Entry{0xC000013AU, "STATUS_CONTROL_C_EXIT"},
    Entry{0xC0000142U, "STATUS_DLL_INIT_FAILED"},
    Entry{0xC0000194U, "STATUS_POSSIBLE_DEADLOCK"},
    Entry{0xC0000374U, "STATUS_HEAP_CORRUPTION"},
    Entry{0xC0000409U, "STATUS_STACK_BUFFER_OVERRUN, a fast-fail"},
    Entry{0xC0000417U, "STATUS_INVALID_CRUNTIME_PARAMETER"},
    Entry{0xC0000420U, "STATUS_ASSERTION_FAILURE"},
    Entry{0xC0000602U, "STATUS_FAIL_FAST_EXCEPTION"},
    Entry{0xC06D007EU, "a delay-loaded DLL was not found"},
    Entry{0xC06D007FU, "a delay-loaded DLL lacks an export"},
    Entry{0xE06D7363U, "a C++ exception that nobody caught"},
};

template <std::size_t count>
std::string_view look_up(const std::array<Entry, count>& entries, std::uint32_t code) {
  for (const auto& [known, name] : entries) {
    if (known == code) {
      return name;
    }
  }
  return {};
}

std::string with_name(std::string number, std::string_view name) {
  return name.empty() ? number : fmt::format("{} ({})", number, name);
}

}  // namespace

std::string_view name_of_error(std::uint32_t error) {
  return look_up(k_errors, error);
}
std::string_view name_of_status(std::uint32_t status) {
  return look_up(k_statuses, status);
}
std::string describe_error(std::uint32_t error) {
  return with_name(std::to_string(error), name_of_error(error));
}
std::string describe_status(std::uint32_t status) {
  return with_name(hexadecimal(status), name_of_status(status));
}
std::string hexadecimal(std::uint32_t number) {
  return fmt::format("0x{:08X}", number);
}

}  // namespace dllrepro::run
