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

// After what is wrong the program ends; with QUERN_TEST_GO_ON it says what else
// is wrong first, for where running it again is dear.
static inline void go_wrong() {
  enum { FAILURES_MAX = 100 };
  static int times;
  if (!std::getenv("QUERN_TEST_GO_ON") || ++times == FAILURES_MAX)
    std::exit(1);
  if (times == 1)
    std::atexit([] {
      std::fflush(stdout);
      std::_Exit(1);
    });
}

// And where it was when a signal ended it.
#if __has_include(<execinfo.h>)
#include <csignal>
#include <execinfo.h>
static inline void say_where(int number) {
  enum { FRAMES_MAX = 64, STDERR = 2 };
  void *frames[FRAMES_MAX];
  backtrace_symbols_fd(frames, backtrace(frames, FRAMES_MAX), STDERR);
  std::signal(number, SIG_DFL); // which it gets again, at once
}
static inline bool ask_where() {
  void *frame;
  return std::getenv("QUERN_TEST_GO_ON") && backtrace(&frame, 1) > 0 &&
         std::signal(SIGSEGV, say_where) != SIG_ERR;
}
__attribute__((unused)) static const bool says_where = ask_where();
#endif

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__,          \
                   #condition);                                                \
      go_wrong();                                                              \
    }                                                                          \
  } while (0)

// A call that must succeed.
#define OK(call)                                                               \
  do {                                                                         \
    const int result_ = (int)(call);                                           \
    if (result_) {                                                             \
      std::fprintf(stderr, "%s:%d: %s gave error %d\n", __FILE__, __LINE__,    \
                   #call, result_);                                            \
      go_wrong();                                                              \
    }                                                                          \
  } while (0)

// A call that must fail so.
#define FAILS(call, wanted)                                                    \
  do {                                                                         \
    const int result_ = (int)(call);                                           \
    if (result_ != (int)(wanted)) {                                            \
      std::fprintf(stderr, "%s:%d: %s gave %d, not " #wanted " (%d)\n",        \
                   __FILE__, __LINE__, #call, result_, (int)(wanted));         \
      go_wrong();                                                              \
    }                                                                          \
  } while (0)

#define NEAR(got, wanted, tolerance)                                           \
  do {                                                                         \
    const double got_ = (got), wanted_ = (wanted);                             \
    if (!(std::fabs(got_ - wanted_) <=                                         \
          (tolerance) * (1 + std::fabs(wanted_)))) {                           \
      std::fprintf(stderr, "%s:%d: %s is %.9g, not %.9g\n", __FILE__,          \
                   __LINE__, #got, got_, wanted_);                             \
      go_wrong();                                                              \
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
