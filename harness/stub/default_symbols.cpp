// SPDX-License-Identifier: MIT
#include "harness/stub/default_symbols.hpp"

#include <string>
#include <utility>

#include "harness/util/ascii.hpp"

namespace dllrepro::stub {

namespace {

/// Prefixes, lower case, the first that fits. Each symbol stands in the DLL's documented API or is part of its ABI.
constexpr std::pair<std::string_view, std::string_view> k_known[] = {
    {"vcruntime140_1.", "__CxxFrameHandler4"},
    {"vcruntime140_threads.", "mtx_lock"},
    {"vcruntime140.", "memcpy"},
    {"msvcp140_atomic_wait.", "__std_atomic_wait_direct"},
    {"msvcp140.", "?_Xlength_error@std@@YAXPEBD@Z"},
    {"vcomp140.", "omp_get_num_threads"},
    {"concrt140.", "?GetProcessorCount@Concurrency@@YAIXZ"},
    {"ucrtbase.", "malloc"},
    {"msvcrt.", "malloc"},
    {"api-ms-win-crt-runtime-", "_initterm"},
    {"api-ms-win-crt-heap-", "malloc"},
    {"api-ms-win-crt-math-", "pow"},
    {"api-ms-win-crt-stdio-", "fopen"},
    {"api-ms-win-crt-string-", "strcmp"},
    {"api-ms-win-crt-convert-", "atoi"},
    {"api-ms-win-crt-environment-", "getenv"},
    {"api-ms-win-crt-filesystem-", "_stat64"},
    {"api-ms-win-crt-locale-", "setlocale"},
    {"api-ms-win-crt-time-", "_time64"},
    {"api-ms-win-crt-utility-", "qsort"},
    {"api-ms-win-core-synch-", "WaitOnAddress"},
    {"kernel32.", "GetLastError"},
    {"ntdll.", "NtClose"},
    {"user32.", "GetDesktopWindow"},
    {"gdi32.", "DeleteObject"},
    {"advapi32.", "RegCloseKey"},
    {"shell32.", "SHGetFolderPathW"},
    {"shlwapi.", "PathFileExistsW"},
    {"ole32.", "CoTaskMemFree"},
    {"oleaut32.", "SysFreeString"},
    {"ws2_32.", "WSAGetLastError"},
    {"bcrypt.", "BCryptGenRandom"},
    {"crypt32.", "CertFreeCertificateContext"},
    {"dbghelp.", "SymInitialize"},
    {"imagehlp.", "MapAndLoad"},
    {"wintrust.", "WinVerifyTrust"},
    {"psapi.", "EnumProcesses"},
    {"iphlpapi.", "GetAdaptersAddresses"},
    {"userenv.", "GetUserProfileDirectoryW"},
    {"version.", "GetFileVersionInfoW"},
    {"setupapi.", "SetupDiGetClassDevsW"},
    {"cfgmgr32.", "CM_Get_DevNode_Status"},
    {"nvcuda.", "cuInit"},
    {"nvml.", "nvmlInit_v2"},
    {"python3", "Py_IsInitialized"},
};

}  // namespace

std::string_view default_symbol(std::string_view dll_name) {
  const std::string lower = ascii_lower(dll_name);
  for (const auto& [prefix, symbol] : k_known) {
    if (lower.compare(0, prefix.size(), prefix) == 0) {
      return symbol;
    }
  }
  return "stub";
}

}  // namespace dllrepro::stub
