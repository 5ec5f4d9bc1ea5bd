# SPDX-License-Identifier: MIT
"""Holds the approved reports against their published forms, with readers that are not ours.

The JSON reports must be valid against report.schema.json, and have no member that it does not describe: a reader has to
put up with new ones, we have to describe them. The HTML report must be well-formed, whole in itself and without a
script. The JUnit report must keep to what two schemas have in common:
github.com/windyroad/JUnit-Schema (JUnit.xsd) and the Jenkins xunit plugin (junit-10.xsd), whose rules stand below.
"""
import html.parser
import json
import pathlib
import re
import sys
import xml.etree.ElementTree

import jsonschema

APPROVED = pathlib.Path("reports/approved")
SUITE = {"id", "package", "name", "timestamp", "hostname", "tests", "failures", "errors", "skipped", "time"}
RESULTS = {"failure": {"type", "message"}, "error": {"type", "message"}, "skipped": {"message"}}


def check_junit(path):
    root = xml.etree.ElementTree.parse(path).getroot()
    assert root.tag == "testsuites" and not root.attrib, "the root takes no attributes"
    for number, suite in enumerate(root):
        assert suite.tag == "testsuite" and set(suite.attrib) == SUITE, suite.attrib
        assert suite.get("id") == str(number)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.get("timestamp")), "a time without a zone"
        tags = [child.tag for child in suite]
        cases = suite.findall("testcase")
        assert tags == ["properties"] + ["testcase"] * len(cases) + ["system-out", "system-err"], tags
        counts = {result: 0 for result in RESULTS}
        for case in cases:
            assert set(case.attrib) == {"name", "classname", "time"} and len(case) <= 1, case.attrib
            assert re.fullmatch(r"\d+\.\d+", case.get("time"))
            for result in case:
                assert set(result.attrib) == RESULTS[result.tag], result.attrib
                counts[result.tag] += 1
        assert suite.get("tests") == str(len(cases))
        assert suite.get("failures") == str(counts["failure"])
        assert suite.get("errors") == str(counts["error"])
        assert suite.get("skipped") == str(counts["skipped"])


class Page(html.parser.HTMLParser):
    """Elements that are closed in order, links that lead to what is there, and nothing that a browser would fetch."""
    EMPTY = {"meta"}
    LOADED = {"script", "link", "img", "iframe", "object", "embed", "base", "form", "audio", "video", "svg"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.identifiers, self.targets, self.tags = [], set(), set(), set()

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.tags.add(tag)
        assert tag not in self.LOADED, f"<{tag}> in a page that is to be whole in itself"
        assert not any(name in ("src", "style") or name.startswith("on") for name in values), values
        if "href" in values:
            assert values["href"].startswith("#"), values["href"]
            self.targets.add(values["href"][1:])
        if "id" in values:
            assert values["id"] not in self.identifiers, f"{values['id']} is given twice"
            self.identifiers.add(values["id"])
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> at {self.getpos()}"

    def check(self):
        assert not self.open, f"never closed: {self.open}"
        assert self.targets and self.targets <= self.identifiers, self.targets - self.identifiers
        assert {"title", "style", "table", "article", "details", "mark"} <= self.tags, self.tags


def check_page(path):
    text = path.read_text(encoding="utf-8")
    assert "url(" not in text and "@import" not in text, "a style sheet that fetches something"
    page = Page()
    page.feed(text)
    page.close()
    page.check()


def closed(schema):
    """The schema with no members but those it names; an event's are described elsewhere and stay open."""
    if isinstance(schema, list):
        return [closed(element) for element in schema]
    if not isinstance(schema, dict):
        return schema
    strict = {key: value if key == "events" else closed(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict):
        strict.setdefault("additionalProperties", False)
    return strict


def refuses_unknown_members(schema, report):
    """Says whether a member that is not described is let through by the published form and found by the closed one."""
    report = {**report, "cells": [{**cell, "new": 1} for cell in report["cells"]]}
    return (jsonschema.Draft202012Validator(schema).is_valid(report)
            and not jsonschema.Draft202012Validator(closed(schema)).is_valid(report))


def main():
    schema = json.loads(pathlib.Path("reports/report.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(closed(schema))
    reports = [path for path in sorted(APPROVED.glob("*.json"))]
    documents = [path for path in sorted(APPROVED.glob("*.xml"))]
    pages = [path for path in sorted(APPROVED.glob("*.html"))]
    assert reports and documents and pages, "no approved reports"
    for path in reports:
        # Normalised numbers are #; any number stands for them.
        text = re.sub(r'(: ?)#', r"\g<1>1", path.read_text(encoding="utf-8"))
        report = json.loads(text)
        validator.validate(report)
        assert refuses_unknown_members(schema, report), "a new member of a cell"
        print(f"{path}: valid")
    for path in documents:
        check_junit(path)
        print(f"{path}: valid")
    for path in pages:
        check_page(path)
        print(f"{path}: valid")
    return 0


if __name__ == "__main__":
    sys.exit(main())
