# SPDX-License-Identifier: MIT
"""The cache of artefacts: a folder each, with `artefact.json` in it, put in place whole by one rename.

artefact.json: {"schema": 1, "name", "version", ..., "sources": [{"file", "sha256"}], "files": [{"path", "size"}]},
paths with slashes, relative to the folder that is linked into trees.
"""
import contextlib
import fcntl
import json
import os
import pathlib
import shutil

from .lock_file import TOP
from .messages import Failure, say

MANIFEST = "artefact.json"


def root():
    """DLLREPRO_CACHE, else build/cache below the project."""
    return pathlib.Path(os.environ.get("DLLREPRO_CACHE") or TOP / "build/cache").absolute()


@contextlib.contextmanager
def locked():
    """Holds the cache: two scripts at once would fetch the same things twice."""
    root().mkdir(parents=True, exist_ok=True)
    with open(root() / ".lock", "w", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"waiting for another script that fills {root()}")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def listing(folder):
    """Every file below `folder` with its size, in a fixed order."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return sorted(({"path": path.relative_to(folder).as_posix(), "size": path.stat().st_size} for path in files),
                  key=lambda entry: entry["path"])


def is_complete(target, inside, facts, suffices):
    """Whether `target` is an artefact of these facts, with all its files and nothing more."""
    try:
        manifest = json.loads((target / MANIFEST).read_text(encoding="utf-8"))
        found = [entry for entry in listing(target / inside) if entry["path"] != MANIFEST]
        same = all(manifest[key] == value for key, value in {"schema": 1, **facts, "files": found}.items())
        return same and suffices(manifest)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def make(target, inside, facts, fill, suffices=lambda manifest: True):
    """Makes the artefact `target` unless it is complete; returns whether it was made.

    `facts` are the first members of its manifest; `fill(folder, scratch)` writes the files into `folder` (`inside` the
    artefact) and may add facts by returning them; `scratch` is a folder for what is needed meanwhile. An artefact of
    the same facts is kept when `suffices(manifest)`.
    """
    with locked():
        if is_complete(target, inside, facts, suffices):
            return False
        ours = root() in target.parents
        if target.exists() and (not target.is_dir() or (not ours and any(target.iterdir()))):
            raise Failure(f"{target} is there and is not what this script makes; remove it or name another folder")
        partial = target.with_name(f".{target.name}.partial")
        shutil.rmtree(partial, ignore_errors=True)
        try:
            whole = partial / "artefact"
            (whole / inside).mkdir(parents=True)
            scratch = partial / "scratch"
            scratch.mkdir()
            added = fill(whole / inside, scratch) or {}
            manifest = {"schema": 1, **facts, **added, "files": listing(whole / inside)}
            (whole / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
            if target.exists():
                if any(target.iterdir()):
                    say(f"{target} is not complete or not of the pinned sources: made anew")
                shutil.rmtree(target)
            os.rename(whole, target)
        except OSError as error:
            raise Failure(f"can't make {target}: {error}") from error
        finally:
            shutil.rmtree(partial, ignore_errors=True)
        return True
