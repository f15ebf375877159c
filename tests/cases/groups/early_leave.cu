// SPDX-License-Identifier: Apache-2.0
// Threads that read what others of the block wrote, and leave: the others may not
// pass a later barrier, and write again, before they have.
// OPTIMIZE: 0 2 3
#include "program.h"

enum { ITEMS = 64, LEAVE = 7, ROUNDS = 3 };

static __global__ void by_thread(int *out, int rounds) {
  __shared__ int s[ITEMS];
  const int t = threadIdx.x;
  s[t] = 5 * t;
  __syncthreads();
  if (t < LEAVE) {
    out[t] = s[ITEMS - 1 - t];
    return;
  }
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    __syncthreads();
    s[t] = 1000 * i + t;
    __syncthreads();
    sum += s[LEAVE + (t + i) % (ITEMS - LEAVE)];
  }
  out[t] = sum;
}

// Two ways out, one of them in a loop.
static __global__ void in_loop(int *out, const int *last, int rounds) {
  __shared__ int s[ITEMS];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    s[t] = i * ITEMS + t;
    __syncthreads();
    if (i == last[t]) {
      int k = ITEMS - 1 - t;
      while (k % 3)
        sum += s[k--];
      out[t] = sum + s[k];
      return;
    }
    sum += s[ITEMS - 1 - t % 4];
    __syncthreads();
  }
  out[t] = -sum;
}

static int expected_in_loop(int t, const int *last) {
  int sum = 0;
  for (int i = 0; i < ROUNDS; ++i) {
    if (i == last[t]) {
      int k = ITEMS - 1 - t;
      while (k % 3)
        sum += i * ITEMS + k--;
      return sum + i * ITEMS + k;
    }
    sum += i * ITEMS + ITEMS - 1 - t % 4;
  }
  return -sum;
}

int main() {
  int *out, *last, host[ITEMS], when[ITEMS];
  OK(cudaMalloc(&out, sizeof(host)));
  OK(cudaMalloc(&last, sizeof(host)));
  by_thread<<<1, ITEMS>>>(out, ROUNDS);
  OK(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost));
  for (int t = 0; t < ITEMS; ++t) {
    int sum = 0;
    for (int i = 0; i < ROUNDS; ++i)
      sum += 1000 * i + LEAVE + (t + i) % (ITEMS - LEAVE);
    CHECK(host[t] == (t < LEAVE ? 5 * (ITEMS - 1 - t) : sum));
  }
  // Who leaves early is read by nobody later: the last four stay.
  for (int t = 0; t < ITEMS; ++t)
    when[t] = t < ITEMS - 4 && t % 5 == 0 ? t / 5 % (ROUNDS - 1) : ROUNDS;
  // What was written in the last round before they left stays as it was.
  OK(cudaMemcpy(last, when, sizeof(when), cudaMemcpyHostToDevice));
  in_loop<<<1, ITEMS>>>(out, last, ROUNDS);
  OK(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost));
  for (int t = 0; t < ITEMS; ++t) {
    bool reads_left = false; // of somebody who left before
    for (int k = ITEMS - 1 - t; when[t] < ROUNDS && k >= 0; --k) {
      reads_left |= when[k] < when[t];
      if (k % 3 == 0)
        break;
    }
    CHECK(reads_left || host[t] == expected_in_loop(t, when));
  }
  OK(cudaFree(out));
  OK(cudaFree(last));
  return 0;
}
