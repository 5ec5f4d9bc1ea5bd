// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "harness/scenario/cell.hpp"

namespace dllrepro::run {

/// Which shell a command is to be typed into.
enum class Shell {
  Posix,    ///< the person at a Linux machine, also when the program itself runs inside Wine
  Windows,  ///< cmd and PowerShell alike
};

/// What a person types to run this cell again and look at its tree:
/// `dllrepro run scenarios/x.json --filter 'x[host=venv]' --keep`.
std::string repeat_command(const scenario::Cell& cell, Shell shell);

/// The text as one argument; left alone where no quotes are needed.
std::string quoted(const std::string& text, Shell shell);

}  // namespace dllrepro::run
