// SPDX-License-Identifier: Apache-2.0
// Structs with bytes that no member has, handed on through shared memory and
// arrays of words, as reductions of pairs do: their padding is moved along, in
// pieces of 24 bits among others.
#include <cuda_runtime.h>

#include <stdio.h>

struct found {
  bool is;
  long long at;
};

// The first place, of those that are one.
__device__ found first_of(found a, found b) {
  if (a.is && b.is)
    return found{true, a.at < b.at ? a.at : b.at};
  return a.is ? a : b;
}

__device__ found from_lane(found f, int by) {
  unsigned words[sizeof(found) / 4];
  memcpy(words, &f, sizeof(f));
  for (unsigned i = 0; i < sizeof(found) / 4; ++i)
    words[i] = __shfl_down_sync(~0u, words[i], by);
  memcpy(&f, words, sizeof(f));
  return f;
}

__global__ void search(const int *in, int value, found *out) {
  __shared__ found shared[4];
  const int t = threadIdx.x;
  found f{in[t] == value, t};
  for (int by = 16; by; by /= 2) {
    const found other = from_lane(f, by);
    if (t % 32 + by < 32)
      f = first_of(f, other);
  }
  if (t % 32 == 0)
    shared[t / 32] = f;
  __syncthreads();
  if (t == 0) {
    for (int i = 1; i < 4; ++i)
      f = first_of(f, shared[i]);
    *out = f;
  }
}

int main() {
  int *in;
  found *out;
  if (cudaMallocManaged(&in, 128 * sizeof(int)) ||
      cudaMallocManaged(&out, 2 * sizeof(found)))
    return 1;
  for (int at = 0; at < 128; ++at) {
    for (int i = 0; i < 128; ++i)
      in[i] = i >= at && (i - at) % 50 == 0 ? 7 : 0;
    out[1].at = -1; // nothing is stored beyond a struct
    search<<<1, 128>>>(in, 7, out);
    if (cudaDeviceSynchronize())
      return 2;
    if (!out->is || out->at != at || out[1].at != -1) {
      printf("%d: %d %lld\n", at, out->is, out->at);
      return 3;
    }
  }
  cudaFree(in);
  cudaFree(out);
  return 0;
}
