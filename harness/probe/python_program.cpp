// SPDX-License-Identifier: MIT
#include "harness/probe/python_program.hpp"

#include "harness/probe/module_path.hpp"
#include "harness/probe/python_host.hpp"
#include "harness/probe/python_library.hpp"
#include "harness/util/windows_text.hpp"

namespace dllrepro::probe {

namespace {

constexpr std::uint32_t k_procedure_not_found = 127;

/// "3.11.9 (tags/v3.11.9:de54cf5, Apr  2 2024, ...)" -> "3.11.9"
std::string short_version(const std::string& whole) {
  return whole.substr(0, whole.find(' '));
}

std::wstring own_folder() {
  const std::wstring path = to_wide(module_path(nullptr));
  return path.substr(0, path.find_last_of(L'\\'));
}

}  // namespace

int run_in_python(const std::string& path, loader::Interpreter& interpreter, WindowsSystem& system, EventWriter& writer,
                  const std::function<loader::ProgramEnd()>& program) {
  // Neither is destroyed: threads of the program may use them until the process is gone.
  static PythonApi& api = *new PythonApi();
  static PythonHost& host = *new PythonHost(api, writer);
  const std::uint64_t step = interpreter.begin_step("/host/python", "start_python", "Py_Main of " + path);
  PythonLibrary library = load_python(to_wide(path));
  if (library.module != nullptr) {
    if (const std::string missing = api.fill(library.module); !missing.empty()) {
      library.error = k_procedure_not_found;
      library.fault = path + " does not export " + missing;
    }
  }
  if (!library.fault.empty()) {
    interpreter.end_step(step, {{"error", library.error}, {"message", library.fault}});
    TerminateProcess(GetCurrentProcess(), start_status(library.error));
  }
  system.use_python(host);
  const auto started = [&](const std::string& version) {
    interpreter.end_step(step, {{"value", short_version(version)}, {"module", path}});
  };
  return host.run(path, started, [&] {
    const loader::ProgramEnd end = program();
    const bool raised = end.kind == loader::ProgramEnd::Kind::Raised;
    return PythonHost::End{raised ? 1U : end.exit_code, end.exception};
  });
}

std::optional<int> run_as_python(int argument_count, wchar_t** arguments) {
  using Main = int(__cdecl*)(int, wchar_t**);
  for (const std::wstring& path : pythons_in(own_folder())) {
    const PythonLibrary library = load_python(path);
    const auto main = library.module == nullptr
                          ? nullptr
                          : reinterpret_cast<Main>(reinterpret_cast<void*>(GetProcAddress(library.module, "Py_Main")));
    if (main != nullptr) {
      return main(argument_count, arguments);
    }
  }
  return std::nullopt;
}

}  // namespace dllrepro::probe
