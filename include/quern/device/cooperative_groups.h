// SPDX-License-Identifier: Apache-2.0
//
// Cooperative groups: the grid, clusters, blocks, tiles of a warp, coalesced
// threads, and partitions of them; collective operations are in
// cooperative_groups_work.h.
#ifndef QUERN_DEVICE_COOPERATIVE_GROUPS_H
#define QUERN_DEVICE_COOPERATIVE_GROUPS_H
#pragma clang system_header

#include "prelude.h"

// As CUDA has it, which CCCL declares classes of.
namespace cooperative_groups {
namespace __v1 {

__QN_FN __qn_u64 __qn_volume(dim3 d) { return (__qn_u64)d.x * d.y * d.z; }

// ---- The grid --------------------------------------------------------------------

class grid_group {
public:
  struct arrival_token {};
  __QN_DMEMBER bool is_valid() const { return true; }
  __QN_DMEMBER __QN_CONVERGENT void sync() const { __qn_grid_sync(); }
  __QN_DMEMBER arrival_token barrier_arrive() const {
    return arrival_token();
  }
  __QN_DMEMBER __QN_CONVERGENT void barrier_wait(arrival_token &&) const {
    __qn_grid_sync();
  }
  static __QN_DMEMBER dim3 dim_blocks() {
    return dim3(__qn_grid_dim(0), __qn_grid_dim(1), __qn_grid_dim(2));
  }
  static __QN_DMEMBER dim3 group_dim() { return dim_blocks(); }
  static __QN_DMEMBER dim3 block_index() {
    return dim3(__qn_block_id(0), __qn_block_id(1), __qn_block_id(2));
  }
  static __QN_DMEMBER unsigned long long num_blocks() {
    return __qn_volume(dim_blocks());
  }
  static __QN_DMEMBER unsigned long long num_threads() {
    return num_blocks() * __qn_block_dim(0) * __qn_block_dim(1) *
           __qn_block_dim(2);
  }
  static __QN_DMEMBER unsigned long long size() { return num_threads(); }
  static __QN_DMEMBER unsigned long long block_rank() {
    return ((unsigned long long)__qn_block_id(2) * __qn_grid_dim(1) +
            __qn_block_id(1)) *
               __qn_grid_dim(0) +
           __qn_block_id(0);
  }
  static __QN_DMEMBER unsigned long long thread_rank() {
    const unsigned in_block =
        (__qn_thread_id(2) * __qn_block_dim(1) + __qn_thread_id(1)) *
            __qn_block_dim(0) +
        __qn_thread_id(0);
    return block_rank() * __qn_block_dim(0) * __qn_block_dim(1) *
               __qn_block_dim(2) +
           in_block;
  }
  // Clusters have one block.
  static __QN_DMEMBER dim3 dim_clusters() { return dim_blocks(); }
  static __QN_DMEMBER unsigned long long num_clusters() {
    return num_blocks();
  }
  static __QN_DMEMBER dim3 cluster_index() { return block_index(); }
  static __QN_DMEMBER unsigned long long cluster_rank() {
    return block_rank();
  }
};
__QN_FN grid_group this_grid() { return grid_group(); }

// A launch on several devices, of which there is only one.
class multi_grid_group : public grid_group {
public:
  static __QN_DMEMBER unsigned num_grids() { return 1; }
  static __QN_DMEMBER unsigned grid_rank() { return 0; }
};
__QN_FN multi_grid_group this_multi_grid() { return multi_grid_group(); }

// ---- The block ---------------------------------------------------------------------

// Space that tiles of several warps would need.
template <unsigned threads = 1024> struct block_tile_memory {};

class thread_block {
public:
  struct arrival_token {};
  static __QN_DMEMBER __QN_CONVERGENT void sync() { __qn_barrier(); }
  __QN_DMEMBER arrival_token barrier_arrive() const {
    return arrival_token();
  }
  __QN_DMEMBER __QN_CONVERGENT void barrier_wait(arrival_token &&) const {
    __qn_barrier();
  }
  static __QN_DMEMBER unsigned size() {
    return __qn_block_dim(0) * __qn_block_dim(1) * __qn_block_dim(2);
  }
  static __QN_DMEMBER unsigned num_threads() { return size(); }
  static __QN_DMEMBER unsigned thread_rank() {
    return (__qn_thread_id(2) * __qn_block_dim(1) + __qn_thread_id(1)) *
               __qn_block_dim(0) +
           __qn_thread_id(0);
  }
  static __QN_DMEMBER dim3 group_index() {
    return dim3(__qn_block_id(0), __qn_block_id(1), __qn_block_id(2));
  }
  static __QN_DMEMBER dim3 thread_index() {
    return dim3(__qn_thread_id(0), __qn_thread_id(1), __qn_thread_id(2));
  }
  static __QN_DMEMBER dim3 group_dim() {
    return dim3(__qn_block_dim(0), __qn_block_dim(1), __qn_block_dim(2));
  }
  static __QN_DMEMBER dim3 dim_threads() { return group_dim(); }
  __QN_DMEMBER bool is_valid() const { return true; }
};
__QN_FN thread_block this_thread_block() { return thread_block(); }
template <unsigned threads>
__QN_FN thread_block this_thread_block(block_tile_memory<threads> &) {
  return thread_block();
}

// ---- The cluster: of one block

class cluster_group : public thread_block {
public:
  __QN_DMEMBER arrival_token barrier_arrive_relaxed() const {
    return arrival_token();
  }
  __QN_DMEMBER __QN_CONVERGENT void barrier_wait() const { __qn_barrier(); }
  using thread_block::barrier_wait;
  static __QN_DMEMBER dim3 dim_blocks() { return dim3(1, 1, 1); }
  static __QN_DMEMBER unsigned num_blocks() { return 1; }
  static __QN_DMEMBER dim3 block_index() { return dim3(0, 0, 0); }
  static __QN_DMEMBER unsigned block_rank() { return 0; }
  static __QN_DMEMBER unsigned query_shared_rank(const void *) { return 0; }
  template <typename T>
  static __QN_DMEMBER T *map_shared_rank(T *p, int) {
    return p;
  }
};
__QN_FN cluster_group this_cluster() { return cluster_group(); }

// ---- Tiles ------------------------------------------------------------------------------

// Members of all tiles; __qn_mask() names their lanes.
#define __QN_TILE_MEMBERS                                                      \
  __QN_DMEMBER __QN_CONVERGENT void sync() const {                             \
    __qn_warp_sync(__qn_mask());                                               \
  }                                                                            \
  __QN_DMEMBER __QN_CONVERGENT int any(int pred) const {                       \
    return __qn_ballot(__qn_mask(), pred) != 0;                                \
  }                                                                            \
  __QN_DMEMBER __QN_CONVERGENT int all(int pred) const {                       \
    return __qn_ballot(__qn_mask(), pred == 0) == 0;                           \
  }                                                                            \
  __QN_DMEMBER bool is_valid() const { return true; }

// Programs of HIP have kernels for waves of 64, which they do not launch where a
// warp is smaller: launched, such a kernel ends with an error.
__QN_FN void __qn_check_tile(unsigned size) {
  if (size > (unsigned)__QN_WARP_SIZE)
    __assert_fail("a tile of cooperative groups has at most a warp's threads",
                  __FILE__, __LINE__, "tiled_partition");
}

// A tile, without its parent group.
template <unsigned Size> class __qn_tile {
  static_assert(Size > 0 && (Size & (Size - 1)) == 0,
                "a tile has 1, 2, 4, 8, 16 or 32 threads");
#ifdef __QUERN_DIALECT_HIP__
  static_assert(Size <= 64, "a tile has at most a wave's 64 threads");
#else
  static_assert(Size <= 32, "tiles of several warps are not supported");
#endif

public:
  __QN_DMEMBER static constexpr unsigned size() { return Size; }
  __QN_DMEMBER static constexpr unsigned num_threads() { return Size; }
  __QN_DMEMBER static unsigned thread_rank() {
    return thread_block::thread_rank() & (Size - 1);
  }
  __QN_DMEMBER static __qn_u64 __qn_mask() {
    __qn_check_tile(Size);
    return (Size == 64 ? ~0ull : (1ull << (Size & 63)) - 1)
           << (__qn_lane_id() & ~(Size - 1));
  }
  __QN_TILE_MEMBERS
  __QN_DMEMBER __QN_CONVERGENT __qn_lanes ballot(int pred) const {
    return (__qn_lanes)(__qn_ballot(__qn_mask(), pred) >>
                        (__qn_lane_id() & ~(Size - 1)));
  }
  template <typename T>
  __QN_DMEMBER __QN_CONVERGENT T shfl(T value, int rank) const {
    return __qn_shuffle_value<T>(__QN_SHUFFLE_INDEX, __qn_mask(), value, rank,
                                 Size);
  }
  template <typename T>
  __QN_DMEMBER __QN_CONVERGENT T shfl_up(T value, unsigned delta) const {
    return __qn_shuffle_value<T>(__QN_SHUFFLE_UP, __qn_mask(), value, delta,
                                 Size);
  }
  template <typename T>
  __QN_DMEMBER __QN_CONVERGENT T shfl_down(T value, unsigned delta) const {
    return __qn_shuffle_value<T>(__QN_SHUFFLE_DOWN, __qn_mask(), value, delta,
                                 Size);
  }
  template <typename T>
  __QN_DMEMBER __QN_CONVERGENT T shfl_xor(T value, unsigned lanes) const {
    return __qn_shuffle_value<T>(__QN_SHUFFLE_XOR, __qn_mask(), value, lanes,
                                 Size);
  }
  template <typename T>
  __QN_DMEMBER __QN_CONVERGENT __qn_lanes match_any(T value) const {
    return (__qn_lanes)(__match_any_sync((__qn_lanes)__qn_mask(), value) >>
                        (__qn_lane_id() & ~(Size - 1)));
  }
  template <typename T>
  __QN_DMEMBER __QN_CONVERGENT __qn_lanes match_all(T value, int &pred) const {
    return (__qn_lanes)(
        __match_all_sync((__qn_lanes)__qn_mask(), value, &pred) >>
        (__qn_lane_id() & ~(Size - 1)));
  }
};

// The number of tiles and their rank follow from the parent group if it is in
// the type; else they are stored.
template <unsigned Size, typename Parent = void>
class thread_block_tile : public __qn_tile<Size> {
public:
  __QN_DMEMBER static unsigned meta_group_rank() {
    return (unsigned)Parent::thread_rank() / Size;
  }
  __QN_DMEMBER static unsigned meta_group_size() {
    return ((unsigned)Parent::size() + Size - 1) / Size;
  }
};
template <unsigned Size>
class thread_block_tile<Size, void> : public __qn_tile<Size> {
  unsigned meta_rank_, meta_size_;

public:
  template <typename Parent>
  __QN_DMEMBER thread_block_tile(const thread_block_tile<Size, Parent> &tile)
      : meta_rank_(tile.meta_group_rank()), meta_size_(tile.meta_group_size()) {
  }
  __QN_DMEMBER unsigned meta_group_rank() const { return meta_rank_; }
  __QN_DMEMBER unsigned meta_group_size() const { return meta_size_; }
};

// Any set of lanes of one warp.
class coalesced_group {
  __qn_u64 mask_;
  unsigned meta_rank_, meta_size_;

public:
  __QN_DMEMBER explicit coalesced_group(__qn_u64 mask, unsigned meta_rank = 0,
                                        unsigned meta_size = 1)
      : mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}
  __QN_DMEMBER __qn_u64 __qn_mask() const { return mask_; }
  __QN_TILE_MEMBERS
  __QN_DMEMBER unsigned size() const {
    return (unsigned)__builtin_popcountll(mask_);
  }
  __QN_DMEMBER unsigned num_threads() const { return size(); }
  __QN_DMEMBER unsigned thread_rank() const {
    return (unsigned)__builtin_popcountll(
        mask_ & ((1ull << __qn_lane_id()) - 1));
  }
  __QN_DMEMBER unsigned meta_group_rank() const { return meta_rank_; }
  __QN_DMEMBER unsigned meta_group_size() const { return meta_size_; }
  // The lane of the rank-th thread.
  __QN_DMEMBER unsigned __qn_lane_of(unsigned rank) const {
    __qn_u64 rest = mask_;
    for (unsigned i = 0; i < rank; ++i)
      rest &= rest - 1;
    return rest ? (unsigned)__builtin_ctzll(rest) : __qn_lane_id();
  }
  // Bits of lanes as bits of ranks.
  __QN_DMEMBER __qn_lanes __qn_pack(__qn_u64 lanes) const {
    __qn_u64 packed = 0, rest = mask_;
    for (unsigned i = 0; rest; ++i, rest &= rest - 1)
      packed |= ((lanes >> __builtin_ctzll(rest)) & 1) << i;
    return (__qn_lanes)packed;
  }
  template <typename T>
  __QN_DMEMBER __QN_CONVERGENT T shfl(T value, unsigned rank) const {
    return __qn_shuffle_value<T>(__QN_SHUFFLE_INDEX, mask_, value,
                                 __qn_lane_of(rank % size()), __QN_WARP_SIZE);
  }
  template <typename T>
  __QN_DMEMBER __QN_CONVERGENT T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return shfl(value, rank >= delta ? rank - delta : rank);
  }
  template <typename T>
  __QN_DMEMBER __QN_CONVERGENT T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return shfl(value, rank + delta < size() ? rank + delta : rank);
  }
  __QN_DMEMBER __QN_CONVERGENT __qn_lanes ballot(int pred) const {
    return __qn_pack(__qn_ballot(mask_, pred));
  }
  template <typename T>
  __QN_DMEMBER __QN_CONVERGENT __qn_lanes match_any(T value) const {
    return __qn_pack(__match_any_sync((__qn_lanes)mask_, value));
  }
  template <typename T>
  __QN_DMEMBER __QN_CONVERGENT __qn_lanes match_all(T value, int &pred) const {
    return __qn_pack(__match_all_sync((__qn_lanes)mask_, value, &pred));
  }
};
__QN_FN __QN_CONVERGENT coalesced_group coalesced_threads() {
  return coalesced_group(__qn_active_mask());
}

