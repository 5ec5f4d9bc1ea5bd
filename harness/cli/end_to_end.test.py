#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The native program, the Windows one under Wine and real children, together: what unit tests can't see.

Run by CTest with DLLREPRO_PROGRAM naming the native program; exit code 77 where there is no Windows build to hand to.
Every test has a folder of its own, whose unique name is in the paths of all children, so that a child that is left over
can be told from everybody else's.
"""
import contextlib
import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("DLLREPRO_PROGRAM", str(TOP / "build/linux/bin/dllrepro"))
WINDOWS_PROGRAM = os.environ.get("DLLREPRO_WINDOWS_PROGRAM") or str(
    pathlib.Path(PROGRAM).parent / "../../windows-under-wine/bin/dllrepro.exe")

OK, FAILED, USAGE, BAD_SCENARIO, ENVIRONMENT, NOTHING, INTERRUPTED = range(7)

GOOD = {
    "schema": 1,
    "title": "A good DLL loads",
    "why": "to have something to run",
    "evidence": ["L1"],
    "tree": {"add": {"good.dll": {}}},
    "steps": [{"load": "{site}/good.dll"}],
    "expect": [{"outcome": "ok", "resident": ["good.dll"]}],
}
# Long enough to be interrupted, short enough for no clock to trip (the step's is 15 s).
SLEEPING = dict(GOOD, title="Children that sleep", axes={"number": [1, 2, 3, 4]},
                steps=[{"sleep_ms": 12000}], expect=[{"outcome": "ok"}])
FAILING = dict(GOOD, title="An expectation that is not met", expect=[{"outcome": "ok", "not_resident": ["good.dll"]}])


def processes_with(text):
    """Command lines of the processes that have `text` in their command line or environment; this one aside."""
    found = []
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        with contextlib.suppress(OSError):
            command = (folder / "cmdline").read_bytes()
            if text.encode() in command + (folder / "environ").read_bytes():
                found.append(command.replace(b"\0", b" ").decode(errors="replace"))
    return found


def wait_until(condition, seconds=20.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def end(process):
    """Whatever a test found: its process is gone and its pipes are closed."""
    process.kill()
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream:
            stream.close()


class EndToEnd(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="dllrepro-e2e-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.work = self.folder / "work"
        self.environment = dict(os.environ, DLLREPRO_WINDOWS_PROGRAM=WINDOWS_PROGRAM)

    def scenario(self, content, name="x.json"):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content if isinstance(content, str) else json.dumps(content))
        return str(file)

    def words(self, *arguments):
        return [PROGRAM, *map(str, arguments)]

    def run_words(self, *arguments):
        return ["run", "--fixtures", str(TOP), "--work-dir", str(self.work), *map(str, arguments)]

    def dllrepro(self, *arguments, environment=None, **more):
        return subprocess.run(self.words(*arguments), env=dict(self.environment, **(environment or {})), text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=120, cwd=self.folder, **more)

    def check_run(self, code, *arguments, environment=None):
        done = self.dllrepro(*self.run_words(*arguments), environment=environment)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def start_sleeping(self, *arguments):
        """Starts a run whose children sleep, and returns once one of them is seen."""
        file = self.scenario(SLEEPING)
        process = subprocess.Popen(self.words(*self.run_words("--jobs", 2, *arguments, file)), env=self.environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   cwd=self.folder)
        self.addCleanup(end, process)
        self.assertTrue(wait_until(self.children, 60), "no child was started")
        return process

    def children(self):
        # The probe lies in the run's folder under the host's name.
        return [command for command in processes_with(self.folder.name) if "python.exe" in command]

    def assert_nothing_left(self):
        self.assertTrue(wait_until(lambda: not processes_with(self.folder.name)), processes_with(self.folder.name))

    def assert_work_folder_gone(self):
        self.assertTrue(wait_until(lambda: not self.work.exists()), list(self.work.glob("**/*"))[:5])


class Runs(EndToEnd):
    def test_a_run_writes_its_reports_where_it_was_told_and_leaves_nothing_behind(self):
        file = self.scenario(GOOD, "with blanks/\u00fcnic\u00f6de.json")
        done = self.check_run(OK, "--report", f"json={self.folder}/an absolute.json", "--report", "junit=relative.xml",
                              "--journal", "journal.jsonl", file)
        report = json.loads((self.folder / "an absolute.json").read_text())
        self.assertEqual([cell["verdict"] for cell in report["cells"]], ["pass"])
        self.assertIn("testsuite", (self.folder / "relative.xml").read_text())
        self.assertIn("run_finished", (self.folder / "journal.jsonl").read_text().splitlines()[-1])
        self.assertNotIn("Z:", done.stdout + done.stderr)
        for line in (f"{self.folder}/an absolute.json (json report)", "relative.xml (junit report)",
                     "journal.jsonl (journal)"):
            self.assertIn(f"dllrepro: wrote {line}\n", done.stderr)
        self.assert_work_folder_gone()
        self.assert_nothing_left()

    def test_what_a_killed_program_left_goes_with_the_next_run_and_what_is_no_run_s_stays(self):
        ended = subprocess.Popen(["true"])
        ended.wait()
        self.work.mkdir()
        left = [self.work / f"{ended.pid}-0.dllrepro-{name}" for name in ("cells.json", "journal.jsonl")]
        others = [self.work / name for name in (
            f"{os.getpid()}-0.dllrepro-cells.json", f"{ended.pid}-notes.json", f"{ended.pid}-05-01-journal.jsonl",
            f"{ended.pid}-cells.json", f"{ended.pid}-x.dllrepro-cells.json")]
        for file in left + others:
            file.write_text("")
        self.check_run(OK, self.scenario(GOOD))
        self.assertEqual(sorted(self.work.iterdir()), sorted(others))

    def test_kept_trees_of_cells_that_pass_are_told(self):
        done = self.check_run(OK, "--keep", "--report", "console=-", "--report", "json=report.json",
                              "--report", "markdown=deep/er/report.md", "--report", "html=report.html",
                              self.scenario(dict(GOOD, axes={"number": [1, 2]})))
        kept = [cell["kept_tree"] for cell in json.loads((self.folder / "report.json").read_text())["cells"]]
        self.assertEqual(len(set(kept)), 2)
        for tree, number in zip(kept, (1, 2)):
            self.assertTrue((pathlib.Path(tree) / "cell.json").is_file(), tree)
            self.assertIn(f"  {tree}  x[number={number}]\n", done.stdout)
            for name in ("deep/er/report.md", "report.html"):
                self.assertIn(tree, (self.folder / name).read_text())

    def test_the_command_that_repeats_a_cell_says_what_the_run_was_told(self):
        file = self.scenario(FAILING)
        self.check_run(FAILED, "--timeout-scale", "2", "--repeat", "2", "--report", "json=report.json", file)
        command = json.loads((self.folder / "report.json").read_text())["cells"][0]["repeat_command"]
        self.assertEqual(shlex.split(command), ["dllrepro", "run", "x.json", "--fixtures", str(TOP), "--work-dir",
                                                str(self.work), "--timeout-scale", "2", "--repeat", "2", "--keep"])
        done = self.dllrepro(*shlex.split(command)[1:])
        self.assertEqual(done.returncode, FAILED, done.stdout + done.stderr)

    def test_a_failed_cell_is_kept_and_runs_again_from_its_file(self):
        done = self.check_run(FAILED, "--report", "json=report.json", self.scenario(FAILING))
        kept = pathlib.Path(json.loads((self.folder / "report.json").read_text())["cells"][0]["kept_tree"])
        self.assertTrue(kept.is_relative_to(self.work), kept)
        self.assertIn(str(kept), done.stdout)
        self.check_run(FAILED, "--report", "json=again.json", kept / "cell.json")

    def test_output_comes_while_the_run_goes_on(self):
        slow = self.scenario(dict(SLEEPING, steps=[{"sleep_ms": 3000}], axes={"number": [1]}), "slow.json")
        quick = self.scenario(GOOD, "quick.json")
        words = self.words(*self.run_words("--progress", "lines", quick, slow))
        process = subprocess.Popen(words, env=self.environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(end, process)
        first = process.stderr.readline()
        while "quick:" not in first and first:
            first = process.stderr.readline()
        self.assertIn("quick:", first)
        self.assertIsNone(process.poll(), "the line came only when all was over")
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, OK)


class Interruptions(EndToEnd):
    def assert_orderly_end(self, process):
        output, errors = process.communicate(timeout=30)
        self.assertEqual(process.returncode, INTERRUPTED, output + errors)
        self.assert_nothing_left()
        lines = [json.loads(line) for line in (self.folder / "journal.jsonl").read_text().splitlines()]
        self.assertEqual(lines[-1]["run_finished"]["ending"], "interrupted")
        report = json.loads((self.folder / "report.json").read_text())
        self.assertTrue(report["cells"])
        self.assertNotIn("pass", [cell["verdict"] for cell in report["cells"]])

    def test_ctrl_c_kills_the_children_and_writes_journal_and_reports(self):
        process = self.start_sleeping("--journal", "journal.jsonl", "--report", "json=report.json")
        process.send_signal(signal.SIGINT)
        self.assert_orderly_end(process)

    def test_sigterm_does_the_same(self):
        process = self.start_sleeping("--journal", "journal.jsonl", "--report", "json=report.json")
        process.send_signal(signal.SIGTERM)
        self.assert_orderly_end(process)

    def test_a_killed_program_takes_its_children_with_it(self):
        process = self.start_sleeping("--journal", "journal.jsonl")
        process.kill()
        process.wait()
        self.assert_nothing_left()
        # What had happened by then is in the journal.
        for line in (self.folder / "journal.jsonl").read_text().splitlines():
            json.loads(line)

    def signal_windows_program(self, number):
        for folder in pathlib.Path("/proc").iterdir():
            with contextlib.suppress(OSError, ValueError):
                command = (folder / "cmdline").read_bytes()
                if b"--handed-off" in command and self.folder.name.encode() in command:
                    os.kill(int(folder.name), number)

    def test_a_windows_program_that_is_killed_is_no_result(self):
        process = self.start_sleeping()
        self.signal_windows_program(signal.SIGKILL)
        _, errors = process.communicate(timeout=30)
        self.assertEqual(process.returncode, ENVIRONMENT, errors)
        self.assertIn("failed to get a result from the Windows program", errors)
        self.assert_nothing_left()
        self.assertTrue(list(self.work.iterdir()), "a killed program tidied up")
        next_one = self.scenario(GOOD, "next.json")
        # The first run may come before Wine's server has noticed that the killed one is gone.
        for _ in range(5):
            self.check_run(OK, next_one)
            if not self.work.exists():
                break
            time.sleep(1)
        self.assert_work_folder_gone()

    def test_a_second_ctrl_c_ends_what_does_not_listen_any_more(self):
        process = self.start_sleeping()
        self.signal_windows_program(signal.SIGSTOP)
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
        self.assertEqual(process.returncode, INTERRUPTED)
        self.assert_nothing_left()

    def test_output_that_nobody_reads_ends_the_run(self):
        process = self.start_sleeping("--progress", "none")
        process.stdout.close()
        process.send_signal(signal.SIGINT)
        errors = process.stderr.read()
        self.assertIn(process.wait(timeout=30), (INTERRUPTED, ENVIRONMENT), errors)
        self.assert_nothing_left()


class BadInput(EndToEnd):
    def test_the_command_line(self):
        for words, message in (([], "no command"), (["rnu"], 'did you mean "run"'),
                               (["run", "--jbos", "4"], 'unknown option "--jbos"; did you mean "--jobs"'),
                               (["run", "--shard", "3/2"], "no part such as 1/2"),
                               (["run", "--report", "jsun"], 'did you mean "json"'),
                               (["schema", "scenaro"], 'did you mean "scenario"'),
                               (["stub", "x.json"], "--output")):
            with self.subTest(words):
                done = self.dllrepro(*words)
                self.assertEqual(done.returncode, USAGE)
                self.assertIn(message, done.stderr)
                self.assertTrue(all(line.startswith("dllrepro: ") for line in done.stderr.splitlines()[:1]))

    def test_a_faulty_scenario_is_told_with_every_fault_and_its_place(self):
        file = self.scenario('{ "schema": 1, "title": "x", "why": "y", "evidence": ["L1"],\n'
                             '  "setps": [],\n  "machine": "claen",\n  "expect": [{ "outcome": "ko" }] }')
        for done in (self.check_run(BAD_SCENARIO, file), self.dllrepro("check", "--fixtures", TOP, file)):
            self.assertEqual(done.returncode, BAD_SCENARIO)
            text = done.stdout + done.stderr
            for part in ("x.json:2:3", 'did you mean "steps"', "x.json:3:", 'did you mean "clean"', "x.json:4:"):
                self.assertIn(part, text)
        self.assert_work_folder_gone()

    def test_zero_cells(self):
        file = self.scenario(dict(GOOD, tags=["quick"]))
        done = self.check_run(NOTHING, "--filter", "tag:quikc", file)
        self.assertIn('no scenario has the tag "quikc"; did you mean "quick"?', done.stderr)
        done = self.check_run(OK, "--filter", "tag:quick", "--filter", "tag:quikc", file)
        self.assertEqual(done.stderr.count('did you mean "quick"?'), 1, done.stderr)


class BrokenEnvironments(EndToEnd):
    def check_broken(self, message, *arguments, environment=None):
        done = self.check_run(ENVIRONMENT, *arguments, self.scenario(GOOD), environment=environment)
        self.assertIn(message, done.stderr)
        self.assert_nothing_left()
        return done

    def test_wine_missing(self):
        self.check_broken("apt-get install", environment={"PATH": "/nowhere", "DLLREPRO_WINE": ""})

    def test_prefix_unusable(self):
        file = self.folder / "file"
        file.write_text("x")
        self.check_broken("it is no folder", environment={"DLLREPRO_WINE_PREFIX": str(file)})
        photos = self.folder / "photos"
        (photos / "holiday").mkdir(parents=True)
        self.check_broken("neither empty nor a Wine prefix", environment={"DLLREPRO_WINE_PREFIX": str(photos)})

    def test_windows_build_missing_or_no_program(self):
        self.check_broken("which is no file", environment={"DLLREPRO_WINDOWS_PROGRAM": "/nowhere/dllrepro.exe"})
        text = self.folder / "dllrepro.exe"
        text.write_text("no program")
        self.check_broken("failed to get a result", environment={"DLLREPRO_WINDOWS_PROGRAM": str(text)})

    def test_probe_missing(self):
        alone = self.folder / "alone" / "dllrepro.exe"
        alone.parent.mkdir()
        shutil.copy(WINDOWS_PROGRAM, alone)
        self.check_broken("failed to find the probe", environment={"DLLREPRO_WINDOWS_PROGRAM": str(alone)})

    def test_work_folder_that_can_not_be_made(self):
        self.work.write_text("a file")
        self.check_broken(str(self.work))
        self.work = pathlib.Path("/proc/dllrepro")  # refuses root, too
        self.check_broken("/proc/dllrepro")

    def test_journal_and_reports_that_can_not_be_written(self):
        self.check_broken("/dev/full", "--journal", "/dev/full")
        self.check_broken("/proc/report.json", "--report", "json=/proc/report.json")
        with open("/dev/full", "w") as full:
            done = subprocess.run(self.words(*self.run_words(self.scenario(GOOD))), env=self.environment, stdout=full,
                                  stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(done.returncode, ENVIRONMENT, done.stderr)
        self.assertIn("No space left on device", done.stderr)

    def small_disk(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", disk], capture_output=True,
                                 text=True)
        if mounted.returncode != 0:
            self.skipTest(f"no small disk: {mounted.stderr.strip()}")
        self.addCleanup(subprocess.run, ["umount", "-l", disk])
        return disk

    def test_a_journal_on_a_disk_that_gets_full_ends_the_run_with_reports_of_what_is_known(self):
        disk = self.small_disk()
        done = self.check_run(ENVIRONMENT, "--journal", disk / "journal.jsonl", "--report", "json=report.json",
                              "--report", f"junit={disk}/junit.xml", "--report", "console=-",
                              self.scenario(dict(GOOD, axes={"number": list(range(200))})))
        report = json.loads((self.folder / "report.json").read_text())
        self.assertEqual(report["run"]["ending"], "environment failed")
        self.assertIn(f"failed to write the journal {disk}/journal.jsonl", report["run"]["reason"])
        self.assertIn(report["run"]["reason"], done.stderr)
        self.assertIn("the run was given up", done.stdout)
        verdicts = [cell["verdict"] for cell in report["cells"]]
        self.assertIn("pass", verdicts)
        self.assertLess(verdicts.count("pass"), 200)
        self.assertIn(f"failed to write {disk}/junit.xml: No space left on device", done.stderr)
        self.assertFalse((disk / "junit.xml").exists())
        self.assert_work_folder_gone()

    def test_disk_full(self):
        disk = self.small_disk()
        self.work = disk / "work"
        large = dict(GOOD, tree={"add": {"good.dll": {"pad_to": 1000000}}})
        done = self.check_run(ENVIRONMENT, self.scenario(large))
        self.assertIn(str(disk), done.stdout + done.stderr)
        self.assert_work_folder_gone()


class Machines(EndToEnd):
    def test_a_journal_of_an_older_run_stays_when_no_run_begins(self):
        journal = self.folder / "journal.jsonl"
        journal.write_text("an older run's")
        self.check_run(ENVIRONMENT, self.scenario(GOOD), "--journal", journal,
                       environment={**self.environment, "DLLREPRO_WINE": "/nowhere/wine"})
        self.assertEqual(journal.read_text(), "an older run's")

    def test_what_one_machine_found_is_told_when_the_next_one_can_not_be_made(self):
        known = subprocess.run(self.words("prefix"), env=self.environment, text=True, check=True,
                               stdout=subprocess.PIPE).stdout.strip()
        prefix = self.folder / "prefix"
        prefix.symlink_to(known)
        (self.folder / "prefix.machines").write_text("no folder")
        self.environment["DLLREPRO_WINE_PREFIX"] = str(prefix)
        done = self.check_run(ENVIRONMENT, "--report", "json=report.json", "--report", "console=-",
                              self.scenario(dict(GOOD, machine=["clean", {"name": "no-hid", "without": ["hid.dll"]}])))
        self.assertIn("prefix.machines", done.stderr)
        report = json.loads((self.folder / "report.json").read_text())
        self.assertEqual([cell["verdict"] for cell in report["cells"]], ["pass"])
        self.assertEqual(report["run"]["ending"], "environment failed")
        self.assertIn("the run was given up", done.stdout)


class Prefixes(EndToEnd):
    """The real making of a prefix, some ten seconds."""

    def setUp(self):
        super().setUp()
        self.prefix = self.folder / "cache" / "prefix"
        self.environment["DLLREPRO_WINE_PREFIX"] = str(self.prefix)
        self.addCleanup(subprocess.run, ["wineserver", "-k"], env=dict(os.environ, WINEPREFIX=str(self.prefix)),
                        stderr=subprocess.DEVNULL)

    def start(self):
        process = subprocess.Popen(self.words("prefix"), env=self.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(end, process)
        return process

    def test_an_interrupted_making_leaves_nothing_and_a_killed_one_is_cleared_up(self):
        first = self.start()
        self.assertTrue(wait_until(lambda: list(self.prefix.parent.glob("prefix.making-*/drive_c"))))
        first.send_signal(signal.SIGINT)
        self.assertEqual(first.wait(timeout=30), INTERRUPTED)
        self.assertEqual([file.name for file in self.prefix.parent.iterdir()], ["prefix.lock"])
        self.assert_nothing_left()

        killed = self.start()
        self.assertTrue(wait_until(lambda: list(self.prefix.parent.glob("prefix.making-*/drive_c"))))
        killed.kill()

        makers = [self.start(), self.start()]
        told = [maker.communicate(timeout=120) for maker in makers]
        self.assertEqual([output for output, _ in told], [f"{self.prefix}\n"] * 2)
        self.assertEqual(sorted(errors.split(" the Wine")[0] for _, errors in told),
                         ["dllrepro: making", "dllrepro: waiting for"])
        self.assertEqual(sorted(file.name for file in self.prefix.parent.iterdir()), ["prefix", "prefix.lock"])
        self.check_prefix()

    def check_prefix(self):
        def wine(*words):
            return subprocess.run(["wine", *words], env=dict(os.environ, WINEPREFIX=str(self.prefix), WINEDEBUG="-all"),
                                  input="", capture_output=True, text=True, timeout=60).stdout
        self.assertIn("Windows 10.", wine("cmd", "/c", "ver"))
        debugger = wine("reg", "query", r"HKLM\Software\Microsoft\Windows NT\CurrentVersion\AeDebug")
        self.assertRegex(debugger, r"Debugger\s+REG_SZ\s+false")
        links = [link for link in (self.prefix / "drive_c").rglob("*") if link.is_symlink()]
        self.assertEqual(links, [], "links that lead out of the prefix")


class Tests(EndToEnd):
    def test_ctest_knows_a_new_scenario_without_being_told(self):
        text = (TOP / "ci/cmake/scenario_tests.cmake.in").read_text()
        for name, value in {"PROJECT_SOURCE_DIR": self.folder, "PROJECT_BINARY_DIR": self.folder,
                            "CMAKE_COMMAND": "cmake", "CMAKE_EXECUTABLE_SUFFIX": ".exe",
                            "CMAKE_CROSSCOMPILING": "TRUE", "WIN32": "1",
                            "DLLREPRO_NATIVE_PROGRAM": PROGRAM}.items():
            text = text.replace(f"@{name}@", str(value))
        self.assertNotIn("@", text)
        (self.folder / "CTestTestfile.cmake").write_text(text)

        def known():
            done = subprocess.run(["ctest", "-N"], cwd=self.folder, capture_output=True, text=True, check=True)
            return {line.split(": ")[1] for line in done.stdout.splitlines() if ": " in line and "#" in line}
        self.scenario(GOOD, "scenarios/first/a.json")
        self.assertEqual(known(), {"scenario.first"})
        self.scenario(GOOD, "scenarios/first/b.json")
        self.scenario(GOOD, "scenarios/second/deep/c.json")
        self.scenario(GOOD, "scenarios/d.json")
        self.assertEqual(known(), {"scenario.first", "scenario.second", "scenario.d.json"})


if __name__ == "__main__":
    if not pathlib.Path(WINDOWS_PROGRAM).is_file():
        print(f"skipped: no Windows build of dllrepro at {WINDOWS_PROGRAM}")
        sys.exit(77)
    unittest.main()
