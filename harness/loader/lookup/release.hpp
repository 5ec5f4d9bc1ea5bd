// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/util/json_document.hpp"

namespace dllrepro::loader::lookup {

/// Folders for each machine; "" for every machine that is not named.
using ByMachine = std::map<std::string, std::vector<std::string>, std::less<>>;

/// The folders for a machine; null when none are listed for it.
const std::vector<std::string>* for_machine(const ByMachine& lists, std::string_view machine);

/// An error or a warning in the release's words.
struct Raises {
  std::string type;  ///< Python's class
  std::string message;
};

/// What a look-up does, one after the other; a step that looks for a file is passed over once there is one.
enum class Step {
  Wheels,        ///< looks for a file below the folders of packages
  Conda,         ///< looks below the folder that a variable names
  Resident,      ///< asks for a module that is loaded under one of the names
  Dependencies,  ///< looks up what the library needs, each as a look-up of its own
  Answer,        ///< gives the resident module, or loads the file found; goes on when there is neither
  Native,        ///< loads by bare name, as the system searches; ends the look-up when one loads
  InstallRoots,  ///< looks below the folders that the library's own variables name
  Toolkit,       ///< looks below the folder that the toolkit's variables name
  ProgramFiles,  ///< looks below the versions that are installed there, the newest first
  Canary,        ///< asks a child process where it finds a neighbour, and looks below that one's toolkit
};

/// Which end of a library's list of names is begun with.
enum class NameOrder { AsListed, FromTheEnd };

/// How the folder below a root is written: "nvidia/cu13" with backslashes, with the table's slashes, as ntpath.normpath
/// gives it, or as the file system resolves it.
enum class Spelling { Backslashes, AsListed, Normalized, Resolved };

/// How a * in folders is taken: sorted by name, or as a stack gives it back, from the end.
enum class WildcardOrder { ByName, FromTheEnd };

/// Looking for folders below roots.
struct FolderRules {
  Spelling spelling = Spelling::Backslashes;
  WildcardOrder wildcards = WildcardOrder::ByName;
  bool remembered = false;       ///< what was there the first time is all that is ever looked at
  bool machine_checked = false;  ///< of libraries that want it, files for another machine are passed over
};

enum class Reported { EachFolder, LastFolder };

struct WheelRules : FolderRules {
  std::vector<std::string> roots;            ///< texts that may name {places}
  std::vector<std::string> folders;          ///< of libraries that list none of their own
  Reported reported = Reported::EachFolder;  ///< which of the folders give a reason when nothing is found
};

struct RootRules : FolderRules {
  ByMachine folders;          ///< of libraries that list none of their own
  bool every_folder = false;  ///< false: only the first folder that exists is looked into
};

struct FileRules {
  std::string pattern;  ///< "{name}*.dll", the first by name; "": the library's names
  NameOrder names = NameOrder::FromTheEnd;
  std::vector<std::string> ignored;  ///< patterns of names that are never taken
};

struct CondaRules {
  std::string variable;
  std::string folder;
};

struct ToolkitRules {
  std::vector<std::string> variables;  ///< the first that is set decides, whether its folder exists or not
  bool empty_counts = false;           ///< a variable that is set to "" is set
  bool read_once = false;              ///< the first look-up that gets here decides for the process, "unset" included
  Raises differ;                       ///< warning when two name different folders; "": none
};

enum class RegisterResident { Never, WhenFound, Always };

struct RegisterRules {
  RegisterResident resident = RegisterResident::Never;
  Raises failure;  ///< warning when AddDllDirectory fails; "": none
};

/// A reason to refuse a name before anything is looked for.
struct Check {
  enum class That {
    SixtyFourBits,  ///< the process is of 64 bits
    Architecture,   ///< the process is for x64 or arm64
    Known,          ///< the release has the library, on whatever system
    Available,      ///< the release has a DLL of it for this process
  };
  That that = That::Known;
  Raises otherwise;
};

/// The child process of the canary step.
struct CanaryRules {
  enum class Child {
    Subprocess,  ///< a program of its own: its output is taken, its exit code counts
    Spawn,       ///< multiprocessing's: the program runs once more in it, unless it is guarded against that
  };
  enum class Payload { Path, Status };
  Child child = Child::Subprocess;
  Payload payload = Payload::Status;
  bool program_is_guarded = true;
  double seconds = 10;                    ///< as messages say it
  std::optional<std::uint64_t> waits_ms;  ///< how long it really gets; nothing: `seconds`
  std::string program;                    ///< text; "": the host's own interpreter
  std::string working_folder;             ///< text; "": that of this process
  Json start = Json::array();             ///< operations that run first in the child, as a sitecustomize does
  std::vector<std::string> roots;         ///< "bin/x64": a neighbour in such a folder has its toolkit above it
  std::map<std::string, Raises> raises;   ///< exited, timed_out, no_answer, no_json, unexpected, still_starting
};

/// What a release does, whatever the library.
struct Rules {
  std::optional<Raises> absent;  ///< the release has no look-up at all
  std::string python;            ///< "3.12", for messages
  std::vector<Check> checks;
  std::vector<Step> steps;
  std::vector<Step> driver_steps;
  NameOrder resident_names = NameOrder::AsListed;
  NameOrder native_names = NameOrder::AsListed;
  FileRules files;
  WheelRules wheels;
  RootRules roots;
  CondaRules conda;
  ToolkitRules toolkit;
  std::vector<std::string> program_files;  ///< variables, the first that is not empty
  RegisterRules registers;
  std::map<std::string, std::string> labels;  ///< step -> found_via; without it results have none
  CanaryRules canary;
  std::string searched;         ///< what {searched} stands for
  std::string no_file;          ///< one reason why nothing was found
  std::string no_machine_file;  ///< the same where files for another machine were passed over
  Raises not_found;
  Raises driver_not_found;
  Raises failed_load;
};

/// One library's row.
struct Library {
  std::string name;
  std::vector<std::string> dlls;      ///< none: known, but not on Windows
  std::vector<std::string> machines;  ///< that there are DLLs for; none: every
  std::vector<std::string> needs;
  std::vector<std::string> may_need;  ///< one that is not found does not matter
  bool registers = false;
  bool driver = false;
  bool machine_checked = false;
  ByMachine wheel_folders;
  ByMachine toolkit_folders;
  std::vector<std::string> more_files;  ///< patterns, tried after the names, the newest first
  std::vector<std::string> canaries;
  std::vector<std::string> install_roots;  ///< variables
  ByMachine install_root_folders;
  ByMachine program_files;

  [[nodiscard]] bool available_for(std::string_view machine) const;
};

/// One release, whole.
struct Release {
  Rules rules;
  std::map<std::string, Library, std::less<>> libraries;
};

}  // namespace dllrepro::loader::lookup
