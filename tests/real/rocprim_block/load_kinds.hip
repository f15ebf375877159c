// SPDX-License-Identifier: Apache-2.0
// block_load and block_store by each method of types of each size, from and to
// iterators of other types, many blocks at once, in blocks of one dimension and
// of two; of one alone by transposing, for which 5.3.3 exchanges what threads
// have by threadIdx.x.
#include "block.h"
#include "functors.h"
#include "kinds.h"

typedef rocprim::block_load_method from;
typedef rocprim::block_store_method to;

static const int BLOCKS = 5;

// Loads what another type holds, and stores it in the reverse order of blocks.
template <class T, class U, int X, int Y, int ITEMS, from FROM, to TO>
__global__ void copies(const T *in, U *out, unsigned in_last) {
  typedef rocprim::block_load<U, X, ITEMS, FROM, Y> load;
  typedef rocprim::block_store<U, X, ITEMS, TO, Y> store;
  __shared__ typename load::storage_type loading;
  __shared__ typename store::storage_type storing;
  const unsigned tile = X * Y * ITEMS, block = blockIdx.x;
  U items[ITEMS];
  if (block + 1 < gridDim.x)
    load().load(in + block * tile, items, loading);
  else
    load().load(in + block * tile, items, in_last, (U)77, loading);
  __syncthreads();
  U *target = out + (gridDim.x - 1 - block) * tile;
  if (block > 0)
    store().store(target, items, storing);
  else
    store().store(target, items, in_last, storing);
}

template <class T, class U, int X, int Y, int ITEMS, from FROM, to TO>
static void check(const char *what) {
  const int tile = X * Y * ITEMS, n = BLOCKS * tile, last = tile * 2 / 3;
  const std::vector<T> v = numbers<T>(n, 0, 100);
  std::vector<U> wanted(n);
  for (int i = 0; i < n; ++i) {
    const int block = BLOCKS - 1 - i / tile, at = i % tile;
    wanted[i] =
        block == BLOCKS - 1 && at >= last ? (U)77 : (U)v[block * tile + at];
    if (block == 0 && at >= last)
      wanted[i] = (U)55;
  }
  const real::memory<T> in(v);
  const real::memory<U> out(std::vector<U>(n, (U)55));
  copies<T, U, X, Y, ITEMS, FROM, TO>
      <<<BLOCKS, dim3(X, Y)>>>(in.get(), out.get(), (unsigned)last);
  real::same_all(what, n, out.host(), wanted);
}

// FLAT 1 leaves the blocks of one dimension, of as many threads.
template <from FROM, to TO, int FLAT = 0>
static void check_all(const char *what) {
  check<int, int, 128, 1, 4, FROM, TO>(what);
  check<signed char, signed char, 64, 1, 8, FROM, TO>(what);
  check<short, double, FLAT ? 64 : 32, FLAT ? 1 : 2, 2, FROM, TO>(what);
  check<long long, short, FLAT ? 96 : 16, FLAT ? 1 : 6, 3, FROM, TO>(what);
  check<wide_t, wide_t, 64, 1, 2, FROM, TO>(what);
  check<int, float, 256, 1, 1, FROM, TO>(what);
}

// From a sequence that is nowhere in memory.
__global__ void squares(const int *in, int *out) {
  typedef rocprim::block_load<int, 64, 4, from::block_load_transpose> load;
  typedef rocprim::block_store<int, 64, 4, to::block_store_warp_transpose>
      store;
  const auto counted = rocprim::make_counting_iterator(*in);
  int items[4];
  load().load(rocprim::make_transform_iterator(counted, square()), items);
  store().store(rocprim::make_reverse_iterator(out + 256), items);
}

int main() {
  check_all<from::block_load_direct, to::block_store_direct>("direct");
  check_all<from::block_load_striped, to::block_store_striped>("striped");
  check_all<from::block_load_vectorize, to::block_store_vectorize>("vectors");
  check_all<from::block_load_transpose, to::block_store_transpose, 1>(
      "transpose");
  check_all<from::block_load_warp_transpose, to::block_store_warp_transpose, 1>(
      "by warps");
  std::vector<int> wanted(256);
  for (int i = 0; i < 256; ++i)
    wanted[255 - i] = (i + 10) * (i + 10);
  real::same_all("squares", 256,
                 run_block(squares, std::vector<int>(1, 10), 256, 64), wanted);
  return real::done();
}
