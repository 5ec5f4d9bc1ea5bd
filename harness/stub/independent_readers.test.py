#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Composed stubs as programs see them that know nothing of this project.

Every spec below is composed by `dllrepro stub` and read by objdump, llvm-readobj, pefile, lief and the project's own
reader. What each reader says is held against what the spec says, worked out here a second time. Run by CTest with
DLLREPRO_PROGRAM naming the native program, in the Python of ci/python-environment.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ.get("DLLREPRO_PROGRAM", "build/linux/bin/dllrepro")
MACHINES = {"x64": 0x8664, "x86": 0x14C, "arm64": 0xAA64}
MANIFEST = ('<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0">'
            '<assemblyIdentity name="absent" version="1.0.0.0" type="win32"/></assembly>')

EVERYTHING = {
    "name": "other-name.dll", "timestamp": 1700000000, "pad_to": 20000, "dependent_load_flags": "0x800",
    "version": {"file": "9.27.1.2", "product": "9.27", "strings": {"CompanyName": "Acm\u00e9 \u20ac"}},
    "manifest": MANIFEST,
    "imports": {"c10.dll": ["stub", "?decorated@@YAXXZ", {"ordinal": 3}], "b.dll": ["f"]},
    "delay_imports": {"late.dll": ["lazy", {"ordinal": 7}], "later.dll": ["f"]},
    "exports": {"alpha": 1, "beta": {"ordinal": 9, "do": [{"return": 2}]}, "Zeta": 3,
                "hidden": {"ordinal": 12, "noname": True, "do": [{"return": 3}]},
                "to_name": {"forward": "other.fn"}, "to_ordinal": {"forward": "other.#5"}},
}
SPECS = {
    "empty": {},
    "no_exports": {"default_export": False},
    "one_export_by_ordinal": {"default_export": False, "exports": {"f": {"ordinal": 65535, "do": [{"return": 1}]}}},
    "ordinals_with_a_gap": {"exports": {"a": {"ordinal": 100, "do": []}, "b": {"ordinal": 400, "do": []}}},
    "noname_alone": {"default_export": False, "exports": {"f": {"ordinal": 5, "noname": True, "do": []}}},
    "forwarders": {"exports": {f"f{n}": {"forward": f"other.f{n}"} for n in range(20)}},
    "many_exports": {"exports": {f"function_{n}": n % 7 for n in range(3000)}},
    "many_imports": {"imports": {f"library_{n}.dll": [f"symbol_{n}_{m}" for m in range(n % 9 + 1)] for n in range(120)}},
    "default_imports": {"imports": ["c10.dll", "torch_cpu.dll"]},
    "import_of_nothing": {"imports": {"empty.dll": [], "c10.dll": ["stub"]}},
    "delay_imports_alone": {"delay_imports": {"late.dll": ["lazy"]}},
    "version_text": {"version": "12.0.3"},
    "long_names": {"exports": {"x" * 4000: 1}, "imports": {"y" * 200 + ".dll": ["z" * 3000]}},
    "load_flags": {"dependent_load_flags": "0x100"},
    "callback": {"tls_callback": [{"print": "called\n"}]},
    "cudnn_front": {"version": "9.28.1.0", "exports": {"cudnnGetVersion": [
        {"load": "cudnn_graph64_9.dll", "call": "LoadLibraryA", "as": "graph", "then_call": "cudnnGetVersion",
         "on_failure": [{"print": "Invalid handle\n", "to": "stderr"}, {"fast_fail": 7}]}]}},
}
SPECS.update({f"everything_{machine}": dict(EVERYTHING, machine=machine) for machine in MACHINES})

FOLDER = None


def dotted(version):
    """Four numbers of "9.27"."""
    return ".".join((version.split(".") + ["0"] * 4)[:4])


def symbols_of(symbols):
    return [symbol if isinstance(symbol, str) else symbol["ordinal"] for symbol in symbols]


def imports_of(imports):
    """[(module, [name or ordinal])]; the default symbol of a stub is `stub`."""
    if isinstance(imports, list):
        return [(module, ["stub"]) for module in imports]
    return [(module, symbols_of(symbols)) for module, symbols in imports.items()]


