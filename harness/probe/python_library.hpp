// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/util/windows_api.hpp"

namespace dllrepro::probe {

/// The interpreter's DLL, or why it can't be had.
struct PythonLibrary {
  HMODULE module = nullptr;
  std::uint32_t error = 0;  ///< Win32 error; 126 when there is none
  std::string fault;        ///< "" when it is loaded
};

/// Loads the DLL of that path as the import of a python.exe beside it would: what it needs itself lies in its folder or
/// in System32.
PythonLibrary load_python(const std::wstring& path);

/// The python3XX.dll of a folder, newest first: names with two digits behind the 3, for python3.dll forwards to one of
/// them and python3XXt.dll has no global lock.
std::vector<std::wstring> pythons_in(const std::wstring& folder);

/// What a python.exe that imports the DLL would have ended with, before any code of its own ran: 0xC0000135 for 126.
std::uint32_t start_status(std::uint32_t error);

}  // namespace dllrepro::probe
