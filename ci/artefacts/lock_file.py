# SPDX-License-Identifier: MIT
"""Reads fixtures/distributions.lock.json: the wheels that may be fetched, each by file name and sha256."""
import json
import os
import pathlib
import re

from .messages import Failure

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*')


def read():
    """The lock as JSON; DLLREPRO_LOCK names another file than the repository's (the scripts' own tests use it)."""
    path = pathlib.Path(os.environ.get("DLLREPRO_LOCK") or TOP / "fixtures/distributions.lock.json")
    try:
        text = path.read_text(encoding="utf-8")
        lock = json.loads(TOKEN.sub(lambda match: match.group() if match.group().startswith('"') else "", text))
    except (OSError, ValueError) as error:
        raise Failure(f"can't read {path}: {error}") from error
    if lock.get("schema") != 1:
        raise Failure(f"{path}: schema {lock.get('schema')} is not known, 1 is")
    return lock
