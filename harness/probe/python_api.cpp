// SPDX-License-Identifier: MIT
#include "harness/probe/python_api.hpp"

#include <type_traits>

namespace dllrepro::probe {

std::string PythonApi::fill(HMODULE python) {
  std::string missing;
  const auto take = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
        reinterpret_cast<void*>(GetProcAddress(python, name)));
    if (function == nullptr && missing.empty()) {
      missing = name;
    }
  };
  take(Py_Main, "Py_Main");
  take(PyImport_AppendInittab, "PyImport_AppendInittab");
  take(PyModule_Create2, "PyModule_Create2");
  take(PyModule_GetDict, "PyModule_GetDict");
  take(PyEval_GetBuiltins, "PyEval_GetBuiltins");
  take(Py_CompileString, "Py_CompileString");
  take(PyEval_EvalCode, "PyEval_EvalCode");
  take(PyDict_GetItemString, "PyDict_GetItemString");
  take(PyDict_SetItemString, "PyDict_SetItemString");
  take(PyTuple_New, "PyTuple_New");
  take(PyTuple_SetItem, "PyTuple_SetItem");
  take(PyObject_CallObject, "PyObject_CallObject");
  take(PyUnicode_FromStringAndSize, "PyUnicode_FromStringAndSize");
  take(PyUnicode_AsUTF8AndSize, "PyUnicode_AsUTF8AndSize");
  take(PyLong_FromUnsignedLongLong, "PyLong_FromUnsignedLongLong");
  take(PyBool_FromLong, "PyBool_FromLong");
  take(Py_IncRef, "Py_IncRef");
  take(Py_DecRef, "Py_DecRef");
  take(PyErr_Clear, "PyErr_Clear");
  take(PyGILState_Ensure, "PyGILState_Ensure");
  take(PyGILState_Release, "PyGILState_Release");
  take(PyEval_SaveThread, "PyEval_SaveThread");
  take(PyEval_RestoreThread, "PyEval_RestoreThread");
  take(Py_GetVersion, "Py_GetVersion");
  return missing;
}

}  // namespace dllrepro::probe
