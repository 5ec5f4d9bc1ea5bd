// SPDX-License-Identifier: MIT
#include "harness/process/child_test_support.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/util/windows_handle.hpp"
#include "harness/util/windows_text.hpp"

namespace dllrepro::process {

std::filesystem::path test_child() {
  std::wstring program(32768, L'\0');
  program.resize(::GetModuleFileNameW(nullptr, program.data(), static_cast<DWORD>(program.size())));
  return std::filesystem::path(program).replace_filename("process-test-child.exe");
}

ChildCommand command(std::vector<std::string> arguments) {
  ChildCommand command;
  command.executable = test_child();
  command.arguments = std::move(arguments);
  command.environment = {{"SystemRoot", "C:\\windows"}, {"PATH", "C:\\windows\\system32"}};
  command.working_directory = "C:\\windows";
  return command;
}

ChildReport run_command(const ChildCommand& command, const Clocks& clocks) {
  ChildReport report = run_child(command, clocks, {}, {});
  if (const auto* failure = std::get_if<NotStarted>(&report.ending)) {
    UNSCOPED_INFO("not started: " << failure->message << " (error " << failure->error << ")");
  }
  for (const char* kind : {"spawned", "survivor"}) {
    for (const Event& event : events_of(report, kind)) {
      CHECK_FALSE(is_running(event["pid"]));
    }
  }
  return report;
}

ChildReport run(std::vector<std::string> arguments, const Clocks& clocks) {
  return run_command(command(std::move(arguments)), clocks);
}

bool is_running(std::uint32_t process_id) {
  const Handle process(::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION | SYNCHRONIZE, FALSE, process_id));
  std::wstring path(32768, L'\0');
  auto length = static_cast<DWORD>(path.size());
  return process && ::WaitForSingleObject(process.get(), 0) == WAIT_TIMEOUT &&
         ::QueryFullProcessImageNameW(process.get(), 0, path.data(), &length) != 0 &&
         std::filesystem::path(path.substr(0, length)).filename() == test_child().filename();
}

Events events_of(const ChildReport& report, const std::string& kind) {
  Events found;
  for (const Event& event : report.events) {
    if (event.at("event") == kind) {
      found.push_back(event);
    }
  }
  return found;
}

std::uint32_t exit_code(const ChildReport& report) {
  INFO(kinds(report));
  REQUIRE(std::holds_alternative<Exited>(report.ending));
  return std::get<Exited>(report.ending).code;
}

std::string kinds(const ChildReport& report) {
  std::string text;
  for (const Event& event : report.events) {
    text.append(text.empty() ? "" : " ").append(event.at("event").get<std::string>());
  }
  return text;
}

}  // namespace dllrepro::process
