// SPDX-License-Identifier: Apache-2.0
// Libraries that are none, beside the test (tests/gpu/fake_*.c).
#ifndef QN_TESTS_SUPPORT_FAKE_H
#define QN_TESTS_SUPPORT_FAKE_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/test.h"

// Opens the file of that name beside the program, and has the variable name it.
static inline void *fake_open(const char *name, const char *variable) {
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof(path) - 32);
  CHECK(size > 0);
  path[size] = '\0';
  snprintf(strrchr(path, '/'), 32, "/%s", name);
  void *library = dlopen(path, RTLD_NOW);
  if (!library)
    fprintf(stderr, "%s\n", dlerror());
  CHECK(library);
  CHECK(setenv(variable, path, 1) == 0);
  return library;
}

// Stores the address of a function of it.
static inline void fake_find(void *library, const char *name, void *to) {
  void *address = dlsym(library, name);
  CHECK(address);
  memcpy(to, &address, sizeof(address));
}

// Ends the test unless that was written down.
static inline void fake_check(int line, const char *found,
                              const char *expected) {
  if (strcmp(found, expected) == 0)
    return;
  fprintf(stderr, "line %d: expected\n%sfound\n%s", line, expected, found);
  exit(1);
}

#endif // QN_TESTS_SUPPORT_FAKE_H
