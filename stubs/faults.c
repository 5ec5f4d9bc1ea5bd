/* SPDX-License-Identifier: MIT */
#include "template.h"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#pragma intrinsic(__fastfail)
#else
/* Clang knows it as a built-in on Windows targets, and wants no declaration but its own. */
__declspec(noreturn) void __fastfail(unsigned int code);
#endif

/* An address that no compiler knows to be NULL. */
static uintptr_t volatile nowhere = 0;
static uint32_t volatile zero = 0;

/* Instructions that no processor of the architecture executes; in the code section, or NX_COMPAT would fault first. */
#if defined(_MSC_VER)
#pragma section(".text", read, execute)
__declspec(allocate(".text"))
#else
__attribute__((section(".text")))
#endif
static const unsigned char illegal_instruction[4] = {
#if defined(__aarch64__) || defined(_M_ARM64)
    0x00, 0x00, 0x00, 0x00 /* udf #0 */
#else
    0x0F, 0x0B, 0x0F, 0x0B /* ud2 */
#endif
};

/* A frame below one page, so that the compiler asks for no stack probe, which lives in the C runtime. */
static uint32_t fill_stack(uint32_t depth) {
  volatile unsigned char frame[1024];
  frame[depth % sizeof frame] = (unsigned char)depth;
  return zero == 0 ? fill_stack(depth + 1) + frame[(depth + 1) % sizeof frame] : depth;
}

void stub_crash(uint32_t kind) {
  switch (kind) {
    case STUB_CRASH_READ:
      zero = *(volatile uint32_t*)nowhere;
      break;
    case STUB_CRASH_WRITE:
      *(volatile uint32_t*)nowhere = 1;
      break;
    case STUB_CRASH_EXECUTE:
      ((void (*)(void))nowhere)();
      break;
    case STUB_CRASH_ILLEGAL_INSTRUCTION:
      ((void (*)(void))(uintptr_t)illegal_instruction)();
      break;
    case STUB_CRASH_STACK_OVERFLOW:
      zero = fill_stack(0);
      break;
    default:
#if defined(__aarch64__) || defined(_M_ARM64)
      /* The processor gives 0 and no fault; compilers for Windows raise the fault themselves. */
      RaiseException(0xC0000094u, 0, 0, NULL);
#else
      zero = (zero + 5) / zero; /* of a constant, compilers make a comparison */
#endif
      break;
  }
}

void stub_fast_fail(uint32_t code) {
  __fastfail(code);
}

static struct critical_section orphan;

void stub_hang(uint32_t kind) {
  if (kind == STUB_HANG_EVENT) {
    WaitForSingleObject(CreateEventW(NULL, 1, 0, NULL), WAIT_FOREVER);
    return;
  }
  /* A section whose owner is gone. No thread can be made to take it and die here, because under the loader lock a new
   * thread does not start; so it is taken and then given an owner that does not exist (identifiers are multiples of 4).
   * What follows is what an orphan does to whoever wants it. */
  InitializeCriticalSection(&orphan);
  EnterCriticalSection(&orphan);
  orphan.owning_thread = (handle)(uintptr_t)0xFFFFFFF1u;
  EnterCriticalSection(&orphan);
}
