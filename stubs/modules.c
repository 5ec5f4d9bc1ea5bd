/* SPDX-License-Identifier: MIT */
#include "template.h"

typedef uint64_t (*function)(uintptr_t, uintptr_t, uintptr_t, uintptr_t);

static uint64_t* module_slot(uint32_t slot) {
  return slot == STUB_NO_SLOT ? NULL : (uint64_t*)stub_address(stub_configuration()->modules) + slot;
}

static module load(const struct run* run, uint32_t text, uint32_t call, uint32_t flags) {
  const int is_ansi = call == STUB_LOAD_LIBRARY_A || call == STUB_LOAD_LIBRARY_EX_A;
  void* name = is_ansi ? (void*)stub_expand_to_bytes(run, text, CODE_PAGE_ANSI) : (void*)stub_expand(run, text);
  module library = NULL;
  uint32_t error;
  switch (call) {
    case STUB_LOAD_LIBRARY_A:
      library = LoadLibraryA(name);
      break;
    case STUB_LOAD_LIBRARY_W:
      library = LoadLibraryW(name);
      break;
    case STUB_LOAD_LIBRARY_EX_A:
      library = LoadLibraryExA(name, NULL, flags);
      break;
    default:
      library = LoadLibraryExW(name, NULL, flags);
      break;
  }
  error = GetLastError();
  stub_release(name);
  SetLastError(error);
  return library;
}

void stub_load(struct run* run, const uint32_t* operands) {
  uint64_t* slot = module_slot(operands[3]);
  run->library = slot != NULL ? (module)(uintptr_t)*slot : NULL;
  if (run->library == NULL) {
    run->library = load(run, operands[0], operands[1], operands[2]);
  }
  stub_note(run, run->library != NULL);
  if (slot != NULL) {
    *slot = (uintptr_t)run->library;
  }
}

void stub_get_module(struct run* run, const uint32_t* operands) {
  uint64_t* slot = module_slot(operands[1]);
  wide* name = stub_expand(run, operands[0]);
  run->library = GetModuleHandleW(name);
  stub_note(run, run->library != NULL);
  stub_release(name);
  if (slot != NULL) {
    *slot = (uintptr_t)run->library;
  }
}

void stub_use_module(struct run* run, uint32_t slot) {
  enum { MODULE_NOT_FOUND = 126 };
  run->library = (module)(uintptr_t)*module_slot(slot);
  if (run->library == NULL) {
    SetLastError(MODULE_NOT_FOUND);
  }
  stub_note(run, run->library != NULL);
}

void stub_free(struct run* run, uint32_t slot) {
  uint64_t* remembered = module_slot(slot);
  stub_note(run, FreeLibrary((module)(uintptr_t)*remembered));
  *remembered = 0;
}

/* Calls with the arguments that the operands give, or those that this run was given. */
static void call(struct run* run, procedure target, const uint32_t* operands) {
  uintptr_t arguments[STUB_MOST_ARGUMENTS] = {0};
  uint32_t index;
  for (index = 0; index < 3; ++index) {
    arguments[index] = operands[0] == 0 ? run->arguments[index] : 0;
  }
  for (index = 0; operands[0] != 0 && index < operands[0] - 1; ++index) {
    arguments[index] = (uintptr_t)stub_value(run, operands + 1 + index * STUB_VALUE_WORDS);
  }
  run->result = ((function)target)(arguments[0], arguments[1], arguments[2], arguments[3]);
}

void stub_call(struct run* run, const uint32_t* operands) {
  const uint32_t symbol = operands[0];
  const char* name =
      symbol & STUB_BY_ORDINAL ? (const char*)(uintptr_t)(symbol & ~STUB_BY_ORDINAL) : stub_address(symbol);
  const procedure target = GetProcAddress(run->library, name);
  if (stub_note(run, target != NULL)) {
    call(run, target, operands + 1);
  }
}

void stub_call_import(struct run* run, const uint32_t* operands) {
  run->failed = 0;
  call(run, *(procedure*)stub_address(operands[0]), operands + 1);
}

void stub_call_delayed(struct run* run, const uint32_t* operands) {
  run->failed = 0;
  call(run, stub_bind_delayed(operands[0], operands[1]), operands + 2);
}
