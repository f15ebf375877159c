// SPDX-License-Identifier: Apache-2.0
// block_exchange by ranks: scatter to blocked and to striped, whole, guarded
// and flagged, and gather from striped.
#include "block.h"
#include "kinds.h"

static const int THREADS = 96, ITEMS = 5, N = THREADS * ITEMS;

__host__ __device__ static int rank_of(int i) { return (i * 119 + 7) % N; }
// Every third is left out.
__host__ __device__ static bool kept(int i) { return i % 3 != 0; }

template <class T> __global__ void moves(const T *in, T *out) {
  typedef rocprim::block_exchange<T, THREADS, ITEMS> exchange;
  __shared__ typename exchange::storage_type storage;
  const int t = threadIdx.x;
  T items[ITEMS], moved[5][ITEMS];
  int ranks[ITEMS], guarded[ITEMS];
  bool flags[ITEMS];
  for (int i = 0; i < ITEMS; ++i) {
    items[i] = in[t * ITEMS + i];
    ranks[i] = rank_of(t * ITEMS + i);
    flags[i] = kept(t * ITEMS + i);
    guarded[i] = flags[i] ? ranks[i] : -1;
  }
  exchange().scatter_to_blocked(items, moved[0], ranks, storage);
  __syncthreads();
  exchange().scatter_to_striped(items, moved[1], ranks, storage);
  __syncthreads();
  exchange().gather_from_striped(items, moved[2], ranks, storage);
  __syncthreads();
  exchange().scatter_to_striped_guarded(items, moved[3], guarded, storage);
  __syncthreads();
  exchange().scatter_to_striped_flagged(items, moved[4], ranks, flags, storage);
  for (int i = 0; i < ITEMS; ++i)
    for (int kind = 0; kind < 5; ++kind)
      out[kind * N + t * ITEMS + i] = moved[kind][i];
}

// What the kernel leaves; where nothing was put, what it left itself.
template <class T>
static std::vector<T> wanted_of(const std::vector<T> &v,
                                const std::vector<T> &got) {
  std::vector<T> wanted = got;
  for (int i = 0; i < N; ++i) {
    const int to = rank_of(i), striped = to % THREADS * ITEMS + to / THREADS;
    wanted[to] = v[i];
    wanted[N + striped] = v[i];
    // Of what striped threads hold, the one at this rank.
    wanted[2 * N + i] = v[to % THREADS * ITEMS + to / THREADS];
    if (kept(i))
      wanted[3 * N + striped] = wanted[4 * N + striped] = v[i];
  }
  return wanted;
}

template <class T> static void check(const char *what) {
  const std::vector<T> v = numbers<T>(N, 0, 100);
  const real::memory<T> in(v), out(5 * N);
  moves<T><<<1, THREADS>>>(in.get(), out.get());
  const std::vector<T> got = out.host();
  real::same_all(what, N, got, wanted_of(v, got));
}

int main() {
  check<signed char>("signed char");
  check<int>("int");
  check<double>("double");
  check<wide_t>("128 bits");
  check<colour>("three bytes");
  check<record>("24 bytes");
  return real::done();
}
