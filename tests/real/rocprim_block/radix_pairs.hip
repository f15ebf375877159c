// SPDX-License-Identifier: Apache-2.0
// block_radix_sort of keys with values of each size, by some of their bits, in
// blocks of several dimensions and with storage of its own.
#include "block.h"
#include "keys.h"

static const int ITEMS = 3;
static const unsigned BEGIN = 5, END = 17;

// Up and down, blocked; and up and down, striped.
template <class V, int X, int Y>
__global__ void sorts(const unsigned *keys_in, const V *values_in,
                      unsigned *keys_out, V *values_out) {
  typedef rocprim::block_radix_sort<unsigned, X, ITEMS, V, Y> sort;
  const int t = (int)rocprim::flat_block_thread_id(), n = X * Y * ITEMS;
  for (int kind = 0; kind < 4; ++kind) {
    unsigned keys[ITEMS];
    V values[ITEMS];
    for (int i = 0; i < ITEMS; ++i) {
      keys[i] = keys_in[t * ITEMS + i];
      values[i] = values_in[t * ITEMS + i];
    }
    __syncthreads();
    if (kind == 0)
      sort().sort(keys, values, BEGIN, END);
    else if (kind == 1)
      sort().sort_desc(keys, values, BEGIN, END);
    else if (kind == 2)
      sort().sort_to_striped(keys, values, BEGIN, END);
    else
      sort().sort_desc_to_striped(keys, values, BEGIN, END);
    for (int i = 0; i < ITEMS; ++i) {
      const int to = kind * n + (kind < 2 ? t * ITEMS + i : i * X * Y + t);
      keys_out[to] = keys[i];
      values_out[to] = values[i];
    }
  }
}

template <class V, int X, int Y> static void check(const char *what) {
  const int n = X * Y * ITEMS;
  const std::vector<unsigned> k = keys<unsigned>(n, X);
  const std::vector<V> v = numbers<V>(n, 0, 20000, 3);
  auto key_of = [&](int i) { return bits(k[i], BEGIN, END); };
  const std::vector<int> order =
      joined(places_by(key_of, false, 0, n), places_by(key_of, true, 0, n));
  const real::memory<unsigned> keys_in(k), keys_out(4 * (size_t)n);
  const real::memory<V> values_in(v), values_out(4 * (size_t)n);
  sorts<V, X, Y><<<1, dim3(X, Y)>>>(keys_in.get(), values_in.get(),
                                    keys_out.get(), values_out.get());
  real::same_all(what, n, keys_out.host(), picked(k, joined(order, order)));
  real::same_all(what, n, values_out.host(), picked(v, joined(order, order)));
}

int main() {
  check<short, 128, 1>("short");
  check<int, 16, 8>("int");
  check<double, 32, 3>("double");
  check<wide_t, 64, 1>("128 bits");
  check<colour, 64, 2>("three bytes");
  check<record, 40, 2>("24 bytes");
  return real::done();
}
