// SPDX-License-Identifier: MIT
#include "harness/probe/test_probe.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "harness/loader/interpreter.hpp"
#include "harness/stub/testing.hpp"
#include "harness/util/command_line.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/windows_api.hpp"
#include "harness/util/windows_handle.hpp"
#include "harness/util/windows_text.hpp"

namespace dllrepro::probe::testing {

namespace {

constexpr DWORD k_patience_ms = 60'000;

/// A file that a child may write to or read from as one of its streams.
Handle stream_file(const std::filesystem::path& path, DWORD access, DWORD disposition) {
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  return Handle(CreateFileW(path.c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, disposition,
                            FILE_ATTRIBUTE_NORMAL, nullptr));
}

}  // namespace

std::vector<Json> ProbeRun::of_kind(const std::string& kind) const {
  std::vector<Json> all;
  std::copy_if(events.begin(), events.end(), std::back_inserter(all),
               [&](const Json& event) { return event.at("event") == kind; });
  return all;
}

Json ProbeRun::first(const std::string& kind) const {
  const auto all = of_kind(kind);
  return all.empty() ? Json() : all.front();
}

std::vector<std::string> ProbeRun::loaded() const {
  std::vector<std::string> names;
  for (const Json& event : of_kind("load")) {
    const auto path = event.at("module").get<std::string>();
    if (path.find("dllrepro-test-") != std::string::npos) {
      names.push_back(path.substr(path.rfind('\\') + 1));
    }
  }
  return names;
}

void ProbeFolder::stub(const std::string& name, const std::string& spec) const {
  stub::testing::compose_into(path() / path_from_utf8(name), spec);
}

std::filesystem::path probe_program() {
  return std::filesystem::absolute(path_from_utf8(DLLREPRO_PROBE)).make_preferred();
}

ProbeRun ProbeFolder::run_with(const std::vector<std::wstring>& arguments, const std::string& input) const {
  text("streams/in", input);
  Handle input_file = stream_file(path() / "streams/in", GENERIC_READ, OPEN_EXISTING);
  Handle output_file = stream_file(path() / "streams/out", GENERIC_WRITE, CREATE_ALWAYS);
  Handle error_file = stream_file(path() / "streams/error", GENERIC_WRITE, CREATE_ALWAYS);
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdInput = input_file.get();
  startup.hStdOutput = output_file.get();
  startup.hStdError = error_file.get();
  std::vector<std::string> words;
  for (const std::wstring& argument : arguments) {
    words.push_back(to_utf8(argument));
  }
  std::wstring line = to_wide(command_line(path_to_utf8(probe_program()), words));
  PROCESS_INFORMATION information{};
  if (!CreateProcessW(probe_program().c_str(), line.data(), nullptr, nullptr, TRUE, DETACHED_PROCESS, nullptr,
                      path().c_str(), &startup, &information)) {
    throw system_failure("start the probe", GetLastError());
  }
  const Handle process(information.hProcess);
  Handle(information.hThread).close();
  const bool ended = WaitForSingleObject(process.get(), k_patience_ms) == WAIT_OBJECT_0;
  if (!ended) {
    TerminateProcess(process.get(), 1);
    WaitForSingleObject(process.get(), INFINITE);
  }
  ProbeRun run;
  DWORD code = 0;
  GetExitCodeProcess(process.get(), &code);
  run.exit_code = code;
  for (Handle* file : {&input_file, &output_file, &error_file}) {
    file->close();
  }
  if (!ended) {
    throw std::runtime_error("the probe did not end");
  }
  run.out = read("streams/out");
  run.error = read("streams/error");
  std::ifstream events(path() / "events.jsonl");
  for (std::string event; std::getline(events, event);) {
    run.events.push_back(Json::parse(event));
  }
  return run;
}

ProbeRun ProbeFolder::run(Json plan) const {
  plan["protocol"] = 1;
  plan["places"] = {{"site", path_to_utf8(path())}, {"folder", path_to_utf8(path())}};
  text("plan.json", plan.dump());
  return run_with({L"--plan", (path() / "plan.json").wstring(), L"--events", (path() / "events.jsonl").wstring()});
}

ProbeRun ProbeFolder::steps(const std::string& operations) const {
  return run({{"steps", Json::parse(operations)}});
}

}  // namespace dllrepro::probe::testing
