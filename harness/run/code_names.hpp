// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dllrepro::run {

/// The name of a Win32 error that loading can leave ("ERROR_MOD_NOT_FOUND" for 126), "" for others (winerror.h).
std::string_view name_of_error(std::uint32_t error);

/// The name of an NTSTATUS that ends processes ("STATUS_ACCESS_VIOLATION"), "" for others (ntstatus.h).
std::string_view name_of_status(std::uint32_t status);

/// "126 (ERROR_MOD_NOT_FOUND)", the number alone when it has no name here.
std::string describe_error(std::uint32_t error);

/// "0xC0000409 (STATUS_STACK_BUFFER_OVERRUN, a fast-fail)".
std::string describe_status(std::uint32_t status);

/// "0xC0000409"
std::string hexadecimal(std::uint32_t number);

}  // namespace dllrepro::run
