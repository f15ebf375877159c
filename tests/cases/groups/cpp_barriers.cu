// SPDX-License-Identifier: Apache-2.0
// cuda::barrier, latch, semaphore and pipeline in kernels: phases by token and by
// parity, threads that drop out, who comes last does the rest, stages that one
// half fills and the other empties.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>

#include "program.h"

namespace cg = cooperative_groups;

enum { THREADS = 96, ROUNDS = 5 };

// A ring through all threads' places, each round read after all have written.
__global__ void by_token(int *to) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int places[THREADS];
  const int i = threadIdx.x;
  int sum = 0;
  if (i == 0)
    init(&barrier, THREADS);
  __syncthreads();
  for (int round = 0; round < ROUNDS; ++round) {
    places[i] = i * 10 + round;
    auto token = barrier.arrive();
    sum += round; // work between
    barrier.wait(std::move(token));
    sum += places[(i + 1) % THREADS];
    barrier.arrive_and_wait();
  }
  to[i] = sum;
}

// A copy of the block's, seen after the barrier; a third of the threads leaves.
__global__ void copies(const int *from, int *to) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int buffer[THREADS];
  const auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&barrier, block.size());
  block.sync();
  cuda::memcpy_async(block, buffer, from, sizeof(int) * block.size(), barrier);
  barrier.arrive_and_wait();
  const int value = buffer[THREADS - 1 - block.thread_rank()];
  if (block.thread_rank() >= 64) {
    barrier.arrive_and_drop();
    to[block.thread_rank()] = value;
    return;
  }
  barrier.arrive_and_wait();
  barrier.arrive_and_wait();
  to[block.thread_rank()] = value;
}

struct AddUp {
  int *sum, *terms;
  __host__ __device__ void operator()() noexcept {
    for (int i = 0; i < THREADS; ++i)
      *sum += terms[i];
  }
};

// Who arrives last adds up what all wrote.
__global__ void completes(int *sum, int *terms) {
  __shared__ alignas(8) char
      storage[sizeof(cuda::barrier<cuda::thread_scope_block, AddUp>)];
  auto &barrier =
      *reinterpret_cast<cuda::barrier<cuda::thread_scope_block, AddUp> *>(
          storage);
  if (threadIdx.x == 0)
    init(&barrier, THREADS, AddUp{sum, terms});
  __syncthreads();
  for (int round = 0; round < ROUNDS; ++round) {
    terms[threadIdx.x] = threadIdx.x + round;
    barrier.arrive_and_wait();
  }
}

// The first half fills two stages in turn, the second half empties them.
template <typename Make> __device__ void stages(int *to, Make make) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int buffer[2][32];
  const bool fills = threadIdx.x < 32;
  auto pipe = make(&state);
  int sum = 0;
  for (int round = 0; round < ROUNDS; ++round)
    if (fills) {
      pipe.producer_acquire();
      buffer[round % 2][threadIdx.x] = 100 * round + threadIdx.x;
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum += buffer[round % 2][63 - threadIdx.x];
      pipe.consumer_release();
    }
  // Who fills is ready while others still wait for what was filled.
  pipe.quit();
  to[threadIdx.x] = sum;
}

__global__ void pipelines(int *to) {
  const auto block = cg::this_thread_block();
  stages(to, [&](auto *state) { return cuda::make_pipeline(block, state, 32); });
  __syncthreads();
  stages(to + 64, [&](auto *state) {
    return cuda::make_pipeline(block, state,
                               threadIdx.x < 32
                                   ? cuda::pipeline_role::producer
                                   : cuda::pipeline_role::consumer);
  });
}

// Every thread copies its own and reads its neighbour's.
__global__ void unified(const int *from, int *to) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int buffer[2][64];
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int i = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    pipe.producer_acquire();
    cuda::memcpy_async(&buffer[round % 2][i], from + i,
                       cuda::aligned_size_t<4>(sizeof(int)), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    sum += buffer[round % 2][(i + 1) % 64] * (round + 1);
    pipe.consumer_release();
  }
  to[i] = sum;
}

// Blocks take turns at what one may do at a time; the last is waited for.
__global__ void turns(cuda::binary_semaphore<cuda::thread_scope_device> *one,
                      cuda::latch<cuda::thread_scope_device> *all, int *value) {
  if (threadIdx.x == 0) {
    one->acquire();
    const int before = *(volatile int *)value;
    *(volatile int *)value = before + 1;
    one->release();
    all->count_down();
  }
}

__global__ void make(cuda::binary_semaphore<cuda::thread_scope_device> *one,
                     cuda::latch<cuda::thread_scope_device> *all, int count) {
  new (one) cuda::binary_semaphore<cuda::thread_scope_device>(1);
  new (all) cuda::latch<cuda::thread_scope_device>(count);
}

int main() {
  int *a, *b;
  OK(cudaMallocManaged(&a, 4 * THREADS * sizeof(int)));
  OK(cudaMallocManaged(&b, THREADS * sizeof(int)));

  by_token<<<1, THREADS>>>(a);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < THREADS; ++i)
    CHECK(a[i] == 10 + ROUNDS * 10 * ((i + 1) % THREADS) + 10);

  for (int i = 0; i < THREADS; ++i)
    b[i] = 7 * i;
  copies<<<1, THREADS>>>(b, a);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < THREADS; ++i)
    CHECK(a[i] == 7 * (THREADS - 1 - i));

  a[0] = 0;
  completes<<<1, THREADS>>>(a, b);
  OK(cudaDeviceSynchronize());
  CHECK(a[0] == ROUNDS * (THREADS * (THREADS - 1) / 2) + THREADS * 10);

  pipelines<<<1, 64>>>(a);
  OK(cudaDeviceSynchronize());
  for (int i = 32; i < 64; ++i)
    CHECK(a[i] == 1000 + ROUNDS * (63 - i) && a[64 + i] == a[i]);

  for (int i = 0; i < THREADS; ++i)
    b[i] = 3 * i;
  unified<<<1, 64>>>(b, a);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 64; ++i)
    CHECK(a[i] == 15 * 3 * ((i + 1) % 64));

  cuda::binary_semaphore<cuda::thread_scope_device> *one;
  cuda::latch<cuda::thread_scope_device> *all;
  OK(cudaMallocManaged(&one, sizeof(*one)));
  OK(cudaMallocManaged(&all, sizeof(*all)));
  make<<<1, 1>>>(one, all, 40);
  OK(cudaDeviceSynchronize());
  a[0] = 0;
  turns<<<40, 64>>>(one, all, a);
  OK(cudaDeviceSynchronize());
  all->wait();
  CHECK(a[0] == 40);
  OK(cudaFree(a));
  OK(cudaFree(b));
  OK(cudaFree(one));
  OK(cudaFree(all));
  return 0;
}
