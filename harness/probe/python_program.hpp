// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "harness/loader/interpreter.hpp"
#include "harness/probe/event_writer.hpp"
#include "harness/probe/windows_system.hpp"

namespace dllrepro::probe {

/// Runs a program inside the CPython of that python3XX.dll; the start is a step of its own, `start_python` at
/// /host/python, whose end gives the version. Returns what the process is to end with.
///
/// An interpreter that can't be had ends the process as Windows ends a python.exe that misses its DLL; the step's end
/// says why.
int run_in_python(const std::string& path, loader::Interpreter& interpreter, WindowsSystem& system, EventWriter& writer,
                  const std::function<loader::ProgramEnd()>& program);

/// Runs this program as the python.exe that it stands for, when an interpreter's DLL lies beside it: children that a
/// program starts by sys.executable. Nothing when there is none, or none with a Py_Main.
std::optional<int> run_as_python(int argument_count, wchar_t** arguments);

}  // namespace dllrepro::probe
