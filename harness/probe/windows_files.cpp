// SPDX-License-Identifier: MIT
// Files, environment, messages and output.
#include <cstring>

#include "harness/probe/wildcard.hpp"
#include "harness/probe/windows_system.hpp"
#include "harness/util/windows_api.hpp"
#include "harness/util/windows_handle.hpp"
#include "harness/util/windows_text.hpp"

namespace dllrepro::probe {

namespace {

constexpr DWORD k_quiet = SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX;

/// Text that a function of Windows writes into a buffer, growing it until the text fits; "" when there is none.
template <typename Function>
std::wstring grown(const Function& function) {
  std::wstring text(260, L'\0');
  DWORD needed = 0;
  while ((needed = function(text.data(), static_cast<DWORD>(text.size()))) >= text.size()) {
    text.resize(static_cast<std::size_t>(needed) + 1);
  }
  text.resize(needed);
  return text;
}

}  // namespace

void keep_dialogs_away() {
  SetErrorMode(k_quiet);
}

std::uint32_t WindowsSystem::set_error_mode(std::uint32_t mode) {
  SetErrorMode(mode | k_quiet);
  return m_error_mode.exchange(mode);
}

std::optional<std::string> WindowsSystem::environment(const std::string& name) {
  const std::wstring wide = to_wide(name);
  SetLastError(ERROR_SUCCESS);
  std::wstring value =
      grown([&](wchar_t* buffer, DWORD size) { return GetEnvironmentVariableW(wide.c_str(), buffer, size); });
  if (value.empty() && GetLastError() == ERROR_ENVVAR_NOT_FOUND) {
    return std::nullopt;
  }
  return to_utf8(value);
}

void WindowsSystem::set_environment(const std::string& name, const std::optional<std::string>& value) {
  const std::wstring wide = to_wide(value.value_or(""));
  // First, for Python deletes a variable that it is to set to nothing.
  if (m_python != nullptr) {
    m_python->set_environment(name, value);
  }
  SetEnvironmentVariableW(to_wide(name).c_str(), value ? wide.c_str() : nullptr);
}

bool WindowsSystem::exists(const std::string& path) {
  return GetFileAttributesW(to_wide(path).c_str()) != INVALID_FILE_ATTRIBUTES;
}

bool WindowsSystem::is_folder(const std::string& path) {
  const DWORD attributes = GetFileAttributesW(to_wide(path).c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

std::uint32_t WindowsSystem::copy_file(const std::string& from, const std::string& to) {
  for (std::size_t slash = to.find_first_of("\\/", 3); slash != std::string::npos;
       slash = to.find_first_of("\\/", slash + 1)) {
    CreateDirectoryW(to_wide(to.substr(0, slash)).c_str(), nullptr);  // most are there; what matters shows below
  }
  return CopyFileW(to_wide(from).c_str(), to_wide(to).c_str(), FALSE) ? 0 : GetLastError();
}

std::vector<std::string> WindowsSystem::glob(const std::string& pattern) {
  std::vector<std::string> files;
  const std::size_t slash = pattern.find_last_of("\\/");
  const std::string folder = slash == std::string::npos ? std::string{} : pattern.substr(0, slash + 1);
  const std::string last = slash == std::string::npos ? pattern : pattern.substr(slash + 1);
  // All names are asked for and matched here: Windows would match 8.3 names, too (x.dllx has the short name X~1.DLL).
  WIN32_FIND_DATAW entry;
  const HANDLE search = FindFirstFileW(to_wide(folder + "*").c_str(), &entry);
  if (search == INVALID_HANDLE_VALUE) {
    return files;
  }
  do {
    const std::string name = to_utf8(entry.cFileName);
    if (name != "." && name != ".." && fits_wildcard(name, last)) {
      files.push_back(folder + name);
    }
  } while (FindNextFileW(search, &entry));
  FindClose(search);
  return files;
}

std::string WindowsSystem::full_path(const std::string& path) {
  const std::wstring wide = to_wide(path);
  return to_utf8(
      grown([&](wchar_t* buffer, DWORD size) { return GetFullPathNameW(wide.c_str(), size, buffer, nullptr); }));
}

/// As Python's ntpath.realpath: the prefix \\?\ that the system answers with is left off.
std::string WindowsSystem::real_path(const std::string& path) {
  const Handle file(CreateFileW(to_wide(path).c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr));
  if (!file) {
    return path;
  }
  std::string real = to_utf8(grown([&](wchar_t* buffer, DWORD size) {
    return GetFinalPathNameByHandleW(file.get(), buffer, size, FILE_NAME_NORMALIZED);
  }));
  if (real.starts_with("\\\\?\\UNC\\")) {
    real = "\\" + real.substr(7);
  } else if (real.starts_with("\\\\?\\")) {
    real = real.substr(4);
  }
  return real.empty() ? path : real;
}

std::string WindowsSystem::architecture() {
#if defined(_M_ARM64) || defined(__aarch64__)
  return "arm64";
#elif defined(_M_X64) || defined(__x86_64__)
  return "x64";
#else
  return "x86";
#endif
}

std::optional<std::string> WindowsSystem::machine_of(const std::string& path) {
  // Trees share their files by hard links, and Wine 8.0 holds sharing by file: another tree's may be being removed.
  const Handle file(CreateFileW(to_wide(path).c_str(), GENERIC_READ,
                                FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                                FILE_ATTRIBUTE_NORMAL, nullptr));
  if (!file) {
    return std::nullopt;
  }
  const auto read_at = [&](LONG offset, void* target, DWORD size) {
    DWORD read = 0;
    return SetFilePointer(file.get(), offset, nullptr, FILE_BEGIN) != INVALID_SET_FILE_POINTER &&
           ReadFile(file.get(), target, size, &read, nullptr) && read == size;
  };
  IMAGE_DOS_HEADER dos{};
  DWORD signature = 0;
  IMAGE_FILE_HEADER header{};
  const bool sound = read_at(0, &dos, sizeof dos) && dos.e_magic == IMAGE_DOS_SIGNATURE &&
                     read_at(dos.e_lfanew, &signature, sizeof signature) && signature == IMAGE_NT_SIGNATURE &&
                     read_at(dos.e_lfanew + LONG{sizeof signature}, &header, sizeof header);
  if (!sound) {
    return std::nullopt;
  }
  switch (header.Machine) {
    case 0x8664:
      return "x64";
    case 0x14C:
      return "x86";
    case 0xAA64:
      return "arm64";
    default:
      return "unknown";
  }
}

std::string WindowsSystem::error_text(std::uint32_t error) {
  return system_text(error);
}

void WindowsSystem::print(loader::OutputStream stream, const std::string& text) {
  const HANDLE handle = GetStdHandle(stream == loader::OutputStream::Out ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
  DWORD written = 0;
  WriteFile(handle, text.data(), static_cast<DWORD>(text.size()), &written, nullptr);
}

}  // namespace dllrepro::probe
