// SPDX-License-Identifier: Apache-2.0
// printf of short and char in kernels. NVIDIA's driver, which formats there,
// reads these wrongly.
// DEVICES: cpu
// OUTPUT: [-7|ff|-1|255|65535]
#include <hip/hip_runtime.h>

#include "program.h"

__global__ void conversions() {
  printf("[%hhd|%hhx|%hd|%hhu|%hu]\n", (signed char)-7, 0xff, (short)-1, 255,
         65535);
}

int main() {
  conversions<<<1, 1>>>();
  OK(hipDeviceSynchronize());
  return done();
}
