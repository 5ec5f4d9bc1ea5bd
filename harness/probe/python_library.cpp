// SPDX-License-Identifier: MIT
#include "harness/probe/python_library.hpp"

#include <algorithm>
#include <string_view>

#include "harness/util/windows_text.hpp"
#include "harness/util/wine.hpp"

namespace dllrepro::probe {

namespace {

bool is_digit(wchar_t letter) {
  return letter >= L'0' && letter <= L'9';
}

/// "python312.dll"; the ? of a search fit any letter.
bool is_python_dll(std::wstring_view name) {
  constexpr std::size_t k_length = 13;
  return name.size() == k_length && is_digit(name[7]) && is_digit(name[8]);
}

}  // namespace

std::vector<std::wstring> pythons_in(const std::wstring& folder) {
  WIN32_FIND_DATAW found{};
  const HANDLE search = FindFirstFileW((folder + L"\\python3??.dll").c_str(), &found);
  std::vector<std::wstring> paths;
  if (search != INVALID_HANDLE_VALUE) {
    do {
      if (is_python_dll(found.cFileName)) {
        paths.push_back(folder + L'\\' + found.cFileName);
      }
    } while (FindNextFileW(search, &found) != 0);
    FindClose(search);
  }
  std::sort(paths.rbegin(), paths.rend());
  return paths;
}

PythonLibrary load_python(const std::wstring& path) {
  PythonLibrary library;
  constexpr DWORD k_flags = LOAD_LIBRARY_SEARCH_DEFAULT_DIRS | LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR;
  constexpr int k_attempts = 4;
  for (int attempt = 1; attempt <= k_attempts; ++attempt) {
    library.module = LoadLibraryExW(path.c_str(), nullptr, k_flags);
    library.error = library.module == nullptr ? GetLastError() : 0;
    // Seen once, on Wine 8.0 with eight processes at a time, and not again in 1,500 starts: why it fails is not known.
    if (library.error != ERROR_DLL_INIT_FAILED || !running_under_wine()) {
      break;
    }
    Sleep(static_cast<DWORD>(attempt) * 10);
  }
  if (library.module != nullptr) {
    return library;
  }
  const bool is_there = GetFileAttributesW(path.c_str()) != INVALID_FILE_ATTRIBUTES;
  library.fault =
      is_there ? to_utf8(path) + " can't be loaded: " + system_text(library.error) : "there is no " + to_utf8(path);
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
