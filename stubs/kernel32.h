/* SPDX-License-Identifier: MIT */
/* What the template uses of kernel32, declared here so that no Windows SDK is needed to compile it. */
#ifndef DLLREPRO_STUBS_KERNEL32_H
#define DLLREPRO_STUBS_KERNEL32_H

#include <stddef.h>
#include <stdint.h>

typedef uint16_t wide; /* a UTF-16 unit; wchar_t would want a compiler switch for its size */
typedef void* handle;
typedef void* module;
typedef int (*procedure)(void);

struct critical_section { /* winnt.h, RTL_CRITICAL_SECTION */
  void* debug_information;
  int32_t lock_count;
  int32_t recursion_count;
  handle owning_thread;
  handle lock_semaphore;
  uintptr_t spin_count;
};

enum { DLL_PROCESS_DETACH = 0, DLL_PROCESS_ATTACH = 1, DLL_THREAD_ATTACH = 2, DLL_THREAD_DETACH = 3 };
enum { MEM_COMMIT_AND_RESERVE = 0x3000, MEM_RELEASE = 0x8000, PAGE_READWRITE = 4 };
enum { CODE_PAGE_ANSI = 0, CODE_PAGE_UTF8 = 65001 };
#define WAIT_FOREVER 0xFFFFFFFFu
#define INVALID_ATTRIBUTES 0xFFFFFFFFu

#define KERNEL32(result) __declspec(dllimport) result __stdcall

KERNEL32(void*) AddDllDirectory(const wide* directory);
KERNEL32(int) CloseHandle(handle object);
KERNEL32(handle) CreateEventW(void* security, int manual_reset, int signalled, const wide* name);
KERNEL32(handle)
CreateThread(void* security, size_t stack, uint32_t(__stdcall* start)(void*), void* argument, uint32_t flags,
             uint32_t* id);
KERNEL32(void) DeleteCriticalSection(struct critical_section* section);
KERNEL32(void) EnterCriticalSection(struct critical_section* section);
KERNEL32(void) ExitProcess(uint32_t code);
KERNEL32(int) FreeLibrary(module library);
KERNEL32(handle) GetCurrentProcess(void);
KERNEL32(uint32_t) GetEnvironmentVariableW(const wide* name, wide* buffer, uint32_t size);
KERNEL32(uint32_t) GetFileAttributesW(const wide* path);
KERNEL32(uint32_t) GetLastError(void);
KERNEL32(uint32_t) GetModuleFileNameW(module library, wide* buffer, uint32_t size);
KERNEL32(module) GetModuleHandleW(const wide* name);
KERNEL32(procedure) GetProcAddress(module library, const char* name);
KERNEL32(handle) GetStdHandle(uint32_t which);
KERNEL32(void) InitializeCriticalSection(struct critical_section* section);
KERNEL32(void) LeaveCriticalSection(struct critical_section* section);
KERNEL32(module) LoadLibraryA(const char* name);
KERNEL32(module) LoadLibraryExA(const char* name, handle file, uint32_t flags);
KERNEL32(module) LoadLibraryExW(const wide* name, handle file, uint32_t flags);
KERNEL32(module) LoadLibraryW(const wide* name);
KERNEL32(void) RaiseException(uint32_t code, uint32_t flags, uint32_t count, const uintptr_t* parameters);
KERNEL32(int) SetDefaultDllDirectories(uint32_t flags);
KERNEL32(int) SetDllDirectoryW(const wide* directory);
KERNEL32(int) SetEnvironmentVariableW(const wide* name, const wide* value);
KERNEL32(int) SetEvent(handle event);
KERNEL32(void) SetLastError(uint32_t error);
KERNEL32(void) Sleep(uint32_t milliseconds);
KERNEL32(int) TerminateProcess(handle process, uint32_t code);
KERNEL32(int) TerminateThread(handle thread, uint32_t code);
KERNEL32(void*) VirtualAlloc(void* address, size_t size, uint32_t type, uint32_t protection);
KERNEL32(int) VirtualFree(void* address, size_t size, uint32_t type);
KERNEL32(uint32_t) WaitForSingleObject(handle object, uint32_t milliseconds);
KERNEL32(int)
WideCharToMultiByte(uint32_t page, uint32_t flags, const wide* text, int length, char* buffer, int size,
                    const char* unknown, int* used_unknown);
KERNEL32(int) WriteFile(handle file, const void* bytes, uint32_t count, uint32_t* written, void* overlapped);

#endif
