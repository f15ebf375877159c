// SPDX-License-Identifier: Apache-2.0
// A public header in variants: what tools/abi.sh is to find, or to allow.
#ifndef QUERN_TEST_ABI_H
#define QUERN_TEST_ABI_H

#include <stddef.h>

typedef struct quern_sized {
  size_t size;
  int first;
#ifdef INSERTED
  int inserted;
#endif
#ifdef RETYPED
  double second;
#else
  long second;
#endif
#ifdef GROWN
  long third;
#endif
} quern_sized;

typedef struct quern_plain {
  int first;
#ifdef PLAIN_GROWN
  int second;
#endif
} quern_plain;

typedef enum quern_code {
  QUERN_FIRST = 0,
#ifdef RENUMBERED
  QUERN_SECOND = 2
#else
  QUERN_SECOND = 1
#endif
} quern_code;

__attribute__((visibility("default"))) quern_code
quern_use(const quern_sized *sized, quern_plain plain);
#ifdef PARAMETER
__attribute__((visibility("default"))) int quern_keep(long value);
#else
__attribute__((visibility("default"))) int quern_keep(int value);
#endif

#endif // QUERN_TEST_ABI_H
