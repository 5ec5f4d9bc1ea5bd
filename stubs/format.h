/* SPDX-License-Identifier: MIT */
/*
 * The agreement between the composer (harness/stub, C++) and the template (this folder, C): what the appended section
 * holds and how the template finds it.
 *
 *   template export @1             stub_configuration_rva, a 32-bit word that the composer sets
 *   template exports @2 ... @257   the entries that exports point at; entry n runs program n
 *
 *   stub_configuration             at that RVA, in the appended section
 *   program                        instructions up to STUB_END; an instruction is `operation | words << 16`, then
 *                                  operands
 *   text                           UTF-16, ends with 0; units U+E000 ... stand for what is known at run time
 *
 * Everything is an RVA, so nothing has to be relocated. Words are 32 bits, little-endian, aligned to 4.
 */
#ifndef DLLREPRO_STUBS_FORMAT_H
#define DLLREPRO_STUBS_FORMAT_H

#include <stdint.h>

enum { STUB_ENTRY_COUNT = 256, STUB_CONFIGURATION_ORDINAL = 1, STUB_FIRST_ENTRY_ORDINAL = 2 };
/* Room for one CRITICAL_SECTION of any architecture. */
enum { STUB_LOCK_SIZE = 64 };
#define STUB_NO_SLOT 0xFFFFFFFFu
#define STUB_BY_ORDINAL 0x80000000u

struct stub_configuration {
  uint32_t attach; /* RVAs of programs, 0 where there is none */
  uint32_t detach;
  uint32_t thread_attach;
  uint32_t thread_detach;
  uint32_t entry_programs; /* RVA of one program RVA per entry in use */
  uint32_t entry_count;
  uint32_t modules; /* RVA of 64-bit slots: modules remembered */
  uint32_t handles; /* RVA of 64-bit slots: events first, then threads */
  uint32_t event_count;
  uint32_t locks; /* RVA of STUB_LOCK_SIZE bytes each */
  uint32_t lock_count;
  uint32_t tls_callback; /* RVA of a program, 0 where there is none */
  uint64_t counter;
};

enum stub_operation {
  STUB_END,
  STUB_RETURN,                      /* value */
  STUB_EXIT,                        /* code */
  STUB_TERMINATE,                   /* code */
  STUB_CRASH,                       /* stub_crash_kind */
  STUB_FAST_FAIL,                   /* code */
  STUB_RAISE,                       /* code, flags */
  STUB_HANG,                        /* stub_hang_kind */
  STUB_SET_LAST_ERROR,              /* value */
  STUB_SLEEP,                       /* milliseconds */
  STUB_LOAD,                        /* text, stub_load_call, flags, module slot */
  STUB_GET_MODULE,                  /* text, module slot */
  STUB_USE_MODULE,                  /* module slot */
  STUB_FREE,                        /* module slot */
  STUB_CALL,                        /* symbol (RVA of its name or STUB_BY_ORDINAL | n), arguments */
  STUB_CALL_IMPORT,                 /* RVA of the import address slot, arguments */
  STUB_CALL_DELAYED,                /* RVA of the delay descriptor, index, arguments */
  STUB_PRINT,                       /* text, standard handle number */
  STUB_START_THREAD,                /* program RVA, handle slot */
  STUB_TERMINATE_THREAD,            /* handle slot */
  STUB_SIGNAL,                      /* handle slot */
  STUB_WAIT,                        /* handle slot, milliseconds */
  STUB_LOCK,                        /* lock number */
  STUB_UNLOCK,                      /* lock number */
  STUB_COUNT,                       /* value */
  STUB_SET_DLL_DIRECTORY,           /* text, 0 for NULL */
  STUB_ADD_DLL_DIRECTORY,           /* text */
  STUB_SET_DEFAULT_DLL_DIRECTORIES, /* flags */
  STUB_SET_ENVIRONMENT,             /* text of the name, text, 0 for NULL */
  STUB_TEST_RESIDENT,               /* text */
  STUB_TEST_EXISTS,                 /* text */
  STUB_TEST_ENVIRONMENT,            /* text */
  STUB_TEST_FAILED,
  STUB_TEST_EQUALS, /* value, value */
  STUB_TEST_PROCESS_ENDING,
  STUB_NOT,
  STUB_JUMP, /* words to go on from this instruction's start; here and below */
  STUB_JUMP_IF_FALSE,
  STUB_JUMP_IF_TRUE,
  STUB_JUMP_IF_FAILED
};

/* A value is three words: kind, low half, high half. Arguments are one word, 0 to hand on the export's own or
 * 1 + n, then n values. */
enum { STUB_VALUE_WORDS = 3, STUB_MOST_ARGUMENTS = 4 };
enum stub_value_kind {
  STUB_NUMBER,
  STUB_RESULT,
  STUB_ERROR,
  STUB_ARGUMENT,
  STUB_ARGUMENT_2,
  STUB_ARGUMENT_3,
  STUB_COUNTER,
  STUB_FILE_NAME,
  STUB_FILE_NAME_LENGTH,
  STUB_ADDRESS /* low half: RVA */
};

enum stub_crash_kind {
  STUB_CRASH_READ,
  STUB_CRASH_WRITE,
  STUB_CRASH_EXECUTE,
  STUB_CRASH_ILLEGAL_INSTRUCTION,
  STUB_CRASH_STACK_OVERFLOW,
  STUB_CRASH_DIVIDE
};
enum stub_hang_kind { STUB_HANG_EVENT, STUB_HANG_CRITICAL_SECTION };
enum stub_load_call { STUB_LOAD_LIBRARY_A, STUB_LOAD_LIBRARY_W, STUB_LOAD_LIBRARY_EX_A, STUB_LOAD_LIBRARY_EX_W };

enum stub_text_unit {
  STUB_TEXT_FIRST = 0xE000,
  STUB_TEXT_SELF = 0xE000, /* path of this DLL */
  STUB_TEXT_SELF_DIRECTORY,
  STUB_TEXT_SELF_NAME,
  STUB_TEXT_RESULT,
  STUB_TEXT_ERROR,
  STUB_TEXT_COUNTER,
  STUB_TEXT_ENVIRONMENT, /* then the variable's name, then STUB_TEXT_NAME_END */
  STUB_TEXT_NAME_END,
  STUB_TEXT_LAST = STUB_TEXT_NAME_END
};

#endif
