// SPDX-License-Identifier: Apache-2.0
// block_exchange between blocked, striped and striped by warps, there and back,
// into another type, for blocks that warps do not fill and of two dimensions.
#include "block.h"
#include "kinds.h"

enum { TO_STRIPED, FROM_STRIPED, TO_WARPS, FROM_WARPS, ORDERS };

template <class T, class U, int X, int Y, int ITEMS>
__global__ void moves(const T *in, U *out) {
  typedef rocprim::block_exchange<T, X, ITEMS, Y> exchange;
  const int t = (int)rocprim::flat_block_thread_id(), n = X * Y * ITEMS;
  T items[ITEMS];
  U moved[ORDERS][ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[t * ITEMS + i];
  exchange().blocked_to_striped(items, moved[TO_STRIPED]);
  exchange().striped_to_blocked(items, moved[FROM_STRIPED]);
  exchange().blocked_to_warp_striped(items, moved[TO_WARPS]);
  exchange().warp_striped_to_blocked(items, moved[FROM_WARPS]);
  for (int kind = 0; kind < ORDERS; ++kind)
    for (int i = 0; i < ITEMS; ++i)
      out[kind * n + t * ITEMS + i] = moved[kind][i];
}

// The number of thread t's item i in an order that is striped by `width`
// threads; the last group may be narrower.
static int striped(int t, int i, int width, int threads, int items) {
  const int first = t / width * width;
  const int here = threads - first < width ? threads - first : width;
  return first * items + i * here + (t - first);
}

template <class T, class U, int X, int Y, int ITEMS>
static void check(const char *what, int warp) {
  const int threads = X * Y, n = threads * ITEMS;
  const std::vector<T> v = numbers<T>(n, 0, 120);
  std::vector<U> wanted(ORDERS * n);
  for (int t = 0; t < threads; ++t)
    for (int i = 0; i < ITEMS; ++i) {
      const int mine = t * ITEMS + i;
      const int all = striped(t, i, threads, threads, ITEMS);
      const int by_warp = striped(t, i, warp, threads, ITEMS);
      wanted[TO_STRIPED * n + mine] = (U)v[all];
      wanted[FROM_STRIPED * n + all] = (U)v[mine];
      wanted[TO_WARPS * n + mine] = (U)v[by_warp];
      wanted[FROM_WARPS * n + by_warp] = (U)v[mine];
    }
  const real::memory<T> in(v);
  const real::memory<U> out(ORDERS * (size_t)n);
  moves<T, U, X, Y, ITEMS><<<1, dim3(X, Y)>>>(in.get(), out.get());
  real::same_all(what, n, out.host(), wanted);
}

int main() {
  hipDeviceProp_t properties;
  real::ok(hipGetDeviceProperties(&properties, 0), "properties");
  const int warp = properties.warpSize;
  check<int, int, 128, 1, 4>("int", warp);
  check<unsigned char, unsigned char, 64, 1, 7>("unsigned char", warp);
  check<int, long long, 32, 4, 3>("int to long long", warp);
  check<float, double, 100, 1, 2>("float to double, 100 threads", warp);
  check<wide_t, wide_t, 64, 2, 3>("128 bits", warp);
  check<colour, colour, 16, 5, 8>("three bytes", warp);
  check<record, record, 33, 1, 5>("24 bytes, 33 threads", warp);
  return real::done();
}
