// SPDX-License-Identifier: Apache-2.0
// Constant tables of the host, with external linkage: what they point to calls
// functions of the host and launches kernels. Tables of the device, which look
// the same, stay.
// DEVICES: cpu cuda amdsim
#include <cstdio>
#include <cuda_runtime.h>

__constant__ int steps[2];

__global__ void add(int *x, int by) { *x += by * steps[1]; }

static dim3 one_block(int blocks) { return dim3(blocks); }

template <int N> static void fill(int (&symbol)[N]) {
  int host[N];
  for (int i = 0; i < N; ++i)
    host[i] = i + 1;
  cudaMemcpyToSymbol(symbol, host, sizeof(host));
}

static int next_of_host(int x) { return x + 1; }

struct row {
  const char *name;
  void (*launch)(int *x);
  int (*next)(int x);
};

extern const row rows[];
const row rows[] = {{"add",
                     [](int *x) {
                       static const bool filled = (fill(steps), true);
                       if (filled)
                         add<<<one_block(1), 1>>>(x, 10);
                     },
                     next_of_host},
                    {}};

extern const row *const tables[];
const row *const tables[] = {rows};

struct registry {
  static const row own[];
};
const row registry::own[] = {{"own", nullptr, next_of_host}};

inline constexpr row inlined[] = {{"inlined", nullptr, next_of_host}};

// The device's: two ways to a table of functions.
__device__ int twice(int x) { return 2 * x; }
__device__ int thrice(int x) { return 3 * x; }
typedef int function(int);
__constant__ function *const functions[] = {twice, thrice};
struct holder {
  function *const *all;
};
__constant__ const holder held = {functions};

__global__ void call(int *x, int which) {
  *x = functions[which](*x) + held.all[1 - which](1);
}

int main() {
  int *x, result = 0;
  cudaMalloc((void **)&x, sizeof(*x));
  cudaMemset(x, 0, sizeof(*x));
  tables[0]->launch(x);       // 20
  call<<<1, 1>>>(x, 1);       // 60 + 2
  cudaMemcpy(&result, x, sizeof(result), cudaMemcpyDeviceToHost);
  result = rows[0].next(result) + registry::own[0].next(1) + inlined[0].next(2);
  cudaFree(x);
  std::printf("%d\n", result);
  return result != 68;
}
