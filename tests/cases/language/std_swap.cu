// SPDX-License-Identifier: Apache-2.0
// std::swap in functions for both sides, of types that only the host can copy.
#include <cstdio>
#include <cuda_runtime.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

template <typename T>
struct holder {
  T kept;
  __host__ __device__ void swap(holder &other) { std::swap(kept, other.kept); }
};

__global__ void kernel(int *p) {
  holder<int> a{p[0]}, b{p[1]};
  a.swap(b);
  int left[2] = {a.kept, 5}, right[2] = {b.kept, 6};
  std::swap(left, right);
  p[0] = left[0];
  p[1] = right[0];
  p[2] = left[1];
}

int main() {
  int *p;
  cudaMallocManaged(&p, 3 * sizeof(int));
  p[0] = 1;
  p[1] = 2;
  kernel<<<1, 1>>>(p);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  holder<std::vector<int>> a{{1, 2}}, b{{3}};
  a.swap(b);
  holder<std::allocator<int>> c, d;
  c.swap(d);
  std::string s = "s", t = "t";
  std::swap(s, t);
  std::printf("%d %d %d %zu %zu %s\n", p[0], p[1], p[2], a.kept.size(),
              b.kept.size(), s.c_str());
  const bool right = p[0] == 1 && p[1] == 2 && p[2] == 6 &&
                     a.kept.size() == 1 && b.kept.size() == 2 && s == "t";
  cudaFree(p);
  return right ? 0 : 1;
}
