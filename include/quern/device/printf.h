// SPDX-License-Identifier: Apache-2.0
//
// printf, assert and traps on the device.
//
// printf becomes vprintf(format, arguments) on NVIDIA GPUs and CPUs, and records
// in the runtime's buffer on AMD GPUs (clang does both).
#ifndef QUERN_DEVICE_PRINTF_H
#define QUERN_DEVICE_PRINTF_H
#pragma clang system_header

#include "target/target.h"

// On SPIR-V the call stays as it is: OpenCL wants the format in constant memory,
// where the compiler puts it afterwards.
extern "C" __device__ int printf(const char *format, ...);

// What the standard assert macro calls, declared for both sides (assert.h); on
// the host it is the C library's.
extern "C" __host__ __device__ __attribute__((noreturn)) void
__assert_fail(const char *expression, const char *file, unsigned int line,
              const char *function) noexcept;
#ifndef __QUERN_TARGET_HOST__
extern "C" inline __host__ __device__
__attribute__((always_inline, noreturn)) void
__assert_fail(const char *expression, const char *file, unsigned int line,
              const char *function) noexcept {
  __qn_assert_fail(expression, file, line, function);
  __builtin_unreachable();
}
#endif

__QN_HD void __trap(void) { __qn_trap(); }
__QN_HD void __brkpt(void) {}
__QN_FN __attribute__((noreturn)) void abort(void) {
  __qn_trap();
  __builtin_unreachable();
}
#ifdef __QUERN_DIALECT_HIP__
#define abort_() abort()
#endif

// The profiler's event counters; nothing to count.
__QN_FN void __prof_trigger(int) {}

#endif
