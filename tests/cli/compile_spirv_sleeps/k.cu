// SPDX-License-Identifier: Apache-2.0
namespace cub {
inline namespace numbered {
namespace detail {
template <unsigned Delay> __device__ __forceinline__ void delay() {
  if (gridDim.x < 500)
    __threadfence_block();
  else
    __nanosleep(Delay);
}
namespace sleeps {
template <unsigned Delay> __device__ __forceinline__ void delay() {
  __nanosleep(Delay);
}
} // namespace sleeps
} // namespace detail
template <class T> __device__ inline void hold() { __nanosleep(T::delay); }
} // namespace numbered
} // namespace cub
namespace mine {
template <class T> __device__ inline void delay() { __nanosleep(T::time); }
struct cub { static constexpr int delay = 10, time = 20; };
} // namespace mine

// Inline assembly, for which functions are inlined at once, as CUB has it.
__device__ unsigned lane() {
  unsigned found;
  asm("mov.u32 %0, %%laneid;" : "=r"(found));
  return found;
}

#define KERNEL(name, kind, wait)                                               \
  extern "C" __global__ void name(kind int *done, unsigned *out) {             \
    __shared__ unsigned lanes[64];                                             \
    lanes[threadIdx.x] = lane();                                               \
    __syncthreads();                                                           \
    while (!done[blockIdx.x])                                                  \
      wait;                                                                    \
    __syncthreads();                                                           \
    out[threadIdx.x] = lanes[63 - threadIdx.x];                                \
  }
KERNEL(blocks, volatile, cub::detail::delay<350>())
KERNEL(plainly, const, cub::detail::sleeps::delay<350>())
KERNEL(threads, volatile, cub::hold<mine::cub>())
KERNEL(others, volatile, mine::delay<mine::cub>())
