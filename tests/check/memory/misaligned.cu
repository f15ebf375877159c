// SPDX-License-Identifier: Apache-2.0
// With -DTWIN the defect is not there.
#include <cstring>

__global__ void read(const char *bytes, double *out) {
#ifdef TWIN
  double value;
  memcpy(&value, bytes + 4, sizeof(value));
  *out = value;
#else
  *out = *(const double *)(bytes + 4); // EXPECT: misaligned
#endif
}
int main() {
  char *x;
  double *out;
  cudaMalloc(&x, 64);
  cudaMalloc(&out, 8);
  cudaMemset(x, 0, 64);
  read<<<1, 1>>>(x, out);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(out);
}
