// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace dllrepro::stub {

/// The symbol that `"imports": ["x.dll"]` means: `stub` for a DLL of ours, and for the well-known DLLs of Windows, the
/// VC++ runtime, Python and the CUDA driver a function that the real one exports, because a load with an import that
/// nobody exports fails on Windows (row L79 of the record) and passes under Wine (row W1).
std::string_view default_symbol(std::string_view dll_name);

}  // namespace dllrepro::stub
