// SPDX-License-Identifier: MIT
#include "harness/util/natural_order.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace dllrepro;

TEST_CASE("names are ordered as people count") {
  CHECK(natural_less("S1.2", "S1.10"));
  CHECK_FALSE(natural_less("S1.10", "S1.2"));
  CHECK(natural_less("L9", "L84"));
  CHECK(natural_less("L84", "L100"));
  CHECK(natural_less("L9", "S1.1"));
  CHECK(natural_less("S1", "S1.1"));
  CHECK_FALSE(natural_less("W1", "W1"));
  CHECK_FALSE(natural_less("W01", "W1"));
  CHECK(natural_less("a99999999999999999998", "a99999999999999999999"));
}
