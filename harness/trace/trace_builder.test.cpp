// SPDX-License-Identifier: MIT
#include "harness/trace/trace_builder.hpp"

#include <algorithm>

#include <catch2/catch_test_macros.hpp>

#include "harness/trace/loader_snaps.hpp"
#include "harness/trace/trace_testing.hpp"

using namespace dllrepro::trace;

namespace {

const Load& load_named(const Process& process, std::string_view name) {
  const auto found =
      std::find_if(process.loads.begin(), process.loads.end(), [&](const Load& load) { return load.name == name; });
  REQUIRE(found != process.loads.end());
  return *found;
}

std::string parent_name(const Process& process, const Load& load) {
  return load.parent == Load::k_no_parent ? "" : process.loads.at(load.parent).name;
}

Step mapped(std::uint32_t process, const char* module, std::vector<std::string> imports = {}) {
  Step step;
  step.kind = Step::Kind::Mapped;
  step.process = process;
  step.module = module;
  step.imports = std::move(imports);
  return step;
}

Step snap(const char* text) {
  const auto step = step_of_loader_snap(text);
  REQUIRE(step.has_value());
  return *step;
}

}  // namespace

TEST_CASE("Nested steps say who asked for what") {
  const Trace trace = sample_trace();
  REQUIRE(trace.processes.size() == 1);
  CHECK(trace.loader_told);
  const Process& process = trace.processes.front();
  CHECK(process.program == "Z:\\w\\t.exe");
  CHECK(process.ended == 70.0);
  CHECK(process.exit_code == 3);

  CHECK(load_named(process, "kernel32.dll").asker == Asker::Start);
  const Load& base = load_named(process, "kernelbase.dll");
  CHECK(base.asker == Asker::Import);
  CHECK(base.by == "C:\\windows\\system32\\kernel32.dll");
  const Load& runtime = load_named(process, "msvcrt.dll");
  CHECK(runtime.asker == Asker::Import);
  CHECK(runtime.by == "Z:\\w\\t.exe");
  CHECK(runtime.at == 4.0);
  CHECK(runtime.module == "C:\\windows\\system32\\msvcrt.dll");

  const Load& top = load_named(process, "d\\a.dll");
  CHECK(top.asker == Asker::Call);
  CHECK(top.status == 0xC0000135);
  CHECK(top.module.empty());
  const Load& gone = load_named(process, "gone.dll");
  CHECK(parent_name(process, gone) == "d\\a.dll");
  CHECK(gone.asker == Asker::Import);
  CHECK(gone.by == "Z:\\w\\d\\a.dll");
  CHECK(gone.folders.size() == 5);

  CHECK(load_named(process, "d\\bad.dll").status == 0xC0000142);
  const Load& inner = load_named(process, "inner.dll");
  CHECK(inner.asker == Asker::Initialiser);
  CHECK(inner.by == "Z:\\w\\d\\bad.dll");
  CHECK(parent_name(process, inner) == "d\\bad.dll");
  CHECK(load_named(process, "v.dll").folders_cut);
}

TEST_CASE("What is loaded already is no load") {
  const Trace trace = sample_trace();
  for (const Load& load : trace.processes.front().loads) {
    CHECK(load.name != "ntdll.dll");
    CHECK(load.name != "KERNEL32.dll");
    CHECK(load.name != "else.dll");
  }
}

TEST_CASE("Lines of a process that ends in the middle of a load leave the load open") {
  TraceBuilder builder(TraceBuilder::Dialect::Nested);
  builder.take(process_step(0x20, "Z:\\t.exe", 0));
  builder.take(*step_of_wine_line(R"(0.010:20:24:trace:module:load_dll looking for L"a.dll" in L"Z:\\w")"));
  builder.take(*step_of_wine_line(R"(0.011:20:24:trace:module:load_dll looking for L"b.dll" in L"Z:\\w")"));
  builder.take(exit_step(0x20, 0xC0000005, 20));
  const Trace trace = std::move(builder).finish();
  CHECK(trace.processes.front().loads.size() == 2);
  CHECK(trace.processes.front().unfinished == std::vector<std::string>{"a look for b.dll"});
  CHECK(load_named(trace.processes.front(), "b.dll").by == "a.dll");
}

