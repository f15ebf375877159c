// SPDX-License-Identifier: Apache-2.0
//
// PTX's mbarrier on other targets than NVIDIA's: a word counts, and who asks
// whether a phase has ended lets the others run. Not for spirv64v1.0, where they
// cannot be let.
#ifndef QUERN_DEVICE_MBARRIER_H
#define QUERN_DEVICE_MBARRIER_H
#pragma clang system_header

#include "../prelude.h"

#if !defined(__QUERN_TARGET_NVPTX__) && !defined(__QN_SPIRV_CANNOT_WAIT)
// The word: how many have still to arrive, how many a phase waits for (20 bits
// each), and the number of the phase.
__QN_FN unsigned int __qn_mbarrier_pending(unsigned long long word) {
  return (unsigned int)word & 0xfffff;
}
__QN_FN unsigned int __qn_mbarrier_expected(unsigned long long word) {
  return (unsigned int)(word >> 20) & 0xfffff;
}
__QN_FN unsigned int __qn_mbarrier_phase(unsigned long long word) {
  return (unsigned int)(word >> 40);
}
__QN_FN unsigned long long __qn_mbarrier_word(unsigned int pending,
                                              unsigned int expected,
                                              unsigned int phase) {
  return pending | (unsigned long long)expected << 20 |
         (unsigned long long)phase << 40;
}
__QN_FN void __qn_mbarrier_init(unsigned long long *b, unsigned int count) {
  __atomic_store_n(b, __qn_mbarrier_word(count, count, 0), __ATOMIC_RELEASE);
}
__QN_FN void __qn_mbarrier_inval(unsigned long long *b) {
  __atomic_store_n(b, 0, __ATOMIC_RELAXED);
}
// `count` arrive, of whom `dropped` are not expected in later phases. The word
// from before is the token to wait by.
__QN_FN unsigned long long __qn_mbarrier_arrive(unsigned long long *b,
                                                unsigned int count,
                                                unsigned int dropped) {
  unsigned long long before = __atomic_load_n(b, __ATOMIC_RELAXED), after;
  do {
    const unsigned int left = __qn_mbarrier_pending(before) - count;
    const unsigned int expected = __qn_mbarrier_expected(before) - dropped;
    const unsigned int phase = __qn_mbarrier_phase(before);
    after = left ? __qn_mbarrier_word(left, expected, phase)
                 : __qn_mbarrier_word(expected, expected,
                                      (phase + 1) & 0xffffff);
  } while (!__atomic_compare_exchange_n(b, &before, after, false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
  return before;
}
__QN_FN bool __qn_mbarrier_passed(bool passed) {
#ifdef __QUERN_TARGET_CPU__
  if (!passed)
    __qn_yield();
#elif defined(__QUERN_TARGET_SPIRV__)
  if (!passed)
    __qn_spirv_yield();
#endif
  return passed;
}
// Whether the token's phase has ended.
__QN_FN bool __qn_mbarrier_test(unsigned long long *b,
                                unsigned long long token) {
  return __qn_mbarrier_passed(
      __qn_mbarrier_phase(__atomic_load_n(b, __ATOMIC_ACQUIRE)) !=
      __qn_mbarrier_phase(token));
}
// Whether the phase with the parity has ended.
__QN_FN bool __qn_mbarrier_test_parity(unsigned long long *b, bool parity) {
  return __qn_mbarrier_passed(
      (__qn_mbarrier_phase(__atomic_load_n(b, __ATOMIC_ACQUIRE)) & 1) !=
      (unsigned int)parity);
}
#endif

#endif
