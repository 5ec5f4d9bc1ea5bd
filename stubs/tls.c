/* SPDX-License-Identifier: MIT */
/*
 * A callback of the image's thread-local storage, which the loader calls as it does the entry point, and before it. The
 * directory is the linker's, because it holds addresses and so needs relocations, which an appended section has not;
 * the composer takes it off every stub that does not ask for a callback.
 */
#include "template.h"

typedef void(__stdcall* tls_callback)(module self, uint32_t reason, void* reserved);

struct tls_directory {
  const void* data_start;
  const void* data_end;
  uint32_t* index;
  const tls_callback* callbacks;
  uint32_t zero_fill;
  uint32_t alignment;
};

static void __stdcall run_callback(module self, uint32_t reason, void* reserved) {
  const uint64_t fallback = 0;
  struct run run = {0};
  (void)self;
  if (reason == DLL_PROCESS_ATTACH) {
    stub_prepare_handles();
  }
  run.arguments[0] = reason;
  run.process_ending = reason == DLL_PROCESS_DETACH && reserved != NULL;
  stub_run(stub_configuration()->tls_callback, &run, &fallback);
}

/* Each thread gets a copy. Not empty, which real linkers never leave it either. */
static const uint64_t data = 0;
static uint32_t index;
static const tls_callback callbacks[] = {run_callback, NULL};

/* Linkers point the directory at what has this name. */
extern const struct tls_directory _tls_used;
const struct tls_directory _tls_used = {&data, &data + 1, &index, callbacks, 0, 0};
