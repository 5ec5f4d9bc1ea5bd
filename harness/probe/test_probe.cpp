// SPDX-License-Identifier: MIT
#include "harness/probe/test_probe.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "harness/loader/interpreter.hpp"
#include "harness/probe/text.hpp"
#include "harness/stub/compose.hpp"
#include "harness/util/error.hpp"
#include "harness/util/json_cursor.hpp"
#include "harness/util/paths.hpp"
#include "harness/util/windows_api.hpp"

namespace dllrepro::probe::testing {

namespace {

constexpr DWORD k_patience_ms = 60'000;

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A file that a child may write to or read from as one of its streams.
HANDLE stream_file(const std::filesystem::path& path, DWORD access, DWORD disposition) {
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  return CreateFileW(path.c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, disposition,
                     FILE_ATTRIBUTE_NORMAL, nullptr);
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
    if (path.find("dllrepro-probe-test") != std::string::npos) {
      names.push_back(path.substr(path.rfind('\\') + 1));
    }
  }
  return names;
}

ProbeFolder::ProbeFolder() {
  static int count = 0;
  m_path = std::filesystem::temp_directory_path() /
           ("dllrepro-probe-test-" + std::to_string(GetCurrentProcessId()) + "-" + std::to_string(++count));
  std::filesystem::create_directories(m_path);
}

ProbeFolder::~ProbeFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(m_path, ignored);
}

void ProbeFolder::stub(const std::string& name, const std::string& spec) const {
  const JsonDocument document = JsonDocument::parse(spec, name);
  Diagnostics diagnostics;
  const stub::StubSpec parsed = stub::parse_stub_spec(JsonCursor(document, diagnostics));
  if (!diagnostics.empty()) {
    throw BadInput(diagnostics);
  }
  const auto target = m_path / path_from_utf8(name);
  const auto bytes = stub::compose(parsed, path_to_utf8(target.filename()));
  text(name, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void ProbeFolder::text(const std::string& name, const std::string& content) const {
  const auto target = m_path / path_from_utf8(name);
  std::filesystem::create_directories(target.parent_path());
  std::ofstream(target, std::ios::binary) << content;
}

std::filesystem::path probe_program() {
  return std::filesystem::absolute(path_from_utf8(DLLREPRO_PROBE)).make_preferred();
}

ProbeRun ProbeFolder::run_with(const std::vector<std::wstring>& arguments, const std::string& input) const {
  text("streams/in", input);
  const HANDLE streams[3] = {stream_file(m_path / "streams/in", GENERIC_READ, OPEN_EXISTING),
                             stream_file(m_path / "streams/out", GENERIC_WRITE, CREATE_ALWAYS),
                             stream_file(m_path / "streams/error", GENERIC_WRITE, CREATE_ALWAYS)};
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdInput = streams[0];
  startup.hStdOutput = streams[1];
  startup.hStdError = streams[2];
  std::wstring line = quoted_argument(probe_program().wstring());
  for (const std::wstring& argument : arguments) {
    line += L' ' + quoted_argument(argument);
  }
  PROCESS_INFORMATION process{};
  if (!CreateProcessW(probe_program().c_str(), line.data(), nullptr, nullptr, TRUE, DETACHED_PROCESS, nullptr,
                      m_path.c_str(), &startup, &process)) {
    throw std::runtime_error("the probe can't be started: error " + std::to_string(GetLastError()));
  }
  const bool ended = WaitForSingleObject(process.hProcess, k_patience_ms) == WAIT_OBJECT_0;
  if (!ended) {
    TerminateProcess(process.hProcess, 1);
    WaitForSingleObject(process.hProcess, INFINITE);
  }
  ProbeRun run;
  DWORD code = 0;
  GetExitCodeProcess(process.hProcess, &code);
  run.exit_code = code;
  for (const HANDLE handle : {streams[0], streams[1], streams[2], process.hThread, process.hProcess}) {
    CloseHandle(handle);
  }
  if (!ended) {
    throw std::runtime_error("the probe did not end");
  }
  run.out = content_of(m_path / "streams/out");
  run.error = content_of(m_path / "streams/error");
  std::ifstream events(m_path / "events.jsonl");
  for (std::string event; std::getline(events, event);) {
    run.events.push_back(Json::parse(event));
  }
  return run;
}

ProbeRun ProbeFolder::run(Json plan) const {
  plan["protocol"] = 1;
  plan["places"] = {{"site", path_to_utf8(m_path)}, {"folder", path_to_utf8(m_path)}};
  text("plan.json", plan.dump());
  return run_with({L"--plan", (m_path / "plan.json").wstring(), L"--events", (m_path / "events.jsonl").wstring()});
}

ProbeRun ProbeFolder::steps(const std::string& operations) const {
  return run({{"steps", Json::parse(operations)}});
}

}  // namespace dllrepro::probe::testing
