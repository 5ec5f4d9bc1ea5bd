// SPDX-License-Identifier: MIT
#include "harness/trace/program_file.hpp"

#include <catch2/catch_test_macros.hpp>

#include "harness/stub/compose.hpp"
#include "harness/util/output_file.hpp"
#include "harness/util/temporary_folder.hpp"

using namespace dllrepro;
using trace::machine_of_program;
using trace::why_no_program;

TEST_CASE("What is no program, and why") {
  const TemporaryFolder folder;
  CHECK(why_no_program(folder.path() / "gone.exe") == "does not exist");
  CHECK(why_no_program(folder.path()) == "is a folder");
  CHECK(machine_of_program(folder.path() / "gone.exe").empty());

  const auto text = folder.path() / "text.exe";
  write_file(text, "not a program");
  CHECK(why_no_program(text).find("is no Windows program: ") == 0);
  CHECK(machine_of_program(text).empty());
  const auto batch = folder.path() / "run.BAT";
  write_file(batch, "echo off");
  CHECK(why_no_program(batch).find("cmd /c") != std::string::npos);
  const auto script = folder.path() / "x.py";
  write_file(script, "import torch");
  CHECK(why_no_program(script).find("python.exe") != std::string::npos);

  stub::StubSpec spec;
  spec.machine = "arm64";
  const auto dll = folder.path() / "a.dll";
  write_file(dll, stub::compose(spec, "a.dll"));
  CHECK(why_no_program(dll) == "is a DLL, not a program");
  CHECK(machine_of_program(dll) == "arm64");
}
