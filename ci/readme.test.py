#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Follows the README as a new user would: its first scenario is checked and run, and its commands are commands.

    ci/readme.test.py          all, with build/linux/bin/dllrepro
    ci/readme.test.py texts    only what needs no program: every folder of scenarios and every exit code is told
"""

import pathlib
import re
import shutil
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
DLLREPRO = TOP / "build/linux/bin/dllrepro"


def fail(text):
    sys.exit(f"readme: {text}")


def run(*words):
    done = subprocess.run([DLLREPRO, *words], cwd=TOP, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=300)
    print(f"readme: dllrepro {' '.join(map(str, words))}\n{done.stdout}", flush=True)
    if done.returncode != 0:
        fail(f"exit code {done.returncode}")
    return done.stdout


def check_folders():
    """scenarios/README.md has one line for each folder of scenarios."""
    page = (TOP / "scenarios/README.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `([^`]+)` \|", page, re.M)
    there = sorted({file.parent.name for file in (TOP / "scenarios").glob("*/*.json")})
    for name in sorted(set(named) | set(there)):
        if (named.count(name), there.count(name)) != (1, 1):
            fail(f"scenarios/README.md names {name} {named.count(name)} times; "
                 f"scenarios/{name} is {'a' if name in there else 'no'} folder with scenarios")


def check_exit_codes():
    """The README and `dllrepro --help` tell every exit code that a caller can meet."""
    header = (TOP / "harness/util/exit_codes.hpp").read_text(encoding="utf-8")
    codes = {name: code for name, code in re.findall(r"^  (\w+) = (\d+),", header, re.M) if name != "CellBroken"}
    told = {"README.md": r"^Exit codes: .*?\n\n", "harness/cli/program_help.cpp": r"^exit codes:.*?\)\";"}
    for path, place in told.items():
        text = re.search(place, (TOP / path).read_text(encoding="utf-8"), re.M | re.S)
        for name, code in codes.items():
            if not text or not re.search(rf"\b{code}\b", text.group(0)):
                fail(f"{path} does not tell exit code {code} ({name})")


def main():
    check_folders()
    check_exit_codes()
    if sys.argv[1:] == ["texts"]:
        return
    readme = (TOP / "README.md").read_text(encoding="utf-8")
    scenario = re.search(r"```json\n(.*?)```", readme, re.S)
    named = re.search(r"^dllrepro check (scenarios/\S+\.json)$", readme, re.M)
    if not scenario or not named:
        fail("the first scenario, or the command that checks it, is not where it was")
    file = TOP / "build" / "readme" / pathlib.Path(named.group(1)).name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(scenario.group(1), encoding="utf-8")
    run("check", file)
    if "2 passed" not in run("run", file):
        fail("the first scenario has two cells that pass")
    shutil.rmtree(file.parent)

    known = set(re.findall(r"^  (\w+)", run("--help").split("commands:")[1].split("examples:")[0], re.M))
    for word in re.findall(r"^dllrepro (\w+)", readme, re.M):
        if word not in known:
            fail(f"the README uses a command that the program does not have: {word}")
    for kind in ("hosts", "machines"):
        for fixture in sorted((TOP / "fixtures" / kind).glob("*.json")):
            if f"`{fixture.stem}`" not in readme:
                fail(f"the README does not name {fixture.relative_to(TOP)}")
    for script in re.findall(r"\bci/[\w-]+\b", readme):
        if not (TOP / script).exists():
            fail(f"the README names a script that is not there: {script}")


if __name__ == "__main__":
    main()
