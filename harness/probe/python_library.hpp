// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "harness/util/windows_api.hpp"

namespace dllrepro::probe {

/// The interpreter's DLL, or why it can't be had.
struct PythonLibrary {
  HMODULE module = nullptr;
  std::wstring path;
  std::uint32_t error = 0;  ///< Win32 error; 126 when there is none
  std::string fault;        ///< "" when it is loaded
};

/// Loads python3XX.dll of a folder, the one whose name has two digits: python3.dll forwards to it, python3XXt.dll has
/// no global lock. Of several the newest, as it is the one beside which no other was put by mistake.
PythonLibrary load_python(const std::wstring& folder);

/// What a python.exe that imports the DLL would have ended with, before any code of its own ran: 0xC0000135 for 126.
std::uint32_t start_status(std::uint32_t error);

}  // namespace dllrepro::probe
