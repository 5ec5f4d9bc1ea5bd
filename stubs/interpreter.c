/* SPDX-License-Identifier: MIT */
#include "template.h"

int stub_note(struct run* run, int succeeded) {
  run->failed = !succeeded;
  if (!succeeded) {
    run->error = GetLastError();
  }
  return succeeded;
}

uint64_t stub_value(const struct run* run, const uint32_t* value) {
  switch (value[0]) {
    case STUB_RESULT:
      return run->result;
    case STUB_ERROR:
      return run->error;
    case STUB_ARGUMENT:
    case STUB_ARGUMENT_2:
    case STUB_ARGUMENT_3:
      return run->arguments[value[0] - STUB_ARGUMENT];
    case STUB_COUNTER:
      return stub_configuration()->counter;
    case STUB_FILE_NAME:
      return (uintptr_t)stub_file_name();
    case STUB_FILE_NAME_LENGTH:
      return stub_length(stub_file_name());
    case STUB_ADDRESS:
      return (uintptr_t)stub_address(value[1]);
    default:
      return value[1] | (uint64_t)value[2] << 32;
  }
}

/* True of `text` when `test` says so of what it expands to. */
static int holds(const struct run* run, uint32_t text, int (*test)(const wide*)) {
  wide* expanded = stub_expand(run, text);
  const int answer = expanded != NULL && test(expanded);
  stub_release(expanded);
  return answer;
}

static int is_resident(const wide* name) {
  return GetModuleHandleW(name) != NULL;
}

static int is_file(const wide* path) {
  return GetFileAttributesW(path) != INVALID_ATTRIBUTES;
}

static int is_variable(const wide* name) {
  wide nothing[1];
  SetLastError(0);
  /* An empty variable gives 0, too, and leaves the last error alone. */
  return GetEnvironmentVariableW(name, nothing, 1) != 0 || GetLastError() == 0;
}

/* Returns 0 when `operation` is none of them. */
static int run_test(struct run* run, uint32_t operation, const uint32_t* operands) {
  switch (operation) {
    case STUB_TEST_RESIDENT:
      run->truth = holds(run, operands[0], is_resident);
      return 1;
    case STUB_TEST_EXISTS:
      run->truth = holds(run, operands[0], is_file);
      return 1;
    case STUB_TEST_ENVIRONMENT:
      run->truth = holds(run, operands[0], is_variable);
      return 1;
    case STUB_TEST_FAILED:
      run->truth = run->failed;
      return 1;
    case STUB_TEST_EQUALS:
      run->truth = stub_value(run, operands) == stub_value(run, operands + STUB_VALUE_WORDS);
      return 1;
    case STUB_TEST_PROCESS_ENDING:
      run->truth = run->process_ending;
      return 1;
    case STUB_NOT:
      run->truth = !run->truth;
      return 1;
    default:
      return 0;
  }
}

static void run_fault(struct run* run, uint32_t operation, const uint32_t* operands) {
  switch (operation) {
    case STUB_EXIT:
      ExitProcess(operands[0]);
      break;
    case STUB_TERMINATE:
      TerminateProcess(GetCurrentProcess(), operands[0]);
      break;
    case STUB_CRASH:
      stub_crash(operands[0]);
      break;
    case STUB_FAST_FAIL:
      stub_fast_fail(operands[0]);
      break;
    case STUB_RAISE:
      RaiseException(operands[0], operands[1], 0, NULL);
      break;
    case STUB_HANG:
      stub_hang(operands[0]);
      break;
    case STUB_SLEEP:
      Sleep(operands[0]);
      break;
    default:
      SetLastError((uint32_t)stub_value(run, operands));
      break;
  }
}

static void run_action(struct run* run, uint32_t operation, const uint32_t* operands) {
  switch (operation) {
    case STUB_LOAD:
      stub_load(run, operands);
      break;
    case STUB_GET_MODULE:
      stub_get_module(run, operands);
      break;
    case STUB_USE_MODULE:
      stub_use_module(run, operands[0]);
      break;
    case STUB_FREE:
      stub_free(run, operands[0]);
      break;
    case STUB_CALL:
      stub_call(run, operands);
      break;
    case STUB_CALL_IMPORT:
      stub_call_import(run, operands);
      break;
    case STUB_CALL_DELAYED:
      stub_call_delayed(run, operands);
      break;
    case STUB_PRINT:
      stub_print(run, operands[0], operands[1]);
      break;
    case STUB_START_THREAD:
      stub_start_thread(run, operands);
      break;
    case STUB_TERMINATE_THREAD:
      stub_terminate_thread(run, operands[0]);
      break;
    case STUB_SIGNAL:
      stub_signal(run, operands[0]);
      break;
    case STUB_WAIT:
      stub_wait(run, operands);
      break;
    case STUB_LOCK:
      stub_lock(operands[0]);
      break;
    case STUB_UNLOCK:
      stub_unlock(operands[0]);
      break;
    case STUB_COUNT:
      run->result = stub_configuration()->counter += stub_value(run, operands);
      run->failed = 0;
      break;
    case STUB_SET_DLL_DIRECTORY:
      stub_set_dll_directory(run, operands[0]);
      break;
    case STUB_ADD_DLL_DIRECTORY:
      stub_add_dll_directory(run, operands[0]);
      break;
    case STUB_SET_DEFAULT_DLL_DIRECTORIES:
      stub_note(run, SetDefaultDllDirectories(operands[0]));
      break;
    case STUB_SET_ENVIRONMENT:
      stub_set_environment(run, operands);
      break;
    default:
      run_fault(run, operation, operands);
      break;
  }
}

static int is_taken(const struct run* run, uint32_t operation) {
  switch (operation) {
    case STUB_JUMP:
      return 1;
    case STUB_JUMP_IF_FALSE:
      return !run->truth;
    case STUB_JUMP_IF_TRUE:
      return run->truth;
    default:
      return run->failed;
  }
}

uint64_t stub_run(uint32_t program, struct run* run, const uint64_t* fallback) {
  const uint32_t* instruction = stub_address(program);
  if (program == 0) {
    return fallback != NULL ? *fallback : 0;
  }
  for (;;) {
    const uint32_t operation = instruction[0] & 0xFFFF;
    const uint32_t words = instruction[0] >> 16;
    if (operation == STUB_END) {
      return fallback != NULL ? *fallback : run->result;
    }
    if (operation == STUB_RETURN) {
      return stub_value(run, instruction + 1);
    }
    if (operation >= STUB_JUMP) {
      instruction += is_taken(run, operation) ? instruction[1] : words;
      continue;
    }
    if (!run_test(run, operation, instruction + 1)) {
      run_action(run, operation, instruction + 1);
    }
    instruction += words;
  }
}
