// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "harness/scenario/cell.hpp"

namespace dllrepro::run {

/// Which shell a command is to be typed into.
enum class Shell {
  Posix,    ///< the person at a Linux machine, also when the program itself runs inside Wine
  Windows,  ///< cmd and PowerShell alike
};

/// The shell of whoever runs this program: Posix on Linux and under Wine.
Shell shell_here();

/// What a person types to run this cell again and look at its tree:
/// `dllrepro run scenarios/x.json --filter 'x[host=venv]' --keep`. `options` are those without which the cell would not
/// run as it did, ready to be typed: "--fixtures /x --timeout-scale 2".
std::string repeat_command(const scenario::Cell& cell, Shell shell, std::string_view options = {});

/// The text as one argument; left alone where no quotes are needed.
std::string quoted(const std::string& text, Shell shell);

}  // namespace dllrepro::run
