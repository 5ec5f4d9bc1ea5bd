#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs each `run:` step of .github/workflows here, the way the runner would, where it can run here.

A step that can't is named in CANNOT_RUN_HERE with the reason; a step that is in neither place fails the test, so that a
new one is not forgotten.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import yaml

TOP = pathlib.Path(__file__).resolve().parent.parent

CANNOT_RUN_HERE = {
    "ci/test": "this test is a part of it",
    "ci/lint": "run by .ci/run beside the tests",
    "ci/build-windows": "needs MSVC; that it says so is checked instead",
    "ctest --preset windows --label-regex unit": "needs what ci/build-windows makes",
    "ci/reproduce-windows --shard ${{ matrix.shard }}": "needs what ci/build-windows makes",
}


def fail(text):
    sys.exit(f"workflow_steps: {text}")


def run(step, folder, replacements):
    """Runs one step in Bash with the runner's files; returns its standard output."""
    for expression, value in replacements.items():
        step = step.replace("${{ " + expression + " }}", value)
    if "${{" in step:
        fail(f"an expression that this test does not know: {step}")
    environment = dict(os.environ, CI="true", GITHUB_ACTIONS="true", GITHUB_OUTPUT=str(folder / "output"),
                       GITHUB_STEP_SUMMARY=str(folder / "summary"))
    print(f"workflow_steps: {step}", flush=True)
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", step], cwd=TOP, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1200)
    print(done.stdout[-4000:], flush=True)
    if done.returncode != 0:
        fail(f"exit code {done.returncode}: {step}")
    return done.stdout


def main():
    steps = []
    for workflow in sorted((TOP / ".github/workflows").glob("*.yml")):
        for job in yaml.safe_load(workflow.read_text())["jobs"].values():
            steps += [step["run"] for step in job["steps"] if "run" in step]
    unknown = set(CANNOT_RUN_HERE) - set(steps)
    if unknown:
        fail(f"no workflow has these steps any more: {sorted(unknown)}")

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shards = None
        seen = []
        for step in dict.fromkeys(steps):
            if step in CANNOT_RUN_HERE:
                print(f"workflow_steps: not here: {step}: {CANNOT_RUN_HERE[step]}")
            elif "${{ matrix.shard }}" in step:
                for shard in shards:
                    run(step, folder, {"matrix.shard": shard})
                    report = json.loads((TOP / "build/reports/report.json").read_text())
                    seen += [cell["id"] for cell in report["cells"]]
            else:
                run(step, folder, {})
            if (folder / "output").exists() and shards is None:
                key, _, value = (folder / "output").read_text().strip().partition("=")
                matrix = json.loads(value)
                if key != "matrix" or not matrix.get("include") and not matrix.get("shard"):
                    fail(f"this is no matrix: {value}")
                shards = [entry["shard"] for entry in matrix.get("include", [])] or matrix["shard"]
        if not (folder / "summary").read_text().strip():
            fail("the step summary is empty")
        if len(set(seen)) != len(seen):
            fail("a cell ran in two shards")
        listed = subprocess.run(["build/linux/bin/dllrepro", "list", "--cells"], cwd=TOP, text=True, check=True,
                                stdout=subprocess.PIPE).stdout.split("\n")
        missing = {line for line in listed if line} - set(seen)
        if missing:
            fail(f"{len(missing)} cells ran in no shard, such as {sorted(missing)[0]}")

    refused = subprocess.run(["ci/build-windows"], cwd=TOP, text=True, stderr=subprocess.PIPE)
    if refused.returncode != 4 or "no Windows" not in refused.stderr:
        fail("ci/build-windows does not say that this is no Windows")
    print("workflow_steps: all steps that can run here ran")


if __name__ == "__main__":
    main()
