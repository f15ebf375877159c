// SPDX-License-Identifier: Apache-2.0
//
// Barriers, fences, clocks.
#ifndef QUERN_DEVICE_SYNC_H
#define QUERN_DEVICE_SYNC_H
#pragma clang system_header

#include "target/target.h"

__QN_FN __QN_CONVERGENT void __qn_syncthreads(void) { __qn_barrier(); }
__QN_FN __QN_CONVERGENT int __syncthreads_count(int pred) {
  return __qn_barrier_reduce(__QN_BARRIER_COUNT, pred);
}
__QN_FN __QN_CONVERGENT int __syncthreads_and(int pred) {
  return __qn_barrier_reduce(__QN_BARRIER_AND, pred);
}
__QN_FN __QN_CONVERGENT int __syncthreads_or(int pred) {
  return __qn_barrier_reduce(__QN_BARRIER_OR, pred);
}

// clang reserves the plain name for the nvptx triples.
#define __syncthreads __qn_syncthreads

__QN_FN void __threadfence_block(void) { __qn_fence(__QN_SCOPE_BLOCK); }
__QN_FN void __threadfence(void) { __qn_fence(__QN_SCOPE_DEVICE); }
__QN_FN void __threadfence_system(void) { __qn_fence(__QN_SCOPE_SYSTEM); }

__QN_FN long long clock64(void) { return (long long)__qn_clock(); }
__QN_FN clock_t clock(void) { return (clock_t)__qn_clock(); }
__QN_FN unsigned long long __qn_globaltimer(void) { return __qn_wall_clock_ns(); }
__QN_FN void __nanosleep(unsigned int ns) { __qn_sleep(ns); }

#ifdef __QUERN_DIALECT_HIP__
__QN_FN long long wall_clock64(void) {
  return (long long)(__qn_wall_clock_ns() / 10);
}
__QN_FN long long __clock64(void) { return (long long)__qn_clock(); }
__QN_FN long long __clock(void) { return (long long)__qn_clock(); }
#endif

#endif
