// SPDX-License-Identifier: Apache-2.0
// Loops of a few rounds, which are looked at together: none reads beyond the end
// of its array, by a whole element, unseen. A work-item ends with what it must
// not read.
#include <cstdio>

__global__ void sum(int count, const float *x, float *y) {
  float all = 1;
  for (int k = 0; k < count; ++k)
    all += x[k]; // EXPECT: out-of-bounds
  *y = all;
}

int main() {
  enum { ROUNDS = 40, BEGINS = 4 };
  static float sums[ROUNDS * BEGINS];
  float *y;
#ifdef TWIN
  const int more = 0;
#else
  const int more = 1;
#endif
  cudaMalloc(&y, sizeof(sums));
  cudaMemset(y, 0, sizeof(sums));
  for (int i = 0; i < ROUNDS * BEGINS; ++i) {
    const int begin = i % BEGINS, count = i / BEGINS + 1;
    float *x;
    cudaMalloc(&x, (begin + count + 1 - more) * sizeof(float));
    cudaMemset(x, 0, (begin + count + 1 - more) * sizeof(float));
    sum<<<1, 1>>>(count + 1, x + begin, y + i);
    cudaDeviceSynchronize();
    cudaFree(x);
  }
  cudaMemcpy(sums, y, sizeof(sums), cudaMemcpyDeviceToHost);
  cudaFree(y);
  // What must not be is another finding.
  for (float all : sums)
    if (all != (more ? 0 : 1))
      cudaFree(sums);
}
