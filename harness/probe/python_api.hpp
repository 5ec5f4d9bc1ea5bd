// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "harness/util/windows_api.hpp"

namespace dllrepro::probe {

/// Python's objects are seen from outside alone.
struct PyObject;

/// The two structures that a built-in module is described by, after CPython's stable ABI (PEP 384): the same from 3.2
/// on in every build with a global lock.
struct PyMethodDef {
  const char* name;
  PyObject* (*function)(PyObject* self, PyObject* argument);
  int flags;
  const char* documentation;
};
struct PyModuleDef {
  std::ptrdiff_t reference_count;  // PyObject_HEAD
  void* type;
  PyObject* (*initialise)();
  std::ptrdiff_t index;
  PyObject* copy;
  const char* name;
  const char* documentation;
  std::ptrdiff_t size;
  PyMethodDef* methods;
  void* slots;
  void* traverse;
  void* clear;
  void* free;
};

/// The functions of python3XX.dll that the probe calls, all of the stable ABI but Py_Main. No header of Python's and no
/// import: a probe that runs no Python must not need one.
struct PythonApi {
  int(__cdecl* Py_Main)(int count, wchar_t** arguments);
  int(__cdecl* PyImport_AppendInittab)(const char* name, PyObject*(__cdecl* initialise)());
  PyObject*(__cdecl* PyModule_Create2)(PyModuleDef* definition, int version);
  PyObject*(__cdecl* PyModule_GetDict)(PyObject* module);
  PyObject*(__cdecl* PyEval_GetBuiltins)();
  PyObject*(__cdecl* Py_CompileString)(const char* text, const char* file, int start);
  PyObject*(__cdecl* PyEval_EvalCode)(PyObject* code, PyObject* globals, PyObject* locals);
  PyObject*(__cdecl* PyDict_GetItemString)(PyObject* dictionary, const char* key);
  int(__cdecl* PyDict_SetItemString)(PyObject* dictionary, const char* key, PyObject* value);
  PyObject*(__cdecl* PyTuple_New)(std::ptrdiff_t size);
  int(__cdecl* PyTuple_SetItem)(PyObject* tuple, std::ptrdiff_t at, PyObject* value);
  PyObject*(__cdecl* PyObject_CallObject)(PyObject* callable, PyObject* arguments);
  PyObject*(__cdecl* PyUnicode_FromStringAndSize)(const char* text, std::ptrdiff_t size);
  const char*(__cdecl* PyUnicode_AsUTF8AndSize)(PyObject* text, std::ptrdiff_t* size);
  PyObject*(__cdecl* PyLong_FromUnsignedLongLong)(unsigned long long value);
  PyObject*(__cdecl* PyBool_FromLong)(long value);
  void(__cdecl* Py_IncRef)(PyObject* object);
  void(__cdecl* Py_DecRef)(PyObject* object);
  void(__cdecl* PyErr_Clear)();
  int(__cdecl* PyGILState_Ensure)();
  void(__cdecl* PyGILState_Release)(int state);
  void*(__cdecl* PyEval_SaveThread)();
  void(__cdecl* PyEval_RestoreThread)(void* thread);
  const char*(__cdecl* Py_GetVersion)();

  /// Fills every member from a module. Returns the name of the first function that it does not export, "" when all are
  /// there.
  std::string fill(HMODULE python);
};

}  // namespace dllrepro::probe
