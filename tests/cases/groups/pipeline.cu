// SPDX-License-Identifier: Apache-2.0
// Copies into shared memory that are waited for by their stage, some of them
// filled up with zeros; and vectors that say how they are aligned.
#include <cuda_pipeline.h>

#include "program.h"

static_assert(alignof(double4_32a) == 32 && alignof(double4_16a) == 16, "");
static_assert(sizeof(longlong4_32a) == 32 && alignof(ulong4_16a) == 16, "");

enum { THREADS = 64, STAGES = 4 };

__global__ void k(const int4 *in, int *out) {
  __shared__ int4 stage[STAGES][THREADS];
  const int i = (int)threadIdx.x;
  int sum = 0;
  for (int s = 0; s < STAGES; ++s) {
    __pipeline_memcpy_async(&stage[s][i], &in[s * THREADS + i], sizeof(int4),
                            s == 3 ? 8 : 0);
    __pipeline_commit();
  }
  for (int s = 0; s < STAGES; ++s) {
    __pipeline_wait_prior(STAGES - 1 - s);
    __syncthreads();
    const int4 v = stage[s][(i + 1) % THREADS];
    sum += v.x + v.y + v.z + v.w;
  }
  out[i] = sum;
}

int main() {
  const int count = THREADS * STAGES * 4;
  std::vector<int> h(count), got(THREADS);
  for (int i = 0; i < count; ++i)
    h[i] = i * 7 % 1013;
  int *in, *out;
  OK(cudaMalloc(&in, count * sizeof(int)));
  OK(cudaMalloc(&out, THREADS * sizeof(int)));
  OK(cudaMemcpy(in, h.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  k<<<1, THREADS>>>((const int4 *)in, out);
  OK(cudaMemcpy(got.data(), out, THREADS * sizeof(int),
                cudaMemcpyDeviceToHost));
  for (int i = 0; i < THREADS; ++i) {
    int sum = 0;
    for (int s = 0; s < STAGES; ++s)
      for (int p = 0; p < (s == 3 ? 2 : 4); ++p)
        sum += h[(s * THREADS + (i + 1) % THREADS) * 4 + p];
    CHECK(got[i] == sum);
  }
  OK(cudaFree(in));
  OK(cudaFree(out));
  return done();
}
