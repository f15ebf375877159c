// SPDX-License-Identifier: Apache-2.0
// printf of every kind of argument, and an assertion that holds.
// SKIP: spirv64 (its back end takes a format only from constant memory)
// RUN: kernel=print_one grid=1 block=1 shared=0 args="i32=42 f32=1.5" stdout="int 42 float 1.500000 text ok char A long 4294967338 %"
// RUN: kernel=print_many grid=2 block=4 shared=0 args="" lines=8
// RUN: kernel=asserted grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
#include <cassert>
#include <cstdio>

extern "C" __global__ void print_one(int i, float f) {
  printf("int %d float %f text %s char %c long %lld %%\n", i, f, "ok", 'A',
         (long long)i + (1ll << 32));
}

extern "C" __global__ void print_many() {
  printf("block %u thread %u\n", blockIdx.x, threadIdx.x);
}

extern "C" __global__ void asserted(int *result) {
  assert(threadIdx.x < blockDim.x);
  result[threadIdx.x] = 1;
}
