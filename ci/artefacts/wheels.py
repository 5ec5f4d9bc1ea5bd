# SPDX-License-Identifier: MIT
"""Unpacks pinned wheels into the cache, laid out as pip installs them below a Windows Python's folder."""
import fnmatch
import pathlib
import re
import shutil
import subprocess
import zipfile

from . import cache, download, lock_file, standard_library
from .messages import USAGE, Failure, nearest, say

SITE = "Lib/site-packages"
SUITES = ("default", "real")
# Where the folders of NAME-VERSION.data go.
DATA = {"purelib": SITE, "platlib": SITE, "data": "", "scripts": "Scripts", "headers": "Include"}
# Below this many sources nobody notices that they are compiled at each import.
FEW_SOURCES = 20


def normalized(name):
    """A distribution's name as the index compares it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def python_tag(file):
    """"cp313" of a wheel for one version of CPython alone, "" of one that any version takes."""
    python, abi = file.removesuffix(".whl").split("-")[-3:-1]
    return python if re.fullmatch(r"cp3\d+", python) and abi != "abi3" else ""


def minor_of(tag):
    return f"{tag[2]}.{tag[3:]}"


def folder_name(entry):
    """The artefact's folder below wheels/; harness/run knows the same rule."""
    tag = python_tag(entry["file"])
    return f"{entry['name']}-{entry['version']}" + (f"-{tag}" if tag else "")


def pythons_of_cache():
    """Minor versions of the Pythons in the cache."""
    return sorted(path.parent.name for path in (cache.root() / "python").glob(f"*/{cache.MANIFEST}"))


def place(member, root):
    """The path below the Python's folder that a wheel's member is installed at."""
    parts = pathlib.PurePosixPath(member).parts
    if member.startswith("/") or "\\" in member or ":" in member or ".." in parts:
        raise Failure(f"a wheel that wants to write to {member!r} is not unpacked")
    if parts[0].endswith(".data") and len(parts) > 2 and parts[1] in DATA:
        return root / DATA[parts[1]] / pathlib.PurePosixPath(*parts[2:])
    return root / SITE / member


def unpack(wheel, folder, left_out):
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.infolist():
            if member.is_dir() or any(fnmatch.fnmatchcase(member.filename, pattern) for pattern in left_out):
                continue
            target = place(member.filename, folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(member) as source, open(target, "xb") as out:
                shutil.copyfileobj(source, out, 1 << 20)


def interpreters(tag):
    """{minor: interpreter} of this machine for the Pythons that may import a wheel of this tag."""
    found = {}
    for minor in [minor_of(tag)] if tag else pythons_of_cache():
        for interpreter in standard_library.interpreters(minor):
            told = standard_library.answer(interpreter)
            if told and told[0].startswith(minor + "."):
                found[minor] = interpreter
                break
    return found


def precompile(folder, pythons):
    script = pathlib.Path(__file__).with_name("compile_package.py")
    for interpreter in pythons.values():
        subprocess.run([interpreter, "-I", "-S", "-B", str(script), str(folder)], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)


def fetch(entry):
    """Puts one wheel into the cache; returns whether it had to be fetched."""
    left_out = entry.get("leave_out", [])
    pythons = interpreters(python_tag(entry["file"]))

    def fill(folder, scratch):
        say(f"getting {entry['file']}")
        wheel = download.wheel(entry["name"], entry["version"], entry["file"], entry["sha256"], scratch)
        unpack(wheel, folder, left_out)
        precompile(folder, pythons)
        return {"compiled_for": list(pythons)}

    def suffices(manifest):
        sources = sum(file["path"].endswith(".py") for file in manifest["files"])
        return sources < FEW_SOURCES or set(manifest["compiled_for"]) >= set(pythons)

    facts = {"name": entry["name"], "version": entry["version"], "left_out": left_out,
             "sources": [{"file": entry["file"], "sha256": entry["sha256"]}]}
    return cache.make(cache.root() / "wheels" / folder_name(entry), "files", facts, fill, suffices)


def entries_of(word, lock):
    """The lock's entries that a word of the command line means: a suite, or NAME==VERSION."""
    distributions = lock["distributions"]
    if word in SUITES:
        return [entry for entry in distributions if word in entry["suites"]]
    name, equals, version = word.partition("==")
    name = normalized(name)
    versions = [entry["version"] for entry in distributions if entry["name"] == name]
    if not versions:
        known = sorted({entry["name"] for entry in distributions})
        raise Failure(f"no distribution {word!r} is pinned{nearest(name, [*SUITES, *known])}", USAGE)
    if not equals or version not in versions:
        versions = list(dict.fromkeys(versions))
        if not equals:
            raise Failure(f"{name} of which version? {name}==VERSION (known: {', '.join(versions)})", USAGE)
        raise Failure(f"{name} {version} is not pinned{nearest(version, versions)}", USAGE)
    return [entry for entry in distributions if (entry["name"], entry["version"]) == (name, version)]


def fits(entry, pythons, asked_by_name):
    """Whether a Python of the cache takes this wheel; what is asked for by name is also fetched ahead of its Python."""
    tag = python_tag(entry["file"])
    return not tag or asked_by_name or minor_of(tag) in pythons


def fetch_all(words):
    """Fetches what the words name; goes on after a wheel that fails, and fails in the end."""
    lock = lock_file.read()
    pythons = pythons_of_cache()
    wanted = []
    for word in words:
        entries = [entry for entry in entries_of(word, lock)]
        wanted += [entry for entry in entries if entry not in wanted and fits(entry, pythons, word not in SUITES)]
    fetched, faults = 0, []
    for entry in wanted:
        try:
            fetched += fetch(entry)
        except Failure as fault:
            faults.append(str(fault))
    say(f"{fetched} fetched, {len(wanted) - fetched - len(faults)} were there, {len(faults)} failed: {cache.root() / 'wheels'}")
    if faults:
        raise Failure("\n".join(faults))