TEST_CASE("Ends of searches that never began are passed over") {
  TraceBuilder builder(TraceBuilder::Dialect::Nested);
  builder.take(process_step(0x20, "Z:\\t.exe", 0));
  builder.take(*step_of_wine_line(R"(0.010:20:24:trace:module:load_dll Loaded module L"Z:\\a.dll" at 1)"));
  builder.take(*step_of_wine_line("0.1:20:24:trace:module:MODULE_InitDLL (1,PROCESS_ATTACH,0) - RETURN 1"));
  CHECK(std::move(builder).finish().processes.front().loads.empty());
}

TEST_CASE("Children are processes of their own; an id that is used again is another process") {
  TraceBuilder builder(TraceBuilder::Dialect::Nested);
  builder.take(process_step(1, "a.exe", 100));
  builder.take(process_step(2, "b.exe", 110, {}, 1));
  builder.take(exit_step(2, 5, 120));
  builder.take(process_step(2, "c.exe", 130, {}, 77));
  builder.take(exit_step(2, 6, 140));
  Step time_over;
  time_over.kind = Step::Kind::TimeOver;
  builder.take(time_over);
  const Trace trace = std::move(builder).finish();
  REQUIRE(trace.processes.size() == 3);
  CHECK(trace.processes[1].parent == 1);
  CHECK(trace.processes[1].exit_code == 5);
  CHECK(trace.processes[2].parent == 0);
  CHECK(trace.processes[2].began == 30.0);
  CHECK(trace.processes[2].exit_code == 6);
  CHECK(trace.time_over);
}

TEST_CASE("What the loader tells of a process before its debugger does is the process's own") {
  TraceBuilder builder(TraceBuilder::Dialect::Nested);
  builder.take(*step_of_wine_line(R"(0.009:20:24:trace:module:load_dll looking for L"kernel32.dll" in (null))"));
  builder.take(process_step(0x20, "Z:\\t.exe", 10));
  builder.take(*step_of_wine_line(R"(0.011:20:24:trace:module:load_dll Loaded module L"C:\\kernel32.dll" at 1)"));
  const Trace trace = std::move(builder).finish();
  REQUIRE(trace.processes.front().loads.size() == 1);
  CHECK(trace.processes.front().loads.front().module == "C:\\kernel32.dll");
  CHECK(trace.processes.front().loads.front().at == 0.0);
}

TEST_CASE("Of two processes with one id each has its own loads") {
  TraceBuilder builder(TraceBuilder::Dialect::Nested);
  builder.take(process_step(0x10, "Z:\\parent.exe", 0));
  builder.take(process_step(0x20, "Z:\\old.exe", 10));
  builder.take(*step_of_wine_line(R"(0.011:20:24:trace:module:load_dll looking for L"old.dll" in L"Z:\\w")"));
  builder.take(*step_of_wine_line(R"(0.012:20:24:trace:module:load_dll looking for L"gone.dll" in L"Z:\\w")"));
  builder.take(
      *step_of_wine_line(R"(0.013:20:24:warn:module:load_dll Failed to load module L"gone.dll"; status=c0000135)"));
  builder.take(exit_step(0x20, 1, 19.5));
  // Its clock is ahead by a little.
  builder.take(*step_of_wine_line(
      R"(0.020:20:24:err:module:import_dll Library gone.dll (which is needed by L"Z:\\w\\old.dll") not found)"));
  builder.take(*step_of_wine_line(R"(0.030:20:24:trace:module:load_dll looking for L"young.dll" in L"Z:\\w")"));
  builder.take(*step_of_wine_line(R"(0.031:20:24:trace:module:load_dll looking for L"ntdll.dll" in L"Z:\\w")"));
  builder.take(process_step(0x20, "Z:\\young.exe", 32));
  builder.take(
      *step_of_wine_line(R"(0.033:20:24:trace:module:load_dll Found L"C:\\ntdll.dll" for L"ntdll.dll" at 1, count=2)"));
  builder.take(*step_of_wine_line(R"(0.034:20:24:trace:module:load_dll Loaded module L"Z:\\w\\young.dll" at 1)"));
  builder.take(exit_step(0x20, 0, 40));
  const Trace trace = std::move(builder).finish();
  REQUIRE(trace.processes.size() == 3);
  const Process& old = trace.processes[1];
  CHECK(old.program == "Z:\\old.exe");
  CHECK(old.exit_code == 1);
  REQUIRE(old.loads.size() == 2);
  CHECK(load_named(old, "gone.dll").by == "Z:\\w\\old.dll");
  CHECK(old.unfinished == std::vector<std::string>{"a look for old.dll"});
  const Process& young = trace.processes[2];
  CHECK(young.program == "Z:\\young.exe");
  CHECK(young.exit_code == 0);
  REQUIRE(young.loads.size() == 1);
  CHECK(young.loads.front().module == "Z:\\w\\young.dll");
  CHECK(young.unfinished.empty());
}

