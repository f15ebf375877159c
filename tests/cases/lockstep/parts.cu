// SPDX-License-Identifier: Apache-2.0
// Lanes of a warp read what others have stored in a part of the code that not
// all of them have, with no barrier between: the warp is together again behind
// it, however many reads and writes the part has. Eigen's products of halves do
// so with their first lane. What a lane has stored itself it may keep in a
// register, as with nvcc, so all read what others have stored.
// LEVELS: x86-64-v2 x86-64-v3 x86-64-v4
// OPTIMIZE: 0 1 2 3
// DEVICES: cpu
#include "program.h"

enum { WARP = 32, BLOCK = 64, ROUNDS = 40 };

// The first lane adds up.
static __global__ void sums(int *out) {
  __shared__ int all[BLOCK];
  int *s = all + threadIdx.x / WARP * WARP;
  const int lane = threadIdx.x % WARP;
  s[lane] = lane;
  if (lane == 0)
    for (int i = 1; i < WARP; ++i)
      s[i] += s[i - 1];
  out[threadIdx.x] = s[WARP - 1 - lane];
}

static __noinline__ __device__ void turn(int *s) {
  const int first = s[0];
  for (int i = 1; i < WARP; ++i)
    s[i - 1] = s[i];
  s[WARP - 1] = first;
}

// More often than lanes wait for others without need, and in a function.
static __global__ void turned(int *out, int rounds) {
  __shared__ int all[BLOCK];
  int *s = all + threadIdx.x / WARP * WARP;
  const int lane = threadIdx.x % WARP;
  s[lane] = lane;
  if (lane == 5)
    for (int i = 0; i < rounds; ++i)
      turn(s);
  out[threadIdx.x] = s[WARP - 1 - lane];
}

// Both halves, each with its own, and again in each round.
static __global__ void halves(int *out, int rounds) {
  __shared__ int all[BLOCK];
  int *s = all + threadIdx.x / WARP * WARP;
  const int lane = threadIdx.x % WARP;
  s[lane] = lane;
  for (int i = 0; i < rounds; ++i) {
    if (lane < WARP / 2) {
      const int other = s[WARP / 2 - 1 - lane];
      s[lane] += other;
    } else {
      const int other = s[WARP / 2 * 3 - 1 - lane];
      const int more = s[lane == WARP - 1 ? WARP / 2 : lane + 1];
      s[lane] = other - more;
    }
  }
  out[threadIdx.x] = s[WARP - 1 - lane];
}

// What a warp in lockstep does.
static void halved(int *s, int rounds) {
  int before[WARP];
  for (int lane = 0; lane < WARP; ++lane)
    s[lane] = lane;
  for (int i = 0; i < rounds; ++i) {
    std::memcpy(before, s, sizeof(before));
    for (int lane = 0; lane < WARP / 2; ++lane)
      s[lane] += before[WARP / 2 - 1 - lane];
    for (int lane = WARP / 2; lane < WARP; ++lane)
      s[lane] = before[WARP / 2 * 3 - 1 - lane] -
                before[lane == WARP - 1 ? WARP / 2 : lane + 1];
  }
}

static void look(const char *kernel, const int *out, const int *want) {
  for (int t = 0; t < BLOCK; ++t) {
    const int wanted = want[WARP - 1 - t % WARP];
    if (out[t] != wanted)
      std::fprintf(stderr, "%s, thread %d: %d, not %d\n", kernel, t, out[t],
                   wanted);
    CHECK(out[t] == wanted);
  }
}

int main() {
  int *out, want[WARP];
  OK(cudaMallocManaged(&out, BLOCK * sizeof(int)));
  sums<<<1, BLOCK>>>(out);
  OK(cudaDeviceSynchronize());
  for (int lane = 0; lane < WARP; ++lane)
    want[lane] = lane * (lane + 1) / 2;
  look("sums", out, want);
  turned<<<1, BLOCK>>>(out, ROUNDS);
  OK(cudaDeviceSynchronize());
  for (int lane = 0; lane < WARP; ++lane)
    want[lane] = (lane + ROUNDS) % WARP;
  look("turned", out, want);
  halves<<<1, BLOCK>>>(out, 3);
  OK(cudaDeviceSynchronize());
  halved(want, 3);
  look("halves", out, want);
  OK(cudaFree(out));
  return done();
}
