// SPDX-License-Identifier: MIT
#include "harness/probe/module_watch.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "harness/probe/ntdll.hpp"
#include "harness/util/digest.hpp"

namespace dllrepro::probe {

namespace {

// ntdll's own structures, from the documentation of LdrRegisterDllNotification; no header of the SDK has them.
struct UnicodeString {
  std::uint16_t length;  // in bytes
  std::uint16_t maximum_length;
  const wchar_t* buffer;
};

struct NotificationData {  // the same for both reasons
  ULONG flags;
  const UnicodeString* full_name;
  const UnicodeString* base_name;
  void* base;
  ULONG size;
};

constexpr std::size_t k_longest_path = 32768;
constexpr ULONG k_reason_loaded = 1;
constexpr ULONG k_reason_unloaded = 2;

using Callback = void(CALLBACK*)(ULONG, const void*, void*);
using RegisterFunction = LONG(NTAPI*)(ULONG, Callback, void*, void**);
using UnregisterFunction = LONG(NTAPI*)(void*);

std::wstring_view view(const UnicodeString* text) {
  return text == nullptr ? std::wstring_view{} : std::wstring_view(text->buffer, text->length / sizeof(wchar_t));
}

wchar_t lower(wchar_t letter) {
  return letter >= L'A' && letter <= L'Z' ? static_cast<wchar_t>(letter - L'A' + L'a') : letter;
}

bool same_name(std::wstring_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](wchar_t left, char right) {
           return lower(left) == lower(static_cast<wchar_t>(static_cast<unsigned char>(right)));
         });
}

/// The module that holds an address, when it has that base name.
HMODULE module_at(std::uintptr_t address, std::string_view base_name) {
  MEMORY_BASIC_INFORMATION region{};
  if (address == 0 || VirtualQuery(reinterpret_cast<const void*>(address), &region, sizeof region) == 0 ||
      region.Type != MEM_IMAGE) {
    return nullptr;
  }
  const auto module = static_cast<HMODULE>(region.AllocationBase);
  wchar_t path[1024];
  const DWORD length = GetModuleFileNameW(module, path, 1024);
  const std::wstring_view whole(path, length);
  return same_name(whole.substr(whole.find_last_of(L'\\') + 1), base_name) ? module : nullptr;
}

/// The module that an import descriptor was bound to. Two modules may have one name, so addresses that were bound tell
/// more than the name; a forwarded or missing import's address tells nothing.
HMODULE exporter_of(const LoadedImage& image, const IMAGE_IMPORT_DESCRIPTOR& descriptor, std::string_view name) {
  constexpr std::uint32_t k_looked_at = 4;
  for (std::uint32_t index = 0; index < k_looked_at; ++index) {
    const auto* bound = image.at<std::uintptr_t>(descriptor.FirstThunk + index * std::uint32_t{sizeof(std::uintptr_t)});
    if (bound == nullptr || *bound == 0) {
      break;
    }
    if (const HMODULE module = module_at(*bound, name)) {
      return module;
    }
  }
  char terminated[MAX_PATH];
  if (name.size() >= sizeof terminated) {
    return nullptr;
  }
  std::memcpy(terminated, name.data(), name.size());
  terminated[name.size()] = '\0';
  return GetModuleHandleA(terminated);
}

}  // namespace

ModuleWatch::ModuleWatch(EventWriter& writer) : m_writer(writer) {
  m_windows_folder_length = GetSystemWindowsDirectoryW(m_windows_folder.data(), MAX_PATH);
  m_shutting_down = ntdll_function<ShuttingDown>("RtlDllShutdownInProgress");
  if (const auto subscribe = ntdll_function<RegisterFunction>("LdrRegisterDllNotification")) {
    subscribe(0, on_notification, this, &m_cookie);
  }
}

ModuleWatch::~ModuleWatch() {
  if (m_cookie != nullptr) {
    ntdll_function<UnregisterFunction>("LdrUnregisterDllNotification")(m_cookie);
  }
}

