// SPDX-License-Identifier: Apache-2.0
// Atomic operations on floats by clang's built-ins for AMD GPUs, with pointers
// into address spaces, as sources for gfx90a have them: old values and sums.
#include <hip/hip_runtime.h>

#include "program.h"

#define GLOBAL(T) (__attribute__((address_space(1))) T *)
#define SHARED(T) (__attribute__((address_space(3))) T *)

struct Sums {
  double add, flat, least, most, shared;
  float add_f, shared_f;
};

__global__ void sums(Sums *out, double *old) {
  __shared__ double local;
  __shared__ float local_f;
  const double v = threadIdx.x + 1;
  if (threadIdx.x == 0) {
    local = 0;
    local_f = 0;
  }
  __syncthreads();
  old[threadIdx.x] =
      __builtin_amdgcn_global_atomic_fadd_f64(GLOBAL(double) & out->add, v);
  __builtin_amdgcn_flat_atomic_fadd_f64(&out->flat, v);
  __builtin_amdgcn_global_atomic_fmin_f64(GLOBAL(double) & out->least, -v);
  __builtin_amdgcn_flat_atomic_fmax_f64(&out->most, v);
  __builtin_amdgcn_global_atomic_fadd_f32(GLOBAL(float) & out->add_f, (float)v);
  __builtin_amdgcn_ds_atomic_fadd_f64(SHARED(double) & local, v);
  __builtin_amdgcn_ds_atomic_fadd_f32(SHARED(float) & local_f, (float)v);
  __syncthreads();
  if (threadIdx.x == 0) {
    out->shared = local;
    out->shared_f = local_f;
  }
}

int main() {
  enum { THREADS = 96 };
  const double sum = THREADS * (THREADS + 1) / 2;
  Sums *s;
  double *old, before = 0;
  OK(hipMallocManaged((void **)&s, sizeof(*s)));
  OK(hipMallocManaged((void **)&old, sizeof(*old) * THREADS));
  *s = {};
  sums<<<1, THREADS>>>(s, old);
  OK(hipDeviceSynchronize());
  CHECK(s->add == sum && s->flat == sum && s->shared == sum);
  CHECK(s->add_f == (float)sum && s->shared_f == (float)sum);
  CHECK(s->least == -THREADS && s->most == THREADS);
  // Each old value is a sum before another was added: the last is the largest.
  for (int i = 0; i < THREADS; ++i) {
    CHECK(old[i] >= 0 && old[i] < sum);
    before = old[i] > before ? old[i] : before;
  }
  CHECK(before >= sum - THREADS);
  OK(hipFree(s));
  OK(hipFree(old));
  return done();
}
