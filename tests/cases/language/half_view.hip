// SPDX-License-Identifier: Apache-2.0
// Pairs of half precision as clang's vectors, pairs of one number, and the older
// type of bfloat16.
#include <hip/hip_bfloat16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include "program.h"

__global__ void k(__half2 *h, hip_bfloat16 *b) {
  h[0].data.x = 1.5;
  h[0].data[1] = (_Float16)(h[1].data.y + h[1].data.x);
  h[1] = __half2(3);
  h[2] = __half2_raw(h[0]);
  h[2].data += h[1].data;
  b[0].data = 0x4040; // 3
  b[1] = hip_bfloat16(1.0f + 0x1p-7f + 0x1p-8f + 0x1p-10f,
                      hip_bfloat16::truncate);
  b[2] = hip_bfloat16::round_to_bfloat16(1.0f + 0x1p-7f + 0x1p-8f + 0x1p-10f);
  b[3] = b[0] * b[0] + b[0];
}

int main() {
  __half2 *h, host[3];
  hip_bfloat16 *b, out[4];
  host[0] = host[2] = __half2(0, 0);
  host[1].data.x = 2;
  host[1].data.y = 0.25;
  OK(hipMalloc(&h, sizeof(host)));
  OK(hipMalloc(&b, sizeof(out)));
  OK(hipMemcpy(h, host, sizeof(host), hipMemcpyHostToDevice));
  k<<<1, 1>>>(h, b);
  OK(hipMemcpy(host, h, sizeof(host), hipMemcpyDeviceToHost));
  OK(hipMemcpy(out, b, sizeof(out), hipMemcpyDeviceToHost));
  CHECK(host[0].data.x == 1.5 && host[0].data.y == 2.25);
  CHECK((float)host[1].x == 3 && (float)host[1].y == 3);
  CHECK(host[2].data.x == 4.5 && host[2].data.y == 5.25);
  CHECK(out[0].data == 0x4040 && (float)out[0] == 3);
  CHECK(out[1].data == 0x3f81 && out[2].data == 0x3f82);
  CHECK((float)out[3] == 12);
  OK(hipFree(h));
  OK(hipFree(b));
  return done();
}
