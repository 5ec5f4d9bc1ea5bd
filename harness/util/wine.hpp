// SPDX-License-Identifier: MIT
#pragma once

namespace dllrepro {

/// Says whether this process runs inside Wine: ntdll.dll exports wine_get_version there and nowhere else.
/// Always false in a native Linux build.
bool running_under_wine();

}  // namespace dllrepro
