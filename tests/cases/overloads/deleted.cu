// SPDX-License-Identifier: Apache-2.0
// Templates that ask whether a call is possible, where the only function that
// both sides have is deleted, as CCCL's iter_swap: it is not.
// OUTPUT: 4 3 2 1
#include <cstdio>
#include <type_traits>
#include <utility>

namespace elsewhere {
struct place {
  int *at;
};
template <class T> void exchange(T a, T b) { std::swap(*a.at, *b.at); } // host
} // namespace elsewhere

namespace own {
template <class T> __host__ __device__ void exchange(T, T) = delete;

template <class T, class = void> struct has_other : std::false_type {};
template <class T>
struct has_other<T, std::void_t<decltype(exchange(std::declval<T>(),
                                                  std::declval<T>()))>>
    : std::true_type {};

template <class T> __host__ __device__ void swap_at(T a, T b) {
  if constexpr (has_other<T>::value) {
    exchange(a, b);
  } else {
    const int kept = *a.at;
    *a.at = *b.at;
    *b.at = kept;
  }
}
} // namespace own

struct pointer {
  int *at;
};

__global__ void reverse(int *values, int count) {
  const int i = threadIdx.x;
  own::swap_at(pointer{values + i}, pointer{values + count - 1 - i});
}

int main() {
  static_assert(!own::has_other<pointer>::value);
  int values[] = {1, 2, 3, 4}, *p;
  cudaMalloc(&p, sizeof(values));
  cudaMemcpy(p, values, sizeof(values), cudaMemcpyHostToDevice);
  reverse<<<1, 2>>>(p, 4);
  cudaMemcpy(values, p, sizeof(values), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", values[0], values[1], values[2], values[3]);
  return 0;
}
