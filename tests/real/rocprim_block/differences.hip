// SPDX-License-Identifier: Apache-2.0
// block_adjacent_difference: to the left and to the right, of all and of some
// of a tile, with what comes before and after it, into another type; and the
// flags that it still gives.
#include "block.h"
#include "functors.h"
#include "kinds.h"

static const int ITEMS = 3, KINDS = 7;

// Neither order nor sign may be mistaken.
struct twice_less {
  template <class T> __host__ __device__ T operator()(T a, T b) const {
    return (T)(a + a - b);
  }
};

template <class T, class U, int X, int Y>
__global__ void differences(const T *in, T before, T after, unsigned some,
                            U *out) {
  typedef rocprim::block_adjacent_difference<T, X, Y> difference;
  __shared__ typename difference::storage_type storage;
  const int t = (int)rocprim::flat_block_thread_id(), n = X * Y * ITEMS;
  const twice_less op;
  T items[ITEMS];
  U d[KINDS][ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[t * ITEMS + i];
  difference().subtract_left(items, d[0], op, storage);
  __syncthreads();
  difference().subtract_left(items, d[1], op, before, storage);
  __syncthreads();
  difference().subtract_left_partial(items, d[2], op, some, storage);
  __syncthreads();
  difference().subtract_left_partial(items, d[3], op, before, some, storage);
  __syncthreads();
  difference().subtract_right(items, d[4], op, storage);
  __syncthreads();
  difference().subtract_right(items, d[5], op, after, storage);
  __syncthreads();
  difference().subtract_right_partial(items, d[6], op, some, storage);
  for (int kind = 0; kind < KINDS; ++kind)
    for (int i = 0; i < ITEMS; ++i)
      out[kind * n + t * ITEMS + i] = d[kind][i];
}

// From `some` on, and where there is no neighbour, values stay.
template <class U, class T>
static std::vector<U> left(const std::vector<T> &v, const T *before,
                           size_t some) {
  std::vector<U> out(v.begin(), v.end());
  for (size_t i = before ? 0 : 1; i < some; ++i)
    out[i] = (U)twice_less()(v[i], i ? v[i - 1] : *before);
  return out;
}
template <class U, class T>
static std::vector<U> right(const std::vector<T> &v, const T *after,
                            size_t some) {
  std::vector<U> out(v.begin(), v.end());
  for (size_t i = 0; i + (after ? 0 : 1) < some; ++i)
    out[i] = (U)twice_less()(v[i], i + 1 < v.size() ? v[i + 1] : *after);
  return out;
}

template <class T, class U, int X, int Y> static void check(const char *what) {
  const size_t n = X * Y * ITEMS;
  const std::vector<T> v = numbers<T>(n, 0, 40);
  const T before = 11, after = 5;
  for (size_t some : {(size_t)0, (size_t)1, n / 2, n - 1, n}) {
    std::vector<U> wanted;
    for (const std::vector<U> &one :
         {left<U, T>(v, nullptr, n), left<U>(v, &before, n),
          left<U, T>(v, nullptr, some), left<U>(v, &before, some),
          right<U, T>(v, nullptr, n), right<U>(v, &after, n),
          right<U, T>(v, nullptr, some)})
      wanted = joined(wanted, one);
    const real::memory<T> in(v);
    const real::memory<U> out(wanted.size());
    differences<T, U, X, Y>
        <<<1, dim3(X, Y)>>>(in.get(), before, after, (unsigned)some, out.get());
    real::same_all(what, some, out.host(), wanted);
  }
}

#pragma clang diagnostic ignored "-Wdeprecated-declarations"
__global__ void flags(const int *in, int *out) {
  typedef rocprim::block_adjacent_difference<int, 64> difference;
  int items[ITEMS], heads[ITEMS], tails[ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[threadIdx.x * ITEMS + i];
  difference().flag_heads_and_tails(heads, 7, tails, 8, items, differs());
  for (int i = 0; i < ITEMS; ++i) {
    out[threadIdx.x * ITEMS + i] = heads[i];
    out[(64 + threadIdx.x) * ITEMS + i] = tails[i];
  }
}

static void check_flags() {
  const int n = 64 * ITEMS;
  const std::vector<int> v = real::values<int>(n, 2);
  std::vector<int> wanted(2 * n);
  for (int i = 0; i < n; ++i) {
    wanted[i] = (i ? v[i - 1] : 7) != v[i];
    wanted[n + i] = (i + 1 < n ? v[i + 1] : 8) != v[i];
  }
  real::same_all("flags", n, run_block(flags, v, 2 * n, 64), wanted);
}

int main() {
  check<int, int, 128, 1>("int");
  check<short, short, 20, 5>("short");
  check<float, double, 32, 2>("float to double");
  check<int, long long, 65, 1>("int to long long");
  check<wide_t, wide_t, 16, 2>("128 bits");
  check_flags();
  return real::done();
}
