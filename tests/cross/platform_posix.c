// SPDX-License-Identifier: Apache-2.0
// The runner on a system with a C library.
#include "platform.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAGE = 4096 };

void *platform_memory(size_t size) {
  const size_t whole = (size + PAGE - 1) / PAGE * PAGE;
  void *memory = aligned_alloc(PAGE, whole);
  return memory ? memset(memory, 0, whole) : NULL;
}

void *platform_read(const char *path, size_t *out_size) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return NULL;
  fseek(file, 0, SEEK_END);
  *out_size = (size_t)ftell(file);
  rewind(file);
  void *bytes = platform_memory(*out_size);
  if (bytes && fread(bytes, 1, *out_size, file) != *out_size)
    bytes = NULL;
  fclose(file);
  return bytes;
}

int platform_write(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  if (!file)
    return 0;
  const int good = fwrite(bytes, 1, size, file) == size;
  return fclose(file) == 0 && good;
}

void platform_say(int stream, const char *bytes, size_t size) {
  fwrite(bytes, 1, size, stream == 1 ? stdout : stderr);
}

void *platform_symbol(const char *path, const char *name) {
  void *image = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void *symbol = image ? dlsym(image, name) : NULL;
  if (!symbol)
    fprintf(stderr, "%s\n", dlerror());
  return symbol;
}

size_t platform_format_real(char *out, size_t size, const char *spec,
                            double value) {
  const int length = snprintf(out, size, spec, value);
  if (length < 0)
    return 0;
  return (size_t)length < size ? (size_t)length : size - 1;
}

uint64_t platform_clock_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int main(int count, char **words) { return runner_main(count, words); }
