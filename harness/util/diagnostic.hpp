// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace dllrepro {

/// A place in a JSON file. Lines and columns count from 1, columns in bytes; 0 where the place is not known.
struct Location {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
  std::string pointer;  ///< JSON pointer (RFC 6901), "" for the whole document
};

/// One fault of the input: where, what was found and what was expected.
struct Diagnostic {
  Location location;
  std::string message;
};

using Diagnostics = std::vector<Diagnostic>;

/// `FILE:LINE:COLUMN: MESSAGE (at POINTER)`, the parts that are known.
std::string describe(const Diagnostic& diagnostic);

/// One line each, no newline after the last.
std::string describe(const Diagnostics& diagnostics);

}  // namespace dllrepro