// ---- Any group, when its kind is known at run time

class thread_group {
  enum kind : unsigned char { LANES, BLOCK, GRID } kind_;
  coalesced_group lanes_; // of LANES

  __QN_DMEMBER explicit thread_group(kind k) : kind_(k), lanes_(0) {}

public:
#ifndef __QUERN_TARGET_SPIRV__ // grids have no barrier there
  __QN_DMEMBER thread_group(const grid_group &) : thread_group(GRID) {}
#endif
  __QN_DMEMBER thread_group(const thread_block &) : thread_group(BLOCK) {}
  __QN_DMEMBER thread_group(const coalesced_group &g)
      : kind_(LANES), lanes_(g) {}
  template <unsigned Size, typename Parent>
  __QN_DMEMBER thread_group(const thread_block_tile<Size, Parent> &g)
      : kind_(LANES),
        lanes_(g.__qn_mask(), g.meta_group_rank(), g.meta_group_size()) {}
  __QN_DMEMBER unsigned long long size() const {
    return kind_ == LANES   ? lanes_.size()
           : kind_ == BLOCK ? thread_block::size()
                            : grid_group::size();
  }
  __QN_DMEMBER unsigned long long num_threads() const { return size(); }
  __QN_DMEMBER unsigned long long thread_rank() const {
    return kind_ == LANES   ? lanes_.thread_rank()
           : kind_ == BLOCK ? thread_block::thread_rank()
                            : grid_group::thread_rank();
  }
  __QN_DMEMBER bool is_valid() const { return true; }
  __QN_DMEMBER __QN_CONVERGENT void sync() const {
    if (kind_ == LANES)
      lanes_.sync();
#ifndef __QUERN_TARGET_SPIRV__
    else if (kind_ == GRID)
      __qn_grid_sync();
#endif
    else
      __qn_barrier();
  }
  __QN_DMEMBER bool __qn_is_block() const { return kind_ == BLOCK; }
  __QN_DMEMBER const coalesced_group &__qn_lane_group() const {
    return lanes_;
  }
};

