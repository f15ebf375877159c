// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>

#include "mixed.h"

__global__ void add(int *p) { *p += ADDED; }
extern "C" int on_device(int x) {
  int *p, result = -1;
  if (hipMalloc((void **)&p, 4) != hipSuccess)
    return -1;
  (void)hipMemcpy(p, &x, 4, hipMemcpyHostToDevice);
  add<<<1, 1>>>(p);
  (void)hipMemcpy(&result, p, 4, hipMemcpyDeviceToHost);
  (void)hipFree(p);
  return result;
}
