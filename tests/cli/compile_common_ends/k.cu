// SPDX-License-Identifier: Apache-2.0
#define ONE(n) if (to[i] == (n)) to[n] = i;
#define FOUR(n) ONE(n) ONE((n) + 1) ONE((n) + 2) ONE((n) + 3)
#define SIXTEEN(n) FOUR(n) FOUR((n) + 4) FOUR((n) + 8) FOUR((n) + 12)
#define MANY(n) SIXTEEN(n) SIXTEEN((n) + 16) SIXTEEN((n) + 32) SIXTEEN((n) + 48)

// More blocks than packets on CPUs are made of; all of a block return together.
extern "C" __global__ void many(int *to, int count) {
  const int i = threadIdx.x;
  if (count == 7)
    return;
  MANY(0) MANY(64) MANY(128) MANY(192) MANY(256) MANY(320)
  MANY(384) MANY(448) MANY(512) MANY(576) MANY(640) MANY(704)
  __syncthreads();
  to[i] += to[i ^ 1];
}

// What all read behind a barrier is the same, also where their ways met since.
extern "C" __global__ void behind(int *to) {
  __shared__ int numbers[64], last;
  const int i = threadIdx.x;
  numbers[i] = to[i];
  if (i == 63)
    last = to[64];
  __syncthreads();
  int sum = 0;
  if (i & 1)
    for (int k = 0; k < numbers[i]; ++k)
      sum += numbers[(i + k) & 63];
  if (last == 7)
    return;
  __syncthreads();
  numbers[i] = sum;
  __syncthreads();
  to[i] = numbers[i ^ 1];
}

// Written since: who wrote reads it before the others' barrier.
extern "C" __global__ void written(int *to) {
  __shared__ int numbers[64];
  const int i = threadIdx.x;
  __syncthreads();
  if (i & 1)
    numbers[i] = to[i];
  if (numbers[1] == 7)
    return;
  __syncthreads();
  to[i] = numbers[i ^ 1];
}

extern "C" __global__ void parting(int *to) {
  const int i = threadIdx.x;
  if (to[i] == 7)
    return;
  __syncthreads();
  to[i] += 1;
}