// ---- Partitions

template <unsigned Size, typename Parent>
__QN_FN thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
  return thread_block_tile<Size, Parent>();
}
// Partitions of a size known at run time: of a block, aligned tiles of a warp;
// of a set of lanes, lanes with consecutive ranks.
__QN_FN coalesced_group __qn_block_tile(unsigned size) {
  __qn_check_tile(size);
  const __qn_u64 lanes = size >= 64 ? ~0ull : (1ull << size) - 1;
  return coalesced_group(lanes << (__qn_lane_id() & ~(size - 1)),
                         thread_block::thread_rank() / size,
                         (thread_block::size() + size - 1) / size);
}
__QN_FN coalesced_group tiled_partition(const coalesced_group &parent,
                                        unsigned size) {
  const unsigned tile = parent.thread_rank() / size;
  __qn_u64 rest = parent.__qn_mask(), lanes = 0;
  for (unsigned i = 0; rest; ++i, rest &= rest - 1)
    if (i / size == tile)
      lanes |= rest & -rest;
  return coalesced_group(lanes, tile, (parent.size() + size - 1) / size);
}
__QN_FN thread_group tiled_partition(const thread_block &, unsigned size) {
  return __qn_block_tile(size);
}
__QN_FN thread_group tiled_partition(const thread_group &parent,
                                     unsigned size) {
  if (parent.__qn_is_block())
    return __qn_block_tile(size);
  return tiled_partition(parent.__qn_lane_group(), size);
}
template <unsigned Size, typename Parent>
__QN_FN thread_group tiled_partition(const thread_block_tile<Size, Parent> &g,
                                     unsigned size) {
  return tiled_partition(thread_group(g), size);
}

