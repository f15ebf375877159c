// SPDX-License-Identifier: Apache-2.0
// The harness of the unit tests: CHECK stops the test at the first failure and
// says where; a test that cannot run here ends with SKIP (exit code 77).
#ifndef QN_TESTS_SUPPORT_TEST_H
#define QN_TESTS_SUPPORT_TEST_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/diag.h"
#include "base/span.h"

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: CHECK(%s)\n", __FILE__, __LINE__, #condition);   \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

#define CHECK_INT(got, expected)                                               \
  do {                                                                         \
    const intmax_t check_got_ = (intmax_t)(got);                               \
    const intmax_t check_expected_ = (intmax_t)(expected);                     \
    if (check_got_ != check_expected_) {                                       \
      fprintf(stderr, "%s:%d: %s is %jd, expected %jd\n", __FILE__, __LINE__,  \
              #got, check_got_, check_expected_);                              \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

#define CHECK_TEXT(got, expected)                                              \
  do {                                                                         \
    const char *check_got_ = (got);                                            \
    const char *check_expected_ = (expected);                                  \
    if (!check_got_ || strcmp(check_got_, check_expected_) != 0) {             \
      fprintf(stderr, "%s:%d: %s is\n<<<%s>>>\nexpected\n<<<%s>>>\n",          \
              __FILE__, __LINE__, #got, check_got_ ? check_got_ : "(null)",    \
              check_expected_);                                                \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

#define CHECK_STR(got, literal)                                                \
  do {                                                                         \
    const qn_str check_str_ = (got);                                           \
    if (!qn_str_equal(check_str_, QN_STR(literal))) {                          \
      fprintf(stderr, "%s:%d: %s is '%.*s', expected '%s'\n", __FILE__,        \
              __LINE__, #got, QN_STR_ARG(check_str_), (literal));              \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

// `call` succeeded; the diag it was given is printed when it did not.
#define CHECK_OK(call, diag)                                                   \
  do {                                                                         \
    if (qn_failed(call)) {                                                     \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,            \
              (diag)->message);                                                \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

#define SKIP(reason)                                                           \
  do {                                                                         \
    printf("skipped: %s\n", (reason));                                         \
    exit(77);                                                                  \
  } while (0)

// Runs `body` with the 1st, 2nd, ... allocation failing, until it succeeds
// without meeting the failure. `body` must return false on QN_E_MEMORY, after
// it has checked that its objects are unchanged, and true when it succeeded.
// Returns how many allocations there were.
static inline uint64_t test_fail_allocations(bool (*body)(void)) {
  for (uint64_t n = 1;; ++n) {
    const uint64_t before = qn_alloc_count();
    qn_alloc_fail_at(n);
    const bool done = body();
    qn_alloc_fail_at(0);
    if (qn_alloc_count() - before < n) {
      CHECK(done); // nothing failed, so it must have worked
      return n - 1;
    }
    CHECK(n < 100000);
  }
}

#endif // QN_TESTS_SUPPORT_TEST_H
