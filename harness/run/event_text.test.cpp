// SPDX-License-Identifier: MIT
#include "harness/run/event_text.hpp"

#include <catch2/catch_test_macros.hpp>

namespace dllrepro::run {
namespace {

std::string told(const char* event) {
  return text_of_event(Json::parse(event));
}

}  // namespace

TEST_CASE("Events are told with the names of their numbers") {
  CHECK(told(R"({"event": "exited", "code": 3221225477})") ==
        "the process ended with 0xC0000005 (STATUS_ACCESS_VIOLATION)");
  CHECK(told(R"({"event": "exited", "code": 3})") == "the process ended with 3");
  CHECK(told(R"({"event": "end", "step": 3, "result": "error", "error": 126, "module": "a.dll"})") ==
        "end of step 3: error 126 (ERROR_MOD_NOT_FOUND) of a.dll");
  CHECK(told(R"({"event": "raised", "type": "OSError", "error": 193, "module": "a.dll", "phase": "loader"})") ==
        "raised OSError 193 (ERROR_BAD_EXE_FORMAT) of a.dll in loader");
}

TEST_CASE("What an import lacks is told by name or by number") {
  CHECK(told(R"({"event": "unsatisfied", "module": "a.dll", "from": "b.dll", "symbol": "go"})") ==
        "unsatisfied import of go from b.dll in a.dll");
  CHECK(told(R"({"event": "unsatisfied", "module": "a.dll", "from": "b.dll", "ordinal": 77})") ==
        "unsatisfied import of #77 from b.dll in a.dll");
}

TEST_CASE("Events that have no words of their own are told by their members") {
  CHECK(told(R"({"event": "phase", "phase": "loader", "at": 2})") == "phase loader");
  CHECK(told(R"({"event": "warning", "message": "old", "at": 2})") == "warning message=old");
}

}  // namespace dllrepro::run
