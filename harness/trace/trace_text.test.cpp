// SPDX-License-Identifier: MIT
#include "harness/trace/trace_text.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/trace/trace_testing.hpp"

using namespace dllrepro::trace;

TEST_CASE("A trace as people read it") {
  CHECK(text_of(sample_trace()) == R"(t.exe (process 264): exit code 3 after 70 ms
      ms  module         asked for by        from
       0  t.exe                              Z:\w
       4    msvcrt.dll   import              C:\windows\system32
      20    a.dll        LoadLibrary         not loaded: 126 (ERROR_MOD_NOT_FOUND)
      21      dep1.dll   import              not loaded: 126 (ERROR_MOD_NOT_FOUND)
      22      gone.dll   import              not loaded: 126 (ERROR_MOD_NOT_FOUND)
      30    bad.dll      LoadLibrary         not loaded: 1114 (ERROR_DLL_INIT_FAILED)
      32      inner.dll  DllMain of bad.dll  not loaded: 126 (ERROR_MOD_NOT_FOUND)
      40    v.dll        LoadLibrary         not loaded: 126 (ERROR_MOD_NOT_FOUND)
      41      text.dll   import              not loaded: 193 (ERROR_BAD_EXE_FORMAT)
      50    nowhere.dll  LoadLibrary         not loaded: 126 (ERROR_MOD_NOT_FOUND)
      52    nowhere.dll  LoadLibrary         not loaded: 126 (ERROR_MOD_NOT_FOUND)
          (2 more that Windows' own modules asked for; --all shows them)
not loaded:
  d\a.dll, asked for by LoadLibrary at 20 ms: 126 (ERROR_MOD_NOT_FOUND)
    dep1.dll, which a.dll imports, is in none of the folders searched:
      Z:\w
      C:\windows\system32
      C:\windows
      .
    gone.dll, which a.dll imports, is in none of the folders searched:
      Z:\w
      C:\windows\system32
      C:\windows
      .
  d\bad.dll, asked for by LoadLibrary at 30 ms: 1114 (ERROR_DLL_INIT_FAILED)
    the initialiser (DllMain) of bad.dll failed
  inner.dll, asked for by DllMain of bad.dll at 32 ms: 126 (ERROR_MOD_NOT_FOUND)
    inner.dll is in none of the folders searched:
      Z:\w
  v.dll, asked for by LoadLibrary at 40 ms: 126 (ERROR_MOD_NOT_FOUND)
    text.dll, which v.dll imports, was found and can't be loaded: 193 (ERROR_BAD_EXE_FORMAT)
  nowhere.dll, asked for by LoadLibrary at 50 ms: 126 (ERROR_MOD_NOT_FOUND)
    nowhere.dll is in none of the folders searched:
      Z:\w
      C:\very lon
      and others, which are not told
)");
}

TEST_CASE("All of Windows' own on request") {
  const std::string text = text_of(sample_trace(), {true});
  CHECK(text.find("       2    kernel32.dll      Windows") != std::string::npos);
  CHECK(text.find("       2      kernelbase.dll  import") != std::string::npos);
  CHECK(text.find("--all") == std::string::npos);
}

TEST_CASE("How a process ended") {
  Process process;
  process.began = 10;
  CHECK(how_it_ended(process, false) == "its end was not seen");
  process.ended = 51;
  CHECK(how_it_ended(process, false) == "exit code 0 after 41 ms");
  CHECK(how_it_ended(process, true) == "killed after 0.0 s, it took too long");
  process.exit_code = 0xC0000135;
  CHECK(how_it_ended(process, false) == "ended with 0xC0000135 (STATUS_DLL_NOT_FOUND) after 41 ms");
  process.crash = Crash{20, 0xC0000005, "a.dll+0x10"};
  CHECK(how_it_ended(process, false) == "crashed with 0xC0000005 (STATUS_ACCESS_VIOLATION) at a.dll+0x10 after 41 ms");
  process.left_behind = true;
  CHECK(how_it_ended(process, false) == "left behind by the program, killed");
}

TEST_CASE("An export that is missing, and a file that is not there") {
  Trace trace;
  trace.loader_told = true;
  Process& process = trace.processes.emplace_back();
  process.program = "Z:\\t.exe";
  process.unbound.push_back({1, "h.dll.gone", "Z:\\d\\g.dll"});
  Load load;
  load.name = "Z:\\d\\no.dll";
  load.status = 0xC0000135;
  process.loads.push_back(load);
  const std::string text = text_of(trace);
  CHECK(text.find("  h.dll.gone, which g.dll imports\n") != std::string::npos);
  CHECK(text.find("    there is no such file: Z:\\d\\no.dll\n") != std::string::npos);
  CHECK(text.find("told nothing") == std::string::npos);
  trace.loader_told = false;
  CHECK(text_of(trace).find("told nothing") != std::string::npos);
}

TEST_CASE("Exports that Windows' own DLLs lack under Wine are told on request") {
  Trace trace = sample_trace();
  trace.processes.front().unbound.push_back({1, "KERNEL32.dll.CopyFile2", "Z:\\w\\t.exe"});
  trace.processes.front().unbound.push_back({1, "h.dll.gone", "Z:\\w\\t.exe"});
  CHECK(text_of(trace).find("CopyFile2") == std::string::npos);
  CHECK(text_of(trace).find("h.dll.gone") != std::string::npos);
  CHECK(text_of(trace, {true}).find("CopyFile2") != std::string::npos);
}

TEST_CASE("What a process was in the middle of") {
  TraceBuilder builder(TraceBuilder::Dialect::Nested);
  builder.take(process_step(0x20, "Z:\\t.exe", 0));
  builder.take(*step_of_wine_line(R"(0.010:20:24:trace:module:MODULE_InitDLL (1 L"a.dll",PROCESS_ATTACH,0) - CALL)"));
  const std::string text = text_of(std::move(builder).finish());
  CHECK(text.find("in the middle of: DllMain of a.dll\n") != std::string::npos);
}

TEST_CASE("Errors that programs see for statuses of loads") {
  CHECK(win32_error_of(0) == 0);
  CHECK(win32_error_of(0xC0000135) == 126);
  CHECK(win32_error_of(0xC0000139) == 127);
  CHECK(win32_error_of(0xC0000138) == 182);
  CHECK(win32_error_of(0xC000007B) == 193);
  CHECK(win32_error_of(0xC0000142) == 1114);
  CHECK(win32_error_of(0xE06D7363) == 0xE06D7363);
}

TEST_CASE("A trace as JSON") {
  const dllrepro::Json json = to_json(sample_trace());
  CHECK(json["format"] == 1);
  const dllrepro::Json& process = json["processes"][0];
  CHECK(process["exit_code"] == 3);
  CHECK(process["ended_ms"] == 70.0);
  const dllrepro::Json& first = process["loads"][0];
  CHECK(first["name"] == "kernel32.dll");
  CHECK(first["asker"] == "start");
  CHECK_FALSE(first.contains("status"));
  bool found = false;
  for (const dllrepro::Json& load : process["loads"]) {
    if (load["name"] == "gone.dll") {
      found = true;
      CHECK(load["module"].is_null());
      CHECK(load["status"] == "0xC0000135");
      CHECK(load["folders"].size() == 5);
      CHECK(process["loads"][load["inside_of"].get<std::size_t>()]["name"] == "d\\a.dll");
    }
  }
  CHECK(found);
}

TEST_CASE("Steps survive the way from one program to the other") {
  Step step;
  step.kind = Step::Kind::Exception;
  step.at = 12.5;
  step.process = 7;
  step.thread = 8;
  step.module = "m";
  step.name = "n";
  step.folders = {"f"};
  step.folders_cut = true;
  step.imports = {"i"};
  step.place = "p";
  step.status = 0xC0000005;
  step.parent = 9;
  step.last_chance = true;
  const auto back = step_from_json(dllrepro::Json::parse(to_json(step).dump()));
  REQUIRE(back.has_value());
  CHECK(to_json(*back) == to_json(step));
  CHECK(back->kind == Step::Kind::Exception);
  CHECK(step_from_json(dllrepro::Json{{"step", "attach_end"}, {"at", 1}, {"process", 2}})->kind ==
        Step::Kind::AttachEnd);
  CHECK_FALSE(step_from_json(dllrepro::Json{{"step", "dance"}, {"at", 1}, {"process", 2}}).has_value());
  CHECK_FALSE(step_from_json(dllrepro::Json::array()).has_value());
  CHECK(plain_path("\\??\\C:\\a") == "C:\\a");
  CHECK(plain_path("\\\\?\\UNC\\server\\share") == "\\\\server\\share");
  CHECK(base_name("C:\\a\\b.dll") == "b.dll");
  CHECK(folder_name("b.dll").empty());
}
