# SPDX-License-Identifier: MIT
"""Packs a standard library into python3XX.zip, the same bytes from the same files.

    python3.X pack_library.py LIBRARY ZIP          sourceless .pyc, of the Python that runs this
    python3   pack_library.py LIBRARY ZIP --source .py files, where no Python of that version is there

Runs under the interpreter of the library's version, hence alone and without anything else of this folder.
"""
import os
import sys
import zipfile

# Tests, programs with windows, what can't work from an archive, and what tells of the machine where the library was.
LEFT_OUT = ("__pycache__", "test", "tests", "idle_test", "idlelib", "lib2to3", "ensurepip", "tkinter", "turtledemo",
            "turtle.py", "site-packages", "dist-packages", "lib-dynload", "sitecustomize.py", "usercustomize.py")
LEFT_OUT_STARTS = ("config-", "_sysconfigdata")


def is_left_out(name):
    return name in LEFT_OUT or name.startswith(LEFT_OUT_STARTS)


def sources(library):
    """Paths of the .py files, relative, with slashes, sorted."""
    found = []
    for folder, folders, files in os.walk(library):
        folders[:] = [name for name in folders if not is_left_out(name)]
        for name in files:
            if name.endswith(".py") and not is_left_out(name):
                found.append(os.path.relpath(os.path.join(folder, name), library).replace(os.sep, "/"))
    return sorted(found)


def compiled(path, shown):
    """The bytes of a .pyc that is never compared with a source; `shown` is the file name in tracebacks."""
    import importlib._bootstrap_external as external
    with open(path, "rb") as file:
        source = file.read()
    code = compile(source, shown, "exec", dont_inherit=True, optimize=0)
    return external._code_to_hash_pyc(code, b"\0" * 8, False)


def main(library, target, keep_source):
    name = os.path.basename(target)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path in sources(library):
            file = os.path.join(library, path)
            if keep_source:
                with open(file, "rb") as source:
                    data, member = source.read(), path
            else:
                data, member = compiled(file, name + "/" + path), path + "c"
            archive.writestr(zipfile.ZipInfo(member, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], "--source" in sys.argv[3:])
