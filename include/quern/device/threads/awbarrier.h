// SPDX-License-Identifier: Apache-2.0
//
// CUDA's barriers in shared memory that threads arrive at and wait for
// separately (cuda_awbarrier.h). On NVIDIA they are PTX's mbarrier; elsewhere a
// word counts (mbarrier.h), but on spirv64v1.0, where threads cannot wait so.
#ifndef QUERN_DEVICE_AWBARRIER_H
#define QUERN_DEVICE_AWBARRIER_H
#pragma clang system_header

#include "../prelude.h"
#include "mbarrier.h"

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

__QN_FN unsigned int __mbarrier_maximum_count(void) { return (1u << 20) - 1; }

#if defined(__QUERN_TARGET_NVPTX__)
#define __QN_AT(b) (unsigned int)__cvta_generic_to_shared(b)
__QN_FN void __mbarrier_init(__mbarrier_t *b, unsigned int count) {
  __asm__ volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(__QN_AT(b)),
                   "r"(count)
                   : "memory");
}
__QN_FN void __mbarrier_inval(__mbarrier_t *b) {
  __asm__ volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(__QN_AT(b))
                   : "memory");
}
__QN_FN __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *b) {
  __mbarrier_token_t token;
  __asm__ volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                   : "=l"(token)
                   : "r"(__QN_AT(b))
                   : "memory");
  return token;
}
__QN_FN __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *b) {
  __mbarrier_token_t token;
  __asm__ volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
                   : "=l"(token)
                   : "r"(__QN_AT(b))
                   : "memory");
  return token;
}
__QN_FN bool __mbarrier_test_wait(__mbarrier_t *b, __mbarrier_token_t token) {
  unsigned int done;
  __asm__ volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; "
                   "selp.u32 %0, 1, 0, p; }"
                   : "=r"(done)
                   : "r"(__QN_AT(b)), "l"(token)
                   : "memory");
  return done;
}
__QN_FN bool __mbarrier_test_wait_parity(__mbarrier_t *b, bool parity) {
  unsigned int done;
  __asm__ volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, "
                   "[%1], %2; selp.u32 %0, 1, 0, p; }"
                   : "=r"(done)
                   : "r"(__QN_AT(b)), "r"((unsigned int)parity)
                   : "memory");
  return done;
}
__QN_FN unsigned int __mbarrier_token_pending_count(__mbarrier_token_t token) {
  unsigned int count;
  __asm__("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(token));
  return count;
}
#undef __QN_AT
#elif !defined(__QN_SPIRV_CANNOT_WAIT)
__QN_FN void __mbarrier_init(__mbarrier_t *b, unsigned int count) {
  __qn_mbarrier_init(b, count);
}
__QN_FN void __mbarrier_inval(__mbarrier_t *b) { __qn_mbarrier_inval(b); }
__QN_FN __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *b) {
  return __qn_mbarrier_arrive(b, 1, 0);
}
__QN_FN __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *b) {
  return __qn_mbarrier_arrive(b, 1, 1);
}
__QN_FN bool __mbarrier_test_wait(__mbarrier_t *b, __mbarrier_token_t token) {
  return __qn_mbarrier_test(b, token);
}
__QN_FN bool __mbarrier_test_wait_parity(__mbarrier_t *b, bool parity) {
  return __qn_mbarrier_test_parity(b, parity);
}
__QN_FN unsigned int __mbarrier_token_pending_count(__mbarrier_token_t token) {
  return __qn_mbarrier_pending(token);
}
#else
#define __QN_NO_MBARRIER                                                       \
  __attribute__((device, unavailable(                           \
      "threads of SPIR-V devices without sub-groups of 32 cannot wait for "    \
      "each other but at __syncthreads")))
__QN_NO_MBARRIER void __mbarrier_init(__mbarrier_t *, unsigned int);
__QN_NO_MBARRIER void __mbarrier_inval(__mbarrier_t *);
__QN_NO_MBARRIER __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *);
__QN_NO_MBARRIER __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *);
__QN_NO_MBARRIER bool __mbarrier_test_wait(__mbarrier_t *, __mbarrier_token_t);
__QN_NO_MBARRIER unsigned int
    __mbarrier_token_pending_count(__mbarrier_token_t);
__QN_NO_MBARRIER bool __mbarrier_test_wait_parity(__mbarrier_t *, bool);
__QN_NO_MBARRIER bool __mbarrier_try_wait(__mbarrier_t *, __mbarrier_token_t,
                                          unsigned int);
__QN_NO_MBARRIER bool __mbarrier_try_wait_parity(__mbarrier_t *, bool,
                                                 unsigned int);
#undef __QN_NO_MBARRIER
#endif

#ifndef __QN_SPIRV_CANNOT_WAIT
// The time is the longest to sleep, which may be none.
__QN_FN bool __mbarrier_try_wait(__mbarrier_t *b, __mbarrier_token_t token,
                                 unsigned int) {
  return __mbarrier_test_wait(b, token);
}
__QN_FN bool __mbarrier_try_wait_parity(__mbarrier_t *b, bool parity,
                                        unsigned int) {
  return __mbarrier_test_wait_parity(b, parity);
}


namespace nvcuda {
namespace experimental {
class awbarrier {
  __mbarrier_t word_;

public:
  class arrival_token {
    __mbarrier_token_t token_;
    friend class awbarrier;
    __QN_DMEMBER explicit arrival_token(__mbarrier_token_t t) : token_(t) {}

  public:
    arrival_token() = default;
    __QN_DMEMBER unsigned int pending_count() const {
      return __mbarrier_token_pending_count(token_);
    }
  };
  awbarrier() = default;
  awbarrier(const awbarrier &) = delete;
  awbarrier &operator=(const awbarrier &) = delete;
  __QN_DMEMBER arrival_token arrive() {
    return arrival_token(__mbarrier_arrive(&word_));
  }
  __QN_DMEMBER arrival_token arrive_and_drop() {
    return arrival_token(__mbarrier_arrive_and_drop(&word_));
  }
  __QN_DMEMBER bool timed_wait(arrival_token token, unsigned int) {
    return __mbarrier_test_wait(&word_, token.token_);
  }
  __QN_DMEMBER bool timed_wait_parity(bool parity, unsigned int) {
    return __mbarrier_test_wait_parity(&word_, parity);
  }
  __QN_DMEMBER bool try_wait(arrival_token token, unsigned int) {
    return __mbarrier_test_wait(&word_, token.token_);
  }
  __QN_DMEMBER bool try_wait_parity(bool parity, unsigned int) {
    return __mbarrier_test_wait_parity(&word_, parity);
  }
  __QN_DMEMBER void wait(arrival_token token) {
    while (!__mbarrier_test_wait(&word_, token.token_))
      continue;
  }
  __QN_DMEMBER void arrive_and_wait() { wait(arrive()); }
  static __QN_DMEMBER constexpr long long max() { return (1 << 20) - 1; }
  friend __QN_DMEMBER void init(awbarrier *b, long long expected) {
    __mbarrier_init(&b->word_, (unsigned int)expected);
  }
  friend __QN_DMEMBER void inval(awbarrier *b) { __mbarrier_inval(&b->word_); }
};
} // namespace experimental
} // namespace nvcuda
#endif // !__QN_SPIRV_CANNOT_WAIT

#endif
