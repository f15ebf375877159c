// SPDX-License-Identifier: Apache-2.0
// block_radix_sort of keys of every type, up and down, blocked and striped.
#include "block.h"
#include "keys.h"

// Four sorts one after the other, each as the threads then have the keys.
template <class T, int THREADS, int ITEMS>
__global__ void sorts(const T *in, T *out) {
  typedef rocprim::block_radix_sort<T, THREADS, ITEMS> sort;
  __shared__ typename sort::storage_type storage;
  const int t = threadIdx.x, n = THREADS * ITEMS;
  T keys[4][ITEMS];
  for (int i = 0; i < 4 * ITEMS; ++i)
    keys[i / ITEMS][i % ITEMS] = in[t * ITEMS + i % ITEMS];
  sort().sort(keys[0], storage);
  __syncthreads();
  sort().sort_desc(keys[1], storage);
  __syncthreads();
  sort().sort_to_striped(keys[2], storage);
  __syncthreads();
  sort().sort_desc_to_striped(keys[3], storage);
  for (int i = 0; i < ITEMS; ++i) {
    out[t * ITEMS + i] = keys[0][i];
    out[n + t * ITEMS + i] = keys[1][i];
    out[2 * n + i * THREADS + t] = keys[2][i];
    out[3 * n + i * THREADS + t] = keys[3][i];
  }
}

template <class T, int THREADS, int ITEMS> static void check(const char *what) {
  const int n = THREADS * ITEMS;
  const std::vector<T> v = keys<T>(n, THREADS);
  const real::memory<T> in(v), out(4 * (size_t)n);
  sorts<T, THREADS, ITEMS><<<1, THREADS>>>(in.get(), out.get());
  const std::vector<T> once =
      joined(picked(v, places(v)), picked(v, places(v, true)));
  same_keys(what, out.host(), joined(once, once));
}

int main() {
  check<signed char, 64, 4>("signed char");
  check<unsigned char, 128, 3>("unsigned char");
  check<short, 256, 2>("short");
  check<unsigned short, 96, 5>("unsigned short");
  check<int, 128, 4>("int");
  check<unsigned, 512, 1>("unsigned");
  check<long long, 64, 7>("long long");
  check<unsigned long long, 128, 2>("unsigned long long");
  check<half_t, 128, 3>("half");
  check<bfloat_t, 64, 5>("bfloat16");
  check<float, 192, 3>("float");
  check<double, 128, 4>("double");
  return real::done();
}
