// SPDX-License-Identifier: Apache-2.0
// block_scan of functions that are composed, whose order matters, in blocks of
// one to three dimensions and with storage of its own.
#include "block.h"
#include "kinds.h"

typedef rocprim::block_scan_algorithm by;

static const int ITEMS = 3;

template <int X, int Y, int Z, by BY>
__global__ void composed(const affine *in, affine *out) {
  typedef rocprim::block_scan<affine, X, BY, Y, Z> scan;
  const int n = X * Y * Z * ITEMS;
  const int t = (int)rocprim::flat_block_thread_id<X, Y, Z>();
  affine items[ITEMS], upto[ITEMS], before[ITEMS], one, one_before, all;
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[t * ITEMS + i];
  scan().inclusive_scan(items, upto, compose());
  scan().exclusive_scan(items, before, affine{5, 6}, compose());
  scan().inclusive_scan(in[t], one, all, compose());
  scan().exclusive_scan(in[t], one_before, affine{7, 8}, compose());
  for (int i = 0; i < ITEMS; ++i) {
    out[t * ITEMS + i] = upto[i];
    out[n + t * ITEMS + i] = before[i];
  }
  out[2 * n + t] = one;
  out[2 * n + X * Y * Z + t] = one_before;
  out[2 * n + 2 * X * Y * Z + t] = all;
}

template <int X, int Y, int Z, by BY> static void check(const char *what) {
  const int threads = X * Y * Z, n = threads * ITEMS;
  const std::vector<affine> v = numbers<affine>(n, 0, 5000, X);
  std::vector<affine> wanted(2 * n + 3 * threads);
  affine upto = {1, 0}, last = {1, 0};
  for (int i = 0; i < n; ++i) {
    wanted[n + i] = compose()(affine{5, 6}, upto);
    if (i < threads)
      wanted[2 * n + threads + i] = compose()(affine{7, 8}, upto);
    wanted[i] = upto = compose()(upto, v[i]);
    if (i < threads)
      wanted[2 * n + i] = last = upto;
  }
  for (int t = 0; t < threads; ++t)
    wanted[2 * n + 2 * threads + t] = last;
  const real::memory<affine> in(v), out(wanted.size());
  composed<X, Y, Z, BY><<<1, dim3(X, Y, Z)>>>(in.get(), out.get());
  real::same_all(what, n, out.host(), wanted);
}

int main() {
  check<128, 1, 1, by::using_warp_scan>("one, by warps");
  check<16, 9, 1, by::using_warp_scan>("two, by warps");
  check<4, 8, 8, by::reduce_then_scan>("three, reduced first");
  check<65, 2, 1, by::reduce_then_scan>("two, reduced first");
  check<3, 5, 7, by::using_warp_scan>("odd, by warps");
  return real::done();
}
