// SPDX-License-Identifier: Apache-2.0
// CUDA's atomic functions with an order and a scope.
#include "program.h"

struct memory {
  int i[8];
  float f[2];
  double d;
  unsigned short s;
  unsigned char c;
  unsigned long long l;
};

__global__ void k(memory *m) {
  m->i[1] = __nv_atomic_load_n(&m->i[0], __NV_ATOMIC_RELAXED);
  __nv_atomic_store_n(&m->i[2], 5, __NV_ATOMIC_RELEASE,
                      __NV_THREAD_SCOPE_DEVICE);
  m->i[3] = __nv_atomic_exchange_n(&m->i[2], 6, __NV_ATOMIC_ACQ_REL,
                                   __NV_THREAD_SCOPE_BLOCK);
  int expected = 1;
  if (!__nv_atomic_compare_exchange_n(&m->i[2], &expected, 9, true,
                                      __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_ACQUIRE,
                                      __NV_THREAD_SCOPE_SYSTEM))
    m->i[4] = expected;
  m->i[5] = __nv_atomic_fetch_max(&m->i[0], 100, __NV_ATOMIC_RELAXED);
  __nv_atomic_min(&m->i[6], -3, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER);
  __nv_atomic_add(&m->f[0], 0.5f, __NV_ATOMIC_RELAXED,
                  __NV_THREAD_SCOPE_DEVICE);
  m->f[1] = __nv_atomic_fetch_add(&m->f[0], 0.5f, __NV_ATOMIC_ACQUIRE);
  __nv_atomic_add(&m->d, 1.5, __NV_ATOMIC_CONSUME, __NV_THREAD_SCOPE_THREAD);
  __nv_atomic_or(&m->l, 1ull << 40, __NV_ATOMIC_RELAXED);
  __nv_atomic_xor(&m->l, 3ull, __NV_ATOMIC_RELAXED);
  __nv_atomic_store_n(&m->s, (unsigned short)77, __NV_ATOMIC_RELAXED);
  __nv_atomic_store_n(&m->c, (unsigned char)7, __NV_ATOMIC_RELAXED);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
}

__global__ void count(int *n) {
  __nv_atomic_fetch_add(n, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

int main() {
  memory *d, h = {};
  h.i[0] = 42;
  OK(cudaMalloc(&d, sizeof(h)));
  OK(cudaMemcpy(d, &h, sizeof(h), cudaMemcpyHostToDevice));
  k<<<1, 1>>>(d);
  OK(cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost));
  CHECK(h.i[0] == 100 && h.i[1] == 42 && h.i[2] == 6 && h.i[3] == 5);
  CHECK(h.i[4] == 6 && h.i[5] == 42 && h.i[6] == -3);
  CHECK(h.f[0] == 1 && h.f[1] == 0.5f && h.d == 1.5);
  CHECK(h.l == (1ull << 40 | 3) && h.s == 77 && h.c == 7);
  count<<<10, 100>>>(d->i);
  OK(cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost));
  CHECK(h.i[0] == 1100);
  OK(cudaFree(d));
  return done();
}
