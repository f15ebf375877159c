// SPDX-License-Identifier: Apache-2.0
// The kernels of affine.cu out of the program itself, from C.
#include <stdio.h>

#include "affine.h"

enum { N = 1024 };

static int check(hipError_t error, const char *what) {
  if (error != hipSuccess)
    fprintf(stderr, "%s: %s\n", what, hipGetErrorString(error));
  return error != hipSuccess;
}

int main(void) {
  float x[N], y[N];
  float *device_x, *device_y;
  for (int i = 0; i < N; ++i)
    x[i] = (float)i;
  if (check(hipMalloc((void **)&device_x, sizeof(x)), "memory") ||
      check(hipMalloc((void **)&device_y, sizeof(y)), "memory") ||
      check(hipMemcpy(device_x, x, sizeof(x), hipMemcpyHostToDevice), "copy"))
    return 1;
  if (check(affine_affine(quern_dim3(4, 1, 1), quern_dim3(256, 1, 1), 0, 0,
                          device_x, device_y, 2.0f, 1.0f, N),
            "launch") ||
      check(hipMemcpy(y, device_y, sizeof(y), hipMemcpyDeviceToHost), "copy"))
    return 1;
  for (int i = 0; i < N; ++i) {
    if (y[i] != 2.0f * (float)i + 1.0f) {
      fprintf(stderr, "y[%d] is %g\n", i, (double)y[i]);
      return 1;
    }
  }
  printf("y = 2 x + 1 for %d numbers, from %zu embedded bytes\n", N,
         affine_size);
  (void)hipFree(device_x);
  (void)hipFree(device_y);
  return check(affine_unload(), "unload");
}
