/* SPDX-License-Identifier: MIT */
/*
 * Texts are expanded twice: once to learn the length, once to fill memory taken from the system and given back.
 */
#include "template.h"

/* Longest path that Windows knows, in units, with its end. */
enum { LONGEST_PATH = 32768 };

struct sink {
  wide* out; /* NULL: only count */
  uint32_t capacity;
  uint32_t length;
};

static void put(struct sink* sink, wide unit) {
  if (sink->out != NULL && sink->length < sink->capacity) {
    sink->out[sink->length] = unit;
  }
  ++sink->length;
}

static void put_range(struct sink* sink, const wide* from, const wide* to) {
  while (from < to) {
    put(sink, *from++);
  }
}

/* Divides by ten in 16-bit steps, because 64-bit division on i386 is a function of the C runtime. Returns the rest. */
static uint32_t divide_by_ten(uint64_t* number) {
  uint64_t quotient = 0;
  uint32_t rest = 0;
  int shift;
  for (shift = 48; shift >= 0; shift -= 16) {
    const uint32_t part = rest << 16 | (uint32_t)(*number >> shift & 0xFFFF);
    quotient = quotient << 16 | part / 10;
    rest = part % 10;
  }
  *number = quotient;
  return rest;
}

static void put_number(struct sink* sink, uint64_t number) {
  wide digits[20];
  uint32_t count = 0;
  do {
    digits[count++] = (wide)(u'0' + divide_by_ten(&number));
  } while (number != 0);
  while (count > 0) {
    put(sink, digits[--count]);
  }
}

static void* take(uint32_t bytes) {
  return VirtualAlloc(NULL, bytes, MEM_COMMIT_AND_RESERVE, PAGE_READWRITE);
}

void stub_release(void* text) {
  if (text != NULL) {
    VirtualFree(text, 0, MEM_RELEASE);
  }
}

uint32_t stub_length(const wide* text) {
  uint32_t length = 0;
  while (text[length] != 0) {
    ++length;
  }
  return length;
}

const wide* stub_file_name(void) {
  static wide* name = NULL;
  if (name == NULL) {
    wide* path = take(LONGEST_PATH * sizeof(wide));
    if (path == NULL) {
      return u"";
    }
    GetModuleFileNameW(stub_address(0), path, LONGEST_PATH);
    name = path;
  }
  return name;
}

/* Where the last part of the path starts. */
static const wide* base_name(const wide* path) {
  const wide* base = path;
  for (; *path != 0; ++path) {
    if (*path == u'\\' || *path == u'/') {
      base = path + 1;
    }
  }
  return base;
}

/* `text` is behind STUB_TEXT_ENVIRONMENT; returns what is behind STUB_TEXT_NAME_END. */
static const wide* put_variable(struct sink* sink, const wide* text) {
  wide name[256];
  uint32_t length = 0;
  uint32_t size;
  wide* value;
  while (*text != STUB_TEXT_NAME_END && length < 255) {
    name[length++] = *text++;
  }
  name[length] = 0;
  size = GetEnvironmentVariableW(name, NULL, 0);
  value = size != 0 ? take((uint32_t)(size * sizeof(wide))) : NULL;
  if (value != NULL && GetEnvironmentVariableW(name, value, size) < size) {
    put_range(sink, value, value + stub_length(value));
  }
  stub_release(value);
  return text + 1;
}

static void expand(struct sink* sink, const struct run* run, const wide* text) {
  const wide* self = stub_file_name();
  while (*text != 0) {
    const wide unit = *text++;
    switch (unit) {
      case STUB_TEXT_SELF:
        put_range(sink, self, self + stub_length(self));
        break;
      case STUB_TEXT_SELF_DIRECTORY:
        put_range(sink, self, base_name(self) > self ? base_name(self) - 1 : self);
        break;
      case STUB_TEXT_SELF_NAME:
        put_range(sink, base_name(self), self + stub_length(self));
        break;
      case STUB_TEXT_RESULT:
        put_number(sink, run->result);
        break;
      case STUB_TEXT_ERROR:
        put_number(sink, run->error);
        break;
      case STUB_TEXT_COUNTER:
        put_number(sink, stub_configuration()->counter);
        break;
      case STUB_TEXT_ENVIRONMENT:
        text = put_variable(sink, text);
        break;
      default:
        put(sink, unit);
        break;
    }
  }
}

wide* stub_expand(const struct run* run, uint32_t text) {
  const uint32_t last_error = GetLastError();
  struct sink sink = {0};
  expand(&sink, run, stub_address(text));
  sink.out = take((uint32_t)((sink.length + 1) * sizeof(wide))); /* comes as zeros, so the text has its end */
  sink.capacity = sink.length;
  sink.length = 0;
  if (sink.out != NULL) {
    expand(&sink, run, stub_address(text));
  }
  SetLastError(last_error);
  return sink.out;
}

char* stub_expand_to_bytes(const struct run* run, uint32_t text, uint32_t code_page) {
  wide* expanded = stub_expand(run, text);
  char* bytes = NULL;
  if (expanded != NULL) {
    const int size = WideCharToMultiByte(code_page, 0, expanded, -1, NULL, 0, NULL, NULL);
    bytes = size > 0 ? take((uint32_t)size) : NULL;
    if (bytes != NULL) {
      WideCharToMultiByte(code_page, 0, expanded, -1, bytes, size, NULL, NULL);
    }
    stub_release(expanded);
  }
  return bytes;
}

void stub_print(const struct run* run, uint32_t text, uint32_t standard_handle) {
  const uint32_t last_error = GetLastError();
  char* bytes = stub_expand_to_bytes(run, text, CODE_PAGE_UTF8);
  const char* rest = bytes;
  uint32_t length = 0;
  while (bytes != NULL && bytes[length] != 0) {
    ++length;
  }
  while (length > 0) {
    uint32_t written = 0;
    if (!WriteFile(GetStdHandle(standard_handle), rest, length, &written, NULL) || written == 0) {
      break;
    }
    rest += written;
    length -= written;
  }
  stub_release(bytes);
  SetLastError(last_error);
}
