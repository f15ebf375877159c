// SPDX-License-Identifier: Apache-2.0
//
// For kernels that check themselves: CHECK notes the line of a thread's first
// failure, PASS leaves 1 where nothing failed and minus the line where it did.
#ifndef QUERN_TESTS_CHECK_H
#define QUERN_TESTS_CHECK_H

#define BEGIN()                                                                \
  const int self = (int)(blockIdx.x * blockDim.x + threadIdx.x);               \
  int outcome = 1;                                                             \
  (void)self

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (outcome == 1 && !(condition))                                          \
      outcome = -__LINE__;                                                     \
  } while (0)

#define PASS(result) (result)[self] = outcome

// Keeps a value from being computed at compile time.
template <typename T> __device__ T opaque(T value, const int *zero) {
  return *(volatile const int *)zero == 0 ? value : T();
}

#endif
