// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/util/json_document.hpp"

namespace dllrepro::trace {

/// One thing that is told of a traced program, by the system (the debugger's events) or by the loader itself (Wine's
/// debug lines, Windows' loader snaps). What a trace is put together from.
///
/// On its way from the Windows program to the native one, a step is one JSON line; members that say nothing are left
/// out.
struct Step {
  enum class Kind {
    Process,      ///< a process began: module (its exe), parent (0: the program itself)
    Mapped,       ///< an image was mapped: module, imports
    Unmapped,     ///< and is gone: module
    Exception,    ///< status, place; last_chance: nobody handled it
    Message,      ///< text that the program gave to OutputDebugString
    Exit,         ///< a process ended: status
    LeftBehind,   ///< a process that outlived the program and was killed: module (its exe)
    TimeOver,     ///< the program was killed for taking too long
    Look,         ///< the loader begins to look for name, in folders
    Folders,      ///< the folders of the search that goes on
    Tried,        ///< a file that was looked for: module
    Resident,     ///< the search's end: a module that is loaded already
    Loaded,       ///< the search's end: module is loaded now
    Failed,       ///< the search's end: status
    Ended,        ///< the search's end: status; which module it gave is not told
    Missing,      ///< name, which module imports, can't be had: status
    NoExport,     ///< name ("x.dll.function"), which module imports, is not exported
    AttachBegin,  ///< module's initialiser is called
    AttachEnd,    ///< and returned: status 0, or STATUS_DLL_INIT_FAILED
  };

  Kind kind = Kind::Message;
  double at = 0;  ///< milliseconds of the system's tick count
  std::uint32_t process = 0;
  std::uint32_t thread = 0;
  std::string name{};
  std::string module{};
  std::vector<std::string> folders{};
  bool folders_cut = false;  ///< the list goes on beyond what was told
  std::vector<std::string> imports{};
  std::string place{};  ///< "a.dll+0x1010"
  std::uint32_t status = 0;
  std::uint32_t parent = 0;
  bool last_chance = false;
};

Json to_json(const Step& step);

/// The way back; nothing when the JSON is no step.
std::optional<Step> step_from_json(const Json& json);

/// What loads fail with most often.
inline constexpr std::uint32_t k_dll_not_found = 0xC0000135;
inline constexpr std::uint32_t k_dll_init_failed = 0xC0000142;

/// The folders of a list with semicolons between, without a separator at their ends; empty ones are left out.
std::vector<std::string> split_folders(std::string_view list);

/// "C:\a" and "\??\C:\a" and "\\?\C:\a" are one path, written the first way.
std::string plain_path(std::string_view path);

/// What comes behind the last separator.
std::string_view base_name(std::string_view path);

/// What comes before it; "" when there is none.
std::string_view folder_name(std::string_view path);

}  // namespace dllrepro::trace
