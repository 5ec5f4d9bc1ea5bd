// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "harness/loader/lookup/python_text.hpp"

namespace dllrepro::loader::lookup {
namespace {

TEST_CASE("paths are joined, taken apart and normalized as ntpath does it") {
  CHECK(joined("C:\\a", "b/c") == "C:\\a\\b/c");
  CHECK(joined("C:\\a\\", "b") == "C:\\a\\b");
  CHECK(joined("C:", "b") == "C:b");
  CHECK(joined("", "b") == "b");
  CHECK(directory_of("C:\\a/b\\c.dll") == "C:\\a/b");
  CHECK(directory_of("C:\\c.dll") == "C:\\");
  CHECK(directory_of("c.dll").empty());
  CHECK(name_of_file("C:\\a/c.dll") == "c.dll");
  CHECK(normalized("C:/a//b/./c/../d/") == "C:\\a\\b\\d");
  CHECK(normalized("C:\\..\\a") == "C:\\a");
  CHECK(normalized("..\\a\\..\\..") == "..\\..");
  CHECK(normalized("\\\\server\\share\\a\\..") == "\\\\server\\share\\");
  CHECK(normalized("") == ".");
  CHECK(spelled_alike("C:\\Toolkit\\", "c:/toolkit"));
  CHECK_FALSE(spelled_alike("C:\\a", "C:\\b"));
}

TEST_CASE("texts are quoted, numbers written and lists shown as repr does it") {
  CHECK(repr("cudart") == "'cudart'");
  CHECK(repr("it's") == "\"it's\"");
  CHECK(repr("\"it's\"") == R"('"it\'s"')");
  CHECK(repr("C:\\a\n") == R"('C:\\a\n')");
  CHECK(repr(Json{"a", 1, nullptr, true, 2.5}) == "['a', 1, None, True, 2.5]");
  CHECK(repr(Json{{"status", "ok"}, {"path", nullptr}}) == "{'status': 'ok', 'path': None}");
  CHECK(float_text(10) == "10.0");
  CHECK(float_text(0.25) == "0.25");
}

TEST_CASE("digits in names count as numbers, and text without its case") {
  CHECK(numerically_before("v9.9", "v9.10"));
  CHECK_FALSE(numerically_before("v9.10", "v9.9"));
  CHECK(numerically_before("V9.1", "v9.2"));
  CHECK(numerically_before("v9", "v9.1"));
  CHECK_FALSE(numerically_before("v09", "v9"));
  CHECK(numerically_before("cupti64_2025.4.1.dll", "cupti64_2026.1.0.dll"));
}

TEST_CASE("values are put in for the names that are known, everything else stays") {
  CHECK(filled("{a} and {b} {c}", {{"a", "1"}, {"b", "{a}"}}) == "1 and {a} {c}");
  CHECK(filled("{", {{"a", "1"}}) == "{");
}

TEST_CASE("patterns fit whole names, whatever their case") {
  CHECK(fits_any("nvrtc64_120_0.alt.dll", {"cudart32_*", "nvrtc*.ALT.dll"}));
  CHECK_FALSE(fits_any("nvrtc64_120_0.dll", {"nvrtc*.alt.dll", "nvrtc*-builtins*"}));
  CHECK(fits_any("a1", {"a?"}));
}

TEST_CASE("a path's slashes are told in one word") {
  CHECK(slashes_of("C:\\a\\b") == "backward");
  CHECK(slashes_of("C:/a/b") == "forward");
  CHECK(slashes_of("C:\\a/b") == "mixed");
}

}  // namespace
}  // namespace dllrepro::loader::lookup
