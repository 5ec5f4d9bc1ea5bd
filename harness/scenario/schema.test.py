# SPDX-License-Identifier: MIT
"""Holds the published JSON Schemas against the repository's own files, with a validator that is not ours.

Every scenario, table, axis and fixture must be valid. Every file of harness/scenario/bad must be refused, except
those that say `// schema: takes` because what is wrong with them is beyond a schema (names that do not exist, for
instance).
The parser is held against the same files by bad_files.test.cpp and repository.test.cpp.
"""
import json
import pathlib
import re
import sys

import jsonschema

SCHEMAS = pathlib.Path("harness/scenario")
FOLDERS = {
    "scenarios": "scenario",
    "fixtures/trees": "tree",
    "fixtures/hosts": "host",
    "fixtures/machines": "machine",
    "fixtures/loaders": "loader",
    "fixtures/catalogs": "catalog",
    "fixtures/record": "record",
}
# Held against the scenarios by measured.test.cpp, which reads it as it is.
MEASURED = pathlib.Path("fixtures/record/measured")
# Files beside scenarios that are something else.
ENDINGS = {".table.json": "table", ".axis.json": "axis"}
FILES = {"fixtures/distributions.lock.json": "distributions"}
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def without_comments(text):
    """The same JSON text; what is no string and looks like a comment becomes a blank."""
    return TOKEN.sub(lambda match: match.group() if match.group().startswith('"') else " ", text)


def read(path):
    return json.loads(without_comments(path.read_text(encoding="utf-8")))


def validator(name):
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def name_of_schema(path, otherwise):
    return next((name for ending, name in ENDINGS.items() if path.name.endswith(ending)), otherwise)


def faults_of_repository():
    count = 0
    checkers = {name: validator(name) for name in [*FOLDERS.values(), *ENDINGS.values(), *FILES.values()]}
    for place, name in {**FOLDERS, **FILES}.items():
        place = pathlib.Path(place)
        for path in [place] if place.is_file() else sorted(place.rglob("*.json")):
            if path.is_relative_to(MEASURED):
                continue
            count += 1
            for error in checkers[name_of_schema(path, name)].iter_errors(read(path)):
                best = jsonschema.exceptions.best_match([error])
                yield f"{path}: /{'/'.join(map(str, best.absolute_path))}: {best.message[:300]}"
    if count < 8:
        yield f"only {count} files were found: run this from the source folder"


def faults_of_bad_files():
    checkers = {name: validator(name) for name in ["scenario", *ENDINGS.values()]}
    for path in sorted((SCHEMAS / "bad").glob("*.json")):
        text = path.read_text(encoding="utf-8")
        try:
            taken = checkers[name_of_schema(path, "scenario")].is_valid(read(path))
        except json.JSONDecodeError:
            taken = False
        if taken != ("// schema: takes" in text):
            yield f"{path}: the schema {'takes' if taken else 'refuses'} it"


def main():
    validator("stub")
    faults = list(faults_of_repository()) + list(faults_of_bad_files())
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
