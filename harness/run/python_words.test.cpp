// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "harness/run/python_words.hpp"

namespace dllrepro::run {
namespace {

TEST_CASE("of what Python writes when it can't start, the fatal error and the exception are told") {
  CHECK(words_of_python("Python path configuration:\r\n  PYTHONHOME = (not set)\r\n  sys.path = [\r\n  ]\r\n"
                        "Fatal Python error: init_fs_encoding: failed to get the Python codec of the filesystem "
                        "encoding\r\nPython runtime state: core initialized\r\n"
                        "ModuleNotFoundError: No module named 'encodings'\r\n\r\n"
                        "Current thread 0x00000024 (most recent call first):\r\n  <no Python frame>\r\n") ==
        "Fatal Python error: init_fs_encoding: failed to get the Python codec of the filesystem encoding; "
        "ModuleNotFoundError: No module named 'encodings'");
  CHECK(words_of_python("").empty());
  CHECK(words_of_python("some Error: x\nwarning: y").empty());
}

}  // namespace
}  // namespace dllrepro::run