TEST_CASE("Steps of two tellers are put in the order of their time, past the end of the loader's clock") {
  const auto wine_step = [](const char* line) { return *step_of_wine_line(line); };
  // 2^32 ms: the tick count of Windows goes on, that of Wine's lines begins again.
  constexpr double k_turn = 4294967296.0;
  const Trace trace =
      trace_of({process_step(0x20, "Z:\\t.exe", k_turn - 3), exit_step(0x20, 0, k_turn + 5)},
               {wine_step(R"(4294967.294:20:24:trace:module:load_dll looking for L"a.dll" in L"Z:\\w")"),
                wine_step(R"(0.002:20:24:trace:module:load_dll Loaded module L"Z:\\w\\a.dll" at 1)"),
                wine_step(R"(0.003:20:24:trace:module:load_dll looking for L"b.dll" in L"Z:\\w")"),
                wine_step(R"(0.004:20:24:warn:module:load_dll Failed to load module L"b.dll"; status=c0000135)")});
  REQUIRE(trace.processes.size() == 1);
  const Process& process = trace.processes.front();
  REQUIRE(process.loads.size() == 2);
  CHECK(process.loads[0].at == 1.0);
  CHECK(process.loads[0].module == "Z:\\w\\a.dll");
  CHECK(process.loads[1].at == 6.0);
  CHECK(process.ended == 8.0);
}

TEST_CASE("Where steps do not nest, the images say who imports what") {
  TraceBuilder builder(TraceBuilder::Dialect::Flat);
  builder.take(process_step(0x20, "C:\\app\\t.exe", 0, {"kernel32.dll", "direct.dll"}));
  builder.take(mapped(0x20, "C:\\Windows\\System32\\ntdll.dll"));
  builder.take(mapped(0x20, "C:\\Windows\\System32\\kernel32.dll", {"KERNELBASE.dll"}));
  builder.take(mapped(0x20, "C:\\Windows\\System32\\KernelBase.dll"));
  builder.take(mapped(0x20, "C:\\app\\direct.dll"));
  builder.take(snap("20:24 @ 1 - LdrLoadDll - ENTER: DLL name: C:\\app\\a.dll"));
  builder.take(mapped(0x20, "C:\\app\\a.dll", {"b.dll", "gone.dll"}));
  builder.take(
      snap("20:30 @ 1 - LdrpComputeLazyDllPath - INFO: DLL search path computed: C:\\app;C:\\Windows\\SYSTEM32"));
  builder.take(mapped(0x20, "C:\\app\\b.dll"));
  builder.take(
      snap("20:30 @ 1 - LdrpProcessWork - ERROR: Unable to load DLL: \"gone.dll\", Parent Module: "
           "\"C:\\app\\a.dll\", Status: 0xc0000135"));
  builder.take(snap("20:24 @ 1 - LdrLoadDll - RETURN: Status: 0xc0000135"));
  builder.take(snap("20:24 @ 2 - LdrLoadDll - ENTER: DLL name: kernel32.dll"));
  builder.take(snap("20:24 @ 2 - LdrLoadDll - RETURN: Status: 0x00000000"));
  const Trace trace = std::move(builder).finish();
  const Process& process = trace.processes.front();
  CHECK(load_named(process, "ntdll.dll").asker == Asker::Start);
  CHECK(load_named(process, "KernelBase.dll").by == "C:\\Windows\\System32\\kernel32.dll");
  CHECK(load_named(process, "direct.dll").by == "C:\\app\\t.exe");
  const Load& top = load_named(process, "C:\\app\\a.dll");
  CHECK(top.asker == Asker::Call);
  CHECK(top.status == 0xC0000135);
  CHECK(parent_name(process, load_named(process, "b.dll")) == "C:\\app\\a.dll");
  const Load& gone = load_named(process, "gone.dll");
  CHECK(parent_name(process, gone) == "C:\\app\\a.dll");
  CHECK(gone.folders == std::vector<std::string>{"C:\\app", "C:\\Windows\\SYSTEM32"});
  // The call for kernel32.dll, which was there, is no load.
  CHECK(process.loads.size() == 7);
}
