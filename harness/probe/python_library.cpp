// SPDX-License-Identifier: MIT
#include "harness/probe/python_library.hpp"

#include <string_view>

#include "harness/util/windows_text.hpp"

namespace dllrepro::probe {

namespace {

constexpr std::uint32_t k_module_not_found = 126;

bool is_digit(wchar_t letter) {
  return letter >= L'0' && letter <= L'9';
}

/// "python312.dll"; the ? of a search fit any letter.
bool is_python_dll(std::wstring_view name) {
  constexpr std::size_t k_length = 13;
  return name.size() == k_length && is_digit(name[7]) && is_digit(name[8]);
}

std::wstring newest_of(const std::wstring& folder) {
  WIN32_FIND_DATAW found{};
  const HANDLE search = FindFirstFileW((folder + L"\\python3??.dll").c_str(), &found);
  std::wstring newest;
  if (search != INVALID_HANDLE_VALUE) {
    do {
      const std::wstring name = found.cFileName;
      if (is_python_dll(name) && name > newest) {
        newest = name;
      }
    } while (FindNextFileW(search, &found) != 0);
    FindClose(search);
  }
  return newest;
}

}  // namespace

PythonLibrary load_python(const std::wstring& folder) {
  PythonLibrary library;
  const std::wstring name = newest_of(folder);
  if (name.empty()) {
    library.error = k_module_not_found;
    library.fault = "there is no python3XX.dll in " + to_utf8(folder);
    return library;
  }
  library.path = folder + L'\\' + name;
  // As the import of a python.exe beside it: what the DLL itself needs lies in its folder or in System32.
  constexpr DWORD k_flags = LOAD_LIBRARY_SEARCH_DEFAULT_DIRS | LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR;
  library.module = LoadLibraryExW(library.path.c_str(), nullptr, k_flags);
  library.error = library.module == nullptr ? GetLastError() : 0;
  if (library.module == nullptr) {
    library.fault = to_utf8(name) + " can't be loaded: " + system_text(library.error);
  }
  return library;
}

std::uint32_t start_status(std::uint32_t error) {
  switch (error) {
    case 127:
      return 0xC0000139U;  // STATUS_ENTRYPOINT_NOT_FOUND
    case 182:
      return 0xC0000138U;  // STATUS_ORDINAL_NOT_FOUND
    case 193:
      return 0xC000007BU;  // STATUS_INVALID_IMAGE_FORMAT
    case 1114:
      return 0xC0000142U;  // STATUS_DLL_INIT_FAILED
    default:
      return 0xC0000135U;  // STATUS_DLL_NOT_FOUND
  }
}

}  // namespace dllrepro::probe
