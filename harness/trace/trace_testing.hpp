// SPDX-License-Identifier: MIT
// What the tests of traces share: a program whose loads Wine 8.0 told, shortened to what matters.
#pragma once

#include <string_view>
#include <vector>

#include "harness/trace/trace_builder.hpp"
#include "harness/trace/wine_lines.hpp"

namespace dllrepro::trace {

inline Step process_step(std::uint32_t id, const char* exe, double at, std::vector<std::string> imports = {},
                         std::uint32_t parent = 0) {
  Step step;
  step.kind = Step::Kind::Process;
  step.process = id;
  step.module = exe;
  step.at = at;
  step.imports = std::move(imports);
  step.parent = parent;
  return step;
}

inline Step exit_step(std::uint32_t id, std::uint32_t code, double at) {
  Step step;
  step.kind = Step::Kind::Exit;
  step.process = id;
  step.status = code;
  step.at = at;
  return step;
}

/// t.exe with an import of msvcrt.dll calls LoadLibrary for d\a.dll, which imports two DLLs that are missing; for
/// d\bad.dll, whose DllMain looks for inner.dll in vain and returns FALSE; and for v.dll, which imports a text file.
inline const std::vector<std::string_view>& wine_sample() {
  static const std::vector<std::string_view> lines{
      R"(1.002:0108:010c:trace:module:load_dll looking for L"kernel32.dll" in (null))",
      R"(1.002:0108:010c:trace:module:load_dll looking for L"kernelbase.dll" in (null))",
      R"(1.003:0108:010c:trace:module:load_dll looking for L"ntdll.dll" in (null))",
      R"(1.003:0108:010c:trace:module:load_dll Found L"C:\\windows\\system32\\ntdll.dll" for L"ntdll.dll" at 0000000170000000, count=2)",
      R"(1.003:0108:010c:trace:module:load_dll Loaded module L"\\??\\C:\\windows\\system32\\kernelbase.dll" at 000000007B000000)",
      R"(1.004:0108:010c:trace:module:load_dll Loaded module L"\\??\\C:\\windows\\system32\\kernel32.dll" at 000000007B600000)",
      R"(1.004:0108:010c:trace:module:load_dll looking for L"KERNEL32.dll" in (null))",
      R"(1.004:0108:010c:trace:module:load_dll Found L"C:\\windows\\system32\\kernel32.dll" for L"KERNEL32.dll" at 000000007B600000, count=2)",
      R"(1.004:0108:010c:trace:module:load_dll looking for L"msvcrt.dll" in (null))",
      R"(1.005:0108:010c:trace:module:load_dll Loaded module L"\\??\\C:\\windows\\system32\\msvcrt.dll" at 0000000228280000)",
      R"(1.006:0108:010c:trace:module:MODULE_InitDLL (000000007B000000 L"kernelbase.dll",PROCESS_ATTACH,000000000021FB00) - CALL)",
      R"(1.006:0108:010c:trace:module:MODULE_InitDLL (000000007B000000,PROCESS_ATTACH,000000000021FB00) - RETURN 1)",
      R"(1.020:0108:010c:trace:module:load_dll looking for L"d\\a.dll" in L"Z:\\w;C:\\windows\\system32;C:\\windows;.;C:\\windows")",
      R"(1.021:0108:010c:trace:module:load_dll looking for L"dep1.dll" in L"Z:\\w;C:\\windows\\system32;C:\\windows;.;C:\\windows")",
      R"(1.021:0108:010c:warn:module:load_dll Failed to load module L"dep1.dll"; status=c0000135)",
      R"(1.021:0108:010c:err:module:import_dll Library dep1.dll (which is needed by L"Z:\\w\\d\\a.dll") not found)",
      R"(1.022:0108:010c:trace:module:load_dll looking for L"gone.dll" in L"Z:\\w;C:\\windows\\system32;C:\\windows;.;C:\\windows")",
      R"(1.022:0108:010c:warn:module:load_dll Failed to load module L"gone.dll"; status=c0000135)",
      R"(1.022:0108:010c:err:module:import_dll Library gone.dll (which is needed by L"Z:\\w\\d\\a.dll") not found)",
      R"(1.023:0108:010c:warn:module:load_dll Failed to load module L"d\\a.dll"; status=c0000135)",
      R"(1.030:0108:010c:trace:module:load_dll looking for L"d\\bad.dll" in L"Z:\\w")",
      R"(1.031:0108:010c:trace:module:load_dll Loaded module L"\\??\\Z:\\w\\d\\bad.dll" at 00000001C5B90000)",
      R"(1.032:0108:010c:trace:module:MODULE_InitDLL (00000001C5B90000 L"bad.dll",PROCESS_ATTACH,0000000000000000) - CALL)",
      R"(1.032:0108:010c:trace:module:load_dll looking for L"inner.dll" in L"Z:\\w")",
      R"(1.033:0108:010c:warn:module:load_dll Failed to load module L"inner.dll"; status=c0000135)",
      R"(1.034:0108:010c:trace:module:MODULE_InitDLL (00000001C5B90000,PROCESS_ATTACH,0000000000000000) - RETURN 0)",
      R"(1.040:0108:010c:trace:module:load_dll looking for L"v.dll" in L"Z:\\w;C:\\very lon"...)",
      R"(1.041:0108:010c:trace:module:load_dll looking for L"text.dll" in L"Z:\\w")",
      R"(1.042:0108:010c:warn:module:load_dll Failed to load module L"text.dll"; status=c000012f)",
      R"(1.042:0108:010c:err:module:import_dll Loading library text.dll (which is needed by L"Z:\\w\\v.dll") failed (error c000012f).)",
      R"(1.043:0108:010c:warn:module:load_dll Failed to load module L"v.dll"; status=c0000135)",
      R"(1.050:0108:010c:trace:module:load_dll looking for L"nowhere.dll" in L"Z:\\w;C:\\very lon"...)",
      R"(1.051:0108:010c:warn:module:load_dll Failed to load module L"nowhere.dll"; status=c0000135)",
      R"(1.052:0108:010c:trace:module:load_dll looking for L"nowhere.dll" in L"Z:\\w;C:\\very lon"...)",
      R"(1.053:0108:010c:warn:module:load_dll Failed to load module L"nowhere.dll"; status=c0000135)",
      // Another process, of which nothing was told.
      R"(1.060:0999:010c:trace:module:load_dll looking for L"else.dll" in L"Z:\\w")",
  };
  return lines;
}

inline Trace sample_trace() {
  TraceBuilder builder(TraceBuilder::Dialect::Nested);
  builder.take(process_step(0x108, "Z:\\w\\t.exe", 1000, {"KERNEL32.dll", "msvcrt.dll"}));
  for (const std::string_view line : wine_sample()) {
    if (const auto step = step_of_wine_line(line)) {
      builder.take(*step);
    }
  }
  builder.take(exit_step(0x108, 3, 1070));
  return std::move(builder).finish();
}

}  // namespace dllrepro::trace
