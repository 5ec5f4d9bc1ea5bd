#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the scripts that write trees, in a copy of their folder: what is checked in must be what they write.

And the measured situations of cuda-pathfinder: the scenario that has one as a cell names it in the cell's evidence.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "fixtures"


def unnamed_situations():
    """Faults: measured situations that the scenario of their cell does not name."""
    text = (FIXTURES / "record/measured/pathfinder.json").read_text(encoding="utf-8")
    for name, measured in json.loads(re.sub(r"^\s*//.*$", "", text, flags=re.M))["situations"].items():
        if "cell" not in measured:
            continue
        cell = measured["cell"]
        scenario = FIXTURES.parent / "scenarios" / f"{cell['scenario']}.json"
        situation = json.dumps(cell["situation"])
        wanted = f'"when": {{ "situation": {situation} }}, "evidence": ["pathfinder 4: {name}"]'
        if wanted not in scenario.read_text(encoding="utf-8"):
            yield f"{scenario} has no line {{ {wanted} }}"


def main():
    faults = list(unnamed_situations())
    with tempfile.TemporaryDirectory(prefix="dllrepro-fixtures-") as folder:
        copy = pathlib.Path(folder)
        shutil.copytree(FIXTURES / "wheels", copy / "wheels")
        (copy / "trees").mkdir()
        scripts = [shutil.copy(path, copy / "trees") for path in sorted((FIXTURES / "trees").glob("*.py"))]
        for script in (path for path in scripts if pathlib.Path(path).name.startswith("make_")):
            subprocess.run([sys.executable, script], check=True, timeout=60)
        written = sorted((copy / "trees").glob("*.json"))
        for path in written:
            checked_in = FIXTURES / "trees" / path.name
            if not checked_in.exists() or checked_in.read_bytes() != path.read_bytes():
                faults.append(f"{checked_in} is not what its script writes")
        marked = [path for path in (FIXTURES / "trees").glob("*.json") if "// Written by" in path.read_text("utf-8")]
        faults += [f"{path} has no script that writes it" for path in marked if not (copy / "trees" / path.name).exists()]
        if len(written) < 30:
            faults.append(f"only {len(written)} trees were written")
    sys.exit("\n".join(faults) or None)


if __name__ == "__main__":
    main()
