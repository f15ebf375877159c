// SPDX-License-Identifier: Apache-2.0
//
// Sums of the products of the four bytes of two words.
#ifndef QUERN_CPU_DOTS_H
#define QUERN_CPU_DOTS_H

#include "math.h"

WHOLE(u32, dot4, u32 a, u32 b) {
  u32 sum = 0;
  for (int i = 0; i < 32; i += 8)
    sum += (u32)((i32)(signed char)(a >> i) * (i32)(signed char)(b >> i));
  return sum;
}
WHOLE(u32, udot4, u32 a, u32 b) {
  u32 sum = 0;
  for (int i = 0; i < 32; i += 8)
    sum += (a >> i & 255) * (b >> i & 255);
  return sum;
}

#endif
