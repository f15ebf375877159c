// SPDX-License-Identifier: Apache-2.0
// Vector types: sizes, alignment, loads and stores as one.
// RUN: kernel=vector_layout grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
// RUN: kernel=vector_copy grid=2 block=64 shared=0 args="f32[512]=iota f32[512]=zero,expect=iota"
// RUN: kernel=vector_members grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
#include "check.h"

extern "C" __global__ void vector_layout(int *result) {
  BEGIN();
  CHECK(sizeof(char3) == 3 && alignof(char3) == 1);
  CHECK(sizeof(char4) == 4 && alignof(char4) == 4);
  CHECK(sizeof(short2) == 4 && alignof(short2) == 4);
  CHECK(sizeof(short4) == 8 && alignof(short4) == 8);
  CHECK(sizeof(int3) == 12 && alignof(int3) == 4);
  CHECK(sizeof(uint2) == 8 && alignof(uint2) == 8);
  CHECK(sizeof(float3) == 12 && alignof(float3) == 4);
  CHECK(sizeof(float4) == 16 && alignof(float4) == 16);
  CHECK(sizeof(double2) == 16 && alignof(double2) == 16);
  CHECK(sizeof(double4) == 32 && alignof(double4) == 16);
  CHECK(sizeof(longlong2) == 16 && alignof(longlong2) == 16);
  CHECK(sizeof(dim3) == 12 && alignof(dim3) == 4);
  PASS(result);
}

extern "C" __global__ void vector_copy(const float4 *from, float4 *to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i];
}

__device__ float sum(float4 v) { return v.x + v.y + v.z + v.w; }

extern "C" __global__ void vector_members(int *result) {
  BEGIN();
  float4 v = make_float4(1.0f, 2.0f, 3.0f, (float)self);
  v.x += 1.0f;
  CHECK(sum(v) == 7.0f + (float)self);
  const uchar4 c = {1, 2, 3, 255};
  CHECK((int)c.w + c.x == 256);
  const dim3 d(3, 4);
  CHECK(d.x * d.y * d.z == 12);
  const dim3 t = threadIdx, b(blockDim);
  CHECK(t.x == (unsigned)self && b.x == 64 && b.y == 1);
  const uint3 g = gridDim;
  CHECK(g.x == 1 && g.z == 1);
  double3 e = {1.0, 2.0, 3.0};
  e = make_double3(e.z, e.y, e.x);
  CHECK(e.x == 3.0 && e.z == 1.0);
  int2 pairs[4];
  for (int i = 0; i < 4; ++i)
    pairs[i] = make_int2(i, i * self);
  CHECK(pairs[self & 3].y == (self & 3) * self);
  PASS(result);
}
