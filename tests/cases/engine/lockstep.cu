// SPDX-License-Identifier: Apache-2.0
// Lanes of a warp go in step: all read before any writes, whole structs and
// copies of bytes as well as numbers, with no barrier between.
// LEVELS: x86-64-v2 x86-64-v3 x86-64-v4
// OPTIMIZE: 0 2 3
// DEVICES: cpu
#include "program.h"

struct small {
  int a, b, c;
};
struct large {
  double a;
  int b[5];
  char c[4];
};
struct bytes {
  unsigned char b[7];
};

template <typename T> static __global__ void turn(T *o) {
  __shared__ T s[32];
  const int t = threadIdx.x;
  s[t] = o[t];
  __syncthreads();
  s[31 - t] = s[t];
  __syncthreads();
  o[t] = s[t];
}

template <typename T> static __global__ void turn_half(T *o) {
  __shared__ T s[32];
  const int t = threadIdx.x;
  s[t] = o[t];
  __syncthreads();
  if (t < 16)
    s[15 - t] = s[t];
  __syncthreads();
  o[t] = s[t];
}

template <typename T> static __global__ void turn_bytes(T *o) {
  __shared__ T s[32];
  const int t = threadIdx.x;
  s[t] = o[t];
  __syncthreads();
  memcpy(&s[31 - t], &s[t], sizeof(T));
  __syncthreads();
  o[t] = s[t];
}

template <typename T>
static __device__ void move_on(T *s, int to, int from) {
  s[to] = s[from];
}

// Round and round, through a function.
template <typename T> static __global__ void rotate(T *o) {
  __shared__ T s[32];
  const int t = threadIdx.x;
  s[t] = o[t];
  __syncthreads();
  for (int i = 0; i < 5; ++i) {
    move_on(s, (t + 1) & 31, t);
    __syncwarp();
  }
  __syncthreads();
  o[t] = s[t];
}

// No barrier at all.
template <typename T> static __global__ void pass_on(T *o) {
  __shared__ T s[32];
  const int t = threadIdx.x;
  s[t] = o[t];
  const T next = s[(t + 3) & 31];
  s[31 - t] = next;
  o[t] = s[t];
}

typedef int map(int i);
static int turned(int i) { return 31 - i; }
static int half_turned(int i) { return i < 16 ? 15 - i : i; }
static int rotated(int i) { return (i - 5) & 31; }
static int passed_on(int i) { return (31 - i + 3) & 31; }

template <typename T> static T make(int i) {
  T made;
  unsigned char *at = (unsigned char *)&made;
  for (size_t k = 0; k < sizeof(T); ++k)
    at[k] = (unsigned char)(i * 7 + (int)k * 3 + 1);
  return made;
}

template <typename T> static void run(void (*kernel)(T *), map *from) {
  T host[32], got[32], *memory;
  for (int i = 0; i < 32; ++i)
    host[i] = make<T>(i);
  OK(cudaMalloc(&memory, sizeof(host)));
  OK(cudaMemcpy(memory, host, sizeof(host), cudaMemcpyHostToDevice));
  kernel<<<1, 32>>>(memory);
  OK(cudaMemcpy(got, memory, sizeof(got), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i)
    CHECK(std::memcmp(&got[i], &host[from(i)], sizeof(T)) == 0);
  OK(cudaFree(memory));
}

template <typename T> static void run_all() {
  run<T>(turn<T>, turned);
  run<T>(turn_half<T>, half_turned);
  run<T>(turn_bytes<T>, turned);
  run<T>(rotate<T>, rotated);
  run<T>(pass_on<T>, passed_on);
}

int main() {
  run_all<int>();
  run_all<double>();
  run_all<float4>();
  run_all<small>();
  run_all<bytes>();
  run_all<large>();
  std::puts("ok");
  return 0;
}
