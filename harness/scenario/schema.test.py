# SPDX-License-Identifier: MIT
"""Holds the published JSON Schemas against the repository's own files, with a validator that is not ours.

Every scenario and fixture must be valid. Every file of harness/scenario/bad must be refused, except those that say
`// schema: takes` because what is wrong with them is beyond a schema (names that do not exist, for instance).
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
    "fixtures/record": "record",
}
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


def faults_of_repository():
    count = 0
    for folder, name in FOLDERS.items():
        checker = validator(name)
        for path in sorted(pathlib.Path(folder).rglob("*.json")):
            count += 1
            for error in checker.iter_errors(read(path)):
                best = jsonschema.exceptions.best_match([error])
                yield f"{path}: /{'/'.join(map(str, best.absolute_path))}: {best.message[:300]}"
    if count < 8:
        yield f"only {count} files were found: run this from the source folder"


def faults_of_bad_files():
    checker = validator("scenario")
    for path in sorted((SCHEMAS / "bad").glob("*.json")):
        text = path.read_text(encoding="utf-8")
        try:
            taken = checker.is_valid(read(path))
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