// Partitions a group into threads with the same predicate, or the same label.
// If all agree, the result has rank 0 of 1.
template <typename Group>
__QN_FN __QN_CONVERGENT coalesced_group binary_partition(const Group &g,
                                                         bool pred) {
  const __qn_u64 all = __qn_ballot(g.__qn_mask(), true);
  const __qn_u64 votes = __qn_ballot(g.__qn_mask(), pred);
  if (votes == 0 || votes == all)
    return coalesced_group(all);
  return coalesced_group(pred ? votes : all & ~votes, pred, 2);
}
template <typename Group, typename T>
__QN_FN __QN_CONVERGENT coalesced_group labeled_partition(const Group &g,
                                                          T label) {
  if constexpr (__is_same(T, bool)) {
    return binary_partition(g, label);
  } else {
    const __qn_u64 lanes =
        __match_any_sync((__qn_lanes)g.__qn_mask(), label);
    const unsigned first = (unsigned)__builtin_ctzll(lanes);
    const __qn_u64 leaders =
        __qn_ballot(g.__qn_mask(), first == __qn_lane_id());
    return coalesced_group(
        lanes,
        (unsigned)__builtin_popcountll(leaders & ((1ull << first) - 1)),
        (unsigned)__builtin_popcountll(leaders));
  }
}

class __qn_single_thread {
public:
  static __QN_DMEMBER void sync() {}
  static __QN_DMEMBER unsigned size() { return 1; }
  static __QN_DMEMBER unsigned num_threads() { return 1; }
  static __QN_DMEMBER unsigned thread_rank() { return 0; }
};
__QN_FN __qn_single_thread this_thread() { return __qn_single_thread(); }

template <typename Group>
__QN_FN __QN_CONVERGENT void sync(const Group &g) {
  g.sync();
}
template <typename Group>
__QN_FN auto thread_rank(const Group &g) -> decltype(g.thread_rank()) {
  return g.thread_rank();
}
template <typename Group>
__QN_FN auto group_size(const Group &g) -> decltype(g.size()) {
  return g.size();
}

#undef __QN_TILE_MEMBERS
} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#include "cooperative_groups_work.h"

#endif
