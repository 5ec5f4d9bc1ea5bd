# SPDX-License-Identifier: MIT
"""Gets one wheel through pip, from the index that pip is configured for, by its pinned hash and in no other way."""
import functools
import hashlib
import pathlib
import subprocess
import sys
import zipfile

from .lock_file import TOP
from .messages import Failure


@functools.cache
def pip():
    """The command of a pip: this interpreter's, else that of build/pip, which is made where it is missing."""
    own = TOP / "build/pip"
    for python in (sys.executable, str(own / "bin/python")):
        try:
            if subprocess.run([python, "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0:
                return [python, "-m", "pip"]
        except OSError:
            pass
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", own], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if made.returncode != 0:
        raise Failure(f"{sys.executable} has no pip, and none can be made (package python3-venv?)\n{made.stdout.strip()[-400:]}")
    return [str(own / "bin/python"), "-m", "pip"]


def tags(file):
    """pip's options that choose a wheel by the tags of its file name, `NAME-RELEASE[-BUILD]-PYTHON-ABI-PLATFORM.whl`."""
    python, abi, platform = file.removesuffix(".whl").split("-")[-3:]
    options = []
    for one in platform.split("."):
        options += ["--platform", one]
    if python.startswith("cp"):
        options += ["--implementation", "cp", "--python-version", f"{python[2]}.{python[3:]}"]
        for one in abi.split("."):
            options += ["--abi", one]
    else:
        options += ["--python-version", "3.13"]
    return options


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def wheel(name, release, file, pinned, folder):
    """Downloads a wheel into `folder`; returns its path once its name, its hash and every member's checksum are right."""
    folder = pathlib.Path(folder)
    wanted = folder / "requirements.txt"
    wanted.write_text(f"{name}=={release} --hash=sha256:{pinned}\n", encoding="utf-8")
    command = pip() + ["--disable-pip-version-check", "download", "--quiet", "--no-deps", "--require-hashes",
                       "--only-binary", ":all:", *tags(file), "--dest", str(folder), "--requirement", str(wanted)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    path = folder / file
    if "DO NOT MATCH THE HASHES" in done.stdout:
        got = [line.split()[-1] for line in done.stdout.splitlines() if line.strip().startswith("Got ")]
        raise Failure(f"{name}=={release}: the wheel that the index gives has not the pinned sha256\n"
                      f"  pinned  {pinned}\n  got     {got[0] if got else '?'}\n"
                      "  the pin is in fixtures/distributions.lock.json; do not change it before you know why they differ")
    if done.returncode != 0:
        end = "\n".join("  pip: " + line for line in done.stdout.strip().splitlines()[-6:])
        raise Failure(f"{name}=={release}: pip could not get {file}\n{end}")
    if not path.is_file():
        found = ", ".join(sorted(entry.name for entry in folder.glob("*.whl"))) or "nothing"
        raise Failure(f"{name}=={release}: pip gave {found} where {file} is pinned")
    got = sha256(path)
    if got != pinned:
        raise Failure(f"{file}: the sha256 is {got}, pinned is {pinned}")
    check_zip(path)
    return path


def check_zip(path):
    """Reads every member, so that a wheel that can't be unpacked is found out before anything is."""
    try:
        with zipfile.ZipFile(path) as archive:
            bad = archive.testzip()
    except (zipfile.BadZipFile, EOFError, OSError, ValueError) as error:
        raise Failure(f"{path.name} is no zip archive that can be read: {error}") from error
    if bad:
        raise Failure(f"{path.name}: the checksum of its member {bad} is wrong")