def expected(name, spec):
    exports = {} if spec.get("default_export") is False else {"stub": {}}
    exports.update({key: value if isinstance(value, dict) else {} for key, value in spec.get("exports", {}).items()})
    taken = {value["ordinal"] for value in exports.values() if "ordinal" in value}
    free = (ordinal for ordinal in range(1, 65536) if ordinal not in taken)
    entries = sorted((exports[key].get("ordinal") or next(free), None if exports[key].get("noname") else key,
                      exports[key].get("forward")) for key in sorted(exports, key=str.encode))
    version = spec.get("version")
    if isinstance(version, str):
        version = {"file": version}
    strings = None
    if version:
        product = version.get("product", version["file"])
        strings = dict(version.get("strings", {}), FileVersion=version["file"], ProductVersion=product,
                       OriginalFilename=name + ".dll")
    return {
        "machine": MACHINES[spec.get("machine", "x64")],
        "timestamp": spec.get("timestamp", 0),
        "module": spec.get("name", name + ".dll"),
        "exports": entries,
        "imports": imports_of(spec.get("imports", {})),
        "delay_imports": imports_of(spec.get("delay_imports", {})),
        "load_flags": int(spec.get("dependent_load_flags", "0"), 16),
        "file_version": dotted(version["file"]) if version else None,
        "product_version": dotted(version.get("product", version["file"])) if version else None,
        "strings": strings,
        "manifest": spec.get("manifest"),
    }


def tool(*names):
    for name in names:
        path = shutil.which(name)
        if path:
            return path
    raise AssertionError(f"{names[0]} is not installed: run ci/install-packages --tests")


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8", errors="replace").stdout


def without_runtime(imports):
    """The template's own imports come first and are no part of the spec."""
    if not imports or imports[0][0].lower() != "kernel32.dll":
        raise AssertionError(f"the first import is not the template's: {imports[:1]}")
    return imports[1:]


def read_objdump(path):
    """Headers and exports. Import tables it reads only where all of them lie in one section (binutils 2.40)."""
    text = output_of(tool("x86_64-w64-mingw32-objdump", "objdump"), "-p", str(path))
    table = text.split("Export Address Table -- Ordinal Base", 1)
    exports, module = [], None
    if len(table) == 2:
        module = re.search(r"^Name \t+[0-9a-f]+ (.*)$", text, re.M).group(1)
        addresses, _, names = table[1].partition("[Ordinal/Name Pointer] Table")
        base = int(addresses.split("\n", 1)[0])
        by_index = {}
        for index, name in re.findall(r"^\t\[ *(\d+)\] (.*)$", names.split("\n\n", 1)[0], re.M):
            by_index.setdefault(int(index), []).append(name)
        for index, kind, rest in re.findall(r"^\t\[ *(\d+)\] \+base\[ *\d+\] [0-9a-f]+ (Export|Forwarder) RVA(.*)$",
                                            addresses, re.M):
            forward = rest[len(" -- "):] if kind == "Forwarder" else None
            for name in by_index.get(int(index), [None]):
                exports.append((base + int(index), name, forward))
    machine = {"pei-x86-64": 0x8664, "pei-i386": 0x14C}[re.search(r"file format (\S+)", text).group(1)]
    return {"machine": machine, "exports": exports, "module": module}


def read_llvm(path):
    """All but resources, which it looks for in a section named .rsrc."""
    text = output_of(tool("llvm-readobj", *(f"llvm-readobj-{n}" for n in range(14, 22))), "--file-headers", "--coff-imports",
                     "--coff-exports", "--coff-load-config", str(path))

    def blocks(kind):
        return re.findall(rf"^{kind} \{{\n(.*?)^\}}", text, re.M | re.S)

    def symbols(block):
        found = re.findall(r"^ +Symbol: (.*) \((\d+)\)$", block, re.M)
        return [name or int(ordinal) for name, ordinal in found]

    def modules(kind):
        return [(re.search(r"^  Name: (.*)$", block, re.M).group(1), symbols(block)) for block in blocks(kind)]

    exports = []
    for block in blocks("Export"):
        ordinal = int(re.search(r"Ordinal: (\d+)", block).group(1))
        name = re.search(r"Name: (.*)", block).group(1) or None
        if int(re.search(r"RVA: (\S+)", block).group(1), 16) != 0:
            exports.append((ordinal, name))
    flags = re.search(r"DependentLoadFlags: (\S+)", text)
    return {
        "machine": int(re.search(r"Machine: \S+ \((0x[0-9A-F]+)\)", text).group(1), 16),
        "timestamp": int(re.search(r"TimeDateStamp: .* \((0x[0-9A-F]+)\)", text).group(1), 16),
        "exports": exports,
        "imports": without_runtime(modules("Import")),
        "delay_imports": modules("DelayImport"),
        "load_flags": int(flags.group(1), 16) if flags else 0,
    }


