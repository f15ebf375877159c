// SPDX-License-Identifier: Apache-2.0
// warp_exchange: blocked to striped and back, by memory and by shuffles, and
// scatter by ranks, of groups and types of each size.
#include "warp.h"

enum { TO, FROM, SCATTER, TO_SHUFFLED, FROM_SHUFFLED, KINDS };

__host__ __device__ static int rank_of(int i, int n) { return (i * 5 + 3) % n; }

template <class T, class U, int LANES, int ITEMS>
__global__ void moves(const T *in, U *out) {
  typedef rocprim::warp_exchange<T, ITEMS, LANES> exchange;
  typedef group_of<LANES> group;
  __shared__ typename exchange::storage_type storage[group::groups];
  const int t = threadIdx.x, g = t / LANES, n = group::threads * ITEMS;
  T items[ITEMS];
  U moved[KINDS][ITEMS];
  int ranks[ITEMS];
  for (int i = 0; i < ITEMS; ++i) {
    items[i] = in[t * ITEMS + i];
    ranks[i] = rank_of(t % LANES * ITEMS + i, LANES * ITEMS);
  }
  exchange().blocked_to_striped(items, moved[TO], storage[g]);
  rocprim::wave_barrier();
  exchange().striped_to_blocked(items, moved[FROM], storage[g]);
  rocprim::wave_barrier();
  exchange().scatter_to_striped(items, moved[SCATTER], ranks, storage[g]);
  if constexpr (LANES == 32 && LANES % ITEMS == 0) {
    exchange().blocked_to_striped_shuffle(items, moved[TO_SHUFFLED]);
    exchange().striped_to_blocked_shuffle(items, moved[FROM_SHUFFLED]);
  } else {
    for (int i = 0; i < ITEMS; ++i) {
      moved[TO_SHUFFLED][i] = moved[TO][i];
      moved[FROM_SHUFFLED][i] = moved[FROM][i];
    }
  }
  for (int kind = 0; kind < KINDS; ++kind)
    for (int i = 0; i < ITEMS; ++i)
      out[kind * n + t * ITEMS + i] = moved[kind][i];
}

template <class T, class U, int LANES, int ITEMS>
static void check(const char *what) {
  const int n = group_of<LANES>::threads * ITEMS, tile = LANES * ITEMS;
  const std::vector<T> v = numbers<T>(n, 0, 100, LANES);
  std::vector<U> wanted(KINDS * n);
  for (int first = 0; first < n; first += tile)
    for (int i = 0; i < tile; ++i) {
      const int mine = first + i,
                striped = first + i % ITEMS * LANES + i / ITEMS;
      const int rank = rank_of(i, tile);
      wanted[TO * n + mine] = wanted[TO_SHUFFLED * n + mine] = (U)v[striped];
      wanted[FROM * n + striped] = wanted[FROM_SHUFFLED * n + striped] =
          (U)v[mine];
      wanted[SCATTER * n + first + rank % LANES * ITEMS + rank / LANES] =
          (U)v[mine];
    }
  const real::memory<T> in(v);
  const real::memory<U> out(wanted.size());
  moves<T, U, LANES, ITEMS>
      <<<1, group_of<LANES>::threads>>>(in.get(), out.get());
  real::same_all(what, LANES * 100 + ITEMS, out.host(), wanted);
}

template <class T, class U> static void check_all(const char *what) {
  check<T, U, 4, 3>(what);
  check<T, U, 8, 4>(what);
  check<T, U, 16, 7>(what);
  check<T, U, 32, 1>(what);
  check<T, U, 32, 4>(what);
  check<T, U, 32, 8>(what);
  check<T, U, 32, 3>(what);
}

int main() {
  check_all<int, int>("int");
  check_all<unsigned char, unsigned char>("unsigned char");
  check_all<float, double>("float to double");
  check_all<wide_t, wide_t>("128 bits");
  check_all<colour, colour>("three bytes");
  return real::done();
}
