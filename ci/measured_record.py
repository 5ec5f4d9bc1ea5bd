#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes fixtures/record/measured/*.json, the measured results that scenarios are held against, from the raw ones.

    ci/measured_record.py FACTS

FACTS is the folder that the measurements left: real/pathfinder-situations.json and real/pathfinder-observed.json, one
result for each situation and release; real/torch-wheels.json, outcomes of torch's wheels; real-artefacts.md, whose
tables T4 to T7 and T9 hold what else was run. The raw results are not in this repository, which has what is written
here from them. Releases that answered the same share an answer. The same input gives the same bytes.

Each situation names the scenario and the values of its axes that make it a cell; harness/scenario/measured.test.cpp
holds the two against each other. Who renames a value of an axis renames it here and in what is written.
"""
import json
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(TOP / "fixtures" / "trees"))
from tree_writer import WIDTH, pretty  # noqa: E402

WHERE = TOP / "fixtures" / "record" / "measured"

# cuda-pathfinder ------------------------------------------------------------------------------------------------------

# Where the scenarios have what a {ROOT} of the measurements stands for; "" is site-packages.
ROOTS = {
    "SP": "", "PY": "{prefix}", "S32": "{system32}", "CWD": "{work}", "US": "{userbase}/Python312/site-packages",
    "CA": "{elsewhere}/toolkit-a", "CB": "{elsewhere}/toolkit-b", "LN": "{elsewhere}/link", "CP": "{elsewhere}/conda",
    "CN": "{elsewhere}/cudnn", "P1": "{elsewhere}/path-1", "P2": "{elsewhere}/path-2", "EL": "{elsewhere}/other",
    "AD": "{elsewhere}/added", "PF": "{program_files}",
}

# Scenario -> measured situation -> value of its axis "situation".
PATHFINDER_CELLS = {
    "wheels": {
        "01_wheel_cu13_all": "all of CUDA 13",
        "04b_two_names_one_dir": "two names in one folder",
        "04d_user_site_and_site_same": "in the user site as well",
        "04f_cu13_bin_without_arch_dir": "one folder too high",
        "04h_cusparselt_own_dir": "cuSPARSELt in its own folder",
        "04j_alt_only_newer_name": "only the alternative nvrtc",
        "05_wheel+CUDA_PATH": "and a toolkit",
        "17g_cusolver_full": "cuSOLVER and what it needs",
        "17i_npp": "NPP and what it needs",
    },
    "cupti-names": {
        "03_cupti_2026.1.2_wheel": "2026.1.2 in the wheel",
        "03c_cupti_2099.9.9_wheel": "a name of the future",
        "03e_cupti_2026.1.2_wheel+PATH_same_dir": "2026.1.2 and its folder on PATH",
        "03g_cupti_2026.1.2_torch_loop": "2026.1.2 within one try",
        "03i_cupti_two_in_one_dir": "two versions in one folder",
        "09j_PATH_cupti_unknown_name": "2026.1.2 on PATH alone",
    },
    "toolkits": {
        "06b_CUDA_PATH_bin_x64": "CUDA_PATH",
        "06d_CUDA_HOME_only": "CUDA_HOME",
        "07b_CUDA_PATH_missing_dir_CUDA_HOME_B": "CUDA_PATH leads nowhere and CUDA_HOME is right",
        "07d_CUDA_PATH_same_other_spelling": "the same folder spelled twice",
        "07f_CUDA_PATH_symlink": "CUDA_PATH is a link",
        "07h_CUDA_PATH_cupti_extras": "CUPTI in the toolkit",
        "07j_CUDA_PATH_nvvm_x64": "nvvm in the toolkit",
        "08_conda_bin": "conda",
        "08c_conda+wheel": "conda and a wheel",
        "08e_conda+PATH": "conda and PATH",
        "17s_ProgramFiles_CUDA_toolkit": "a toolkit in Program Files that nothing names",
    },
    "native-search": {
        "09b_PATH_old_first_new_second": "old first on PATH and new second",
        "09d_PATH_policy_0x1000": "PATH under a search policy",
        "09f_add_dll_directory_only": "in a registered folder alone",
        "09h_PATH_entry_quoted": "a PATH entry in quotes",
        "09l_PATH_i386_then_good": "a 32-bit file first on PATH",
        "09n_PATH_only_cuda12": "CUDA 12 on PATH",
        "11_next_to_python_exe": "beside the exe",
        "12_cwd_only": "in the current folder",
        "12c_order_s32_cwd_path": "in System32 and the current folder and on PATH",
    },
    "already-loaded": {
        "13_preloaded_cudart_no_wheel": "cudart without a wheel",
        "13b_preloaded_cudart_with_wheel": "cudart and a wheel",
        "13c_preloaded_nvrtc_no_wheel": "nvrtc with its builtins and no wheel",
        "13d_preloaded_nvrtc_with_wheel": "nvrtc alone and builtins in the wheel",
        "13e_preloaded_nvrtc_from_wheel_dir": "nvrtc of the wheel",
        "13f_preloaded_old_nvrtc_wheel_new": "an old nvrtc and a new one in the wheel",
        "13g_preloaded_old_and_new": "an old and a new cudart",
        "13h_preloaded_cupti_known_name": "CUPTI 2026.1.0",
        "13i_preloaded_cupti_unknown_name": "CUPTI 2026.1.2",
        "13j_preloaded_cublas_no_Lt_anywhere": "cuBLAS whose cublasLt is nowhere",
        "13k_preloaded_cudnn_wheel_other": "cuDNN and another in the wheel",
    },
    "files-that-do-not-load": {
        "14b_broken_text_in_wheel+CUDA_PATH": "a text file in the wheel and a toolkit",
        "14d_broken_new_good_old_in_wheel": "a text file of CUDA 13 and a good one of CUDA 12",
        "14f_directory_named_dll": "a folder of that name",
        "15b_i386_in_wheel+CUDA_PATH": "a 32-bit file in the wheel and a toolkit",
        "15d_arm64_cudnn_wheel+CUDNN_PATH": "an arm64 cuDNN in the wheel and a good one elsewhere",
        "15f_arm64_nvvm_wheel+CUDA_PATH": "an arm64 nvvm in the wheel and a toolkit",
        "16_own_import_missing": "an import that is nowhere",
        "16c_own_import_on_PATH_only": "an import that is on PATH alone",
        "16e_own_import_preloaded": "an import that is loaded already",
        "17c_cudnn_with_broken_nvrtc": "cuDNN whose optional nvrtc is broken",
    },
    "cudnn": {
        "17_cudnn_without_cublasLt": "without cublasLt",
        "17e_cublas_without_cublasLt": "cuBLAS without cublasLt",
        "17k_cudnn_absent_deps_present": "only what it needs",
        "17m_cudnn_CUDNN_PATH+CUDA_PATH": "CUDNN_PATH and CUDA_PATH",
        "17o_cudnn_ProgramFiles_flat": "two versions in Program Files",
        "17q_cudnn_ProgramFiles_bin_13.2_x64": "in a folder of the installer that nobody looks into",
    },
    "names": {
        "18b_linux_only_name": "names of other systems",
        "18d_nothing_anywhere": "nothing is installed",
        "20_driver_System32": "the driver on the machine",
        "20c_driver_PATH": "the driver on PATH",
        "20e_driver_preloaded": "the driver loaded already",
    },
    "registration": {
        "19b_nvrtc_wheel_builtins_other_on_PATH": "other builtins on PATH",
        "19d_cudart_wheel_nest_no_registration": "a library that is not registered",
        "22_PATH_unset": "PATH is not set",
        "22c_PATH_lower_case_after": "two libraries that register",
    },
    "asked-twice": {
        "21_twice": "nvrtc twice",
        "21c_fail_then_appear_in_new_wheel_dir": "the wheel's folder appears",
        "21e_fail_then_wheel_dir_on_PATH": "its folder gets onto PATH",
    },
    "canary": {
        "23b_canary_toolkit13_on_PATH": "CUDA 13 on PATH",
        "23d_canary_child_sleep": "the child does not come back",
        "23f_canary_child_garbage": "the child says something else",
        "23h_canary_cudart_in_flat_dir": "cudart lies in no toolkit",
        "23j_canary_parent_has_cudart_wheel": "cudart is loaded from a wheel",
        "23l_canary_then_PATH_set": "PATH is set too late",
        "23n_canary_unguarded_main": "a program without a guard",
    },
}

NO_CELL = {
    "07f_CUDA_PATH_symlink": "A tree holds no links, as Wine 8.0 makes none: the cells that stand for it are skipped "
                             "everywhere.",
}

# A message's first line was kept up to here, and so many of the lines behind it.
KEPT_LETTERS, KEPT_LINES = 260, 8
CUT = "[...]"


def told_step(step):
    """One step of a run; None for those that only prepared the process and did what they should."""
    if "pre" in step or "policy" in step:
        assert step.get("handle") or step.get("rc"), step
        return None
    if "call" in step:
        return {"call": step["call"], "opened": step["result"]}
    if "exc" in step:
        lines = [f"{step['exc']}: {step['msg']}", *step.get("more", [])]
        # Where both were cut, the lines behind the first are not worth the gap between.
        if len(step["msg"]) >= KEPT_LETTERS:
            lines = [lines[0] + CUT]
        elif len(lines) > KEPT_LINES:
            lines.append(CUT)
        return {"load": step["load"], "raised": "\n".join(lines)}
    told = {"load": step["load"], "found": step["ok"]}
    if step["via"] != "-":  # the first releases do not say
        told["via"] = step["via"]
    if step.get("already"):
        told["already_loaded"] = True
    if step.get("same_object"):
        told["same_object"] = True
    return told


def told_result(result, situation):
    """What one release answered in one situation, without what says nothing."""
    if "import_error" in result:
        return {"no_loader": result["import_error"]}
    told = {"steps": [step for step in map(told_step, result["steps"]) if step]}
    kind, _, path = result.get("path_delta", "").partition(" ")
    if kind:
        told[{"append": "path_appended", "now": "path"}[kind]] = path.removeprefix(";").split(";")
    found = {step["found"].replace("/", "\\") for step in told["steps"] if "found" in step}
    assert found <= set(result["resident"]), result
    told["registered"] = result["registered_dirs"]
    told["also_resident"] = [module for module in result["resident"] if module not in found]
    told["warnings"] = result.get("warnings", [])
    told = {key: value for key, value in told.items() if value}
    if situation.get("unguarded"):
        told["child_ran_the_program"] = "printed_times" in result
    return told


def key_for(releases, order):
    """"1.2.0..1.3.5, 1.9.1" for releases in their order: three or more that are neighbours make a range."""
    runs = []
    for release in releases:
        if runs and order.index(release) == order.index(runs[-1][-1]) + 1:
            runs[-1].append(release)
        else:
            runs.append([release])
    return ", ".join(f"{run[0]}..{run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)


def pathfinder(facts):
    situations = json.loads((facts / "real" / "pathfinder-situations.json").read_text("utf-8"))
    observed = json.loads((facts / "real" / "pathfinder-observed.json").read_text("utf-8"))
    cells = {name: {"scenario": f"pathfinder/{scenario}", "situation": value}
             for scenario, values in PATHFINDER_CELLS.items() for name, value in values.items()}
    order = list(observed)
    told, count = {}, 0
    for name, situation in situations.items():
        if name == "_legend":
            continue
        groups = []
        for release in order:
            if name in observed[release]:
                answer = told_result(observed[release][name], situation)
                if not groups or groups[-1][1] != answer:
                    groups.append(([], answer))
                groups[-1][0].append(release)
        told[name] = {"cell": cells[name]}
        if name in NO_CELL:
            told[name]["no_cell"] = NO_CELL[name]
        told[name]["answers"] = {key_for(releases, order): answer for releases, answer in groups}
        count += sum(len(releases) for releases, _ in groups)
    return {
        "title": "What the releases of cuda-pathfinder answered, situation by situation",
        "how": "Each release from PyPI, unchanged, in a genuine CPython 3.12 under Wine 8.0, on trees of stub DLLs, in "
               "a fresh process. Paths are spelled as they were told, {ROOT} in front. A message that ends in [...] "
               "was kept up to there. \"registered\" are folders that a load from user directories alone looks into; "
               "\"also_resident\" is what was loaded besides what was found; \"opened\" is what a call of the DLL "
               "opened by bare name.",
        "results": count,
        "by": "release",
        "order": order,
        "roots": ROOTS,
        "situations": told,
    }


# torch's wheels -------------------------------------------------------------------------------------------------------

# Group of results, as real/torch-wheels.json has it -> scenario, its axis, and the group's name in table T3.
T3_GROUPS = {
    "removal": ("removed-dll", "missing", "rm"),
    "stray": ("stray-file", "stray", "stray"),
    "replace_c10": ("broken-c10", "c10", "repl_c10"),
    "vc_runtime_removed": ("vc-runtime", "missing", "novc"),
}
UV_PLACES = {
    "none": "nowhere", "PATH": "on-path", "add_dll_directory": "in-a-registered-folder", "appdir": "beside-python-exe",
    "system32": "in-system32", "prefix_Library_bin": "in-library-bin", "prefix_bin": "in-prefix-bin",
    "torch_dir": "in-torch", "userbase_Library_bin": "in-userbase-library-bin",
    "userbase_PythonXY_Library_bin": "in-userbase-python312-library-bin",
}
MKL_PLACES = {
    "no mkl": "nowhere", "mkl in <prefix>/Library/bin": "prefix", "mkl in <prefix>/Library/bin full+compute": "prefix",
    "mkl only on PATH": "on-path", "mkl in %APPDATA%/Python/Library/bin": "user-base",
    "mkl in %APPDATA%/Python/Python312/Library/bin": "user-base-python312",
}
OPENMP_OF_VISUAL_STUDIO = ("incomplete-wheel/openmp-of-visual-studio", "installed", "copy-in-torch-lib")
OPENMP_PLACES = {
    "libiomp5md copied as libomp140.x86_64.dll in TL": OPENMP_OF_VISUAL_STUDIO,
    "same, full": OPENMP_OF_VISUAL_STUDIO,
    "same in System32": ("machines/openmp-in-system32", "machine", "libomp140-in-system32"),
}
RUNTIMES = {"VC runtime 14.34.31931": "14.34", "14.40.33807": "14.40", "14.51": "14.51"}
IMPORTS = {"1st import": "first", "2nd, still missing": "second", "3rd, file restored": "third-restored"}

# Results that real-artefacts.md tells beside its tables: its words, situation, cell, axis where it is not the release,
# values of it, answer, and why there is no cell where there is none.
MKL = "search-policy/user-site-mkl"
TOLD_BESIDE = [
    ("with numpy 1.22.4: import ok", "T3 base_full", {"scenario": "torch-history/untouched-wheel"}, None, ["1.8.1"],
     "ok", None),
    ("2.6.0 ran on the same Python 3.13 + 14.34 and is ok", "T4 14.34",
     {"scenario": "torch-history/old-runtime", "runtime": "14.34"}, None, ["2.6.0"], "ok", None),
    ("libiomp5md removed from TL: still ok with MKL", "T5 mkl in <prefix>/Library/bin, libiomp5md.dll removed",
     {"scenario": MKL, "mkl": "prefix-and-no-openmp-in-torch-lib"}, "torch", ["2.3.0", "2.3.1"], "ok", None),
    ("after import **two libiomp5md.dll are resident** (TL and Library\\bin)", "T5 two libiomp5md.dll are resident",
     None, "torch", ["2.3.0", "2.3.1"], "ok",
     "MKL itself loads the second one, in a way that was not seen: a stub would only do what it is told to."),
]


def outcome(text):
    """The short form of an outcome: "ok", "126 shm.dll", "ImportError _C"."""
    if re.match(r"ok\b", text):
        return "ok"
    if "once per process" in text or text.startswith("same ImportError"):
        return "ImportError once per process"
    if text.startswith("ImportError"):
        return "ImportError _C"
    number = r"(?:WinError )?(\d+)(?: on)?"
    error, module, patched = re.fullmatch(number + r" (\S+?)(, PATH patched a second time.*)?", text).groups()
    return f"{error} {module}" + (", PATH patched twice" if patched else "")


def table(text, name):
    """The first table below the heading of that name: its rows, each as {column: cell}."""
    section = text.split(f"\n## {name}. ")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [dict(zip(rows[0], row)) for row in rows[2:]]


class Situations:
    """Situations with their answers, each answer with the values that have it."""

    def __init__(self):
        self.told = {}

    def add(self, name, cell, value, answer, by=None, no_cell=None):
        told = {"cell": cell, "by": by, "no_cell": no_cell}
        situation = self.told.setdefault(name, {**{key: said for key, said in told.items() if said}, "answers": []})
        for values, known in situation["answers"]:
            if known == answer:
                values.append(value)
                return
        situation["answers"].append(([value], answer))

    def count(self):
        return sum(len(values) for situation in self.told.values() for values, _ in situation["answers"])

    def written(self):
        return {name: {**told, "answers": {", ".join(values): answer for values, answer in told["answers"]}}
                for name, told in self.told.items()}


def add_wheels(situations, outcomes):
    """T3 and T8: what was done to seven wheels, what is loaded after the import, and in which order."""
    for release, groups in outcomes.items():
        for name, text in groups["baseline"].items():
            situations.add(f"T3 {name}", {"scenario": "torch-history/untouched-wheel"}, release, outcome(text))
        for group, (scenario, axis, short) in T3_GROUPS.items():
            for name, text in groups[group].items():
                value = name
                if group == "vc_runtime_removed":
                    value = "all-but-python-org" if name == "pyorg" else f"{name}.dll"
                hint = " *" if f"{short}:{name}" in groups["vc_message_printed"] else ""
                situations.add(f"T3 {short}: {name}", {"scenario": f"torch-history/{scenario}", axis: value}, release,
                               outcome(text) + hint)
        loaded = {key: groups[key] for key in ["resident_after_import", "load_order"] if key in groups}
        situations.add("T8 what is loaded", {"scenario": "torch-history/load-order"}, release,
                       {"outcome": outcome(groups["baseline"]["base_stop"]), **loaded})


def add_tables(situations, text):
    """T4 to T7 and T9."""
    for row in table(text, "T4"):
        wheel = row["wheel (MSVC linker)"].split(" ")[0].strip(",")
        for column, runtime in RUNTIMES.items():
            if row[column]:
                added = "vcruntime140_threads" in row["wheel (MSVC linker)"]
                runtime += "-with-threads" if added else ""
                situations.add(f"T4 {runtime}", {"scenario": "torch-history/old-runtime", "runtime": runtime}, wheel,
                               outcome(row[column]))
    situations.told["T4 14.34"]["on_windows"] = {
        "998 c10.dll": "1114 c10.dll",
        "why": "Wine hands on the access violation in c10.dll's start as 998; Windows: pytorch/pytorch#169429",
    }
    for row in table(text, "T5"):
        place = row["situation"]
        if place in MKL_PLACES:
            cell = {"scenario": MKL, "mkl": MKL_PLACES[place]}
            situations.add(f"T5 {place}", cell, row["wheel"], outcome(row["outcome"]), by="torch")
        else:
            scenario, axis, value = OPENMP_PLACES[place]
            name = f"T5 {row['wheel']}, {place}"
            situations.add(name, {"scenario": scenario}, value, outcome(row["outcome"]), by=axis)
    where, *loaders = table(text, "T6")[0]
    for row in table(text, "T6"):
        for column, loader in zip(loaders, ["torch/glob", "torch/no-glob"]):
            cell = {"scenario": "machines/where-a-dependency-may-lie", "uv-lies": UV_PLACES[row[where]]}
            situations.add(f"T6 {row[where]}", cell, loader, outcome(row[column]), by="loader")
    for row in table(text, "T7"):
        for column, number in IMPORTS.items():
            for release in row["wheel"].split(", "):
                situations.add(f"T7 {column}", {"scenario": "torch-history/second-import", "import": number}, release,
                               outcome(row[column]))
    for row in table(text, "T9"):
        named = row["first DLL that would fail with 127"].split(" ")[0]
        cell = {"scenario": "torch-history/mixed-releases", "release": row["torch wheel"]}
        situations.add(f"T9 {row['torch wheel']}", cell, row["c10.dll taken from"], f"127 {named}", by="c10-of")


def torch(facts):
    text = (facts / "real-artefacts.md").read_text("utf-8")
    outcomes = json.loads((facts / "real" / "torch-wheels.json").read_text("utf-8"))["outcomes"]
    situations = Situations()
    add_wheels(situations, outcomes)
    add_tables(situations, text)
    for words, name, cell, axis, values, answer, no_cell in TOLD_BESIDE:
        assert words in text, words
        for value in values:
            situations.add(name, cell, value, answer, by=axis, no_cell=no_cell)
    return {
        "title": "What torch's CPU wheels answered to `import torch`, situation by situation",
        "how": "Real wheels in a genuine CPython under Wine 8.0; the situations are the rows of real-artefacts.md T3 "
               "to T9. \"126 shm.dll\" is an OSError with that error, naming that file of torch/lib; "
               "\"ImportError _C\" an ImportError of torch._C with the text of error 126; * says that the hint to "
               "install the redistributable was printed. T9 was read in the import tables: Wine can't show 127. Files "
               "loaded are in the order in which they started.",
        "results": situations.count(),
        "by": "release",
        "situations": situations.written(),
    }


def members(parts, indent):
    """An object's members, {name: text}, each on a line of its own."""
    lines = [f"{' ' * indent}{json.dumps(name, ensure_ascii=False)}: {text}" for name, text in parts.items()]
    return "{\n" + ",\n".join(lines) + "\n" + " " * (indent - 2) + "}"


