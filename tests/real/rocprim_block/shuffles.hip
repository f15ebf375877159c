// SPDX-License-Identifier: Apache-2.0
// block_shuffle: offset, rotate, up and down, of many types and distances, in
// blocks of one to three dimensions. Not here: up and down that also give the
// block's last or first value, which 5.3.3 does not compile; and rotate in
// blocks of more dimensions, where 5.3.3 takes threadIdx.x for the thread.
#include <rocprim/block/block_shuffle.hpp>

#include "block.h"
#include "kinds.h"

static const int ITEMS = 3;
static const int distances[] = {1, 5, -1, -20, 0, 500};

// A place that nothing is brought to keeps what it had: its own value.
template <class T, int X, int Y, int Z>
__global__ void moves(const T *in, T *out, int distance) {
  typedef rocprim::block_shuffle<T, X, Y, Z> shuffle;
  __shared__ typename shuffle::storage_type storage;
  const size_t t = rocprim::flat_block_thread_id<X, Y, Z>();
  const int threads = X * Y * Z;
  T items[ITEMS], up[ITEMS], down[ITEMS], offset;
  for (int i = 0; i < ITEMS; ++i)
    up[i] = down[i] = items[i] = in[t * ITEMS + i];
  offset = items[0];
  shuffle().offset(t, items[0], offset, distance, storage);
  __syncthreads();
  shuffle().up(t, items, up, storage);
  __syncthreads();
  shuffle().down(items, down);
  out[t] = offset;
  for (int i = 0; i < ITEMS; ++i) {
    out[threads + t * ITEMS + i] = up[i];
    out[threads + threads * ITEMS + t * ITEMS + i] = down[i];
  }
}

template <class T, int X>
__global__ void rotations(const T *in, T *out, unsigned distance) {
  rocprim::block_shuffle<T, X>().rotate(in[threadIdx.x], out[threadIdx.x],
                                        distance);
}

template <class T, int X, int Y, int Z>
static void check(const char *what, int distance) {
  const int threads = X * Y * Z, n = threads * ITEMS;
  const std::vector<T> v = numbers<T>(n, 0, 100);
  std::vector<T> wanted(threads + 2 * n);
  for (int t = 0; t < threads; ++t) {
    const int from = t + distance;
    wanted[t] = v[(from >= 0 && from < threads ? from : t) * ITEMS];
  }
  for (int i = 0; i < n; ++i) {
    wanted[threads + i] = v[i ? i - 1 : 0];
    wanted[threads + n + i] = v[i + 1 < n ? i + 1 : i];
  }
  const real::memory<T> in(v), out(wanted.size());
  moves<T, X, Y, Z><<<1, dim3(X, Y, Z)>>>(in.get(), out.get(), distance);
  real::same_all(what, n, out.host(), wanted);
}

template <class T, int X> static void check_rotation(const char *what) {
  const std::vector<T> v = numbers<T>(X, 0, 100);
  for (int distance : {0, 1, 13, X - 1}) {
    std::vector<T> wanted(X);
    for (int t = 0; t < X; ++t)
      wanted[t] = v[(t + distance) % X];
    const real::memory<T> in(v), out(X);
    rotations<T, X><<<1, X>>>(in.get(), out.get(), (unsigned)distance);
    real::same_all(what, distance, out.host(), wanted);
  }
}

int main() {
  for (int distance : distances) {
    check<int, 128, 1, 1>("int", distance);
    check<unsigned char, 16, 4, 1>("unsigned char", distance);
    check<double, 5, 4, 3>("double", distance);
    check<wide_t, 64, 1, 1>("128 bits", distance);
    check<colour, 3, 11, 2>("three bytes", distance);
  }
  check_rotation<int, 128>("rotate int");
  check_rotation<short, 33>("rotate short");
  check_rotation<record, 64>("rotate 24 bytes");
  return real::done();
}
