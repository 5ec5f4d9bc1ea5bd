/* SPDX-License-Identifier: MIT */
/*
 * Every export with a behaviour of its own needs an address of its own, and the composer writes no code: so here are
 * STUB_ENTRY_COUNT entries that hand their number on. The number goes in the fourth argument's place, where the x64 and
 * ARM64 conventions make an entry two instructions; three arguments are kept.
 */
#include "template.h"

uint64_t stub_dispatch(uintptr_t a, uintptr_t b, uintptr_t c, uint32_t number);

#define ENTRY(n)                                                   \
  uint64_t stub_entry_##n(uintptr_t a, uintptr_t b, uintptr_t c);  \
  uint64_t stub_entry_##n(uintptr_t a, uintptr_t b, uintptr_t c) { \
    return stub_dispatch(a, b, c, 0x##n);                          \
  }

/* A table, which the formatter takes for expressions. */
/* clang-format off */
#define ENTRIES(n)                                                                                      \
  ENTRY(n##0) ENTRY(n##1) ENTRY(n##2) ENTRY(n##3) ENTRY(n##4) ENTRY(n##5) ENTRY(n##6) ENTRY(n##7)       \
  ENTRY(n##8) ENTRY(n##9) ENTRY(n##a) ENTRY(n##b) ENTRY(n##c) ENTRY(n##d) ENTRY(n##e) ENTRY(n##f)

ENTRIES(0) ENTRIES(1) ENTRIES(2) ENTRIES(3) ENTRIES(4) ENTRIES(5) ENTRIES(6) ENTRIES(7)
ENTRIES(8) ENTRIES(9) ENTRIES(a) ENTRIES(b) ENTRIES(c) ENTRIES(d) ENTRIES(e) ENTRIES(f)