def read_pefile(path):
    import pefile
    pefile.MAX_SYMBOL_NAME_LENGTH = pefile.MAX_IMPORT_NAME_LENGTH = 8192
    image = pefile.PE(str(path), max_symbol_exports=100000)

    def modules(attribute):
        return [(module.dll.decode(), [symbol.ordinal if symbol.import_by_ordinal else symbol.name.decode()
                                       for symbol in module.imports]) for module in getattr(image, attribute, [])]

    exports = getattr(image, "DIRECTORY_ENTRY_EXPORT", None)
    fixed = getattr(image, "VS_FIXEDFILEINFO", [None])[0]
    strings = None
    for entry in (getattr(image, "FileInfo", [[]]) or [[]])[0]:
        for table in getattr(entry, "StringTable", []):
            strings = {key.decode(): value.decode() for key, value in table.entries.items()}
    manifest = None
    for kind in getattr(getattr(image, "DIRECTORY_ENTRY_RESOURCE", None), "entries", []):
        if kind.id == pefile.RESOURCE_TYPE["RT_MANIFEST"]:
            (named,) = kind.directory.entries
            data = named.directory.entries[0].data.struct
            manifest = image.get_data(data.OffsetToData, data.Size).decode()
            if named.id != 2:
                manifest = f"resource {named.id}"
    config = getattr(image, "DIRECTORY_ENTRY_LOAD_CONFIG", None)
    # Its guesses from how often a byte occurs say nothing of a padded file; an empty list of imports it takes for damage,
    # the loader for none (row L87 of the record).
    warnings = [warning for warning in image.get_warnings() if "makes up" not in warning]
    if warnings and not path.stem == "import_of_nothing":
        raise AssertionError(f"pefile warns: {warnings}")

    def numbers(high, low):
        return ".".join(str(number) for number in (high >> 16, high & 0xFFFF, low >> 16, low & 0xFFFF))

    return {
        "machine": image.FILE_HEADER.Machine,
        "timestamp": image.FILE_HEADER.TimeDateStamp,
        "module": exports.name.decode() if exports else None,
        # In the order of names; those without a name last.
        "exports": sorted((symbol.ordinal, symbol.name.decode() if symbol.name else None,
                           symbol.forwarder.decode() if symbol.forwarder else None)
                          for symbol in (exports.symbols if exports else []) if symbol.address),
        "imports": without_runtime(modules("DIRECTORY_ENTRY_IMPORT")),
        "delay_imports": modules("DIRECTORY_ENTRY_DELAY_IMPORT"),
        # The field's name before it was DependentLoadFlags.
        "load_flags": getattr(config.struct, "DependentLoadFlags", None) or getattr(config.struct, "Reserved1", 0)
                      if config else 0,
        "file_version": numbers(fixed.FileVersionMS, fixed.FileVersionLS) if fixed else None,
        "product_version": numbers(fixed.ProductVersionMS, fixed.ProductVersionLS) if fixed else None,
        "strings": strings,
        "manifest": manifest,
    }


def read_lief(path):
    import lief
    lief.logging.disable()
    image = lief.PE.parse(str(path))

    def modules(imports):
        return [(module.name, [entry.ordinal if entry.is_ordinal else entry.name for entry in module.entries])
                for module in imports]

    exports, module = [], None
    if image.has_exports:
        table = image.get_export()
        module = table.name
        for entry in table.entries:
            forward = entry.forward_information
            exports.append((entry.ordinal, entry.name or None,
                            f"{forward.library}.{forward.function}" if entry.is_forwarded else None))
    resources = image.resources_manager if image.has_resources else None
    config = image.load_configuration if image.has_configuration else None
    result = {
        "machine": int(image.header.machine),
        "timestamp": image.header.time_date_stamps,
        "module": module,
        "exports": [entry for entry in exports if entry[1] or entry[2] or entry[0]],
        "imports": without_runtime(modules(image.imports)),
        "delay_imports": modules(image.delay_imports),
        "load_flags": (config.dependent_load_flags or 0) if config else 0,
        "manifest": resources.manifest if resources and resources.has_manifest else None,
    }
    if resources and resources.has_version:
        fixed = resources.version.fixed_file_info

        def numbers(high, low):
            return ".".join(str(number) for number in (high >> 16, high & 0xFFFF, low >> 16, low & 0xFFFF))

        result["file_version"] = numbers(fixed.file_version_MS, fixed.file_version_LS)
        result["product_version"] = numbers(fixed.product_version_MS, fixed.product_version_LS)
    else:
        result["file_version"] = result["product_version"] = None
    return result


