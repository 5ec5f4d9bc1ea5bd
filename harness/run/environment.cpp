// SPDX-License-Identifier: MIT
#include "harness/run/environment.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/util/ascii.hpp"
#include "harness/util/paths.hpp"

namespace dllrepro::run {
namespace {

/// Sets a variable, in place of one whose name differs in case alone.
void set(std::map<std::string, std::string>& environment, const std::string& name, std::string value) {
  const auto known = std::find_if(environment.begin(), environment.end(),
                                  [&](const auto& entry) { return ascii_equal_ignoring_case(entry.first, name); });
  if (known != environment.end() && known->first != name) {
    environment.erase(known);
  }
  environment[name] = std::move(value);
}

std::string search_path(const scenario::Cell& cell, const tree::PlaceMap& places, const MachineFacts& machine) {
  std::string path;
  const auto append = [&](const std::string& folder) { path += (path.empty() ? "" : ";") + folder; };
  for (const std::string& folder : cell.path_front) {
    append(path_to_utf8(places.file_of(folder)));
  }
  append(path_to_utf8(machine.system32));
  append(path_to_utf8(machine.windows));
  for (const std::string& folder : cell.path_back) {
    append(path_to_utf8(places.file_of(folder)));
  }
  return path;
}

}  // namespace

std::string with_places(std::string_view text, const tree::PlaceMap& places) {
  std::string result(text);
  bool replaced = false;
  for (const auto& [name, folder] : places.entries()) {
    const std::string word = fmt::format("{{{}}}", name);
    for (std::size_t at = result.find(word); at != std::string::npos; at = result.find(word, at + folder.size())) {
      result.replace(at, word.size(), folder);
      replaced = true;
    }
  }
  if (replaced) {
    std::replace(result.begin(), result.end(), '/', '\\');
  }
  return result;
}

std::map<std::string, std::string> child_environment(const scenario::Cell& cell, const tree::PlaceMap& places,
                                                     const MachineFacts& machine) {
  const auto folder = [&](std::string_view place) {
    return path_to_utf8(places.file_of(fmt::format("{{{}}}", place)));
  };
  const std::string windows = path_to_utf8(machine.windows);
  const std::string system32 = path_to_utf8(machine.system32);
  std::map<std::string, std::string> environment{
      // Winsock, side-by-side assemblies and the C runtime of some hosts don't come up without these.
      {"SystemRoot", windows},
      {"windir", windows},
      {"SystemDrive", windows.substr(0, 2)},
      // What a loader reads to find or to make files: all inside of the tree.
      {"TEMP", folder("temp")},
      {"TMP", folder("temp")},
      {"APPDATA", folder("appdata")},
      {"LOCALAPPDATA", folder("local_appdata")},
      {"USERPROFILE", path_to_utf8(places.file_of("{appdata}").parent_path().parent_path())},
      // torch and cuda-pathfinder look for the CUDA toolkit and NvToolsExt below these.
      {"ProgramFiles", folder("program_files")},
      {"ProgramW6432", folder("program_files")},
      {"PATH", search_path(cell, places, machine)},
      // A child that starts a program by its name needs them: a loader that asks `where nvcc`, say.
      {"PATHEXT", ".COM;.EXE;.BAT;.CMD"},
      {"COMSPEC", system32 + "\\cmd.exe"},
      // Python's os.cpu_count and OpenMP runtimes; the system's word for itself, which os.name tests use.
      {"NUMBER_OF_PROCESSORS", std::to_string(machine.processors)},
      {"PROCESSOR_ARCHITECTURE", cell.host.architecture == "x64"   ? "AMD64"
                                 : cell.host.architecture == "x86" ? "x86"
                                                                   : "ARM64"},
      {"OS", "Windows_NT"},
  };
  if (machine.under_wine) {
    // Wine's own chatter on stderr is not the child's, and costs time.
    environment["WINEDEBUG"] = "-all";
  }
  for (const auto& [name, value] : cell.environment) {
    set(environment, name, with_places(value, places));
  }
  return environment;
}

}  // namespace dllrepro::run
