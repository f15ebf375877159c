// SPDX-License-Identifier: Apache-2.0
// Groups of cooperative groups become one another, and are parted in every way.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "program.h"

namespace cg = cooperative_groups;

enum { THREADS = 96 };

struct facts {
  int tile_rank, tile_meta, tile_sum;
  int group_rank, group_size, part_rank, part_size;
  int even_sum, even_meta, label_size, label_meta, label_metas;
  int odd_rank, odd_size, odd_tile_size, odd_tile_rank, odd_match;
  int scan, before, sixteenth, first, copied;
};

__device__ int tile_rank(cg::thread_group g) { return (int)g.thread_rank(); }

__global__ void k(facts *out, const char *bytes) {
  __shared__ char copy[101];
  const cg::thread_block block = cg::this_thread_block();
  const int i = (int)block.thread_rank();
  facts f = {};
  const cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  f.tile_rank = tile.thread_rank();
  f.tile_meta = tile.meta_group_rank() * 10 + tile.meta_group_size();
  f.tile_sum = cg::reduce(tile, i, cg::plus<int>());
  const cg::thread_block_tile<4> four = cg::tiled_partition<4>(tile);
  f.sixteenth = four.meta_group_rank() * 10 + four.meta_group_size();

  const cg::thread_group group = block;
  f.group_rank = tile_rank(group);
  f.group_size = (int)group.size();
  const cg::thread_group part = cg::tiled_partition(group, 8);
  part.sync();
  f.part_rank = tile_rank(part);
  f.part_size = (int)part.size();

  const cg::coalesced_group even = cg::binary_partition(tile, i % 2 == 0);
  f.even_sum = cg::reduce(even, i, cg::plus<>());
  f.even_meta = even.meta_group_rank() * 10 + even.meta_group_size();
  const cg::coalesced_group label = cg::labeled_partition(tile, i % 5);
  f.label_size = label.size();
  f.label_meta = label.meta_group_rank();
  f.label_metas = label.meta_group_size();
  f.scan = cg::inclusive_scan(tile, 1 + i % 3);
  f.before = cg::exclusive_scan(tile, 1 + i % 3, cg::plus<int>());
  f.first = cg::invoke_one_broadcast(tile, [&] { return i + 1000; });
  cg::memcpy_async(block, copy, bytes, sizeof(copy));
  cg::wait(block);
  f.copied = copy[i + 5];
  if (i % 2) {
    const cg::coalesced_group odd = cg::coalesced_threads();
    f.odd_rank = odd.thread_rank();
    f.odd_size = odd.size();
    const cg::coalesced_group tiles = cg::tiled_partition(odd, 4);
    f.odd_tile_size = tiles.size();
    f.odd_tile_rank = tiles.thread_rank();
    f.odd_match = odd.match_any(i % 4);
  }
  out[i] = f;
}

int main() {
  facts *out, h[THREADS];
  char *bytes, sent[101];
  for (int i = 0; i < 101; ++i)
    sent[i] = (char)(i + 3);
  OK(cudaMalloc(&out, sizeof(h)));
  OK(cudaMalloc(&bytes, sizeof(sent)));
  OK(cudaMemcpy(bytes, sent, sizeof(sent), cudaMemcpyHostToDevice));
  k<<<1, THREADS>>>(out, bytes);
  OK(cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost));
  for (int i = 0; i < THREADS; ++i) {
    const facts f = h[i];
    const int warp = i / 32, lane = i % 32;
    int sum = 0, even = 0, same = 0, scan = 0, leaders = 0, matches = 0;
    bool seen[5] = {};
    for (int j = 32 * warp; j < 32 * warp + 32; ++j) {
      sum += j;
      even += j % 2 == i % 2 ? j : 0;
      same += j % 5 == i % 5;
      scan += j <= i ? 1 + j % 3 : 0;
      if (!seen[j % 5] && !seen[i % 5])
        leaders += j % 5 != i % 5;
      seen[j % 5] = true;
      if (j % 2 && j % 4 == i % 4)
        matches |= 1 << (j % 32 / 2);
    }
    CHECK(f.tile_rank == lane && f.tile_meta == warp * 10 + 3);
    CHECK(f.tile_sum == sum && f.sixteenth == lane / 4 * 10 + 8);
    CHECK(f.group_rank == i && f.group_size == THREADS);
    CHECK(f.part_rank == i % 8 && f.part_size == 8);
    CHECK(f.even_sum == even && f.even_meta == (i % 2 == 0) * 10 + 2);
    CHECK(f.label_size == same && f.label_metas == 5);
    CHECK(f.label_meta == leaders);
    CHECK(f.scan == scan && f.before == scan - 1 - i % 3);
    CHECK(f.first == 32 * warp + 1000 && f.copied == (char)(i + 8));
    if (i % 2) {
      CHECK(f.odd_rank == lane / 2 && f.odd_size == 16);
      CHECK(f.odd_tile_size == 4 && f.odd_tile_rank == lane / 2 % 4);
      CHECK(f.odd_match == matches);
    }
  }
  OK(cudaFree(out));
  OK(cudaFree(bytes));
  return done();
}
