// SPDX-License-Identifier: Apache-2.0
// The kernels of affine.cu out of the program itself, from C++.
#include <cstdio>
#include <vector>

#include "scaled.h"

// As affine.cu has it.
struct range {
  float low, high;
};

int main() {
  const int n = 1000;
  std::vector<float> y(n);
  for (int i = 0; i < n; ++i)
    y[i] = static_cast<float>(i);
  float *device = nullptr;
  int *step = nullptr, found = 0;
  const std::size_t bytes = n * sizeof(float);
  if (hipMalloc(reinterpret_cast<void **>(&device), bytes) != hipSuccess ||
      hipMalloc(reinterpret_cast<void **>(&step), sizeof(int)) != hipSuccess)
    return 1;
  (void)hipMemcpy(device, y.data(), bytes, hipMemcpyHostToDevice);
  const dim3 grid(4), block(256);
  hipError_t error =
      scaled_clamp_to(grid, block, 0, nullptr, range{10, 20}, device, n);
  if (error == hipSuccess)
    error = scaled_step(dim3(1), dim3(1), 0, nullptr, step);
  (void)hipMemcpy(y.data(), device, bytes, hipMemcpyDeviceToHost);
  (void)hipMemcpy(&found, step, sizeof(int), hipMemcpyDeviceToHost);
  if (error != hipSuccess || y[0] != 10 || y[15] != 15 || y[999] != 20) {
    std::fprintf(stderr, "%s\n", hipGetErrorString(error));
    return 1;
  }
  std::printf("clamped to 10..20, step %d\n", found);
  (void)hipFree(device);
  (void)hipFree(step);
  return 0;
}
