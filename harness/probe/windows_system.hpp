// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "harness/loader/system.hpp"
#include "harness/probe/python_host.hpp"

namespace dllrepro::probe {

/// Windows itself below the interpreter. Every call here is the call that its operation names, with nothing around it;
/// what an export or a DllMain does to the process, it does: no exception is caught on its way.
class WindowsSystem : public loader::System {
 public:
  loader::ModuleAnswer load(loader::LoadCall call, const std::string& name, std::uint32_t flags) override;
  loader::ModuleAnswer module_handle(const std::string& name) override;
  std::uint32_t free(std::uint64_t module) override;
  loader::CallAnswer call(const loader::CallRequest& request) override;

  loader::CookieAnswer add_dll_directory(const std::string& path) override;
  std::uint32_t remove_dll_directory(std::uint64_t cookie) override;
  std::uint32_t set_default_dll_directories(std::uint32_t flags) override;
  std::uint32_t set_dll_directory(const std::optional<std::string>& path) override;

  std::optional<std::string> environment(const std::string& name) override;
  void set_environment(const std::string& name, const std::optional<std::string>& value) override;

  bool exists(const std::string& path) override;
  bool is_folder(const std::string& path) override;
  std::uint32_t copy_file(const std::string& from, const std::string& to) override;
  std::vector<std::string> glob(const std::string& pattern) override;
  std::string full_path(const std::string& path) override;
  std::string real_path(const std::string& path) override;
  std::optional<std::string> machine_of(const std::string& path) override;
  std::string architecture() override;

  /// The mode that programs see starts at 0, as in a python.exe that nobody has told otherwise. The modes that keep
  /// dialogs away stay on below it, whatever a program sets: nobody is there to close a dialog.
  std::uint32_t set_error_mode(std::uint32_t mode) override;
  std::string error_text(std::uint32_t error) override;

  void print(loader::OutputStream stream, const std::string& text) override;
  void sleep(std::uint64_t milliseconds) override;
  std::uint64_t start_thread(std::function<void()> body) override;
  bool join_thread(std::uint64_t thread, std::uint64_t timeout_ms) override;
  loader::ProcessAnswer start_process(const loader::ProcessRequest& request) override;
  void end_process(loader::EndHow how, std::uint32_t code) override;

  /// The interpreter that this process runs in, for `python` steps; it outlives the system.
  void use_python(PythonHost& python) { m_python = &python; }
  loader::PythonAnswer run_python(const loader::PythonRequest& request) override;

 private:
  std::atomic<std::uint32_t> m_error_mode{0};
  PythonHost* m_python = nullptr;
};

/// Sets the error modes of a process without a user; the first thing that the probe does.
void keep_dialogs_away();

}  // namespace dllrepro::probe
