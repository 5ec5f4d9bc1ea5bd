// SPDX-License-Identifier: MIT
// Boost.Process v2 has sources that are headers; this is the one place that compiles them.
#include <boost/process/v2/src.hpp>
