# SPDX-License-Identifier: MIT
"""Compiles the .py files below a folder into __pycache__, for the Python that runs this.

    python3.X compile_package.py FOLDER

The sources are never looked at again (unchecked hashes): a hard link or a copy may have another time. What does not
compile stays as it is: packages bring templates and code for other versions.
"""
import compileall
import pathlib
import py_compile
import sys

MANY = 200  # sources, from which on starting a process for each core pays

if __name__ == "__main__":
    is_large = sum(1 for _ in pathlib.Path(sys.argv[1]).rglob("*.py")) >= MANY
    compileall.compile_dir(sys.argv[1], quiet=2, workers=0 if is_large else 1, stripdir=sys.argv[1], maxlevels=64,
                           invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