void CALLBACK ModuleWatch::on_notification(ULONG reason, const void* data, void* context) {
  const DWORD last_error = GetLastError();
  const auto& notification = *static_cast<const NotificationData*>(data);
  auto& watch = *static_cast<ModuleWatch*>(context);
  const auto module = static_cast<HMODULE>(notification.base);
  if (reason == k_reason_loaded) {
    watch.loaded(module, view(notification.full_name), notification.size);
  } else if (reason == k_reason_unloaded) {
    watch.unloaded(module, view(notification.full_name));
  }
  SetLastError(last_error);
}

void ModuleWatch::loaded(HMODULE module, std::wstring_view path, std::uint64_t size) {
  LineBuffer line(m_buffer.data(), m_buffer.size());
  line.begin("load", m_writer.milliseconds());
  line.text("module", path);
  line.number("base", reinterpret_cast<std::uintptr_t>(module));
  line.number("size", size);
  m_writer.write_line(line.end());
  if (!is_systems_own(path) && !check_imports(module, path, line, Look::First)) {
    remember_pending(module);
  }
}

void ModuleWatch::unloaded(HMODULE module, std::wstring_view path) {
  // At process exit Windows tells of no unloads (row L116), Wine 8.0 does.
  if (m_shutting_down != nullptr && m_shutting_down()) {
    return;
  }
  LineBuffer line(m_buffer.data(), m_buffer.size());
  line.begin("unload", m_writer.milliseconds());
  line.text("module", path);
  m_writer.write_line(line.end());
  forget_pending(module);
}

bool ModuleWatch::is_systems_own(std::wstring_view path) const {
  const std::wstring_view windows(m_windows_folder.data(), m_windows_folder_length);
  return path.size() > windows.size() && path[windows.size()] == L'\\' &&
         std::equal(windows.begin(), windows.end(), path.begin(),
                    [](wchar_t a, wchar_t b) { return lower(a) == lower(b); });
}

bool ModuleWatch::is_systems_own(HMODULE module) const {
  std::array<wchar_t, 1024> path{};
  const DWORD length = GetModuleFileNameW(module, path.data(), static_cast<DWORD>(path.size()));
  return is_systems_own(std::wstring_view(path.data(), length));
}

bool ModuleWatch::check_imports(HMODULE module, std::wstring_view path, LineBuffer& line, Look look) {
  const LoadedImage image(module);
  const IMAGE_DATA_DIRECTORY where = image.directory(IMAGE_DIRECTORY_ENTRY_IMPORT);
  bool decided = true;
  for (std::uint32_t at = where.VirtualAddress; where.VirtualAddress != 0; at += sizeof(IMAGE_IMPORT_DESCRIPTOR)) {
    const auto* descriptor = image.at<IMAGE_IMPORT_DESCRIPTOR>(at);
    if (descriptor == nullptr || descriptor->Name == 0) {
      break;
    }
    const auto from = image.text(descriptor->Name);
    // Without the lookup table the names are gone: the address table held them and was bound over.
    if (!from || descriptor->OriginalFirstThunk == 0) {
      continue;
    }
    const HMODULE exporting_module = exporter_of(image, *descriptor, *from);
    const LoadedImage exporter(exporting_module);
    if (!exporter.valid()) {
      decided = false;
      continue;
    }
    for (std::uint32_t thunk = descriptor->OriginalFirstThunk;; thunk += sizeof(std::uintptr_t)) {
      const auto* entry = image.at<std::uintptr_t>(thunk);
      if (entry == nullptr || *entry == 0) {
        break;
      }
      const bool by_ordinal = IMAGE_SNAP_BY_ORDINAL(*entry);
      const auto ordinal = static_cast<std::uint16_t>(by_ordinal ? IMAGE_ORDINAL(*entry) : 0);
      const auto name = by_ordinal ? std::nullopt : image.text(static_cast<std::uint32_t>(*entry) + 2);
      if (!by_ordinal && !name) {
        continue;
      }
      const char* symbol = name ? name->data() : nullptr;
      const LoadedImage::Export found = exporter.has_export(symbol, ordinal);
      // A forwarder whose module did not come with the load leads nowhere (row L124). Windows' own forwarders are let
      // be.
      const bool leads_nowhere =
          found == LoadedImage::Export::Unknown && look == Look::Last && !is_systems_own(exporting_module);
      if (found == LoadedImage::Export::Absent || leads_nowhere) {
        report_unsatisfied(path, *from, symbol, ordinal, line);
      } else if (found == LoadedImage::Export::Unknown) {
        decided = false;
      }
    }
  }
  return decided;
}

