// SPDX-License-Identifier: Apache-2.0
// What the programs of this folder share. Each checks itself: it prints "ok"
// and returns 0, or says what is wrong and where, and returns 1.
#ifndef QUERN_TESTS_PROGRAM_H
#define QUERN_TESTS_PROGRAM_H

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

// Whether the program runs on that back end, which the tests choose.
static inline bool runs_on(const char *backend) {
  const char *chosen = std::getenv("QUERN_DEVICE");
  return chosen && std::strcmp(chosen, backend) == 0;
}

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__,          \
                   #condition);                                                \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

// A call that must succeed.
#define OK(call)                                                               \
  do {                                                                         \
    const int result_ = (int)(call);                                           \
    if (result_) {                                                             \
      std::fprintf(stderr, "%s:%d: %s gave error %d\n", __FILE__, __LINE__,    \
                   #call, result_);                                            \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

// A call that must fail so.
#define FAILS(call, wanted)                                                    \
  do {                                                                         \
    const int result_ = (int)(call);                                           \
    if (result_ != (int)(wanted)) {                                            \
      std::fprintf(stderr, "%s:%d: %s gave %d, not " #wanted " (%d)\n",        \
                   __FILE__, __LINE__, #call, result_, (int)(wanted));         \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

#define NEAR(got, wanted, tolerance)                                           \
  do {                                                                         \
    const double got_ = (got), wanted_ = (wanted);                             \
    if (!(std::fabs(got_ - wanted_) <=                                         \
          (tolerance) * (1 + std::fabs(wanted_)))) {                           \
      std::fprintf(stderr, "%s:%d: %s is %.9g, not %.9g\n", __FILE__,          \
                   __LINE__, #got, got_, wanted_);                             \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

inline int done() {
  std::puts("ok");
  return 0;
}

#ifdef __HIP_PLATFORM_AMD__
#define QUERN_TEST_HIP 1
#endif

#endif
