// SPDX-License-Identifier: Apache-2.0
// Kernels go on behind a trap that nothing reaches: LLVM made no instructions of
// the chip's from what lies behind one, for gfx11.
// OPTIMIZE: 0 2 3
#include "program.h"

#include <cstdio>

enum { ITEMS = 64 };

// As ggml has it: its string's bytes are copied in a loop, beside the trap.
[[noreturn]] static __device__ void no_code(const char *file, int line) {
  printf("%s:%d: no code for this\n", file, line);
  __trap();
}

// One that always ends there is compiled, but not called.
template <int KIND>
__global__ void guarded(const long long *steps, long long *out, int limit) {
  if (KIND > 1) {
    no_code(__FILE__, __LINE__);
    return;
  }
  const int i = threadIdx.x;
  if (steps[i] < 0) {
    if (KIND)
      no_code(__FILE__, __LINE__);
    __trap();
  }
  long long sum = 0;
  for (long long n = 0; n < limit; n += steps[i]) {
    if (n > (1ll << 40))
      __trap();
    sum += n * 0x100000001ll + (long long)(size_t)(out + n - out);
  }
  out[i] = sum;
}

template __global__ void guarded<2>(const long long *, long long *, int);

template <int KIND> static void check() {
  long long steps[ITEMS], found[ITEMS], *from, *out;
  for (int i = 0; i < ITEMS; ++i)
    steps[i] = i % 7 + 1;
  OK(cudaMalloc(&from, sizeof(steps)));
  OK(cudaMalloc(&out, sizeof(found)));
  OK(cudaMemcpy(from, steps, sizeof(steps), cudaMemcpyHostToDevice));
  guarded<KIND><<<1, ITEMS>>>(from, out, 1000);
  OK(cudaMemcpy(found, out, sizeof(found), cudaMemcpyDeviceToHost));
  for (int i = 0; i < ITEMS; ++i) {
    long long sum = 0;
    for (long long n = 0; n < 1000; n += steps[i])
      sum += n * 0x100000002ll;
    CHECK(found[i] == sum);
  }
  OK(cudaFree(from));
  OK(cudaFree(out));
}

int main() {
  check<0>();
  check<1>();
  return 0;
}
