// SPDX-License-Identifier: Apache-2.0
// block_discontinuity: heads, tails and both, with what comes before and after
// the tile, and with an operation that is told the place.
#include "block.h"
#include "functors.h"
#include "kinds.h"

static const int ITEMS = 4, KINDS = 10;

// Whether it differs, or stands at a place that sevens divide.
struct differs_or_seventh {
  template <class T>
  __host__ __device__ bool operator()(const T &a, const T &b,
                                      unsigned place) const {
    return !(a == b) || place % 7 == 0;
  }
};

template <class T, class OP, int X, int Y>
__global__ void flags(const T *in, T before, T after, char *out) {
  typedef rocprim::block_discontinuity<T, X, Y> flagging;
  __shared__ typename flagging::storage_type storage;
  const int t = (int)rocprim::flat_block_thread_id(), n = X * Y * ITEMS;
  T items[ITEMS];
  char f[KINDS + 2][ITEMS];
  for (int i = 0; i < ITEMS; ++i)
    items[i] = in[t * ITEMS + i];
  flagging().flag_heads(f[0], items, OP(), storage);
  flagging().flag_heads(f[1], before, items, OP());
  flagging().flag_tails(f[2], items, OP());
  __syncthreads();
  flagging().flag_tails(f[3], after, items, OP(), storage);
  __syncthreads();
  flagging().flag_heads_and_tails(f[4], f[5], items, OP(), storage);
  __syncthreads();
  flagging().flag_heads_and_tails(f[6], f[7], after, items, OP(), storage);
  __syncthreads();
  flagging().flag_heads_and_tails(f[8], before, f[9], items, OP(), storage);
  flagging().flag_heads_and_tails(f[10], before, f[11], after, items, OP());
  for (int kind = 0; kind < KINDS + 2; ++kind)
    for (int i = 0; i < ITEMS; ++i)
      out[kind * n + t * ITEMS + i] = f[kind][i];
}

// The operation with the place, where it takes one.
template <class T> static bool flag(differs, const T &a, const T &b, unsigned) {
  return differs()(a, b);
}
template <class T>
static bool flag(differs_or_seventh op, const T &a, const T &b, unsigned i) {
  return op(a, b, i);
}

// Without what is before, the first begins something; and so at the end.
template <class OP, class T>
static std::vector<char> heads(const std::vector<T> &v, const T *before) {
  std::vector<char> out(v.size(), 1);
  for (size_t i = before ? 0 : 1; i < v.size(); ++i)
    out[i] = flag(OP(), i ? v[i - 1] : *before, v[i], (unsigned)i);
  return out;
}
template <class OP, class T>
static std::vector<char> tails(const std::vector<T> &v, const T *after) {
  std::vector<char> out(v.size(), 1);
  for (size_t i = 0; i + (after ? 0 : 1) < v.size(); ++i)
    out[i] =
        flag(OP(), v[i], i + 1 < v.size() ? v[i + 1] : *after, (unsigned)i + 1);
  return out;
}

template <class T, class OP, int X, int Y> static void check(const char *what) {
  const size_t n = X * Y * ITEMS;
  const std::vector<T> v = numbers<T>(n, 0, 2);
  for (const T before : {v[0], as<T>::of(9)}) {
    const T after = as<T>::of(1);
    const std::vector<char> h = heads<OP, T>(v, nullptr),
                            hb = heads<OP>(v, &before),
                            t = tails<OP, T>(v, nullptr),
                            ta = tails<OP>(v, &after);
    std::vector<char> wanted;
    for (const std::vector<char> &one :
         {h, hb, t, ta, h, t, h, ta, hb, t, hb, ta})
      wanted = joined(wanted, one);
    const real::memory<T> in(v);
    const real::memory<char> out(wanted.size());
    flags<T, OP, X, Y><<<1, dim3(X, Y)>>>(in.get(), before, after, out.get());
    real::same_all(what, n, out.host(), wanted);
  }
}

int main() {
  check<int, differs, 128, 1>("int");
  check<int, differs_or_seventh, 64, 1>("int with places");
  check<double, differs, 16, 3>("double");
  check<colour, differs_or_seventh, 8, 8>("three bytes with places");
  check<record, differs, 50, 1>("24 bytes");
  return real::done();
}
