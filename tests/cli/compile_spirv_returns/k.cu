// SPDX-License-Identifier: Apache-2.0
// Each kernel returns at a number that all of a block read, or passes a barrier.
#define KERNEL(name, before, number)                                           \
  extern "C" __global__ void name(const int *ends, int *more, int *out) {      \
    __shared__ int places[64];                                                 \
    places[threadIdx.x] = (int)threadIdx.x;                                    \
    before;                                                                    \
    if ((number) < 1)                                                          \
      return;                                                                  \
    __syncthreads();                                                           \
    out[blockIdx.x * 64 + threadIdx.x] = places[63 - threadIdx.x];             \
  }
#define NOTHING (void)0
// All find the same, or race with who writes.
KERNEL(read, NOTHING, ends[blockIdx.x] - ends[0])
KERNEL(behind_barrier, (out[threadIdx.x] = 1, __syncthreads()), ends[blockIdx.x])
KERNEL(behind_vote, places[0] = (int)__ballot_sync(~0u, 1), ends[blockIdx.x])
// These may not: threads may be told when to read, or the kernel writes there.
KERNEL(of_thread, NOTHING, ends[threadIdx.x])
KERNEL(is_volatile, NOTHING, *(const volatile int *)&ends[blockIdx.x])
KERNEL(behind_volatile, while (!*(volatile int *)more), ends[blockIdx.x])
KERNEL(behind_atomic, atomicAdd(more, 1), ends[blockIdx.x])
KERNEL(behind_write, more[threadIdx.x] = 1, ends[blockIdx.x])
KERNEL(behind_fence, __threadfence(), ends[blockIdx.x])
KERNEL(written, NOTHING, more[blockIdx.x]++)
KERNEL(of_other, NOTHING, (more[ends[0]] ? ends : more)[blockIdx.x])
// A struct that is passed by value is the same for all, but where a kernel
// writes to it: that is each thread's own.
struct passed {
  int ends[16];
};
#define OF_STRUCT(name, before)                                                \
  extern "C" __global__ void name(passed p, int end, int *out) {               \
    __shared__ int places[64];                                                 \
    places[threadIdx.x] = (int)threadIdx.x;                                    \
    before;                                                                    \
    if (p.ends[end] < 1)                                                       \
      return;                                                                  \
    __syncthreads();                                                           \
    out[blockIdx.x * 64 + threadIdx.x] = places[63 - threadIdx.x];             \
  }
OF_STRUCT(of_struct, NOTHING)
OF_STRUCT(of_own_struct, p.ends[threadIdx.x & 15] = 1)
