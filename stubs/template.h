/* SPDX-License-Identifier: MIT */
/*
 * The template: one DLL per architecture with the code of every behaviour, no C runtime, kernel32 its only import.
 *
 * entries.c           the numbered entries that exports point at
 * entry_point.c       what the loader calls
 * tls.c               what it calls before that, in stubs that ask for it
 * interpreter.c       runs a program: one list of actions
 * faults.c modules.c threads.c search_path.c delay_load.c text.c     one family of behaviours each
 *
 * All of it may run under the loader lock, at process end, and after other threads were killed while they held any
 * lock: so the process heap is never used (row L106 of the record), and nothing waits unless it was told to.
 */
#ifndef DLLREPRO_STUBS_TEMPLATE_H
#define DLLREPRO_STUBS_TEMPLATE_H

#include "format.h"
#include "kernel32.h"

/* One run of one program. */
struct run {
  uint64_t result;
  uint32_t error;
  int failed;
  int truth;          /* of the latest test */
  int process_ending; /* this is the DETACH of process exit */
  module library;     /* of the latest load, look-up or use */
  uintptr_t arguments[3];
};

struct stub_configuration* stub_configuration(void);
void* stub_address(uint32_t rva);

/* Runs a program to its STUB_RETURN or STUB_END; `fallback` is what the latter gives, or NULL for the run's result. */
uint64_t stub_run(uint32_t program, struct run* run, const uint64_t* fallback);
uint64_t stub_value(const struct run* run, const uint32_t* value);

/* Records that the run's latest action failed, with GetLastError, or that it did not. Returns `succeeded`. */
int stub_note(struct run* run, int succeeded);

/* The text with all its units filled in, in memory of its own; NULL when there is no memory. */
wide* stub_expand(const struct run* run, uint32_t text);
char* stub_expand_to_bytes(const struct run* run, uint32_t text, uint32_t code_page);
void stub_release(void* text);
void stub_print(const struct run* run, uint32_t text, uint32_t standard_handle);
const wide* stub_file_name(void); /* path of this DLL, kept for ever */
uint32_t stub_length(const wide* text);

void stub_crash(uint32_t kind);
void stub_fast_fail(uint32_t code);
void stub_hang(uint32_t kind);

void stub_load(struct run* run, const uint32_t* operands);
void stub_get_module(struct run* run, const uint32_t* operands);
void stub_use_module(struct run* run, uint32_t slot);
void stub_free(struct run* run, uint32_t slot);
void stub_call(struct run* run, const uint32_t* operands);
void stub_call_import(struct run* run, const uint32_t* operands);
void stub_call_delayed(struct run* run, const uint32_t* operands);
procedure stub_bind_delayed(uint32_t descriptor, uint32_t index);

void stub_prepare_handles(void); /* once; later calls do nothing */
void stub_close_handles(void);
void stub_start_thread(struct run* run, const uint32_t* operands);
void stub_terminate_thread(struct run* run, uint32_t slot);
void stub_signal(struct run* run, uint32_t slot);
void stub_wait(struct run* run, const uint32_t* operands);
void stub_lock(uint32_t number);
void stub_unlock(uint32_t number);

void stub_set_dll_directory(struct run* run, uint32_t text);
void stub_add_dll_directory(struct run* run, uint32_t text);
void stub_set_environment(struct run* run, const uint32_t* operands);

#endif
