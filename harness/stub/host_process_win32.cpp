// SPDX-License-Identifier: MIT
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

#include "harness/stub/host_process.hpp"
#include "harness/util/error.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/windows_api.hpp"
#include "harness/util/windows_handle.hpp"
#include "harness/util/windows_text.hpp"

namespace dllrepro::stub::testing {

namespace {

// Far more than any child needs on a busy machine: who gets there is not slow.
constexpr DWORD k_patience_ms = 60000;
constexpr DWORD k_hang_ms = 1000;
constexpr DWORD k_look_ms = 20;

std::filesystem::path host_program() {
  wchar_t path[32768];
  GetModuleFileNameW(nullptr, path, 32768);
  return std::filesystem::path(path).parent_path() / "stub-host.exe";
}

std::wstring command_line(const StubFolder& folder, const std::vector<std::string>& operations) {
  std::wstring line = L"stub-host";
  for (std::string operation : operations) {
    if (const std::size_t place = operation.find("{}"); place != std::string::npos) {
      operation.replace(place, 2, path_to_utf8(folder.path()));
    }
    line += L" \"" + path_from_utf8(operation).wstring() + L"\"";
  }
  return line;
}

std::wstring environment(const std::filesystem::path& search_path) {
  wchar_t windows[MAX_PATH];
  GetWindowsDirectoryW(windows, MAX_PATH);
  const std::wstring root = windows;
  std::wstring path = L"PATH=" + root + L"\\system32;" + root;
  if (!search_path.empty()) {
    path += L";" + search_path.wstring();
  }
  std::wstring block = path;
  block += L'\0';
  block += L"SystemRoot=" + root;
  block += L'\0';
  block += L'\0';
  return block;
}

/// What the child writes, read by a thread of its own.
class Output {
 public:
  explicit Output(HANDLE pipe) : m_reader([this, pipe] { read_all(pipe); }) {}
  ~Output() { join(); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void join() {
    if (m_reader.joinable()) {
      m_reader.join();
    }
  }

  std::string text() {
    const std::lock_guard lock(m_mutex);
    return m_text;
  }

 private:
  void read_all(HANDLE pipe) {
    char buffer[4096];
    DWORD count = 0;
    while (ReadFile(pipe, buffer, sizeof buffer, &count, nullptr) != 0 && count > 0) {
      const std::lock_guard lock(m_mutex);
      for (const char byte : std::string_view(buffer, count)) {
        if (byte != '\r') {
          m_text += byte;
        }
      }
    }
  }

  std::mutex m_mutex;
  std::string m_text;
  std::thread m_reader;
};

/// Returns whether the child ended; without last words it has a minute, with them a second after it wrote them.
bool wait_for(HANDLE process, Output& output, const std::string& last_words) {
  DWORD waited = 0;
  while (WaitForSingleObject(process, k_look_ms) == WAIT_TIMEOUT) {
    waited += k_look_ms;
    if (!last_words.empty() && output.text().find(last_words) != std::string::npos) {
      return WaitForSingleObject(process, k_hang_ms) != WAIT_TIMEOUT;
    }
    if (waited >= k_patience_ms) {
      return false;
    }
  }
  return true;
}

/// A pipe with both ends inherited.
std::pair<Handle, Handle> pipe() {
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  HANDLE read_end = nullptr;
  HANDLE write_end = nullptr;
  if (CreatePipe(&read_end, &write_end, &inherited, 0) == 0) {
    throw system_failure("create a pipe", GetLastError());
  }
  return {Handle(read_end), Handle(write_end)};
}

HostRun run(const StubFolder& folder, const std::vector<std::string>& operations,
            const std::filesystem::path& search_path, const std::string& last_words) {
  auto [read_end, write_end] = pipe();
  auto [input_read, input_write] = pipe();
  SetHandleInformation(read_end.get(), HANDLE_FLAG_INHERIT, 0);
  SetHandleInformation(input_write.get(), HANDLE_FLAG_INHERIT, 0);
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdInput = input_read.get();
  startup.hStdOutput = write_end.get();
  startup.hStdError = write_end.get();
  PROCESS_INFORMATION information{};
  std::wstring line = command_line(folder, operations);
  std::wstring block = environment(search_path);
  const BOOL started = CreateProcessW(host_program().c_str(), line.data(), nullptr, nullptr, TRUE,
                                      CREATE_UNICODE_ENVIRONMENT | DETACHED_PROCESS, block.data(),
                                      folder.path().c_str(), &startup, &information);
  if (started == 0) {
    throw system_failure("start " + path_to_utf8(host_program()), GetLastError());
  }
  const Handle process(information.hProcess);
  Handle(information.hThread).close();
  for (Handle* end : {&write_end, &input_read, &input_write}) {
    end->close();
  }
  HostRun result;
  Output output(read_end.get());
  result.hung = !wait_for(process.get(), output, last_words);
  if (result.hung) {
    TerminateProcess(process.get(), 0);
    WaitForSingleObject(process.get(), INFINITE);
  }
  output.join();
  result.out = output.text();
  DWORD status = 0;
  GetExitCodeProcess(process.get(), &status);
  result.status = status;
  if (result.hung && last_words.empty()) {
    throw EnvironmentFailure("the host did not end within a minute; it wrote: " + result.out);
  }
  return result;
}

}  // namespace

HostRun run_host(const StubFolder& folder, const std::vector<std::string>& operations,
                 const std::filesystem::path& search_path) {
  return run(folder, operations, search_path, {});
}

HostRun run_hanging_host(const StubFolder& folder, const std::vector<std::string>& operations,
                         const std::string& last_words) {
  return run(folder, operations, {}, last_words);
}

}  // namespace dllrepro::stub::testing
