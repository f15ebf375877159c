// SPDX-License-Identifier: Apache-2.0
//
// Runs a kernel of one block over values that it changes.
#ifndef QUERN_TESTS_REAL_BLOCK_H
#define QUERN_TESTS_REAL_BLOCK_H

#include "functors.h"
#include "real.h"

// What the kernel leaves in `n` values of output, which begin as -1.
template <class T, class U>
std::vector<U> run_block(void (*kernel)(const T *, U *),
                         const std::vector<T> &in, size_t n, dim3 threads) {
  const real::memory<T> from(in);
  const real::memory<U> to(std::vector<U>(n, (U)-1));
  kernel<<<1, threads>>>(from.get(), to.get());
  real::ok(REAL_API(GetLastError)(), "the launch");
  real::ok(REAL_API(DeviceSynchronize)(), "the kernel");
  return to.host();
}

#endif
