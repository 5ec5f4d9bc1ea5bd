// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "harness/probe/event_writer.hpp"
#include "harness/probe/line_buffer.hpp"
#include "harness/probe/loaded_image.hpp"
#include "harness/util/windows_api.hpp"

namespace dllrepro::probe {

/// Reports every module that is loaded or unloaded, in order, and imports that bind to nothing.
///
/// Windows calls a notification under the loader lock, before the module's DllMain: what happens there must be short,
/// must not allocate and must leave the last error alone. Imports are looked at right there, because Wine binds a
/// missing symbol to a trap (row W1) and DllMain may be the first to step into it. An import whose module is not
/// resident yet is looked at once more after the operation. Modules of the system's own folder are not examined.
class ModuleWatch {
 public:
  explicit ModuleWatch(EventWriter& writer);
  ~ModuleWatch();
  ModuleWatch(const ModuleWatch&) = delete;
  ModuleWatch& operator=(const ModuleWatch&) = delete;

  /// Whether the system has the notifications; without them no load is reported.
  [[nodiscard]] bool active() const { return m_cookie != nullptr; }

  /// Looks again at what could not be decided when its module was loaded.
  void check_pending();

 private:
  static void CALLBACK on_notification(ULONG reason, const void* data, void* context);
  void loaded(HMODULE module, std::wstring_view path, std::uint64_t size);
  void unloaded(HMODULE module, std::wstring_view path);

  enum class Look { First, Last };  ///< at the notification, after the operation

  [[nodiscard]] bool is_systems_own(std::wstring_view path) const;
  [[nodiscard]] bool is_systems_own(HMODULE module) const;
  /// Returns whether every import could be decided.
  bool check_imports(HMODULE module, std::wstring_view path, LineBuffer& line, Look look);
  void report_unsatisfied(std::wstring_view path, std::string_view from, const char* name, std::uint16_t ordinal,
                          LineBuffer& line);
  bool first_report(std::uint64_t digest);
  void remember_pending(HMODULE module);
  void forget_pending(HMODULE module);

  using ShuttingDown = BOOLEAN(WINAPI*)();

  EventWriter& m_writer;
  ShuttingDown m_shutting_down = nullptr;  ///< ntdll's RtlDllShutdownInProgress
  void* m_cookie = nullptr;
  std::array<wchar_t, MAX_PATH> m_windows_folder{};
  std::size_t m_windows_folder_length = 0;

  // Guards the two lists below, for moments only and never around a call into the loader.
  SRWLOCK m_lock = SRWLOCK_INIT;
  std::array<HMODULE, 512> m_pending{};
  std::size_t m_pending_count = 0;
  std::array<std::uint64_t, 4096> m_reported{};
  std::size_t m_reported_count = 0;

  // A path has 32767 letters at most, of 3 bytes each; the loader lock is what makes this buffer ours.
  std::array<char, 128 * 1024> m_buffer{};
};

}  // namespace dllrepro::probe
