// SPDX-License-Identifier: MIT
#include "harness/loader/lookup/schema.hpp"

#include <string>

#include "harness/loader/lookup/release_parser.hpp"

namespace dllrepro::loader::lookup {

namespace {

/// All but the words of the steps.
constexpr const char* k_definitions = R"json({
  "lookup_texts": { "anyOf": [ { "type": ["string", "null"] }, { "type": "array", "items": { "type": "string" } } ] },
  "lookup_text": { "type": ["string", "null"] },
  "lookup_number": { "anyOf": [ { "type": "integer", "minimum": 0 }, { "type": "string" } ] },
  "lookup_steps": { "type": "array", "items": { "$ref": "#/$defs/lookup_step" } },
  "lookup_name_order": { "enum": ["as_listed", "from_the_end"] },
  "lookup_raises": {
    "type": "object", "required": ["type", "message"], "additionalProperties": false,
    "properties": { "type": { "type": "string" }, "message": { "type": "string" } }
  },
  "lookup_spelling": { "enum": ["backslashes", "as_listed", "normalized", "resolved"] },
  "lookup_wildcards": { "enum": ["by_name", "from_the_end"] },
  "lookup_by_machine": {
    "anyOf": [
      { "$ref": "#/$defs/lookup_texts" },
      {
        "type": "object", "additionalProperties": false,
        "properties": {
          "x64": { "$ref": "#/$defs/lookup_texts" },
          "arm64": { "$ref": "#/$defs/lookup_texts" },
          "x86": { "$ref": "#/$defs/lookup_texts" }
        }
      }
    ]
  },
  "lookup_rules": {
    "description": "How a release looks a library up, apart from its tables. What is not told stays as the release before it has it.",
    "type": "object", "additionalProperties": false,
    "properties": {
      "absent": { "description": "The release has no such function: what asking for it raises.",
        "anyOf": [ { "type": "null" }, { "$ref": "#/$defs/lookup_raises" } ] },
      "python": { "description": "The interpreter's version, for messages.", "$ref": "#/$defs/lookup_text" },
      "checks": {
        "description": "Reasons to refuse a name at once, in their order. Messages know {name}, {quoted_name}, {python}, {known} and {available}.",
        "type": "array",
        "items": {
          "type": "object", "required": ["that", "type", "message"], "additionalProperties": false,
          "properties": {
            "that": { "enum": ["64_bit", "architecture", "known", "available"] },
            "type": { "type": "string" },
            "message": { "type": "string" }
          }
        }
      },
      "steps": { "description": "What is done, one after the other.", "$ref": "#/$defs/lookup_steps" },
      "driver_steps": { "description": "The same for libraries of the driver.", "$ref": "#/$defs/lookup_steps" },
      "names": {
        "description": "Which end of a library's names is begun with.",
        "type": "object", "additionalProperties": false,
        "properties": {
          "resident": { "$ref": "#/$defs/lookup_name_order" },
          "native": { "$ref": "#/$defs/lookup_name_order" },
          "files": { "$ref": "#/$defs/lookup_name_order" }
        }
      },
      "files": {
        "description": "Which file of a folder is the library's: the first by a pattern, or without one by the library's names.",
        "type": ["object", "null"], "additionalProperties": false,
        "properties": { "pattern": { "$ref": "#/$defs/lookup_text" }, "ignored": { "$ref": "#/$defs/lookup_texts" } }
      },
      "wheels": {
        "description": "Folders of packages.",
        "type": ["object", "null"], "additionalProperties": false,
        "properties": {
          "roots": { "$ref": "#/$defs/lookup_texts" },
          "folders": { "description": "Of libraries that list none of their own.", "$ref": "#/$defs/lookup_texts" },
          "reported": { "description": "Which folders give a reason when nothing is found.", "enum": ["each_folder", "last_folder"] },
          "spelling": { "$ref": "#/$defs/lookup_spelling" },
          "wildcards": { "$ref": "#/$defs/lookup_wildcards" },
          "remembered": { "description": "Folders that were not there the first time are never looked at.", "type": "boolean" },
          "machine_checked": { "type": "boolean" }
        }
      },
      "roots": {
        "description": "Folders below conda's, the toolkit's and other roots.",
        "type": ["object", "null"], "additionalProperties": false,
        "properties": {
          "folders": { "description": "Of libraries that list none of their own.", "$ref": "#/$defs/lookup_by_machine" },
          "every_folder": { "description": "false: only the first that exists is looked into.", "type": "boolean" },
          "spelling": { "$ref": "#/$defs/lookup_spelling" },
          "wildcards": { "$ref": "#/$defs/lookup_wildcards" },
          "remembered": { "type": "boolean" },
          "machine_checked": { "type": "boolean" }
        }
      },
      "conda": {
        "type": ["object", "null"], "additionalProperties": false,
        "properties": { "variable": { "$ref": "#/$defs/lookup_text" }, "folder": { "$ref": "#/$defs/lookup_text" } }
      },
      "toolkit": {
        "description": "The variables that name a toolkit: the first that is set decides.",
        "type": ["object", "null"], "additionalProperties": false,
        "properties": {
          "variables": { "$ref": "#/$defs/lookup_texts" },
          "empty_counts": { "description": "A variable that is set to \"\" is set.", "type": "boolean" },
          "read_once": { "description": "What the first look-up sees holds for the process.", "type": "boolean" },
          "differ": { "description": "Warning when two name different folders; knows {variables} and {first}.", "$ref": "#/$defs/lookup_raises" }
        }
      },
      "program_files": { "description": "Variables, the first that is not empty.", "$ref": "#/$defs/lookup_texts" },
      "registers": {
        "description": "When the folder of a library that wants it is registered and put behind PATH.",
        "type": ["object", "null"], "additionalProperties": false,
        "properties": {
          "resident": { "description": "Of a library that somebody else loaded.", "enum": ["never", "when_found", "always"] },
          "failure": { "description": "Warning when AddDllDirectory fails; knows {folder}, {quoted_folder} and {problem}.", "$ref": "#/$defs/lookup_raises" }
        }
      },
      "labels": { "description": "Step -> found_via of its results.", "type": ["object", "null"],
        "propertyNames": { "anyOf": [ { "const": "//" }, { "$ref": "#/$defs/lookup_step" } ] },
        "additionalProperties": { "type": "string" } },
      "canary": {
        "description": "The child process that looks for a neighbour.",
        "type": ["object", "null"], "additionalProperties": false,
        "properties": {
          "child": { "description": "subprocess: a program of its own. spawn: multiprocessing's, which runs the program once more.", "enum": ["subprocess", "spawn"] },
          "payload": { "description": "What it answers with.", "enum": ["path", "status"] },
          "program_is_guarded": { "description": "false: a spawned child runs the whole program before its task.", "type": "boolean" },
          "seconds": { "description": "Its time, as messages say it.", "type": "number", "minimum": 0 },
          "waits_ms": { "description": "Its time, as it really is; without it: seconds.", "anyOf": [ { "type": "null" }, { "$ref": "#/$defs/lookup_number" } ] },
          "program": { "description": "The interpreter to start; without it: the host's own.", "$ref": "#/$defs/lookup_text" },
          "working_folder": { "$ref": "#/$defs/lookup_text" },
          "start": { "description": "Operations that run first in the child, as a sitecustomize does.", "$ref": "#/$defs/operations" },
          "roots": { "description": "Folders of the neighbour below a toolkit's root.", "$ref": "#/$defs/lookup_texts" },
          "raises": {
            "description": "Messages know {code}, {seconds}, {errors}, {anchor}, {quoted_anchor}, {quoted_line} and {payload}.",
            "type": "object", "additionalProperties": false,
            "properties": {
              "exited": { "$ref": "#/$defs/lookup_raises" },
              "timed_out": { "$ref": "#/$defs/lookup_raises" },
              "no_answer": { "$ref": "#/$defs/lookup_raises" },
              "no_json": { "$ref": "#/$defs/lookup_raises" },
              "unexpected": { "$ref": "#/$defs/lookup_raises" },
              "still_starting": { "$ref": "#/$defs/lookup_raises" }
            }
          }
        }
      },
      "messages": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "searched": { "description": "What {searched} stands for; knows {name}.", "$ref": "#/$defs/lookup_text" },
          "no_file": { "description": "One reason; knows {searched}.", "$ref": "#/$defs/lookup_text" },
          "no_machine_file": { "description": "The same where the machine is looked at; knows {machine}, too.", "$ref": "#/$defs/lookup_text" },
          "not_found": { "description": "Knows {name}, {searched}, {reasons} and {listings}.", "$ref": "#/$defs/lookup_raises" },
          "driver_not_found": { "description": "Knows {name}.", "$ref": "#/$defs/lookup_raises" },
          "failed_load": { "description": "Knows {path} and {error}.", "$ref": "#/$defs/lookup_raises" }
        }
      }
    }
  },
  "lookup_library": {
    "description": "One library's row. What is not told stays as the release before it has it; null takes the library out.",
    "type": ["object", "null"], "additionalProperties": false,
    "properties": {
      "dlls": { "description": "Names, as the release lists them; none: known, but not on Windows.", "$ref": "#/$defs/lookup_texts" },
      "machines": { "description": "That there are DLLs for; without it every machine.", "anyOf": [ { "enum": ["x64", "arm64", "x86"] }, { "type": "array", "items": { "enum": ["x64", "arm64", "x86"] } } ] },
      "needs": { "description": "Libraries that are looked up first.", "$ref": "#/$defs/lookup_texts" },
      "may_need": { "description": "The same; one that is not found does not matter.", "$ref": "#/$defs/lookup_texts" },
      "registers": { "description": "Its folder is registered and put behind PATH.", "type": "boolean" },
      "driver": { "type": "boolean" },
      "machine_checked": { "description": "Files for another machine are passed over, where the rules look at that.", "type": "boolean" },
      "wheel_folders": { "$ref": "#/$defs/lookup_by_machine" },
      "toolkit_folders": { "$ref": "#/$defs/lookup_by_machine" },
      "more_files": { "description": "Patterns that are tried after the names, the newest first.", "$ref": "#/$defs/lookup_texts" },
      "canaries": { "description": "Neighbours that lead to its toolkit.", "$ref": "#/$defs/lookup_texts" },
      "install_roots": {
        "type": "object", "additionalProperties": false,
        "properties": { "variables": { "$ref": "#/$defs/lookup_texts" }, "folders": { "$ref": "#/$defs/lookup_by_machine" } }
      },
      "program_files": { "description": "Folders below Program Files, with *.", "$ref": "#/$defs/lookup_by_machine" }
    }
  }
})json";

/// A comment is allowed wherever keys are listed.
void allow_comments(Json& schema) {
  if (schema.is_object() && schema.contains("properties") && schema.contains("additionalProperties")) {
    schema["properties"]["//"] = true;
  }
  if (schema.is_structured()) {
    for (Json& part : schema) {
      allow_comments(part);
    }
  }
}

}  // namespace

Json definitions() {
  Json all = Json::parse(k_definitions);
  allow_comments(all);
  all["lookup_step"] = {{"enum", step_words()}};
  return all;
}

}  // namespace dllrepro::loader::lookup
