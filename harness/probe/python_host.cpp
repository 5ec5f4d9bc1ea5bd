// SPDX-License-Identifier: MIT
#include "harness/probe/python_host.hpp"

#include <exception>
#include <span>
#include <utility>
#include <vector>

#include "harness/probe/exit_codes.hpp"
#include "harness/probe/module_path.hpp"
#include "harness/util/windows_text.hpp"

namespace dllrepro::embedded {
extern const std::span<const unsigned char> k_python_glue;
}

namespace dllrepro::probe {

namespace {

constexpr const char* k_module_name = "_dllrepro";
constexpr int k_stable_abi = 3;    // PYTHON_ABI_VERSION
constexpr int k_whole_file = 257;  // Py_file_input
constexpr int k_no_arguments = 4;  // METH_NOARGS
constexpr int k_one_argument = 8;  // METH_O
constexpr wchar_t k_program[] = L"import _dllrepro; _dllrepro.run()";

/// CPython's callbacks come without a context of ours.
PythonHost* s_host = nullptr;

loader::PythonAnswer fault(const std::string& message) {
  loader::PythonAnswer answer;
  answer.kind = loader::PythonAnswer::Kind::Raised;
  answer.exception.type = "SystemError";
  answer.exception.bases = {"SystemError", "Exception", "BaseException"};
  answer.exception.message = message;
  return answer;
}

loader::PythonAnswer answer_from(const Json& json) {
  loader::PythonAnswer answer;
  if (json.contains("exit")) {
    answer.kind = loader::PythonAnswer::Kind::Exited;
    answer.exit_code = json.at("exit").get<std::uint32_t>();
  } else if (json.contains("exception")) {
    const Json& from = json.at("exception");
    answer.kind = loader::PythonAnswer::Kind::Raised;
    answer.exception.number = from.at("number").get<std::uint64_t>();
    answer.exception.type = from.at("type").get<std::string>();
    answer.exception.bases = from.at("bases").get<std::vector<std::string>>();
    answer.exception.message = from.at("message").get<std::string>();
    answer.exception.winerror = static_cast<std::uint32_t>(from.at("winerror").get<std::int64_t>());
    answer.exception.path = from.at("path").get<std::string>();
    answer.exception.name = from.at("name").get<std::string>();
    answer.exception.file_name = from.at("file_name").get<std::string>();
    answer.exception.asked_of_ctypes = from.at("asked_of_ctypes").get<std::string>();
    answer.exception.traceback = from.at("traceback").get<std::string>();
  } else {
    answer.kind = loader::PythonAnswer::Kind::Done;
    answer.value = json.at("value");
  }
  answer.remembered = json.at("remembered");
  return answer;
}

[[noreturn]] void give_up(const std::string& message) {
  const std::string line = "dllrepro-probe: " + message + "\n";
  DWORD written = 0;
  WriteFile(GetStdHandle(STD_ERROR_HANDLE), line.data(), static_cast<DWORD>(line.size()), &written, nullptr);
  TerminateProcess(GetCurrentProcess(), static_cast<UINT>(ProbeExit::Internal));
  std::terminate();  // not reached; TerminateProcess is not marked as one that does not return
}

/// The python.exe in the folder of the interpreter's DLL, under this program's own name where it is that. The install
/// manager's alias lies elsewhere and says the same to the interpreter (loader-code.md C.4).
std::wstring program_beside(const std::wstring& library) {
  const std::wstring own = to_wide(module_path(nullptr));
  const auto folder_of = [](const std::wstring& path) { return path.substr(0, path.find_last_of(L'\\') + 1); };
  const std::wstring folder = folder_of(library);
  const bool is_beside = CompareStringOrdinal(folder_of(own).c_str(), -1, folder.c_str(), -1, TRUE) == CSTR_EQUAL;
  return is_beside ? own : folder + L"python.exe";
}

}  // namespace

int PythonHost::run(const std::string& library, Started started, Body body) {
  m_started = std::move(started);
  m_body = std::move(body);
  s_host = this;
  m_api.PyImport_AppendInittab(k_module_name, create_module);
  std::wstring program = program_beside(to_wide(library));
  std::wstring option = L"-c";
  std::wstring code = k_program;
  wchar_t* arguments[] = {program.data(), option.data(), code.data(), nullptr};
  return m_api.Py_Main(3, arguments);
}

PyObject* __cdecl PythonHost::create_module() {
  return s_host->make_module();
}

PyObject* PythonHost::make_module() {
  static PyMethodDef methods[] = {{"_session", session, k_no_arguments, nullptr},
                                  {"_emit", emit, k_one_argument, nullptr},
                                  {nullptr, nullptr, 0, nullptr}};
  static PyModuleDef definition{1,  nullptr, nullptr, 0,       nullptr, k_module_name, nullptr,
                                -1, methods, nullptr, nullptr, nullptr, nullptr};
  PyObject* const module = m_api.PyModule_Create2(&definition, k_stable_abi);
  if (module == nullptr) {
    return nullptr;
  }
  m_namespace = m_api.PyModule_GetDict(module);
  m_api.PyDict_SetItemString(m_namespace, "__builtins__", m_api.PyEval_GetBuiltins());
  const std::span<const unsigned char> glue = embedded::k_python_glue;
  const std::string source(glue.begin(), glue.end());
  PyObject* const compiled = m_api.Py_CompileString(source.c_str(), "<dllrepro>", k_whole_file);
  PyObject* const result = compiled == nullptr ? nullptr : m_api.PyEval_EvalCode(compiled, m_namespace, m_namespace);
  if (compiled != nullptr) {
    m_api.Py_DecRef(compiled);
  }
  if (result == nullptr) {
    m_api.Py_DecRef(module);
    return nullptr;
  }
  m_api.Py_DecRef(result);
  return module;
}

PyObject* PythonHost::session(PyObject* /*self*/, PyObject* /*argument*/) {
  return s_host->run_session();
}

PyObject* PythonHost::run_session() {
  End end;
  if (!std::exchange(m_ran, true)) {
    m_started(m_api.Py_GetVersion());
    void* const thread = m_api.PyEval_SaveThread();
    try {
      end = m_body();
    } catch (const std::exception& error) {
      // No exception of C++'s may go through the interpreter's frames.
      give_up(error.what());
    }
    m_api.PyEval_RestoreThread(thread);
  }
  return tuple({m_api.PyLong_FromUnsignedLongLong(end.exit_code), m_api.PyLong_FromUnsignedLongLong(end.exception)});
}

PyObject* PythonHost::emit(PyObject* /*self*/, PyObject* argument) {
  const PythonApi& api = s_host->m_api;
  std::ptrdiff_t size = 0;
  if (const char* const text = api.PyUnicode_AsUTF8AndSize(argument, &size)) {
    const Json event = Json::parse(std::string_view(text, static_cast<std::size_t>(size)), nullptr, false);
    if (event.is_object() && event.contains("event")) {
      s_host->m_writer.write(event);
    }
  } else {
    api.PyErr_Clear();
  }
  return api.PyBool_FromLong(1);
}

loader::PythonAnswer PythonHost::execute(const loader::PythonRequest& request) {
  const int state = m_api.PyGILState_Ensure();
  loader::PythonAnswer answer = fault("the interpreter can't run code any more");
  PyObject* const function = m_api.PyDict_GetItemString(m_namespace, "_execute");
  PyObject* const arguments = tuple(
      {text(request.code), text(request.name), text(request.file), m_api.PyBool_FromLong(request.wants_value ? 1 : 0)});
  if (PyObject* const result = function == nullptr ? nullptr : m_api.PyObject_CallObject(function, arguments)) {
    std::ptrdiff_t size = 0;
    if (const char* const bytes = m_api.PyUnicode_AsUTF8AndSize(result, &size)) {
      answer = answer_from(Json::parse(std::string_view(bytes, static_cast<std::size_t>(size))));
    }
    m_api.Py_DecRef(result);
  }
  m_api.PyErr_Clear();
  m_api.Py_DecRef(arguments);
  m_api.PyGILState_Release(state);
  return answer;
}

void PythonHost::set_environment(const std::string& name, const std::optional<std::string>& value) {
  with_lock([&] {
    PyObject* const function = m_api.PyDict_GetItemString(m_namespace, "_set_environment");
    PyObject* const nothing = value ? nullptr : m_api.PyDict_GetItemString(m_namespace, "_nothing");
    PyObject* const arguments = m_api.PyTuple_New(2);
    m_api.PyTuple_SetItem(arguments, 0, text(name));
    if (nothing != nullptr) {
      m_api.Py_IncRef(nothing);  // a tuple takes its elements over
    }
    m_api.PyTuple_SetItem(arguments, 1, value ? text(*value) : nothing);
    if (PyObject* const result = function == nullptr ? nullptr : m_api.PyObject_CallObject(function, arguments)) {
      m_api.Py_DecRef(result);
    }
    m_api.Py_DecRef(arguments);
  });
}

void PythonHost::with_lock(const std::function<void()>& function) {
  const int state = m_api.PyGILState_Ensure();
  function();
  m_api.PyErr_Clear();
  m_api.PyGILState_Release(state);
}

PyObject* PythonHost::text(const std::string& utf8) const {
  return m_api.PyUnicode_FromStringAndSize(utf8.data(), static_cast<std::ptrdiff_t>(utf8.size()));
}

/// Takes the elements over.
PyObject* PythonHost::tuple(std::initializer_list<PyObject*> elements) const {
  PyObject* const all = m_api.PyTuple_New(static_cast<std::ptrdiff_t>(elements.size()));
  std::ptrdiff_t at = 0;
  for (PyObject* const element : elements) {
    m_api.PyTuple_SetItem(all, at++, element);
  }
  return all;
}

}  // namespace dllrepro::probe
