# SPDX-License-Identifier: MIT
"""Finds the pure-Python standard library of one minor version on this machine, and an interpreter that goes with it."""
import functools
import os
import pathlib
import shutil
import subprocess

# One of each kind: a system without its `-stdlib` package has the first few only.
LANDMARKS = ("os.py", "encodings/utf_8.py", "ctypes/__init__.py", "importlib/metadata/__init__.py", "json/__init__.py")
ASK = "import sys, sysconfig; print(*sys.version_info[:3], sep='.'); print(sysconfig.get_path('stdlib'))"


@functools.cache
def answer(interpreter):
    """(version, library folder) as the interpreter itself tells them; None where it does not run."""
    try:
        done = subprocess.run([interpreter, "-I", "-S", "-c", ASK], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = done.stdout.splitlines()
    return (lines[0], lines[1]) if done.returncode == 0 and len(lines) == 2 else None


def interpreters(minor):
    """Interpreters of a minor version: the system's own, one on PATH, pyenv's from the newest on."""
    yield f"/usr/bin/python{minor}"
    if found := shutil.which(f"python{minor}"):
        yield found
    pyenv = pathlib.Path(os.environ.get("PYENV_ROOT") or pathlib.Path.home() / ".pyenv")
    releases = [path for path in pyenv.glob(f"versions/{minor}.*") if path.name.split(".")[-1].isdigit()]
    for path in sorted(releases, key=lambda path: int(path.name.split(".")[-1]), reverse=True):
        yield str(path / "bin" / f"python{minor}")


def variable(minor):
    return "DLLREPRO_PYTHON_LIBRARY_" + minor.replace(".", "_")


def missing(folder):
    """The first landmark that a folder lacks; None for a whole library."""
    return next((name for name in LANDMARKS if not (pathlib.Path(folder) / name).is_file()), None)


def find(minor):
    """({"folder", "version", "interpreter"}, places looked at); the first is None where there is no library.

    `interpreter` is None where none of this minor version runs here; `version` is then the minor version alone.
    """
    looked = []
    named = os.environ.get(variable(minor))
    places = [(f"{variable(minor)}={named}", named, None)] if named else []
    if not named:
        places.append((f"/usr/lib/python{minor}", f"/usr/lib/python{minor}", f"/usr/bin/python{minor}"))
        places += [(interpreter, None, interpreter) for interpreter in interpreters(minor)]
    for label, folder, interpreter in places:
        told = answer(interpreter) if interpreter else None
        if folder is None:
            if told is None:
                looked.append(f"{label}: does not run")
                continue
            folder = told[1]
        gap = missing(folder)
        if gap:
            looked.append(f"{label}: no {gap}" if pathlib.Path(folder).is_dir() else f"{label}: no such folder")
            continue
        if told is None:
            ours = next(filter(None, ((path, answer(path)) for path in interpreters(minor) if answer(path))), None)
            return {"folder": folder, "version": minor, "interpreter": ours[0] if ours else None}, looked
        return {"folder": folder, "version": told[0], "interpreter": interpreter}, looked
    return None, looked
