// SPDX-License-Identifier: Apache-2.0
// Kernels that launch kernels: with arguments of all kinds, templates, children
// of children, from many threads, in streams; after all else, by the tail; with
// memory, copies and fills between them.
// DEVICES: cpu
#include <cuda_runtime.h>

#include "program.h"

struct Part {
  double scale;
  char offset;
};

__device__ int order_count;
__device__ int order[16];

__device__ static void note(int what) { order[order_count++] = what; }

__global__ void scale(double *p, Part part, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    p[i] = p[i] * part.scale + part.offset;
}

template <int FACTOR, typename T> __global__ void fill(T *p, T value) {
  p[threadIdx.x] = value * FACTOR;
}

// Dynamic shared memory and a barrier in a child.
__global__ void reverse(int *p) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void start(double *p, float *q, int *r) {
  if (threadIdx.x == 0) {
    scale<<<3, 4>>>(p, Part{2.0, 5}, 10);
    fill<7><<<1, 8>>>(q, 1.5f);
    reverse<<<1, 8, 8 * sizeof(int)>>>(r);
  }
}

// Every thread launches.
__global__ void add_one(int *p) { atomicAdd(p, 1); }
__global__ void many(int *p) { add_one<<<2, 3>>>(p); }

__global__ void leaf(int what) { note(what); }
__global__ void branch(int what) {
  note(what);
  leaf<<<1, 1>>>(what + 1);
  leaf<<<1, 1, 0, cudaStreamFireAndForget>>>(what + 2);
}
__global__ void tree() {
  leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(100);
  branch<<<1, 1>>>(10);
  branch<<<1, 1>>>(20);
  note(1);
}

// Sorts by recursion.
__global__ void sort(int *p, int low, int high) {
  if (low >= high)
    return;
  const int pivot = p[(low + high) / 2];
  int i = low, j = high;
  while (i <= j) {
    while (p[i] < pivot)
      ++i;
    while (p[j] > pivot)
      --j;
    if (i <= j) {
      const int t = p[i];
      p[i++] = p[j];
      p[j--] = t;
    }
  }
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  sort<<<1, 1, 0, stream>>>(p, low, j);
  cudaStreamDestroy(stream);
  sort<<<1, 1>>>(p, i, high);
}

__global__ void twice(int *p) { *p *= 2; }
__device__ int *kept;
__global__ void memory(int *p, int *errors) {
  int *own = nullptr;
  errors[0] = cudaMalloc(&own, sizeof(int));
  *own = 3;
  errors[1] = cudaMemcpyAsync(p, own, sizeof(int), cudaMemcpyDeviceToDevice);
  twice<<<1, 1>>>(p);
  errors[2] = cudaMemcpyAsync(p + 1, p, sizeof(int), cudaMemcpyDeviceToDevice);
  errors[3] = cudaMemsetAsync(p, 0xff, sizeof(int));
  twice<<<1, 2048>>>(p); // too many threads
  errors[4] = cudaGetLastError();
  errors[5] = cudaGetLastError();
  kept = own; // the copy may still have to read it
}
__global__ void give_back(int *error) { *error = cudaFree(kept); }

static void each() {
  std::vector<double> p(12, 1.0);
  std::vector<int> r = {0, 1, 2, 3, 4, 5, 6, 7};
  float q[8];
  double *dp;
  float *dq;
  int *dr;
  OK(cudaMalloc(&dp, sizeof(double) * 12));
  OK(cudaMalloc(&dq, sizeof(q)));
  OK(cudaMalloc(&dr, sizeof(int) * 8));
  OK(cudaMemcpy(dp, p.data(), sizeof(double) * 12, cudaMemcpyDefault));
  OK(cudaMemcpy(dr, r.data(), sizeof(int) * 8, cudaMemcpyDefault));
  start<<<1, 64>>>(dp, dq, dr);
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpy(p.data(), dp, sizeof(double) * 12, cudaMemcpyDefault));
  OK(cudaMemcpy(q, dq, sizeof(q), cudaMemcpyDefault));
  OK(cudaMemcpy(r.data(), dr, sizeof(int) * 8, cudaMemcpyDefault));
  CHECK(p[0] == 7 && p[9] == 7 && p[10] == 1);
  CHECK(q[0] == 10.5f && q[7] == 10.5f);
  CHECK(r[0] == 7 && r[7] == 0);
  OK(cudaFree(dp));
  OK(cudaFree(dq));
  OK(cudaFree(dr));
}

static void orders() {
  int count, list[16];
  tree<<<1, 1>>>();
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpyFromSymbol(&count, order_count, sizeof(count)));
  OK(cudaMemcpyFromSymbol(list, order, sizeof(list)));
  const int wanted[] = {1, 10, 11, 12, 20, 21, 22, 100};
  CHECK(count == 8);
  for (int i = 0; i < 8; ++i)
    CHECK(list[i] == wanted[i]);
}

int main() {
  int *p, *errors, back[64], value = 0;
  OK(cudaMalloc(&p, sizeof(back)));
  OK(cudaMalloc(&errors, sizeof(int) * 6));
  each();
  orders();
  OK(cudaMemcpy(p, &value, sizeof(value), cudaMemcpyDefault));
  many<<<5, 40>>>(p);
  OK(cudaMemcpy(&value, p, sizeof(value), cudaMemcpyDefault));
  CHECK(value == 5 * 40 * 6);
  for (int i = 0; i < 64; ++i)
    back[i] = i * 37 % 64;
  OK(cudaMemcpy(p, back, sizeof(back), cudaMemcpyDefault));
  sort<<<1, 1>>>(p, 0, 63);
  OK(cudaMemcpy(back, p, sizeof(back), cudaMemcpyDefault));
  for (int i = 0; i < 64; ++i)
    CHECK(back[i] == i);
  memory<<<1, 1>>>(p, errors);
  OK(cudaMemcpy(back, errors, sizeof(int) * 6, cudaMemcpyDefault));
  for (int i = 0; i < 4; ++i)
    CHECK(back[i] == cudaSuccess);
  CHECK(back[4] == cudaErrorInvalidConfiguration && back[5] == cudaSuccess);
  OK(cudaMemcpy(back, p, sizeof(int) * 2, cudaMemcpyDefault));
  CHECK(back[0] == -1 && back[1] == 6);
  give_back<<<1, 1>>>(errors);
  OK(cudaMemcpy(back, errors, sizeof(int), cudaMemcpyDefault));
  CHECK(back[0] == cudaSuccess);
  OK(cudaFree(p));
  OK(cudaFree(errors));
  return done();
}
