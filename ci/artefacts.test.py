#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs ci/windows-python and ci/fetch-wheels as a person would, on wheels of a folder instead of an index.

The wheels are made here: small, and wrong in one way each. Pip, the lock, the cache and the scripts are the real ones.
"""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

TOP = pathlib.Path(__file__).resolve().parent.parent
MINOR = f"{sys.version_info.major}.{sys.version_info.minor}"
DIGITS = MINOR.replace(".", "")
METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
WHEEL = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def wheel(folder, file, members):
    """A wheel that pip takes, with these members besides its metadata; returns its sha256."""
    name, version = file.split("-")[:2]
    info = f"{name}-{version}.dist-info"
    everything = {**members, f"{info}/METADATA": METADATA.format(name=name, version=version), f"{info}/WHEEL": WHEEL,
                  f"{info}/RECORD": ""}
    with zipfile.ZipFile(folder / file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in everything.items():
            archive.writestr(path, content)
    return hashlib.sha256((folder / file).read_bytes()).hexdigest()


class Artefacts(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        self.index = self.folder / "index"
        self.index.mkdir()
        self.cache = self.folder / "cache"
        self.lock = {"schema": 1, "pythons": {}, "distributions": []}

    def pin_python(self, minor, sha256):
        digits = minor.replace(".", "")
        self.lock["pythons"][minor] = {"version": f"{minor}.99", "name": "fakepanda", "release": "1.0", "sha256": sha256,
                                       "file": f"fakepanda-1.0-cp{digits}-cp{digits}-win_amd64.whl"}

    def pin(self, file, sha256, **more):
        name, version = file.split("-")[:2]
        self.lock["distributions"].append({"name": name.replace("_", "-"), "version": version, "suites": ["default"],
                                           "file": file, "sha256": sha256, **more})

    def run_script(self, script, *words, expected=0, **environment):
        lock = self.folder / "lock.json"
        lock.write_text(json.dumps(self.lock), encoding="utf-8")
        done = subprocess.run([sys.executable, TOP / "ci" / script, *words], text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
                              env={**os.environ, "DLLREPRO_LOCK": str(lock), "DLLREPRO_CACHE": str(self.cache),
                                   "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.index), "PIP_CONFIG_FILE": os.devnull,
                                   **environment})
        self.assertEqual(done.returncode, expected, done.stdout)
        return done.stdout

    def assert_nothing_left(self):
        left = [path for path in self.cache.rglob("*") if path.is_file() and path.name != ".lock"]
        self.assertEqual(left, [])

    def python_wheel(self, **more):
        members = {f"deploy_libs/python{DIGITS}.dll": "MZ the interpreter", "deploy_libs/VCRUNTIME140.dll": "MZ runtime",
                   "deploy_libs/_ctypes.pyd": "MZ ctypes", "deploy_libs/libffi-8.dll": "MZ ffi",
                   "deploy_libs/_wmi.pyd": "MZ", "deploy_libs/api-ms-win-crt-heap-l1-1-0.dll": "MZ",
                   "deploy_libs/_ssl.cp313t-win_amd64.pyd": "MZ", "panda3d/core.pyd": "MZ", **more}
        return wheel(self.index, f"fakepanda-1.0-cp{DIGITS}-cp{DIGITS}-win_amd64.whl", members)

    def test_python_is_laid_out_once(self):
        self.pin_python(MINOR, self.python_wheel())
        self.assertIn("made", self.run_script("windows-python", MINOR))
        made = self.cache / "python" / MINOR
        manifest = json.loads((made / "artefact.json").read_text())
        self.assertEqual([file["path"] for file in manifest["files"]],
                         ["DLLs/_ctypes.pyd", "DLLs/libffi-8.dll", "VCRUNTIME140.dll", f"python{DIGITS}.dll",
                          f"python{DIGITS}.zip"])
        self.assertEqual(manifest["version"], f"{MINOR}.99")
        self.assertRegex(manifest["library"], re.escape(MINOR) + r"\.\d+$")
        with zipfile.ZipFile(made / f"python{DIGITS}.zip") as library:
            names = library.namelist()
        self.assertIn("os.pyc", names)
        self.assertIn("ctypes/__init__.pyc", names)
        self.assertFalse([name for name in names if name.startswith(("test/", "site-packages/", "tkinter/"))])
        # Python imports from it.
        program = f"import sys, zlib; sys.path[:] = [{str(made / f'python{DIGITS}.zip')!r}]; import json; print(json.__file__)"
        done = subprocess.run([sys.executable, "-S", "-c", program], text=True, capture_output=True, check=True)
        self.assertIn(f"python{DIGITS}.zip", done.stdout)

        before = (made / "artefact.json").stat().st_mtime_ns
        self.assertIn("nothing to do", self.run_script("windows-python", MINOR))
        self.assertEqual((made / "artefact.json").stat().st_mtime_ns, before)
        (made / "DLLs" / "_ctypes.pyd").write_text("cut")
        self.assertIn("made anew", self.run_script("windows-python", MINOR))
        self.assertEqual((made / "DLLs" / "_ctypes.pyd").read_text(), "MZ ctypes")

    def test_python_goes_elsewhere(self):
        self.pin_python(MINOR, self.python_wheel())
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "mine.txt").write_text("precious")
        self.assertIn("is not what this script makes", self.run_script("windows-python", MINOR, elsewhere, expected=4))
        self.assertEqual([path.name for path in elsewhere.iterdir()], ["mine.txt"])
        (elsewhere / "mine.txt").unlink()
        self.run_script("windows-python", MINOR, elsewhere)
        self.assertTrue((elsewhere / f"python{DIGITS}.dll").is_file())

    def test_default_python_is_noted(self):
        self.pin_python(MINOR, self.python_wheel())
        # A library that is found even where the system has another version of Python.
        library = pathlib.Path(os.__file__).parent
        self.run_script("windows-python", **{f"DLLREPRO_PYTHON_LIBRARY_3_{sys.version_info.minor}": str(library)})
        self.assertEqual((self.cache / "python" / "default").read_text(), MINOR + "\n")

    def test_unknown_python(self):
        self.pin_python("3.11", "0" * 64)
        self.pin_python("3.12", "0" * 64)
        told = self.run_script("windows-python", "3.21", expected=2)
        self.assertIn("no Python 3.21 is pinned; did you mean 3.12? (known: 3.11, 3.12)", told)
        self.assert_nothing_left()

    def test_no_library(self):
        self.pin_python("3.99", "0" * 64)
        told = self.run_script("windows-python", "3.99", expected=4)
        self.assertIn("found no standard library of Python 3.99", told)
        self.assertIn("/usr/lib/python3.99: no such folder", told)
        self.assertIn("DLLREPRO_PYTHON_LIBRARY_3_99", told)
        empty = self.folder / "empty"
        empty.mkdir()
        told = self.run_script("windows-python", "3.99", expected=4, DLLREPRO_PYTHON_LIBRARY_3_99=str(empty))
        self.assertIn(f"DLLREPRO_PYTHON_LIBRARY_3_99={empty}: no os.py", told)
        self.assert_nothing_left()

    def test_wrong_hash(self):
        got = self.python_wheel()
        self.pin_python(MINOR, "1" * 64)
        told = self.run_script("windows-python", MINOR, expected=4)
        self.assertIn("has not the pinned sha256", told)
        self.assertIn("pinned  " + "1" * 64, told)
        self.assertIn("got     " + got, told)
        self.assert_nothing_left()

    def test_corrupt_zip(self):
        # Bytes of a member are changed: the archive can be opened, its directory read, and pip has no reason to complain.
        file = self.index / f"fakepanda-1.0-cp{DIGITS}-cp{DIGITS}-win_amd64.whl"
        self.python_wheel(**{"deploy_libs/_bz2.pyd": "MZ" + "payload" * 50})
        data = bytearray(file.read_bytes())
        at = data.index(b"deploy_libs/_bz2.pyd") + len(b"deploy_libs/_bz2.pyd") + 3
        data[at] ^= 0xFF
        file.write_bytes(data)
        self.pin_python(MINOR, hashlib.sha256(data).hexdigest())
        told = self.run_script("windows-python", MINOR, expected=4)
        self.assertRegex(told, r"checksum of its member deploy_libs/_bz2\.pyd is wrong|is no zip archive that can be read")
        self.assert_nothing_left()

    def test_wheels_are_laid_out(self):
        self.pin("real_thing-1.0-py3-none-any.whl",
                 wheel(self.index, "real_thing-1.0-py3-none-any.whl",
                       {"real_thing/__init__.py": "answer = 42\n", "real_thing/include/x.h": "",
                        "real_thing-1.0.data/data/msvcp140.dll": "MZ", "real_thing-1.0.data/purelib/more.py": ""}),
                 leave_out=["real_thing/include/*"])
        self.assertIn("1 fetched", self.run_script("fetch-wheels"))
        made = self.cache / "wheels" / "real-thing-1.0"
        manifest = json.loads((made / "artefact.json").read_text())
        paths = [file["path"] for file in manifest["files"]]
        self.assertEqual([path for path in paths if "dist-info" not in path],
                         ["Lib/site-packages/more.py", "Lib/site-packages/real_thing/__init__.py", "msvcp140.dll"])
        self.assertEqual(sorted(paths), sorted(path.relative_to(made / "files").as_posix()
                                               for path in (made / "files").rglob("*") if path.is_file()))
        self.assertIn("0 fetched, 1 were there", self.run_script("fetch-wheels", "Real.Thing==1.0"))
        # Another pin is another artefact.
        self.lock["distributions"][0]["sha256"] = "2" * 64
        self.assertIn("has not the pinned sha256", self.run_script("fetch-wheels", expected=4))

    def test_sources_are_compiled_for_pythons_of_the_cache(self):
        self.pin_python(MINOR, self.python_wheel())
        sources = {f"many/m{number}.py": "x = 1\n" for number in range(30)}
        self.pin("many-1.0-py3-none-any.whl", wheel(self.index, "many-1.0-py3-none-any.whl", sources))
        self.run_script("fetch-wheels")
        made = self.cache / "wheels" / "many-1.0" / "files"
        self.assertEqual(list(made.rglob("*.pyc")), [])
        self.run_script("windows-python", MINOR)
        self.assertIn("made anew", self.run_script("fetch-wheels"))
        compiled = list(made.rglob("*.pyc"))
        self.assertEqual(len(compiled), 30)
        self.assertEqual({path.name.split(".")[1] for path in compiled}, {f"cpython-{DIGITS}"})
        # Unchecked: the flags behind the magic number say that no source is compared.
        self.assertEqual({path.read_bytes()[4:8] for path in compiled}, {b"\x01\0\0\0"})

    def test_a_wheel_for_one_python_waits_for_it(self):
        file = f"tied-1.0-cp{DIGITS}-cp{DIGITS}-win_amd64.whl"
        self.pin(file, wheel(self.index, file, {"tied/__init__.py": ""}))
        self.assertIn("0 fetched, 0 were there", self.run_script("fetch-wheels"))
        self.assertIn("1 fetched", self.run_script("fetch-wheels", "tied==1.0"))
        self.assertTrue((self.cache / "wheels" / f"tied-1.0-cp{DIGITS}" / "artefact.json").is_file())

    def test_what_fails_does_not_hold_back_the_rest(self):
        self.pin("gone-1.0-py3-none-any.whl", "3" * 64)
        self.pin("evil-1.0-py3-none-any.whl",
                 wheel(self.index, "evil-1.0-py3-none-any.whl", {"../../outside.py": "", "evil.py": ""}))
        self.pin("good-1.0-py3-none-any.whl", wheel(self.index, "good-1.0-py3-none-any.whl", {"good.py": ""}))
        told = self.run_script("fetch-wheels", expected=4)
        self.assertIn("1 fetched, 0 were there, 2 failed", told)
        self.assertIn("gone==1.0: pip could not get gone-1.0-py3-none-any.whl", told)
        self.assertIn("a wheel that wants to write to '../../outside.py' is not unpacked", told)
        self.assertEqual(sorted(path.name for path in (self.cache / "wheels").iterdir()), ["good-1.0"])
        self.assertEqual(list(self.folder.rglob("outside.py")), [])

    def test_unknown_words(self):
        self.pin("cuda_pathfinder-1.8.4-py3-none-any.whl", "4" * 64)
        told = self.run_script("fetch-wheels", "cuda-pathfindr==1.8.4", expected=2)
        self.assertIn("did you mean cuda-pathfinder?", told)
        told = self.run_script("fetch-wheels", "cuda-pathfinder==1.8.5", expected=2)
        self.assertIn("cuda-pathfinder 1.8.5 is not pinned; did you mean 1.8.4?", told)
        self.assertIn("did you mean real?", self.run_script("fetch-wheels", "rael", expected=2))


if __name__ == "__main__":
    unittest.main()
