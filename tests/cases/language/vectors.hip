// SPDX-License-Identifier: Apache-2.0
// HIP's vectors: the template they are, their other view, conversions of scalars.
#include <hip/hip_runtime.h>

#include "program.h"

static_assert(sizeof(HIP_vector_base<float, 2>) == 8, "");
static_assert(std::is_same<float4, HIP_vector_type<float, 4>>::value, "");
static_assert(sizeof(int3) == 12 && alignof(int3) == 4, "");
static_assert(alignof(double4) == 16 && alignof(float2) == 8, "");
constexpr int4 constant = make_int4(1, 2, 3, 4) + 1;
static_assert(constant.x == 2 && constant.w == 5, "");

// A program's own operators for complex numbers, which are such vectors.
__host__ __device__ inline float2 &operator*=(float2 &a, const float2 &b) {
  return a = float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__host__ __device__ inline float2 operator/(const float2 &a, const float2 &b) {
  return float2(a.x - b.y, 0);
}

__global__ void own(float2 *c) {
  c[0] *= c[1];
  c[1] = c[0] / c[1];
  c[2] -= {1, 2};
}

__global__ void k(float4 *f, uint4 *u, int3 *t) {
  float4 a = f[0];
  a.data += a.data;  // 2 4 6 8
  a.data.x = 7;      // 7 4 6 8
  a.data[1] = 9;     // 7 9 6 8
  float4 b = a * 2;  // 14 18 12 16
  b -= 1.0;          // 13 17 11 15
  f[0] = 20 - b;     // 7 3 9 5
  const uint4 v = u[0], w = v << 1;
  u[0].data[3] = w.data[2] + (v != w);
  u[0].data.xy = v.data.yx;
  int3 s(1, 2, 3);
  s.data[1] += 4;
  ++s;
  t[0] = -s--;
  t[1] = s;
}

int main() {
  const uchar small = 200;
  const ullong large = 1ull << 40;
  const uint4 counted = {1u, small, 3u, 4u};
  struct {
    float4 f;
    uint4 u;
    int3 t[2];
  } *d, h = {float4(1, 2, 3, 4), counted, {}};
  OK(hipMalloc(&d, sizeof(h)));
  OK(hipMemcpy(d, &h, sizeof(h), hipMemcpyHostToDevice));
  k<<<1, 1>>>(&d->f, &d->u, d->t);
  OK(hipMemcpy(&h, d, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h.f == float4(7, 3, 9, 5));
  CHECK(h.u == uint4(200, 1, 3, 7));
  CHECK(h.t[0] == int3(-2, -7, -4) && h.t[1] == int3(1, 6, 3));
  CHECK((large >> 40) == 1 && ulong(5) == 5 && ushort(5) == 5 && uint(5) == 5);
  float4 f(3.0f);
  CHECK(f == 3 && sizeof(f.data) == 16);
  f.data.w = 1;
  CHECK(f.w == 1);
  float2 c[3] = {{1, 2}, {3, 4}, {5, 6}};
  OK(hipMemcpy(d, c, sizeof(c), hipMemcpyHostToDevice));
  own<<<1, 1>>>((float2 *)d);
  OK(hipMemcpy(c, d, sizeof(c), hipMemcpyDeviceToHost));
  CHECK(c[0] == float2(-5, 10) && c[1] == float2(-9, 0));
  CHECK(c[2] == float2(4, 4));
  OK(hipFree(d));
  return done();
}