def read_own(path):
    image = json.loads(output_of(PROGRAM, "pe", "--json", str(path)))
    if image["anomalies"]:
        raise AssertionError(f"anomalies: {image['anomalies']}")

    def modules(imports):
        return [(module["module"], symbols_of(module["symbols"])) for module in imports]

    version = image.get("version", {})
    table = image.get("exports", {"entries": []})
    manifests = [manifest["text"] for manifest in image.get("manifests", []) if manifest["name"] == 2]
    return {
        "machine": MACHINES[image["machine"]],
        "timestamp": image["timestamp"],
        "module": table.get("module"),
        "exports": [(entry["ordinal"], entry.get("name"), entry.get("forward")) for entry in table["entries"]],
        "imports": without_runtime(modules(image["imports"])),
        "delay_imports": modules(image["delay_imports"]),
        "load_flags": int(image.get("load_config", {}).get("dependent_load_flags", "0"), 16),
        "file_version": version.get("file"),
        "product_version": version.get("product"),
        "strings": next(iter(version.get("strings", {}).values()), None),
        "manifest": manifests[0] if manifests else None,
    }


def setUpModule():
    global FOLDER
    FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="dllrepro-readers-"))
    for name, spec in SPECS.items():
        (FOLDER / f"{name}.json").write_text(json.dumps(spec), encoding="utf-8")
        subprocess.run([PROGRAM, "stub", str(FOLDER / f"{name}.json"), "-o", str(FOLDER / f"{name}.dll")], check=True)


def tearDownModule():
    shutil.rmtree(FOLDER)


def first_difference(found, wanted):
    """Where two lists part: tables of thousands of entries are no message, and unittest's own diff takes minutes."""
    if isinstance(found, list) and isinstance(wanted, list):
        for index, (one, other) in enumerate(zip(found, wanted)):
            if one != other:
                return f"entry {index} is {one!r:.300}, expected {other!r:.300}"
        return f"{len(found)} entries, expected {len(wanted)}"
    return f"{found!r:.500}, expected {wanted!r:.500}"


class IndependentReaders(unittest.TestCase):
    def hold(self, read, machines=tuple(MACHINES)):
        """Every field that the reader gives, of every stub for these machines."""
        for name, spec in SPECS.items():
            if spec.get("machine", "x64") not in machines:
                continue
            wanted = expected(name, spec)
            with self.subTest(stub=name):
                found = read(FOLDER / f"{name}.dll")
                if not wanted["exports"]:
                    # Without exports a reader may or may not tell the module's name.
                    found.pop("module", None)
                for field, value in found.items():
                    want = wanted[field]
                    if field == "exports" and value and len(value[0]) == 2:
                        want = [entry[:2] for entry in want]
                    if read is read_pefile and field == "imports":
                        want = [module for module in want if module[1]]
                    if value != want:
                        self.fail(f"{name}: {field}: {first_difference(value, want)}")

    def test_objdump(self):
        self.hold(read_objdump, machines=("x64", "x86"))

    def test_llvm_readobj(self):
        self.hold(read_llvm)

    def test_pefile(self):
        self.hold(read_pefile)

    def test_lief(self):
        self.hold(read_lief)

    def test_own_reader(self):
        self.hold(read_own)

    def test_padding(self):
        self.assertEqual((FOLDER / "everything_x64.dll").stat().st_size, EVERYTHING["pad_to"])

    def test_the_same_spec_gives_the_same_bytes(self):
        first = (FOLDER / "everything_x64.dll").read_bytes()
        again = FOLDER / "again"
        again.mkdir()
        subprocess.run([PROGRAM, "stub", str(FOLDER / "everything_x64.json"), "-o", str(again / "everything_x64.dll")],
                       check=True)
        self.assertEqual(first, (again / "everything_x64.dll").read_bytes())


if __name__ == "__main__":
    for reader in ("pefile", "lief"):
        try:
            __import__(reader)
        except ImportError:
            sys.exit(f"{sys.executable} has no {reader}: run ci/python-environment, then configure the build again")
    unittest.main()
