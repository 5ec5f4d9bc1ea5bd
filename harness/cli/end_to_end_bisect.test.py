#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bisections from the native program to real processes under Wine: changes that are known, and what ends a search.

Run by CTest like end_to_end.test.py, whose helpers it uses. The known changes are those of this repository's own
scenarios, and of one that is written here.
"""
import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
specification = importlib.util.spec_from_file_location("end_to_end", HERE / "end_to_end.test.py")
base = importlib.util.module_from_spec(specification)
specification.loader.exec_module(base)

FOUND, NOT_FOUND, USAGE = range(3)
GIT_SKIPS, GIT_GIVES_UP = 125, 128


class Bisections(base.EndToEnd):
    def bisect(self, code, *arguments):
        done = self.dllrepro("bisect", "--fixtures", base.TOP, "--work-dir", self.work, "--json", "found.json",
                             *arguments)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        file = self.folder / "found.json"
        return done, json.loads(file.read_text()) if file.exists() else None

    def assert_change(self, found, last_good, first_bad):
        self.assertEqual((found["last_good"], found["first_bad"]), (last_good, first_bad), found)


class KnownChanges(Bisections):
    def runtime(self, code, *more):
        return self.bisect(code, "torch-history/vc-runtime", "--axis", "release", "--filter",
                           "missing=vcruntime140_threads.dll", *more)

    def test_the_release_of_torch_that_needs_one_more_dll_of_the_runtime(self):
        done, found = self.runtime(FOUND, "--bad", "2.15.0")
        self.assert_change(found, "2.13.0", "2.14.1")
        self.assertIn("last good 2.13.0, first bad 2.14.1\n", done.stdout)
        self.assertLessEqual(len(found["runs"]), 5)
        # 2.3.0 and 2.4.0 fail for reasons of their own.
        self.assertIn("the scenario expects 4 changes along release", done.stdout)

    def test_a_last_release_that_fails_otherwise_leaves_the_change_between(self):
        # Without the loop it is the import that fails, not a file of torch/lib.
        done, found = self.runtime(NOT_FOUND)
        self.assertEqual(found["ending"], "between")
        self.assert_change(found, "2.13.0", "2.15.0-noglob")
        self.assertEqual(found["skipped"], ["2.14.1", "2.15.0"])
        self.assertIn("or one that was skipped between them (2.14.1, 2.15.0)", done.stdout)

    def cupti(self, *more):
        return self.bisect(FOUND, "pathfinder/cupti-names", "--axis", "release", "--filter",
                           "situation=2026.1.2*wheel", *more)

    def test_the_release_of_cuda_pathfinder_that_knows_a_new_name(self):
        # Every candidate ends well; what changes is what was found.
        done, found = self.cupti("--good", "1.8.0")
        self.assert_change(found, "1.8.4", "1.8.5")
        self.assertEqual(found["warnings"], [])
        self.assertRegex(done.stdout, r"1\.8\.4 +good +ok, cupti: none\n")
        self.assertRegex(done.stdout, r"1\.8\.5 +bad +ok, cupti: nvidia/cu13/bin/x86_64/cupti64_2026\.1\.2\.dll\n")
        self.assertTrue(found["divergence"]["bad"])

    def test_where_there_are_several_changes_a_search_finds_one_and_says_so(self):
        done, found = self.cupti()
        self.assert_change(found, "1.4.0", "1.4.1")
        (warning,) = found["warnings"]
        self.assertIn("the scenario expects 5 changes along release, the first between 1.0.0 and 1.1.0", warning)
        self.assertIn("--scan", warning)

    def test_a_scan_finds_them_all(self):
        done, found = self.cupti("--scan")
        self.assertEqual([(change["from"], change["to"]) for change in found["changes"]],
                         [("1.0.0", "1.1.0"), ("1.1.0", "1.2.0"), ("1.4.0", "1.4.1"), ("1.7.0", "1.8.0"),
                          ("1.8.4", "1.8.5")])
        self.assert_change(found, "1.8.4", "1.8.5")
        self.assertEqual(found["warnings"], [])
        self.assertEqual(len(found["runs"]), len(found["values"]))


class OwnScenario(Bisections):
    """A DLL is gone from release 4 on; release 2 hangs."""

    def setUp(self):
        super().setUp()
        tree = {"add": {"front.dll": {"imports": {"back.dll": ["work"]}}, "back.dll": {"exports": {"work": 1}}}}
        releases = {str(number): {} for number in range(1, 7)}
        releases["2"] = {"tree": {"replace": {"back.dll": {"exports": {"work": 1}, "on_attach": [{"hang": "event"}]}}}}
        for number in "456":
            releases[number] = {"tree": {"remove": ["back.dll"]}}
        self.file = self.scenario(dict(base.GOOD, tree=tree, steps=[{"load": "{site}/front.dll", "flags": "0x1100"}],
                                       axes={"release": releases}, clocks={"step": 2},
                                       expect=[{"outcome": "ok"}]))

    def test_the_command_that_repeats_a_run_says_what_the_bisection_was_told(self):
        _, found = self.bisect(FOUND, self.file, "--axis", "release", "--timeout-scale", "0.5")
        self.assert_change(found, "3", "4")
        for run in found["runs"]:
            for option in (f"--fixtures {base.TOP}", f"--work-dir {self.work}", "--timeout-scale 0.5"):
                self.assertIn(option, run["repeat_command"])

    def test_a_candidate_that_hangs_is_neither_good_nor_bad(self):
        done, found = self.bisect(FOUND, self.file, "--axis", "release", "--scan", "--bad", "4")
        self.assertEqual([run["standing"] for run in found["runs"]], ["good", "skipped", "good", "bad"])
        self.assert_change(found, "3", "4")
        self.assertEqual(found["skipped"], [])

    def test_a_wrong_word_is_told_with_the_nearest_right_one(self):
        for words, message in ((["--axis", "relaese"], 'did you mean "release"?'),
                               (["--axis", "release", "--good", "11"], '--good: axis "release" has no value "11"'),
                               (["--axis", "release", "--bad", "44"], '--bad: axis "release" has no value "44"')):
            with self.subTest(words):
                done, _ = self.bisect(USAGE, self.file, *words)
                self.assertIn(message, done.stderr)


class ForGit(base.EndToEnd):
    def run_for_git(self, *arguments, **more):
        return self.dllrepro(*self.run_words("--git-bisect", "--progress", "none", *arguments), **more)

    def check(self, code, *arguments, **more):
        done = self.run_for_git(*arguments, **more)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)

    def test_good_bad_and_nothing_learnt(self):
        self.check(base.OK, self.scenario(base.GOOD, "good.json"))
        self.check(base.FAILED, self.scenario(base.FAILING, "failing.json"))
        self.check(GIT_SKIPS, self.scenario("{", "torn.json"))
        self.check(GIT_SKIPS, self.scenario(base.GOOD), "--filter", "tag:none-has-it")

    def test_a_wrong_command_line_ends_the_search(self):
        good = self.scenario(base.GOOD)
        for words in (["--jobs", "x"], ["--suite", "typo"], ["--shard", "half"], ["--jbos", "4"]):
            with self.subTest(words):
                self.check(GIT_GIVES_UP, *words, good)

    def test_a_machine_that_is_not_well_ends_the_search(self):
        good = self.scenario(base.GOOD)
        self.check(GIT_GIVES_UP, good, environment={"PATH": "/nowhere", "DLLREPRO_WINE": ""})
        self.check(GIT_GIVES_UP, good, "--journal", "/dev/full")
        alone = self.folder / "alone" / "dllrepro.exe"
        alone.parent.mkdir()
        shutil.copy(base.WINDOWS_PROGRAM, alone)
        self.check(GIT_GIVES_UP, good, environment={"DLLREPRO_WINDOWS_PROGRAM": str(alone)})  # no probe beside it
        with open("/dev/full", "w") as full:
            done = subprocess.run(self.words(*self.run_words("--git-bisect", good)), env=self.environment, stdout=full,
                                  stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(done.returncode, GIT_GIVES_UP, done.stderr)
        self.work.write_text("a file where the work folder should be")
        self.check(GIT_GIVES_UP, good)

    def test_an_interruption_ends_the_search(self):
        process = self.start_sleeping("--git-bisect")
        process.terminate()
        process.communicate(timeout=30)
        self.assertEqual(process.returncode, GIT_GIVES_UP)
        self.assert_nothing_left()


if __name__ == "__main__":
    if not pathlib.Path(base.WINDOWS_PROGRAM).is_file():
        print(f"skipped: no Windows build of dllrepro at {base.WINDOWS_PROGRAM}")
        sys.exit(77)
    unittest.main()
