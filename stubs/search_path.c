/* SPDX-License-Identifier: MIT */
#include "template.h"

void stub_set_dll_directory(struct run* run, uint32_t text) {
  wide* directory = text != 0 ? stub_expand(run, text) : NULL;
  stub_note(run, SetDllDirectoryW(directory));
  stub_release(directory);
}

void stub_add_dll_directory(struct run* run, uint32_t text) {
  wide* directory = stub_expand(run, text);
  stub_note(run, AddDllDirectory(directory) != NULL);
  stub_release(directory);
}

void stub_set_environment(struct run* run, const uint32_t* operands) {
  wide* name = stub_expand(run, operands[0]);
  wide* value = operands[1] != 0 ? stub_expand(run, operands[1]) : NULL;
  stub_note(run, SetEnvironmentVariableW(name, value));
  stub_release(name);
  stub_release(value);
}
