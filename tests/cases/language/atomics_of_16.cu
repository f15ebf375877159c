// SPDX-License-Identifier: Apache-2.0
// Atomic exchanges of 16 bytes, also at a CPU's levels that lack the instruction.
// DEVICES: cpu cuda
// LEVELS: x86-64 x86-64-v2
#include "program.h"

struct __align__(16) wide {
  long long a, b;
};

__global__ void k(wide *w, int *done) {
  const wide before = {1, 2}, next = {3, 4}, last = {5, 6};
  const wide found = atomicCAS(&w[0], before, next);
  done[0] = found.a == 1 && found.b == 2;
  w[1] = atomicExch(&w[0], last);
  w[2] = atomicCAS(&w[0], before, next);
}

__global__ void add(wide *w) {
  wide old = {0, 0};
  for (;;) {
    const wide found = atomicCAS(w, old, wide{old.a + 1, old.b - 1});
    if (found.a == old.a && found.b == old.b)
      return;
    old = found;
  }
}

int main() {
  wide *d, h[3] = {{1, 2}, {}, {}};
  int *done, ok;
  OK(cudaMalloc(&d, sizeof(h)));
  OK(cudaMalloc(&done, sizeof(ok)));
  OK(cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice));
  k<<<1, 1>>>(d, done);
  OK(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(&ok, done, sizeof(ok), cudaMemcpyDeviceToHost));
  CHECK(ok && h[1].a == 3 && h[1].b == 4 && h[2].a == 5 && h[0].b == 6);
  OK(cudaMemset(d, 0, sizeof(h)));
  add<<<16, 64>>>(d);
  OK(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost));
  CHECK(h[0].a == 1024 && h[0].b == -1024);
  OK(cudaFree(d));
  OK(cudaFree(done));
  return ::done();
}
