/* SPDX-License-Identifier: MIT */
/*
 * Threads, events and locks, from which a scenario builds a pool and the ways in which one dies. Events belong to the
 * DLL and not to a thread, so that waiting for a worker that was killed never ends, while waiting for its handle does.
 */
#include "template.h"

static handle* handle_slot(uint32_t slot) {
  /* Slots are 64 bits wide on every architecture; a handle is their low part. */
  return (handle*)(void*)((uint64_t*)stub_address(stub_configuration()->handles) + slot);
}

static struct critical_section* lock(uint32_t number) {
  return (struct critical_section*)(void*)((unsigned char*)stub_address(stub_configuration()->locks) +
                                           (size_t)number * STUB_LOCK_SIZE);
}

void stub_prepare_handles(void) {
  static int prepared;
  const struct stub_configuration* configuration = stub_configuration();
  uint32_t index;
  if (prepared) {
    return;
  }
  prepared = 1;
  for (index = 0; index < configuration->event_count; ++index) {
    *handle_slot(index) = CreateEventW(NULL, 1, 0, NULL);
  }
  for (index = 0; index < configuration->lock_count; ++index) {
    InitializeCriticalSection(lock(index));
  }
}

void stub_close_handles(void) {
  const struct stub_configuration* configuration = stub_configuration();
  uint32_t index;
  for (index = 0; index < configuration->event_count; ++index) {
    CloseHandle(*handle_slot(index));
  }
  for (index = 0; index < configuration->lock_count; ++index) {
    DeleteCriticalSection(lock(index));
  }
}

static uint32_t __stdcall work(void* program) {
  struct run run = {0};
  return (uint32_t)stub_run((uint32_t)(uintptr_t)program, &run, NULL);
}

void stub_start_thread(struct run* run, const uint32_t* operands) {
  const handle thread = CreateThread(NULL, 0, work, (void*)(uintptr_t)operands[0], 0, NULL);
  if (!stub_note(run, thread != NULL)) {
    return;
  }
  if (operands[1] == STUB_NO_SLOT) {
    CloseHandle(thread);
  } else {
    *handle_slot(operands[1]) = thread;
  }
}

void stub_terminate_thread(struct run* run, uint32_t slot) {
  stub_note(run, TerminateThread(*handle_slot(slot), 0));
}

void stub_signal(struct run* run, uint32_t slot) {
  stub_note(run, SetEvent(*handle_slot(slot)));
}

void stub_wait(struct run* run, const uint32_t* operands) {
  enum { WAIT_TIMED_OUT = 258 };
  const uint32_t answer = WaitForSingleObject(*handle_slot(operands[0]), operands[1]);
  if (answer == WAIT_TIMED_OUT) {
    SetLastError(WAIT_TIMED_OUT);
  }
  run->result = stub_note(run, answer == 0) ? 1 : 0;
}

void stub_lock(uint32_t number) {
  EnterCriticalSection(lock(number));
}

void stub_unlock(uint32_t number) {
  LeaveCriticalSection(lock(number));
}
