#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does what harness/bisect/EXAMPLE.md says, in a folder of its own, and holds git's answer against the page's."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = TOP / "build/linux/bin/dllrepro"


def block(page, language):
    found = re.search(rf"```{language}\n(.*?)```", page, re.S)
    if not found:
        sys.exit(f"git_bisect: the example has no {language} block any more")
    return found.group(1)


def main():
    page = (TOP / "harness/bisect/EXAMPLE.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory(prefix="dllrepro-git-bisect-") as folder:
        folder = pathlib.Path(folder)
        (folder / "import.json").write_text(block(page, "json"), encoding="utf-8")
        repository = folder / "package"
        repository.mkdir()
        environment = dict(
            os.environ,
            PATH=f"{PROGRAM.parent}:{os.environ['PATH']}",
            FIXTURES=str(TOP),
            HOME=str(folder),
            DLLREPRO_WINE_PREFIX=subprocess.run([PROGRAM, "prefix"], text=True, stdout=subprocess.PIPE,
                                                check=True).stdout.strip(),
            GIT_AUTHOR_NAME="test", GIT_AUTHOR_EMAIL="test@example.com",
            GIT_COMMITTER_NAME="test", GIT_COMMITTER_EMAIL="test@example.com",
        )
        done = subprocess.run(["sh", "-e", "-c", block(page, "sh")], cwd=repository, env=environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
        print(done.stdout)
        first_bad = re.search(r"^[0-9a-f]+ is the first bad commit\n(?:.*\n)*?\n    (.*)$", done.stdout, re.M)
        if done.returncode != 0 or not first_bad or first_bad.group(1) != block(page, "text").strip():
            sys.exit(f"git_bisect: git did not name \"{block(page, 'text').strip()}\" (exit code {done.returncode})")


if __name__ == "__main__":
    main()