def written_answer(answer, used):
    """An answer, whose steps have a line each, however long, where it does not fit on one."""
    if "steps" not in answer or used + len(json.dumps(answer)) <= WIDTH:
        return pretty(answer, 8, used)
    parts = {key: pretty(value, 10, 14 + len(key)) for key, value in answer.items()}
    parts["steps"] = "[\n" + ",\n".join(" " * 12 + json.dumps(step) for step in answer["steps"]) + "\n          ]"
    return members(parts, 10)


def write(name, fixture):
    """Writes one file: each answer, and each member above, begins a line of its own."""
    parts = {key: pretty(value, 2, 6 + len(key)) for key, value in fixture.items()}
    situations = {}
    for situation, told in fixture["situations"].items():
        lines = {key: pretty(value, 6, 10 + len(key)) for key, value in told.items()}
        answers = {key: written_answer(answer, 12 + len(key)) for key, answer in told["answers"].items()}
        lines["answers"] = members(answers, 8)
        situations[situation] = members(lines, 6)
    parts["situations"] = members(situations, 4)
    text = members(parts, 2).replace("{\n", "{\n  // Written by ci/measured_record.py from the raw results.\n", 1)
    (WHERE / f"{name}.json").write_text(text + "\n", encoding="utf-8", newline="\n")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    facts = pathlib.Path(sys.argv[1])
    WHERE.mkdir(exist_ok=True)
    write("pathfinder", pathfinder(facts))
    write("torch-wheels", torch(facts))


if __name__ == "__main__":
    main()
