// SPDX-License-Identifier: Apache-2.0
// block_load_direct_* and block_store_direct_*: the functions under the
// classes, for threads that count themselves, whole, valid and with a default.
#include "block.h"
#include "kinds.h"

static const int THREADS = 64, ITEMS = 4, N = THREADS * ITEMS, LANES = 16;

enum { BLOCKED, STRIPED, WARPS, VECTOR, ORDERS };

template <class T> struct tile {
  T items[ORDERS][ITEMS];
};

template <class T> __global__ void whole(const T *in, T *out) {
  const unsigned t = threadIdx.x;
  tile<T> x;
  T *vector = const_cast<T *>(in);
  rocprim::block_load_direct_blocked(t, in, x.items[BLOCKED]);
  rocprim::block_load_direct_striped<THREADS>(t, in, x.items[STRIPED]);
  rocprim::block_load_direct_warp_striped<LANES>(t, in, x.items[WARPS]);
  rocprim::block_load_direct_blocked_vectorized(t, vector, x.items[VECTOR]);
  // What each thread has, and then where each puts it.
  for (int kind = 0; kind < ORDERS; ++kind)
    for (int i = 0; i < ITEMS; ++i)
      out[kind * N + t * ITEMS + i] = x.items[kind][i];
  T(&mine)[ITEMS] = x.items[BLOCKED];
  out += ORDERS * N;
  rocprim::block_store_direct_blocked(t, out + BLOCKED * N, mine);
  rocprim::block_store_direct_striped<THREADS>(t, out + STRIPED * N, mine);
  rocprim::block_store_direct_warp_striped<LANES>(t, out + WARPS * N, mine);
  rocprim::block_store_direct_blocked_vectorized(t, out + VECTOR * N, mine);
}

// The first `valid`; what is not loaded stays 9 without a default, or is
// `none`.
template <class T>
__global__ void some(const T *in, T *out, unsigned valid, T nine, T none) {
  const unsigned t = threadIdx.x;
  T x[6][ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    x[0][i] = x[1][i] = x[2][i] = nine;
  rocprim::block_load_direct_blocked(t, in, x[0], valid);
  rocprim::block_load_direct_striped<THREADS>(t, in, x[1], valid);
  rocprim::block_load_direct_warp_striped<LANES>(t, in, x[2], valid);
  rocprim::block_load_direct_blocked(t, in, x[3], valid, none);
  rocprim::block_load_direct_striped<THREADS>(t, in, x[4], valid, none);
  rocprim::block_load_direct_warp_striped<LANES>(t, in, x[5], valid, none);
  for (int kind = 0; kind < 6; ++kind)
    for (int i = 0; i < ITEMS; ++i)
      out[kind * N + t * ITEMS + i] = x[kind][i];
  out += 6 * N;
  for (int i = 0; i < 3 * ITEMS; ++i)
    out[t * 3 * ITEMS + i] = nine;
  __syncthreads();
  T mine[ITEMS];
  rocprim::block_load_direct_blocked(t, in, mine);
  rocprim::block_store_direct_blocked(t, out, mine, valid);
  rocprim::block_store_direct_striped<THREADS>(t, out + N, mine, valid);
  rocprim::block_store_direct_warp_striped<LANES>(t, out + 2 * N, mine, valid);
}

static int place(int kind, int t, int i) {
  if (kind == STRIPED)
    return i * THREADS + t;
  if (kind == WARPS)
    return t / LANES * LANES * ITEMS + i * LANES + t % LANES;
  return t * ITEMS + i;
}

template <class T>
static void check_some(const char *what, const std::vector<T> &v, int valid) {
  const T nine = as<T>::of(9), none = as<T>::of(77);
  const real::memory<T> in(v), out(9 * N);
  std::vector<T> wanted(9 * N, nine);
  for (int kind = 0; kind < 3; ++kind)
    for (int t = 0; t < THREADS; ++t)
      for (int i = 0; i < ITEMS; ++i) {
        const int at = place(kind, t, i), mine = t * ITEMS + i;
        wanted[kind * N + mine] = at < valid ? v[at] : nine;
        wanted[(3 + kind) * N + mine] = at < valid ? v[at] : none;
        if (at < valid)
          wanted[(6 + kind) * N + at] = v[mine];
      }
  some<<<1, THREADS>>>(in.get(), out.get(), (unsigned)valid, nine, none);
  real::same_all(what, valid, out.host(), wanted);
}

template <class T> static void check(const char *what) {
  const std::vector<T> v = numbers<T>(N, 0, 100);
  std::vector<T> wanted(2 * ORDERS * N);
  for (int kind = 0; kind < ORDERS; ++kind)
    for (int t = 0; t < THREADS; ++t)
      for (int i = 0; i < ITEMS; ++i) {
        wanted[kind * N + t * ITEMS + i] = v[place(kind, t, i)];
        wanted[(ORDERS + kind) * N + place(kind, t, i)] = v[t * ITEMS + i];
      }
  const real::memory<T> in(v), out(wanted.size());
  whole<<<1, THREADS>>>((const T *)in.get(), out.get());
  real::same_all(what, N, out.host(), wanted);
  for (int valid : {0, 1, 100, N - 1, N})
    check_some(what, v, valid);
}

int main() {
  check<signed char>("signed char");
  check<short>("short");
  check<int>("int");
  check<double>("double");
  check<wide_t>("128 bits");
  check<colour>("three bytes");
  check<record>("24 bytes");
  return real::done();
}
