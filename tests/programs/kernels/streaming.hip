// SPDX-License-Identifier: Apache-2.0
// Launches that write past the caches go through memory at several places by
// turns: every work-item runs once, wherever rows of groups end. Nearly every
// launch is larger than half of this cache, and not shared out.
// FLAGS: -O3
// ENV: QUERN_CPU_CACHE=4096
// ENV: QUERN_CPU_TURNS=1
// ENV: QUERN_CPU_THREADS=1
#include <hip/hip_runtime.h>

#include "program.h"

__global__ void numbers(unsigned *out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = i * 3 + 1;
}
__global__ void count(unsigned *out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] += i;
}
__global__ void some(const unsigned *in, unsigned *out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 5 != 2)
    out[i] = in[i] ^ blockIdx.x;
}
// Reads around.
__global__ void around(const unsigned *in, unsigned *out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    out[i] = in[i - 1] ^ in[i + 1];
}
// Not flat: groups are told apart.
__global__ void groups(unsigned *out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = blockIdx.x * 1000 + threadIdx.x + gridDim.x;
}

static void test_size(unsigned n, unsigned block) {
  const unsigned grid = (n + block - 1) / block;
  const unsigned room = 64; // nothing past the end is written
  std::vector<unsigned> a(n + room), b(n + room), c(n + room);
  unsigned *p, *q;
  OK(hipMalloc(&p, (n + room) * sizeof(unsigned)));
  OK(hipMalloc(&q, (n + room) * sizeof(unsigned)));
  OK(hipMemset(p, 7, (n + room) * sizeof(unsigned)));
  OK(hipMemset(q, 9, (n + room) * sizeof(unsigned)));
  numbers<<<grid, block>>>(p, n);
  count<<<grid, block>>>(p, n);
  some<<<grid, block>>>(p, q, n);
  OK(hipMemcpy(a.data(), p, a.size() * sizeof(unsigned),
               hipMemcpyDeviceToHost));
  OK(hipMemcpy(b.data(), q, b.size() * sizeof(unsigned),
               hipMemcpyDeviceToHost));
  unsigned wrong = 0;
  around<<<grid, block>>>(p, q, n);
  OK(hipMemcpy(c.data(), q, c.size() * sizeof(unsigned),
               hipMemcpyDeviceToHost));
  for (unsigned i = 1; i < n - 1; ++i)
    wrong += c[i] != (a[i - 1] ^ a[i + 1]);
  groups<<<grid, block>>>(q, n);
  OK(hipMemcpy(c.data(), q, c.size() * sizeof(unsigned),
               hipMemcpyDeviceToHost));
  for (unsigned i = 0; i < n; ++i) {
    const unsigned value = i * 4 + 1;
    wrong += a[i] != value;
    wrong += b[i] != (value % 5 != 2 ? value ^ (i / block) : 0x09090909u);
    wrong += c[i] != i / block * 1000 + i % block + grid;
  }
  for (unsigned i = n; i < n + room; ++i)
    wrong +=
        (a[i] != 0x07070707u) + (b[i] != 0x09090909u) + (c[i] != 0x09090909u);
  CHECK(wrong == 0);
  OK(hipFree(p));
  OK(hipFree(q));
}

int main() {
  for (unsigned block : {256u, 100u, 64u, 37u, 1u, 300u, 1024u}) {
    test_size(8 * 16384, block);
    test_size(3 * 8 * 16384 + 12345, block);
    test_size(70001, block);
  }
  return done();
}
