// SPDX-License-Identifier: Apache-2.0
// CUDA's instructions for dynamic programming: on words, and on both halves.
#include "program.h"

enum { FACTS = 24 };

__global__ void k(const unsigned *in, unsigned *out) {
  const unsigned a = in[0], b = in[1], c = in[2];
  const int x = (int)a, y = (int)b, z = (int)c;
  bool high, low, word;
  unsigned *o = out;
  *o++ = __viaddmax_s16x2(a, b, c);
  *o++ = __viaddmax_u16x2(a, b, c);
  *o++ = __viaddmin_s16x2(a, b, c);
  *o++ = __viaddmin_s16x2_relu(a, b, c);
  *o++ = __vimax3_s16x2(a, b, c);
  *o++ = __vimin3_u16x2(a, b, c);
  *o++ = __vimin3_s16x2_relu(a, b, c);
  *o++ = __vimax_s16x2_relu(a, b);
  *o++ = __vimin_s16x2_relu(a, b);
  *o++ = __vibmax_s16x2(a, b, &high, &low) + high * 2 + low;
  *o++ = __vibmin_u16x2(a, b, &high, &low);
  *o++ = high * 2 + low;
  *o++ = (unsigned)__viaddmax_s32(x, y, z);
  *o++ = (unsigned)__viaddmax_s32_relu(x, y, -2);
  *o++ = __viaddmin_u32(a, b, c);
  *o++ = (unsigned)__vimax3_s32_relu(x, -1, -2);
  *o++ = (unsigned)__vimin_s32_relu(x, y);
  *o++ = (unsigned)__vibmin_s32(x, y, &word);
  *o++ = word;
}

int main() {
  // Halves: high fffe 7fff 0003, low 0005 fffb 8000.
  const unsigned in[] = {0xfffe0005u, 0x7ffffffbu, 0x00038000u};
  const unsigned wanted[] = {
      0x7ffd0000u, 0x7ffd8000u, 0x00038000u, 0x00030000u, 0x7fff0005u,
      0x00030005u, 0x00000000u, 0x7fff0005u, 0x00000000u,
      0x7fff0005u + 1,          // the second's high half, the first's low one
      0x7fff0005u, 1u,          // the first's low half is the lesser
      0x7ffe0000u, 0x7ffe0000u, // the sum wraps
      0x00038000u, 0u,          0u,          0xfffe0005u, 1u};
  unsigned *d, out[FACTS];
  OK(cudaMalloc(&d, sizeof(in) + sizeof(out)));
  OK(cudaMemcpy(d, in, sizeof(in), cudaMemcpyHostToDevice));
  k<<<1, 1>>>(d, d + 3);
  OK(cudaMemcpy(out, d + 3, sizeof(wanted), cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < sizeof(wanted) / sizeof(*wanted); ++i) {
    if (out[i] != wanted[i])
      std::fprintf(stderr, "%u: %08x, not %08x\n", i, out[i], wanted[i]);
    CHECK(out[i] == wanted[i]);
  }
  CHECK(__viaddmax_s16x2(in[0], in[1], in[2]) == wanted[0]); // the host's
  OK(cudaFree(d));
  return done();
}
