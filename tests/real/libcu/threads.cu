// SPDX-License-Identifier: Apache-2.0
// ONLY: cccl-12.9 cccl-13.3
// libcu++ between threads: barriers with completions, latches, semaphores,
// atomics, pipelines of copies; shared variables of its types.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/complex>

#include "real.h"

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;

enum { THREADS = 96, BATCHES = 7 };

constexpr auto block_scope = cuda::thread_scope_block;

// Copies run ahead of what is done with them by up to STAGES batches.
template <int STAGES>
__global__ void pipelined(const int *from, int *to, int batches) {
  __shared__ int places[STAGES * THREADS];
  __shared__ cuda::pipeline_shared_state<block_scope, STAGES> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int fetched = 0, sum = 0;
  for (int batch = 0; batch < batches; ++batch) {
    for (; fetched < batches && fetched < batch + STAGES; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, places + fetched % STAGES * THREADS,
                         from + fetched * THREADS, sizeof(int) * THREADS,
                         pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    block.sync();
    sum += places[batch % STAGES * THREADS + THREADS - 1 - threadIdx.x];
    block.sync();
    pipe.consumer_release();
  }
  to[threadIdx.x] = sum;
}

__global__ void meetings(int *to) {
  __shared__ cuda::barrier<block_scope> barrier;
  __shared__ cuda::atomic<int, block_scope> count;
  __shared__ cuda::std::complex<float> cells[THREADS];
  __shared__ alignas(16) char room[2][64];
  auto &latch = *reinterpret_cast<cuda::latch<block_scope> *>(room[0]);
  auto &gate =
      *reinterpret_cast<cuda::counting_semaphore<block_scope, 2> *>(room[1]);
  const int t = threadIdx.x;
  if (t == 0) {
    init(&barrier, THREADS);
    new (&count) cuda::atomic<int, block_scope>(0);
    new (&latch) cuda::latch<block_scope>(THREADS);
    new (&gate) cuda::counting_semaphore<block_scope, 2>(2);
  }
  __syncthreads();
  cells[t] = cuda::std::complex<float>(t, 1);
  latch.arrive_and_wait();
  gate.acquire();
  count.fetch_add(t);
  gate.release();
  auto token = barrier.arrive();
  barrier.wait(cuda::std::move(token));
  const int sum = count.load(cuda::memory_order_acquire);
  barrier.arrive_and_wait();
  to[t] = sum + (int)(cells[THREADS - 1 - t] * cells[t]).real();
}

__global__ void across_blocks(unsigned *counts) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> ref(counts[0]);
  ref.fetch_add(threadIdx.x & 1);
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> most(counts[2]);
  most.fetch_max(threadIdx.x);
  cuda::atomic_ref<unsigned, cuda::thread_scope_system> all(counts[1]);
  unsigned seen = all.load();
  while (!all.compare_exchange_weak(seen, seen + 2)) {
  }
}

int main() {
  const std::vector<int> values = real::values<int>(THREADS * BATCHES, 1000);
  std::vector<int> wanted(THREADS);
  for (int t = 0; t < THREADS; ++t)
    for (int b = 0; b < BATCHES; ++b)
      wanted[t] += values[b * THREADS + THREADS - 1 - t];
  const real::memory<int> in(values);
  real::memory<int> out(THREADS);
  pipelined<1><<<1, THREADS>>>(in.get(), out.get(), BATCHES);
  real::same_all("one stage", THREADS, out.host(), wanted);
  pipelined<3><<<1, THREADS>>>(in.get(), out.get(), BATCHES);
  real::same_all("three stages", THREADS, out.host(), wanted);
  meetings<<<1, THREADS>>>(out.get());
  for (int t = 0; t < THREADS; ++t)
    wanted[t] = THREADS * (THREADS - 1) / 2 + (THREADS - 1 - t) * t - 1;
  real::same_all("meetings", THREADS, out.host(), wanted);
  real::memory<unsigned> counts(std::vector<unsigned>(3));
  across_blocks<<<10, THREADS>>>(counts.get());
  real::same_all("atomics", 10, counts.host(),
                 std::vector<unsigned>{10 * THREADS / 2, 20 * THREADS,
                                       THREADS - 1});
  return real::done();
}
