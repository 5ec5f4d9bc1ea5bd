// SPDX-License-Identifier: MIT
// The loader's own calls. GetLastError stands in the same expression as the call that failed.
#include "harness/probe/module_path.hpp"
#include "harness/probe/text.hpp"
#include "harness/probe/windows_system.hpp"
#include "harness/util/windows_api.hpp"
#include "harness/util/windows_text.hpp"

namespace dllrepro::probe {

namespace {

HMODULE as_module(std::uint64_t handle) {
  return reinterpret_cast<HMODULE>(static_cast<std::uintptr_t>(handle));
}

loader::ModuleAnswer answer_for(HMODULE module, DWORD error) {
  if (module == nullptr) {
    // A failure that left no error would look like success.
    return {0, error == 0 ? ERROR_INTERNAL_ERROR : error, {}};
  }
  return {reinterpret_cast<std::uintptr_t>(module), 0, module_path(module)};
}

}  // namespace

loader::ModuleAnswer WindowsSystem::load(loader::LoadCall call, const std::string& name, std::uint32_t flags) {
  const std::wstring wide = to_wide(name);
  const std::string ansi = to_ansi(name);
  HMODULE module = nullptr;
  DWORD error = 0;
  switch (call) {
    case loader::LoadCall::LoadLibraryExW:
      module = LoadLibraryExW(wide.c_str(), nullptr, flags);
      error = module == nullptr ? GetLastError() : 0;
      break;
    case loader::LoadCall::LoadLibraryW:
      module = LoadLibraryW(wide.c_str());
      error = module == nullptr ? GetLastError() : 0;
      break;
    case loader::LoadCall::LoadLibraryA:
      module = LoadLibraryA(ansi.c_str());
      error = module == nullptr ? GetLastError() : 0;
      break;
    case loader::LoadCall::LoadLibraryExA:
      module = LoadLibraryExA(ansi.c_str(), nullptr, flags);
      error = module == nullptr ? GetLastError() : 0;
      break;
  }
  return answer_for(module, error);
}

loader::ModuleAnswer WindowsSystem::module_handle(const std::string& name) {
  const std::wstring wide = to_wide(name);
  const HMODULE module = GetModuleHandleW(wide.c_str());
  const DWORD error = module == nullptr ? GetLastError() : 0;
  return answer_for(module, error);
}

std::uint32_t WindowsSystem::free(std::uint64_t module) {
  return FreeLibrary(as_module(module)) ? 0 : GetLastError();
}

loader::CallAnswer WindowsSystem::call(const loader::CallRequest& request) {
  loader::CallAnswer answer;
  const auto* name = std::get_if<std::string>(&request.symbol);
  const char* symbol = name != nullptr ? name->c_str() : MAKEINTRESOURCEA(std::get<std::uint16_t>(request.symbol));
  const FARPROC address = GetProcAddress(as_module(request.module), symbol);
  if (address == nullptr) {
    answer.error = GetLastError();
    return answer;
  }
  using Function = std::uint64_t(WINAPI*)(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t);
  const auto function = reinterpret_cast<Function>(reinterpret_cast<void*>(address));
  std::uint64_t arguments[4] = {};
  for (std::size_t index = 0; index < request.arguments.size() && index < 4; ++index) {
    arguments[index] = request.arguments[index];
  }
  const auto make_call = [&] { answer.value = function(arguments[0], arguments[1], arguments[2], arguments[3]); };
  if (request.is_python_function && m_python != nullptr) {
    m_python->with_lock(make_call);
  } else {
    make_call();
  }
  const auto pointer = static_cast<std::uintptr_t>(answer.value);
  if (request.returns == loader::ReturnKind::Text && pointer != 0) {
    answer.text = reinterpret_cast<const char*>(pointer);
  } else if (request.returns == loader::ReturnKind::WideText && pointer != 0) {
    answer.text = to_utf8(reinterpret_cast<const wchar_t*>(pointer));
  }
  return answer;
}

loader::CookieAnswer WindowsSystem::add_dll_directory(const std::string& path) {
  const std::wstring wide = to_wide(path);
  const DLL_DIRECTORY_COOKIE cookie = AddDllDirectory(wide.c_str());
  const DWORD error = cookie == nullptr ? GetLastError() : 0;
  return {reinterpret_cast<std::uintptr_t>(cookie), error};
}

std::uint32_t WindowsSystem::remove_dll_directory(std::uint64_t cookie) {
  const auto known = reinterpret_cast<DLL_DIRECTORY_COOKIE>(static_cast<std::uintptr_t>(cookie));
  return RemoveDllDirectory(known) ? 0 : GetLastError();
}

std::uint32_t WindowsSystem::set_default_dll_directories(std::uint32_t flags) {
  return SetDefaultDllDirectories(flags) ? 0 : GetLastError();
}

std::uint32_t WindowsSystem::set_dll_directory(const std::optional<std::string>& path) {
  const std::wstring wide = to_wide(path.value_or(""));
  return SetDllDirectoryW(path ? wide.c_str() : nullptr) ? 0 : GetLastError();
}

}  // namespace dllrepro::probe
