// SPDX-License-Identifier: Apache-2.0
//
// Prints what conversions of small floating point give on the host.
// check_host.sh compares what it prints when compiled plainly and by quern cc,
// whose host has the devices' own types.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
#include <hip/hip_fp8.h>

template <typename T> static void print(const char *name, unsigned codes) {
  for (unsigned code = 0; code < codes; ++code) {
    T tiny;
    const unsigned char bits = (unsigned char)code;
    std::memcpy(&tiny, &bits, 1);
    std::printf("%s %u %a\n", name, code, (double)(float)tiny);
  }
  // Every exponent, around the middle between steps, where ties are.
  for (int exponent = -30; exponent < 40; ++exponent)
    for (unsigned step = 0; step < 64; ++step)
      for (int side = -1; side <= 1; ++side) {
        const float value = std::ldexp(64.0f + step + side / 1024.0f, exponent);
        const T up = T(value), down = T(-value);
        unsigned char bits[2];
        std::memcpy(bits, &up, 1);
        std::memcpy(bits + 1, &down, 1);
        std::printf("%s %a %u %u\n", name, (double)value, bits[0], bits[1]);
      }
}

int main() {
  print<__nv_fp8_e4m3>("e4m3", 256);
  print<__nv_fp8_e5m2>("e5m2", 256);
  print<__hip_fp8_e4m3_fnuz>("e4m3_fnuz", 256);
  print<__hip_fp8_e5m2_fnuz>("e5m2_fnuz", 256);
  print<__nv_fp6_e2m3>("e2m3", 64);
  print<__nv_fp6_e3m2>("e3m2", 64);
  print<__nv_fp4_e2m1>("e2m1", 16);
  for (unsigned code = 0; code < 256; ++code)
    std::printf("%u %u %u\n", code,
                ((__half_raw)__nv_cvt_fp8_to_halfraw(
                     (__nv_fp8_storage_t)code, __NV_E4M3))
                    .x,
                __nv_cvt_float_to_fp8((float)code * 1e5f, __NV_NOSAT,
                                      __NV_E5M2));
  return 0;
}
