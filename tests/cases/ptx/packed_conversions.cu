// SPDX-License-Identifier: Apache-2.0
// cvt.pack and conversions to and from pairs of eight-bit floats, against the
// functions of cuda_fp8.h and plain arithmetic.
#include "program.h"
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__device__ static unsigned bits_of(__half2 x) {
  unsigned raw;
  memcpy(&raw, &x, 4);
  return raw;
}

__global__ void packs(int a, int b, unsigned c, unsigned *out) {
#if __CUDA_ARCH__ >= 720
  asm("cvt.pack.sat.s8.s32.b32 %0, %1, %2, %3;"
      : "=r"(out[0])
      : "r"(a), "r"(b), "r"(c));
  asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;"
      : "=r"(out[1])
      : "r"(a), "r"(b), "r"(c));
  asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(out[2]) : "r"(a), "r"(b));
#endif
#if __CUDA_ARCH__ >= 890
  unsigned short low, other;
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;"
      : "=h"(low)
      : "f"((float)a), "f"((float)b));
  asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;"
      : "=h"(other)
      : "r"(bits_of(__floats2half2_rn((float)a, (float)b))));
  asm("cvt.rn.relu.f16x2.e4m3x2 %0, %1;" : "=r"(out[4]) : "h"(low));
  asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(out[5]) : "h"(other));
  out[3] = low | (unsigned)other << 16;
#endif
}

static unsigned clamped(int x, int least, int most, unsigned mask) {
  return (unsigned)(x < least ? least : x > most ? most : x) & mask;
}
static float half_at(unsigned raw, int i) {
  __half half;
  const unsigned short bits = (unsigned short)(raw >> 16 * i);
  memcpy(&half, &bits, 2);
  return __half2float(half);
}

int main() {
  static const int values[] = {0, 1, -1, 3, 100, -100, 127, -128, 200, -300,
                               448, 70000, -70000};
  unsigned *out;
  OK(cudaMallocManaged(&out, 6 * sizeof(*out)));
  for (int a : values)
    for (int b : values) {
      const unsigned c = 0x1234abcd;
      packs<<<1, 1>>>(a, b, c, out);
      OK(cudaDeviceSynchronize());
      CHECK(out[0] == (c << 16 | clamped(a, -128, 127, 255) << 8 |
                       clamped(b, -128, 127, 255)));
      CHECK(out[1] == (c << 16 | clamped(a, 0, 255, 255) << 8 |
                       clamped(b, 0, 255, 255)));
      CHECK(out[2] == (clamped(a, -32768, 32767, 65535) << 16 |
                       clamped(b, -32768, 32767, 65535)));
      const __nv_fp8_e4m3 high((float)a), low((float)b);
      CHECK((out[3] & 65535) == ((unsigned)high.__x << 8 | low.__x));
      const __half2 both = __floats2half2_rn((float)a, (float)b);
      const __nv_fp8_e5m2 first(both.x), second(both.y);
      CHECK(out[3] >> 16 == ((unsigned)second.__x << 8 | first.__x));
      CHECK(half_at(out[4], 0) == ((float)low > 0 ? (float)low : 0));
      CHECK(half_at(out[4], 1) == ((float)high > 0 ? (float)high : 0));
      CHECK(half_at(out[5], 0) == (float)first);
      CHECK(half_at(out[5], 1) == (float)second);
    }
  OK(cudaFree(out));
  return done();
}
