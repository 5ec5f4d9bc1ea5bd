// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "harness/loader/messages.hpp"

namespace dllrepro::loader {
namespace {

TEST_CASE("errors are kinds of each other as in Python and in cuda-pathfinder") {
  CHECK(is_kind_of("FileNotFoundError", "OSError"));
  CHECK(is_kind_of("ModuleNotFoundError", "ImportError"));
  CHECK(is_kind_of("DynamicLibUnknownError", "RuntimeError"));
  CHECK(is_kind_of("NameError", "Exception"));
  CHECK_FALSE(is_kind_of("OSError", "FileNotFoundError"));
  CHECK_FALSE(is_kind_of("ImportError", "OSError"));
}

TEST_CASE("an import error without a text gives the number") {
  CHECK(import_error("a.b.c", "x", 4711, "").message == "DLL load failed with error code 4711 while importing c");
  CHECK(import_error("c", "x", 127, windows_error_text(127)).message ==
        "DLL load failed while importing c: The specified procedure could not be found.");
}

TEST_CASE("an OSError drops the full stop of the system's text") {
  CHECK(windows_error_message(126, windows_error_text(126)) ==
        "[WinError 126] The specified module could not be found");
  CHECK(windows_error_message(7, "Text.\r\n") == "[WinError 7] Text");
}

TEST_CASE("errors that the table lacks have no text") {
  CHECK(windows_error_text(31337).empty());
}

}  // namespace
}  // namespace dllrepro::loader
