/* SPDX-License-Identifier: MIT */
/*
 * What the delay-load helpers of MSVC and mingw do at the first call through a delay import: load, look up, and on
 * failure raise a structured exception that carries a DelayLoadInfo (rows L125 to L127 of the record; layout as in
 * delayimp.h).
 */
#include "template.h"

struct delay_descriptor {
  uint32_t attributes;
  uint32_t name; /* RVAs, here and below */
  uint32_t library;
  uint32_t addresses;
  uint32_t names;
  uint32_t bound_addresses;
  uint32_t unload_addresses;
  uint32_t timestamp;
};

struct delay_load_info {
  uint32_t size;
  const struct delay_descriptor* descriptor;
  procedure* slot;
  const char* library_name;
  struct {
    int by_name;
    union {
      const char* name;
      uint32_t ordinal;
    } by;
  } symbol;
  module library;
  procedure target;
  uint32_t last_error;
};

#define DELAY_LOAD_NO_MODULE 0xC06D007Eu
#define DELAY_LOAD_NO_SYMBOL 0xC06D007Fu

/* A handler may mend matters and continue: then it has put an address into the DelayLoadInfo. */
static procedure fail(struct delay_load_info* info, uint32_t code) {
  const uintptr_t parameter = (uintptr_t)info;
  info->last_error = GetLastError();
  RaiseException(code, 0, 1, &parameter);
  return info->target;
}

procedure stub_bind_delayed(uint32_t rva, uint32_t index) {
  const struct delay_descriptor* descriptor = stub_address(rva);
  module* library = stub_address(descriptor->library);
  procedure* slot = (procedure*)stub_address(descriptor->addresses) + index;
  const uintptr_t symbol = ((const uintptr_t*)stub_address(descriptor->names))[index];
  const uintptr_t ordinal_bit = (uintptr_t)1 << (sizeof(uintptr_t) * 8 - 1);
  struct delay_load_info info = {0};
  if (*slot != NULL) {
    return *slot;
  }
  info.size = sizeof info;
  info.descriptor = descriptor;
  info.slot = slot;
  info.library_name = stub_address(descriptor->name);
  info.symbol.by_name = (symbol & ordinal_bit) == 0;
  if (info.symbol.by_name) {
    info.symbol.by.name = (const char*)stub_address((uint32_t)symbol) + 2; /* behind the hint */
  } else {
    info.symbol.by.ordinal = (uint32_t)symbol & 0xFFFF;
  }
  if (*library == NULL) {
    *library = LoadLibraryExA(info.library_name, NULL, 0);
  }
  info.library = *library;
  if (info.library == NULL) {
    return fail(&info, DELAY_LOAD_NO_MODULE);
  }
  info.target = GetProcAddress(
      info.library, info.symbol.by_name ? info.symbol.by.name : (const char*)(uintptr_t)info.symbol.by.ordinal);
  if (info.target == NULL) {
    return fail(&info, DELAY_LOAD_NO_SYMBOL);
  }
  *slot = info.target;
  return info.target;
}
