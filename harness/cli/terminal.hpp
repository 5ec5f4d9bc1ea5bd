// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace dllrepro::cli {

/// Says whether stderr, where progress goes, is a terminal that can redraw a line.
bool stderr_is_terminal();

/// Says whether stdout, where the console report goes, is a terminal that shows colours; not where $NO_COLOR is set.
/// A handed-off program is told by $DLLREPRO_COLOUR.
bool stdout_has_colour();

/// How many columns the terminal has; 80 where nobody knows. A handed-off program is told by $DLLREPRO_COLUMNS.
std::size_t terminal_columns();

}  // namespace dllrepro::cli
