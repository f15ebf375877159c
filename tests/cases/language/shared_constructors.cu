// SPDX-License-Identifier: Apache-2.0
// Shared variables of types with constructors and destructors, which do not run,
// as with nvcc: in kernels and device functions, in templates, several in a
// declaration, arrays, and a type known only when a template is used.
// OPTIMIZE: 0 2
#include "program.h"

#pragma nv_diag_suppress static_var_with_dynamic_init

struct pair {
  int a, b;
  __host__ __device__ pair() : a(1), b(2) {}
  __host__ __device__ pair(int a, int b) : a(a), b(b) {}
  __host__ __device__ ~pair() { a = -1; }
};

template <typename T, int N> struct box {
  T items[N];
  __host__ __device__ box() {
    for (int i = 0; i < N; ++i)
      items[i] = T();
  }
  __device__ T &operator[](int i) { return items[i]; }
};

__device__ int sum_of(const pair &p) {
  __shared__ pair kept;
  if (threadIdx.x == 0)
    kept = p;
  __syncthreads();
  const int sum = kept.a + kept.b;
  __syncthreads();
  return sum;
}

__global__ void plain(int *o) {
  __shared__ pair one, row[32], grid[2][16];
  __shared__ alignas(16) box<int, 4> four;
  static __shared__
      pair apart; // on a line of its own
  const int t = threadIdx.x;
  row[t] = pair(t, 2 * t);
  grid[t / 16][t % 16] = pair(3 * t, t);
  if (t == 0) {
    one = pair(10, 20);
    apart = pair(100, 200);
    four[3] = 1000;
  }
  __syncthreads();
  const pair &mine = row[31 - t], &other = (*(grid + 1))[t % 16];
  o[t] = one.a + apart.b + four[3] + mine.b + other.a + sum_of(pair(5, 6)) +
         (int)(sizeof(row) / sizeof(row[0]));
}

template <typename T> struct holder {
  typedef T type;
};

template <typename H, int N> __global__ void generic(int *o) {
  __shared__ typename H::type cells[N], last;
  const int t = threadIdx.x;
  cells[t] = typename H::type(t, 1);
  if (t == N - 1)
    last = cells[t];
  __syncthreads();
  auto add = [&](int i) { return cells[i].a + last.b; };
  o[t] = add(N - 1 - t);
}

int main() {
  enum { N = 32 };
  int host[N], *o;
  OK(cudaMalloc(&o, sizeof(host)));
  plain<<<1, N>>>(o);
  OK(cudaMemcpy(host, o, sizeof(host), cudaMemcpyDeviceToHost));
  for (int t = 0; t < N; ++t)
    CHECK(host[t] == 10 + 200 + 1000 + 2 * (31 - t) + 3 * (16 + t % 16) + 11 +
                         32);
  generic<holder<pair>, N><<<1, N>>>(o);
  OK(cudaMemcpy(host, o, sizeof(host), cudaMemcpyDeviceToHost));
  for (int t = 0; t < N; ++t)
    CHECK(host[t] == N - 1 - t + 1);
  OK(cudaFree(o));
  std::puts("ok");
  return 0;
}
