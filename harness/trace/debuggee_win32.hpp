// SPDX-License-Identifier: MIT
// Windows alone.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/trace/step.hpp"
#include "harness/util/windows_handle.hpp"

namespace dllrepro::trace {

/// One process that we debug: what its debug events need to be told as steps. Handles of the events are the system's.
class Debuggee {
 public:
  Debuggee(HANDLE process, std::uint32_t id) : m_process(process), m_id(id) {}

  /// The process that started it, 0 when the system does not say.
  [[nodiscard]] std::uint32_t parent() const;

  /// Sets FLG_SHOW_LDR_SNAPS in the environment block of a process that has not run an instruction yet, so that its
  /// loader tells the debugger what it does. Never run on Windows by us; where it fails, nothing is told.
  void ask_for_loader_snaps() const;

  void image_mapped(const void* base, std::string path) { m_images[address_of(base)] = std::move(path); }

  /// Forgets the image; returns its path.
  std::string image_unmapped(const void* base);

  /// "a.dll+0x1010"; the bare address outside of all images.
  [[nodiscard]] std::string place_of(const void* address) const;

  /// A text that OutputDebugString was given.
  [[nodiscard]] std::string debug_text(const OUTPUT_DEBUG_STRING_INFO& info) const;

  /// The first breakpoint is the system's own, in every process that is debugged.
  bool is_first_breakpoint() { return m_breakpoints++ == 0; }

 private:
  static std::uintptr_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }
  [[nodiscard]] std::uint32_t size_of_image(std::uintptr_t base) const;

  HANDLE m_process;
  std::uint32_t m_id;
  int m_breakpoints = 0;
  std::map<std::uintptr_t, std::string> m_images;
};

/// The path of an open file, as plain_path writes it; "" when the system does not say.
std::string path_of_file(HANDLE file);

/// The path of a process's exe as the process knows it; that of its file where the system does not say. (Wine 8.0 keeps
/// its own programs elsewhere than their paths say.)
std::string path_of_process(HANDLE process, HANDLE file);

/// The DLLs that an open image file imports; nothing when it is no image.
std::vector<std::string> imports_of_file(HANDLE file);

}  // namespace dllrepro::trace
