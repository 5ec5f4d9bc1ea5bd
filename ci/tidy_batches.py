"""Puts the sources that clang-tidy is to read into few translation units, whose headers are then read once each.

    tidy_batches.py COMPILE_COMMANDS FOLDER

FOLDER gets BATCH.cpp files, each of which includes up to twelve sources of one room, and a compile_commands.json for
them. The rooms' sources can be compiled that way, since the build does so, too (ci/build).
"""

import json
import os
import pathlib
import shutil
import sys

# clang-tidy 18.1.8 itself crashes on it (comparing the variant of all actions).
CRASHES = {"harness/stub/action_json.cpp"}
BATCH = 12


def main():
    commands_file, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    rooms = {}
    for entry in json.loads(commands_file.read_text()):
        source = os.path.relpath(entry["file"])
        if not source.endswith(".cpp") or source.startswith(("build/", "..")):
            continue
        if source.endswith(".test.cpp") or source in CRASHES:
            continue
        # Sources of one target share their options; the name of the object file tells the target.
        words = entry["command"].split()
        target = words[words.index("-o") + 1].split(".dir/")[0]
        rooms.setdefault(target, []).append((source, entry))

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    batches = []
    for target, sources in rooms.items():
        for number, begin in enumerate(range(0, len(sources), BATCH)):
            batch = folder.resolve() / f"{pathlib.Path(target).name}_{number}.cpp"
            part = sources[begin : begin + BATCH]
            batch.write_text("".join(f'#include "{os.path.abspath(source)}"\n' for source, _ in part))
            entry = part[0][1]
            batches.append(
                {
                    "directory": entry["directory"],
                    "file": str(batch),
                    "command": entry["command"].replace(entry["file"], str(batch)),
                }
            )
    (folder / "compile_commands.json").write_text(json.dumps(batches, indent=1))


main()
