#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`dllrepro trace` and machines with a System32 of their own, from the native program to real processes under Wine.

Run by CTest like end_to_end.test.py, whose helpers it uses. The traced program is mostly the probe, which does what a
plan says (harness/loader/plan.hpp) and is a program like any other to whoever traces it.
"""
import importlib.util
import json
import os
import pathlib
import signal
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
specification = importlib.util.spec_from_file_location("end_to_end", HERE / "end_to_end.test.py")
base = importlib.util.module_from_spec(specification)
specification.loader.exec_module(base)

PROBE = pathlib.Path(base.WINDOWS_PROGRAM).resolve().parent / "dllrepro-probe.exe"
OK, FAILED, USAGE, BAD_INPUT, ENVIRONMENT, NOTHING, INTERRUPTED = range(7)


class Tracing(base.EndToEnd):
    def stub(self, name, spec):
        file = self.folder / f"{name}.json"
        file.write_text(json.dumps(spec))
        target = self.folder / name
        done = self.dllrepro("stub", file, "-o", target)
        self.assertEqual(done.returncode, OK, done.stderr)
        return target

    def plan(self, *operations):
        file = self.folder / "plan.json"
        file.write_text(json.dumps({"protocol": 1, "places": {"here": "Z:" + str(self.folder).replace("/", "\\")},
                                    "steps": operations}))
        return [PROBE, "--plan", "plan.json", "--events", "NUL"]

    def trace(self, *words):
        return self.dllrepro("trace", *words)

    def check_trace(self, code, *words):
        done = self.trace(*words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assert_nothing_left()
        return done

    def json_of(self, *words, code=OK):
        self.check_trace(code, "--json", "trace.json", *words)
        return json.loads((self.folder / "trace.json").read_text())


class Programs(Tracing):
    def test_loads_failures_and_who_asked(self):
        self.stub("front.dll", {"imports": {"middle.dll": ["stub"]}})
        self.stub("middle.dll", {"imports": {"gone.dll": ["stub"]}})
        self.stub("good.dll", {"on_attach": [{"load": "inner.dll"}]})
        self.stub("inner.dll", {})
        done = self.check_trace(OK, "--json", "trace.json", "--", *self.plan(
            {"load": "{here}/front.dll", "flags": "0x1100", "on_error": "ignore"},
            {"path_front": "{here}"},
            {"load": "{here}/good.dll"}))
        self.assertEqual(done.stdout, "")
        self.assertIn("gone.dll, which middle.dll imports, is in none of the folders searched", done.stderr)
        self.assertIn("dllrepro-probe.exe (process ", done.stderr)
        (process,) = json.loads((self.folder / "trace.json").read_text())["processes"]
        loads = {load["name"].rpartition("\\")[2]: load for load in process["loads"]}
        self.assertEqual(loads["gone.dll"]["status"], "0xC0000135")
        self.assertEqual(loads["gone.dll"]["by"].rpartition("\\")[2], "middle.dll")
        self.assertEqual(loads["middle.dll"]["asker"], "import")
        self.assertEqual(loads["front.dll"]["asker"], "call")
        self.assertEqual(loads["inner.dll"]["asker"], "initialiser")
        self.assertEqual(loads["inner.dll"]["by"].rpartition("\\")[2], "good.dll")
        self.assertIsNone(loads["front.dll"]["module"])
        self.assertEqual(process["exit_code"], 0)
        self.assertLess(loads["front.dll"]["at_ms"], loads["good.dll"]["at_ms"])

    def test_the_programs_streams_stay_its_own(self):
        text = "to the other side \\ and\nso on"
        done = self.check_trace(OK, "-o", "trace.txt", "--", *self.plan(
            {"print": "out"}, {"print": text, "to": "stderr"}))
        self.assertEqual(done.stdout.replace("\r", ""), "out\n")
        self.assertEqual(done.stderr.replace("\r", ""), text + "\n")
        self.assertIn("dllrepro-probe.exe", (self.folder / "trace.txt").read_text())

    def test_exit_codes_and_crashes(self):
        done = self.check_trace(FAILED, "--", "cmd", "/c", "exit 3")
        self.assertIn("exit code 3 after", done.stderr)
        self.stub("bad.dll", {"exports": {"go": [{"crash": "read"}]}})
        done = self.check_trace(FAILED, "--", *self.plan({"load": "{here}/bad.dll", "as": "bad"},
                                                         {"call": "go", "in": "bad"}))
        self.assertIn("crashed with 0xC0000005 (STATUS_ACCESS_VIOLATION) at bad.dll+0x", done.stderr)

    def test_a_program_whose_own_import_is_missing(self):
        program = self.stub("app.exe", {"imports": {"gone.dll": ["stub"]}, "corrupt": "not-a-dll"})
        done = self.check_trace(FAILED, "--", program)
        self.assertIn("0xC0000135", done.stderr)
        self.assertIn("gone.dll, which app.exe imports, is in none of the folders searched", done.stderr)

    def test_a_program_may_be_named_by_a_path_of_either_side(self):
        for program in ("C:/windows/system32/cmd.exe", "C:\\windows\\system32\\cmd.exe"):
            with self.subTest(program):
                self.check_trace(OK, "--", program, "/c", "exit")

    def test_children_are_traced_too(self):
        trace = self.json_of("--", "cmd", "/c", "cmd /c exit 4", code=FAILED)
        parent, child = trace["processes"]
        self.assertEqual(child["parent"], parent["id"])
        self.assertEqual(child["exit_code"], 4)
        self.assertTrue(child["loads"])

    def test_what_is_left_running_is_told_and_killed(self):
        trace = self.json_of("--", *self.plan(
            {"start_process": {"operations": [{"sleep_ms": 60000}]}, "wait": False}))
        self.assertEqual([process["left_behind"] for process in trace["processes"]], [False, True])

    def test_a_program_that_never_ends(self):
        self.stub("hanging.dll", {"on_attach": [{"hang": "event"}]})
        done = self.check_trace(FAILED, "--timeout", "2", "--", *self.plan({"load": "{here}/hanging.dll"}))
        self.assertIn("killed after 2", done.stderr)
        self.assertIn("in the middle of: DllMain of hanging.dll", done.stderr)

    def test_a_program_that_closes_its_streams(self):
        close = [step for stream in (0xFFFFFFF5, 0xFFFFFFF4) for step in (
            {"call": "GetStdHandle", "in": "kernel32.dll", "arguments": [stream], "as": "handle"},
            {"call": "CloseHandle", "in": "kernel32.dll", "arguments": ["{handle}"]})]
        self.check_trace(OK, "--", *self.plan({"print": "before"}, *close, {"sleep_ms": 500}, {"print": "after"}))

    def test_all_shows_what_windows_loads_for_itself(self):
        words = ("--", "cmd", "/c", "exit")
        self.assertNotIn("kernelbase.dll", self.check_trace(OK, *words).stderr)
        self.assertIn("kernelbase.dll", self.check_trace(OK, "--all", *words).stderr)


class NoPrograms(Tracing):
    def assert_refused(self, text, *words):
        done = self.check_trace(BAD_INPUT, "--", *words)
        self.assertIn(text, done.stderr)
        self.assertIn("dllrepro: ", done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_what_is_not_there(self):
        self.assert_refused("is no program in the current folder", "no-such-program-anywhere")
        self.assert_refused("does not exist", "./no-such-program.exe")

    def test_what_is_no_program(self):
        (self.folder / "text.exe").write_text("hello")
        self.assert_refused("is no Windows program", "./text.exe")
        (self.folder / "run.bat").write_text("exit 3")
        self.assert_refused("cmd /c FILE", "./run.bat")
        self.assert_refused("is a DLL, not a program", self.stub("a.dll", {}))
        self.assert_refused("is a folder", str(self.folder))
        self.assert_refused("is no Windows program", sys.executable)

    def test_a_program_for_another_machine(self):
        self.assert_refused("it is a program for arm64",
                            self.stub("other.exe", {"machine": "arm64", "corrupt": "not-a-dll"}))

    def test_the_program_goes_behind_the_separator(self):
        done = self.trace("cmd")
        self.assertEqual(done.returncode, USAGE)
        self.assertIn("behind --", done.stderr + self.trace().stderr)


class Interruption(Tracing):
    def test_ctrl_c_ends_the_program_and_all_of_it(self):
        words = self.words("trace", "--", *self.plan({"print": "begun"}, {"sleep_ms": 60000}))
        process = subprocess.Popen(words, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, cwd=self.folder)
        self.addCleanup(base.end, process)
        self.assertIn("begun", process.stdout.readline())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
        self.assertEqual(process.returncode, INTERRUPTED)
        self.assert_nothing_left()


class Machines(base.EndToEnd):
    """A machine whose System32 differs from the plain one has a Wine prefix of its own."""

    def assert_nothing_left(self):
        # The server of such a prefix and its services, which the first run that needs them starts, wait for the next
        # run for a while; they have this test's folder in their environment.
        def left():
            return [command for command in base.processes_with(self.folder.name)
                    if "wineserver" not in command and not command.startswith("C:\\windows\\system32\\")]
        self.assertTrue(base.wait_until(lambda: not left()), left())

    def machine(self, keys, steps, expect, **more):
        return dict(base.GOOD, machine=dict(keys, name="other", title="t", evidence=["L1"]), steps=steps,
                    expect=[expect], **more)

    def prefix_files(self):
        prefix = self.dllrepro("prefix").stdout.strip()
        return sorted(os.listdir(pathlib.Path(prefix) / "drive_c/windows/system32"))

    def test_dlls_are_added_and_taken_away_and_the_plain_machine_stays_as_it_is(self):
        before = self.prefix_files()
        added = self.scenario(self.machine(
            {"system32": {"added.dll": {"exports": {"answer": 42}}}},
            [{"load": "added.dll", "as": "it"}, {"call": "answer", "in": "it", "as": "answer"}],
            {"outcome": "ok", "returned": {"answer": 42}, "resident": ["{system32}/added.dll"]}), "added.json")
        absent = self.scenario(self.machine(
            {"without": ["msvcp140.dll"]}, [{"load": "msvcp140.dll"}], {"outcome": "load error", "error": 126}),
            "absent.json")
        # Behind System32 the search goes on.
        behind = self.scenario(self.machine(
            {"without": ["msvcp140.dll"]}, [{"load": "msvcp140.dll"}],
            {"outcome": "ok", "resident": ["{elsewhere}/p/msvcp140.dll"]},
            tree={"add": {"good.dll": {}, "{elsewhere}/p/msvcp140.dll": {}}}, path_back=["{elsewhere}/p"]),
            "behind.json")
        present = self.scenario(self.machine(
            {"with": ["vcruntime140_threads.dll", "msvcp140.dll"]}, [{"load": "vcruntime140_threads.dll"}],
            {"outcome": "ok", "resident": ["{system32}/vcruntime140_threads.dll"]}), "present.json")
        plain = self.scenario(base.GOOD, "plain.json")
        done = self.check_run(OK, "--report", "json=report.json", "--journal", "journal.jsonl", added, absent, behind,
                              present, plain)
        report = json.loads((self.folder / "report.json").read_text())
        self.assertEqual([cell["verdict"] for cell in report["cells"]], ["pass"] * 5)
        self.assertEqual(sorted(cell["index"] for cell in report["cells"]), [0, 1, 2, 3, 4])
        lines = (self.folder / "journal.jsonl").read_text().splitlines()
        self.assertEqual(sum("run_finished" in line for line in lines), 1)
        self.assertIn("5 passed", done.stdout)
        self.assertEqual(self.prefix_files(), before)
        self.assert_work_folder_gone()
        self.assert_nothing_left()

    def test_a_failure_on_one_machine_fails_the_run_and_keeps_its_tree(self):
        wrong = self.scenario(self.machine({"without": ["msvcp140.dll"]}, [], {"outcome": "crash"}), "wrong.json")
        self.check_run(FAILED, "--report", "json=report.json", self.scenario(base.GOOD, "plain.json"), wrong)
        cells = json.loads((self.folder / "report.json").read_text())["cells"]
        self.assertEqual(sorted(cell["verdict"] for cell in cells), ["fail", "pass"])
        kept = [pathlib.Path(cell["kept_tree"]) for cell in cells if cell["verdict"] == "fail"][0]
        self.check_run(FAILED, kept / "cell.json")

    def test_fail_fast_holds_for_the_other_machines_too(self):
        wrong = self.scenario(dict(base.GOOD, expect=[{"outcome": "crash"}]), "wrong.json")
        other = self.scenario(self.machine({"without": ["msvcp140.dll"]}, [], {"outcome": "ok"}), "other.json")
        self.check_run(FAILED, "--fail-fast", "--keep=none", "--report", "json=report.json", wrong, other)
        report = json.loads((self.folder / "report.json").read_text())
        self.assertEqual([cell["verdict"] for cell in report["cells"]], ["fail"])


if __name__ == "__main__":
    if not pathlib.Path(base.WINDOWS_PROGRAM).exists():
        print(f"skipped: no Windows build at {base.WINDOWS_PROGRAM}")
        sys.exit(77)
    unittest.main(verbosity=2)
