// SPDX-License-Identifier: Apache-2.0
// printf of short, char, size_t and their like in kernels. NVIDIA's driver,
// which formats there, knows l and ll alone.
// OUTPUT: [-7|ff|-1|255|65535]
// OUTPUT: [   -3|18446744073709551615|-9|5|%]
#include <hip/hip_runtime.h>

#include <cstddef>
#include <cstdint>

#include "program.h"

__global__ void conversions(int a) {
  printf("[%hhd|%hhx|%hd|%hhu|%hu]\n", a - 7, a + 0x1ff, a + 0xffff, a + 255,
         a + 0x1ffff);
  printf("[%*hd|%zu|%jd|%td|%%]\n", 5, a - 3, (size_t)a - 1, (intmax_t)a - 9,
         (ptrdiff_t)a + 5);
}

int main() {
  conversions<<<1, 1>>>(0);
  OK(hipDeviceSynchronize());
  return done();
}
