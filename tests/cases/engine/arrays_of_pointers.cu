// SPDX-License-Identifier: Apache-2.0
// Arrays of pointers of a thread's own, written and read at indices that are not
// known before: LLVM's SPIR-V took one for a single pointer.
#include "program.h"

enum { THREADS = 64, EACH = 8 };

struct named {
  int *at;
  int name;
};

static __device__ int *choose(int *a, int *b, int k) { return k & 1 ? a : b; }

static __global__ void kernel(int *a, int *b, const int *order, int *out) {
  const int t = (int)threadIdx.x;
  int *own[EACH];
  named both[EACH];
  for (int k = 0; k < EACH; ++k) {
    const int at = order[k];
    own[at] = choose(a, b, t + at) + at;
    both[at] = {choose(b, a, t + at) + 2 * at, at};
  }
  int sum = 0;
  for (int k = 0; k < EACH; ++k) {
    const int at = order[(k * 3 + t) % EACH];
    sum = sum * 3 + *own[at] + *both[at].at * both[at].name;
    own[at] = own[order[k]];
  }
  out[t] = sum;
}

int main() {
  int *a, *b, *order, *out;
  OK(cudaMallocManaged(&a, 2 * EACH * sizeof(int)));
  OK(cudaMallocManaged(&b, 2 * EACH * sizeof(int)));
  OK(cudaMallocManaged(&order, EACH * sizeof(int)));
  OK(cudaMallocManaged(&out, THREADS * sizeof(int)));
  for (int i = 0; i < 2 * EACH; ++i) {
    a[i] = i * 5 + 1;
    b[i] = i * 7 - 30;
  }
  for (int i = 0; i < EACH; ++i)
    order[i] = i * 3 % EACH;
  kernel<<<1, THREADS>>>(a, b, order, out);
  OK(cudaDeviceSynchronize());
  for (int t = 0; t < THREADS; ++t) {
    int own[EACH], both[EACH], sum = 0;
    for (int k = 0; k < EACH; ++k) {
      own[k] = (t + k) & 1 ? a[k] : b[k];
      both[k] = (t + k) & 1 ? b[2 * k] : a[2 * k];
    }
    for (int k = 0; k < EACH; ++k) {
      const int at = order[(k * 3 + t) % EACH];
      sum = sum * 3 + own[at] + both[at] * at;
      own[at] = own[order[k]];
    }
    CHECK(out[t] == sum);
  }
  OK(cudaFree(a));
  OK(cudaFree(b));
  OK(cudaFree(order));
  OK(cudaFree(out));
  return done();
}
