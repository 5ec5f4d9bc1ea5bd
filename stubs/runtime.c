/* SPDX-License-Identifier: MIT */
/* What compilers call on their own for initialisers and copies, and what the C runtime would have brought along. */
#include <stddef.h>

#if defined(_MSC_VER) && !defined(__clang__)
#pragma function(memset, memcpy)
#endif

void* memset(void* to, int value, size_t count);
void* memset(void* to, int value, size_t count) {
  unsigned char volatile* bytes = to; /* volatile, or the loop is turned into a call of this function */
  while (count-- > 0) {
    *bytes++ = (unsigned char)value;
  }
  return to;
}

void* memcpy(void* to, const void* from, size_t count);
void* memcpy(void* to, const void* from, size_t count) {
  unsigned char volatile* bytes = to;
  const unsigned char* source = from;
  while (count-- > 0) {
    *bytes++ = *source++;
  }
  return to;
}
