// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dllrepro::run {

// A machine that lacks a DLL which Wine itself brings (msvcp140, vcruntime140, ...).
//
// Wine 8.0 hands no WINEDLLOVERRIDES on from a Windows program to its child: the variable is taken from the Unix
// environment of the first process (dlls/ntdll/unix/loadorder.c). What is looked up for each process is the registry,
//     HKCU\Software\Wine\AppDefaults\<name of the exe>\DllOverrides    msvcp140 = "native"
// so the child's exe gets a second name in its own folder that stands for this set of DLLs alone. Equal sets have equal
// names and equal values: runs at the same time do not disturb each other, and what stays behind does no harm.
// "native", not "" (disabled): a native DLL in the tree or beside the exe is still found (tried with Wine 8.0).

/// "python-without-1f2e3d4c.exe" for python.exe: the same for the same DLLs, whatever their order, case and ending.
std::string name_without(std::string_view executable, const std::vector<std::string>& dlls);

/// Base names as Wine's overrides want them: lower case, without .dll, sorted, each once.
std::vector<std::string> override_names(const std::vector<std::string>& dlls);

/// Hides the DLLs from every process whose exe has that name. Throws EnvironmentFailure when Wine's registry can't be
/// written.
void hide_from(const std::string& executable, const std::vector<std::string>& dlls);

}  // namespace dllrepro::run
