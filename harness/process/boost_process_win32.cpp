// SPDX-License-Identifier: MIT
// Up to 1.85 Boost.Process v2 has sources that are headers; this is the one place that compiles them. From 1.86 on it
// is a library, which CMake links (ci/cmake/dependencies.cmake). Whether that one was compiled for std::filesystem, as
// this program is, or for Boost's does not matter here: nothing that is taken from it has a path in its signature.
#if __has_include(<boost/process/v2/src.hpp>)
#include <boost/process/v2/src.hpp>
#endif
