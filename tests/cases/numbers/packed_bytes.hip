// SPDX-License-Identifier: Apache-2.0
// Four bytes at a time by HIP's older names, and halves from raw ones of any kind.
#include <hip/hip_fp16.h>

#include <type_traits>

#include "program.h"

static_assert(std::is_assignable<__half, volatile __half_raw &>::value, "");
static_assert(std::is_assignable<__half, volatile __half_raw &&>::value, "");
static_assert(std::is_assignable<__half, __half_raw>::value, "");

__global__ void bytes(char4 a, char4 b, char4 *out, float *half) {
  out[0] = __hip_hc_add8pk(a, b);
  out[1] = __hip_hc_sub8pk(a, b);
  out[2] = __hip_hc_mul8pk(a, b);
  volatile __half_raw raw;
  raw.x = 0x4200; // 3
  __half h;
  h = (volatile __half_raw &&)raw;
  *half = (float)h;
}

static bool is(char4 v, int x, int y, int z, int w) {
  return v.x == (char)x && v.y == (char)y && v.z == (char)z && v.w == (char)w;
}

int main() {
  char4 *out;
  float *half;
  OK(hipMallocManaged(&out, 3 * sizeof(char4)));
  OK(hipMallocManaged(&half, sizeof(float)));
  bytes<<<1, 1>>>(make_char4(127, -112, 3, 0), make_char4(122, -5, -4, 9), out,
                  half);
  OK(hipDeviceSynchronize());
  CHECK(is(out[0], 249, -117, -1, 9));
  CHECK(is(out[1], 5, -107, 7, -9));
  CHECK(is(out[2], 127 * 122, 560, -12, 0));
  CHECK(*half == 3);
  OK(hipFree(out));
  OK(hipFree(half));
  return done();
}