void ModuleWatch::report_unsatisfied(std::wstring_view path, std::string_view from, const char* name,
                                     std::uint16_t ordinal, LineBuffer& line) {
  const std::string_view path_bytes(reinterpret_cast<const char*>(path.data()), path.size() * sizeof(wchar_t));
  const std::string_view symbol = name != nullptr
                                      ? std::string_view(name)
                                      : std::string_view(reinterpret_cast<const char*>(&ordinal), sizeof ordinal);
  if (!first_report(stable_digest(symbol, stable_digest(from, stable_digest(path_bytes))))) {
    return;
  }
  line.begin("unsatisfied", m_writer.milliseconds());
  line.text("module", path);
  line.text("from", from);
  if (name != nullptr) {
    line.text("symbol", std::string_view(name));
  } else {
    line.number("ordinal", ordinal);
  }
  m_writer.write_line(line.end());
}

bool ModuleWatch::first_report(std::uint64_t digest) {
  AcquireSRWLockExclusive(&m_lock);
  const auto end = m_reported.begin() + static_cast<std::ptrdiff_t>(m_reported_count);
  const bool first = m_reported_count < m_reported.size() && std::find(m_reported.begin(), end, digest) == end;
  if (first) {
    m_reported[m_reported_count++] = digest;
  }
  ReleaseSRWLockExclusive(&m_lock);
  return first;
}

void ModuleWatch::remember_pending(HMODULE module) {
  AcquireSRWLockExclusive(&m_lock);
  if (m_pending_count < m_pending.size()) {
    m_pending[m_pending_count++] = module;
  }
  ReleaseSRWLockExclusive(&m_lock);
}

void ModuleWatch::forget_pending(HMODULE module) {
  AcquireSRWLockExclusive(&m_lock);
  const auto end = m_pending.begin() + static_cast<std::ptrdiff_t>(m_pending_count);
  m_pending_count = static_cast<std::size_t>(std::remove(m_pending.begin(), end, module) - m_pending.begin());
  ReleaseSRWLockExclusive(&m_lock);
}

void ModuleWatch::check_pending() {
  AcquireSRWLockExclusive(&m_lock);
  const auto pending = m_pending;
  const std::size_t count = m_pending_count;
  m_pending_count = 0;
  ReleaseSRWLockExclusive(&m_lock);
  if (count == 0) {
    return;
  }
  const auto buffer = std::make_unique<std::array<char, 128 * 1024>>();
  LineBuffer line(buffer->data(), buffer->size());
  std::vector<wchar_t> path(k_longest_path);
  for (const HMODULE module : std::span(pending).first(count)) {
    // The reference keeps the module from being unloaded by another thread while it is read.
    HMODULE kept = nullptr;
    if (GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, reinterpret_cast<const wchar_t*>(module), &kept)) {
      const DWORD length = GetModuleFileNameW(module, path.data(), static_cast<DWORD>(path.size()));
      check_imports(module, std::wstring_view(path.data(), length), line, Look::Last);
      FreeLibrary(kept);
    }
  }
}

}  // namespace dllrepro::probe
