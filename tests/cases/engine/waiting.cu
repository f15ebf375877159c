// SPDX-License-Identifier: Apache-2.0
// Threads that wait in loops for others of their block: for flags in global and
// shared memory, for locks, in their own warp and in others, at barriers of the
// program's own, and in turns.
// LEVELS: x86-64-v2 x86-64-v3 x86-64-v4
// OPTIMIZE: 0 1 2 3
// DEVICES: cpu cuda
#include "program.h"

enum { THREADS = 96, ROUNDS = 4 };

struct state {
  int flag, lock, arrived, sum;
  volatile int plain;
};

__device__ state in_global;

// The first thread waits for one of a later warp.
__global__ void by_atomic(int *o) {
  if (threadIdx.x == 0) {
    while (atomicAdd(&in_global.flag, 0) == 0) {
    }
    o[0] = 1;
  }
  if (threadIdx.x == 40)
    atomicExch(&in_global.flag, 1);
}

__global__ void by_volatile(int *o) {
  if (threadIdx.x == 0) {
    while (in_global.plain == 0) {
    }
    o[0] = 1;
  }
  if (threadIdx.x == 40)
    in_global.plain = 1;
}

// All lanes of a warp wait together.
__global__ void by_shared(int *o) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0)
    flag = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    while (flag == 0)
      __nanosleep(20);
    o[threadIdx.x] = 1;
  } else if (threadIdx.x == 70) {
    flag = 1;
  }
}

// Lanes of one warp wait for one of their own.
__global__ void in_warp(int *o) {
  if (threadIdx.x != 7) {
    while (atomicCAS(&in_global.flag, 2, 2) != 2) {
    }
  } else {
    atomicExch(&in_global.flag, 2);
  }
  o[threadIdx.x] = 1;
}

// Each thread takes the lock.
__global__ void by_lock(int *o) {
  for (bool done = false; !done;) {
    if (atomicCAS(&in_global.lock, 0, 1) == 0) {
      in_global.sum += 1;
      __threadfence();
      atomicExch(&in_global.lock, 0);
      done = true;
    }
  }
  __syncthreads();
  o[threadIdx.x] = *(volatile int *)&in_global.sum == THREADS;
}

// A barrier of the program's own, of which a switch says who does what.
__device__ void own_barrier(volatile int *round, int *arrived) {
  const int now = *round;
  __threadfence_block();
  if (atomicAdd(arrived, 1) == THREADS - 1) {
    *arrived = 0;
    __threadfence_block();
    *round = now + 1;
  } else {
    while (*round == now) {
    }
  }
}

__global__ void by_own_barrier(int *o) {
  __shared__ volatile int round;
  __shared__ int arrived, cells[THREADS];
  const int t = threadIdx.x;
  if (t == 0)
    round = arrived = 0;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < ROUNDS; ++i) {
    switch (i % 3) {
    case 0:
      cells[t] = t + i;
      break;
    case 1:
      cells[t] = 2 * t + i;
      break;
    default:
      cells[t] = 3 * t + i;
    }
    own_barrier(&round, &arrived);
    sum += cells[(t + 37) % THREADS];
    own_barrier(&round, &arrived);
  }
  int wanted = 0;
  for (int i = 0; i < ROUNDS; ++i)
    wanted += (i % 3 + 1) * ((t + 37) % THREADS) + i;
  o[t] = sum == wanted;
}

// One warp fills a place, another empties it, in turns.
__global__ void in_turns(int *o) {
  __shared__ volatile int full, place;
  const int t = threadIdx.x;
  if (t == 0)
    full = 0;
  __syncthreads();
  int sum = 0;
  if (t == 0) {
    for (int i = 1; i <= 20; ++i) {
      while (full) {
      }
      place = i;
      __threadfence_block();
      full = 1;
    }
  } else if (t == 64) {
    for (int i = 1; i <= 20; ++i) {
      while (!full) {
      }
      sum += place;
      __threadfence_block();
      full = 0;
    }
    o[0] = sum == 210;
  }
}

// PTX's barriers in shared memory: two phases, by state and by parity.
__global__ void by_mbarrier(int *o) {
  __shared__ unsigned long long barrier;
  __shared__ int cells[THREADS];
  const int t = threadIdx.x;
  const unsigned at = (unsigned)__cvta_generic_to_shared(&barrier);
  if (t == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(THREADS)
                 : "memory");
  __syncthreads();
  cells[t] = t;
  unsigned long long state;
  unsigned done = 0;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
               : "=l"(state)
               : "r"(at)
               : "memory");
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2;"
                 " selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(at), "l"(state)
                 : "memory");
  const int first = cells[THREADS - 1 - t];
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
               : "=l"(state)
               : "r"(at)
               : "memory");
  done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, "
                 "[%1], 1; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(at)
                 : "memory");
  cells[t] = 2 * t;
  __syncthreads();
  o[t] = first == THREADS - 1 - t && cells[(t + 50) % THREADS] ==
                                         2 * ((t + 50) % THREADS);
}

static void check(const char *name, void (*kernel)(int *), int count) {
  int host[THREADS] = {0}, *o;
  OK(cudaMalloc(&o, sizeof(host)));
  OK(cudaMemset(o, 0, sizeof(host)));
  kernel<<<1, THREADS>>>(o);
  OK(cudaMemcpy(host, o, sizeof(host), cudaMemcpyDeviceToHost));
  for (int i = 0; i < count; ++i)
    if (host[i] != 1) {
      std::fprintf(stderr, "%s: wrong in thread %d\n", name, i);
      std::exit(1);
    }
  OK(cudaFree(o));
}

int main() {
  check("by_atomic", by_atomic, 1);
  check("by_volatile", by_volatile, 1);
  check("by_shared", by_shared, 32);
  check("in_warp", in_warp, THREADS);
  check("by_lock", by_lock, THREADS);
  check("by_own_barrier", by_own_barrier, THREADS);
  check("in_turns", in_turns, 1);
  check("by_mbarrier", by_mbarrier, THREADS);
  std::puts("ok");
  return 0;
}
