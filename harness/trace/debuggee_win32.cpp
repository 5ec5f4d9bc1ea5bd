// SPDX-License-Identifier: MIT
#include "harness/trace/debuggee_win32.hpp"

#include <cstddef>
#include <cstring>
#include <span>
#include <variant>

#include <fmt/format.h>

#include "harness/pe/reader.hpp"
#include "harness/util/windows_text.hpp"

namespace dllrepro::trace {

namespace {

/// PROCESS_BASIC_INFORMATION as ntdll fills it in (winternl.h has it under other names).
struct BasicInformation {
  LONG exit_status;
  void* environment_block;
  std::uintptr_t affinity;
  LONG priority;
  std::uintptr_t id;
  std::uintptr_t parent;
};

bool query(HANDLE process, BasicInformation& information) {
  using QueryProcess = LONG(WINAPI*)(HANDLE, ULONG, void*, ULONG, ULONG*);
  static const auto s_query = reinterpret_cast<QueryProcess>(
      reinterpret_cast<void*>(::GetProcAddress(::GetModuleHandleW(L"ntdll.dll"), "NtQueryInformationProcess")));
  return s_query != nullptr && s_query(process, 0, &information, sizeof information, nullptr) >= 0;
}

template <typename Value>
bool read_at(HANDLE process, std::uintptr_t address, Value& value) {
  SIZE_T read = 0;
  return ::ReadProcessMemory(process, reinterpret_cast<const void*>(address), &value, sizeof value, &read) != 0 &&
         read == sizeof value;
}

}  // namespace

std::uint32_t Debuggee::parent() const {
  BasicInformation information{};
  return query(m_process, information) ? static_cast<std::uint32_t>(information.parent) : 0;
}

void Debuggee::ask_for_loader_snaps() const {
#if defined(_M_ARM64) || defined(_M_X64) || defined(__x86_64__) || defined(__aarch64__)
  constexpr std::uintptr_t k_global_flag_offset = 0xBC;
#else
  constexpr std::uintptr_t k_global_flag_offset = 0x68;
#endif
  constexpr std::uint32_t k_show_loader_snaps = 0x2;
  BasicInformation information{};
  if (!query(m_process, information)) {
    return;
  }
  const std::uintptr_t address = address_of(information.environment_block) + k_global_flag_offset;
  std::uint32_t flags = 0;
  if (read_at(m_process, address, flags)) {
    flags |= k_show_loader_snaps;
    ::WriteProcessMemory(m_process, reinterpret_cast<void*>(address), &flags, sizeof flags, nullptr);
  }
}

std::string Debuggee::image_unmapped(const void* base) {
  const auto image = m_images.find(address_of(base));
  if (image == m_images.end()) {
    return {};
  }
  std::string path = std::move(image->second);
  m_images.erase(image);
  return path;
}

std::uint32_t Debuggee::size_of_image(std::uintptr_t base) const {
  IMAGE_DOS_HEADER dos{};
  if (!read_at(m_process, base, dos) || dos.e_magic != IMAGE_DOS_SIGNATURE) {
    return 0;
  }
  // The same field at the same place in PE32 and PE32+.
  std::uint32_t size = 0;
  const std::uintptr_t headers = base + static_cast<std::uint32_t>(dos.e_lfanew);
  read_at(m_process, headers + offsetof(IMAGE_NT_HEADERS64, OptionalHeader.SizeOfImage), size);
  return size;
}

std::string Debuggee::place_of(const void* address) const {
  const std::uintptr_t number = address_of(address);
  auto image = m_images.upper_bound(number);
  if (image != m_images.begin()) {
    --image;
    if (number - image->first < size_of_image(image->first)) {
      return fmt::format("{}+{:#x}", base_name(image->second), number - image->first);
    }
  }
  return fmt::format("{:#x}", number);
}

std::string Debuggee::debug_text(const OUTPUT_DEBUG_STRING_INFO& info) const {
  std::string bytes(info.nDebugStringLength, '\0');
  SIZE_T read = 0;
  if (::ReadProcessMemory(m_process, info.lpDebugStringData, bytes.data(), bytes.size(), &read) == 0) {
    return {};
  }
  bytes.resize(read);
  if (info.fUnicode != 0) {
    std::wstring wide(bytes.size() / sizeof(wchar_t), L'\0');
    std::memcpy(wide.data(), bytes.data(), wide.size() * sizeof(wchar_t));
    return to_utf8(std::wstring_view(wide).substr(0, wide.find(L'\0')));
  }
  return bytes.substr(0, bytes.find('\0'));
}

std::string path_of_file(HANDLE file) {
  std::wstring path(512, L'\0');
  for (;;) {
    const DWORD length =
        file == nullptr ? 0 : ::GetFinalPathNameByHandleW(file, path.data(), static_cast<DWORD>(path.size()), 0);
    if (length < path.size()) {
      return plain_path(to_utf8(std::wstring_view(path.data(), length)));
    }
    path.resize(length + 1);
  }
}

std::string path_of_process(HANDLE process, HANDLE file) {
  std::wstring path(32768, L'\0');
  auto length = static_cast<DWORD>(path.size());
  return ::QueryFullProcessImageNameW(process, 0, path.data(), &length) == 0
             ? path_of_file(file)
             : to_utf8(std::wstring_view(path).substr(0, length));
}

std::vector<std::string> imports_of_file(HANDLE file) {
  LARGE_INTEGER size{};
  if (file == nullptr || ::GetFileSizeEx(file, &size) == 0 || size.QuadPart == 0) {
    return {};
  }
  // Mapped, not read: torch_cpu.dll has 300 MB, and a few pages of it are wanted.
  const Handle mapping(::CreateFileMappingW(file, nullptr, PAGE_READONLY, 0, 0, nullptr));
  const void* view = mapping ? ::MapViewOfFile(mapping.get(), FILE_MAP_READ, 0, 0, 0) : nullptr;
  if (view == nullptr) {
    return {};
  }
  std::vector<std::string> names;
  const auto read = pe::try_read({static_cast<const std::byte*>(view), static_cast<std::size_t>(size.QuadPart)});
  if (const auto* image = std::get_if<pe::Image>(&read)) {
    for (const pe::ImportedModule& module : image->imports) {
      names.push_back(module.name);
    }
  }
  ::UnmapViewOfFile(view);
  return names;
}

}  // namespace dllrepro::trace
