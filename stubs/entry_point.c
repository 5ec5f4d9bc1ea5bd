/* SPDX-License-Identifier: MIT */
#include "template.h"

/* The linker's own symbol for where the image starts, whichever linker it is. */
extern unsigned char __ImageBase;

/* Set by the composer to the RVA of the configuration; volatile, because no compiler sees that happen. */
extern const volatile uint32_t stub_configuration_rva;
const volatile uint32_t stub_configuration_rva = 0;

void* stub_address(uint32_t rva) {
  return &__ImageBase + rva;
}

struct stub_configuration* stub_configuration(void) {
  return stub_address(stub_configuration_rva);
}

uint64_t stub_dispatch(uintptr_t a, uintptr_t b, uintptr_t c, uint32_t number);
uint64_t stub_dispatch(uintptr_t a, uintptr_t b, uintptr_t c, uint32_t number) {
  const struct stub_configuration* configuration = stub_configuration();
  const uint32_t* programs = stub_address(configuration->entry_programs);
  struct run run = {0};
  run.arguments[0] = a;
  run.arguments[1] = b;
  run.arguments[2] = c;
  return number < configuration->entry_count ? stub_run(programs[number], &run, NULL) : 0;
}

/* Says whether the image has the DLL flag, IMAGE_FILE_DLL, in its file header. */
static int image_is_dll(void) {
  uint32_t header = 0;
  uint16_t characteristics = 0;
  enum { HEADER_OFFSET = 0x3C, CHARACTERISTICS_OFFSET = 22, FILE_DLL = 0x2000 };
  header = *(const uint32_t*)(const void*)(&__ImageBase + HEADER_OFFSET);
  characteristics = *(const uint16_t*)(const void*)(&__ImageBase + header + CHARACTERISTICS_OFFSET);
  return (characteristics & FILE_DLL) != 0;
}

int __stdcall stub_entry_point(module self, uint32_t reason, void* reserved);
int __stdcall stub_entry_point(module self, uint32_t reason, void* reserved) {
  const struct stub_configuration* configuration = stub_configuration();
  const uint64_t fallback = 1;
  struct run run = {0};
  int answer = 1;
  (void)self;
  /* The template as it is built, before the composer has had it. */
  if (stub_configuration_rva == 0) {
    return 1;
  }
  /* Without the flag the loader never calls a library's entry, so this is a program that was started. */
  if (!image_is_dll()) {
    const uint64_t success = 0;
    stub_prepare_handles();
    ExitProcess((uint32_t)stub_run(configuration->attach, &run, &success));
  }
  switch (reason) {
    case DLL_PROCESS_ATTACH:
      stub_prepare_handles();
      answer = stub_run(configuration->attach, &run, &fallback) != 0;
      break;
    case DLL_PROCESS_DETACH:
      run.process_ending = reserved != NULL;
      stub_run(configuration->detach, &run, &fallback);
      if (!run.process_ending) {
        stub_close_handles();
      }
      break;
    case DLL_THREAD_ATTACH:
      stub_run(configuration->thread_attach, &run, &fallback);
      break;
    default:
      stub_run(configuration->thread_detach, &run, &fallback);
      break;
  }
  return answer;
}
