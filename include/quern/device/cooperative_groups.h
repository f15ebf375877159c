// SPDX-License-Identifier: Apache-2.0
//
// Cooperative groups: blocks, tiles of a warp, coalesced threads, the grid, and
// reductions and scans over tiles.
#ifndef QUERN_DEVICE_COOPERATIVE_GROUPS_H
#define QUERN_DEVICE_COOPERATIVE_GROUPS_H
#pragma clang system_header

#include "prelude.h"

namespace cooperative_groups {

struct __qn_dim {
  unsigned x, y, z;
};

// ---- The grid --------------------------------------------------------------------

class grid_group {
public:
  __QN_DMEMBER bool is_valid() const { return true; }
  __QN_DMEMBER void sync() const { __qn_grid_sync(); }
  __QN_DMEMBER unsigned long long num_blocks() const {
    return (unsigned long long)__qn_grid_dim(0) * __qn_grid_dim(1) *
           __qn_grid_dim(2);
  }
  __QN_DMEMBER unsigned long long num_threads() const {
    return num_blocks() * __qn_block_dim(0) * __qn_block_dim(1) *
           __qn_block_dim(2);
  }
  __QN_DMEMBER unsigned long long size() const { return num_threads(); }
  __QN_DMEMBER unsigned long long block_rank() const {
    return ((unsigned long long)__qn_block_id(2) * __qn_grid_dim(1) +
            __qn_block_id(1)) *
               __qn_grid_dim(0) +
           __qn_block_id(0);
  }
  __QN_DMEMBER unsigned long long thread_rank() const {
    const unsigned in_block =
        (__qn_thread_id(2) * __qn_block_dim(1) + __qn_thread_id(1)) *
            __qn_block_dim(0) +
        __qn_thread_id(0);
    return block_rank() * __qn_block_dim(0) * __qn_block_dim(1) *
               __qn_block_dim(2) +
           in_block;
  }
  __QN_DMEMBER dim3 group_dim() const {
    return dim3(__qn_grid_dim(0), __qn_grid_dim(1), __qn_grid_dim(2));
  }
  __QN_DMEMBER dim3 dim_blocks() const { return group_dim(); }
  __QN_DMEMBER dim3 block_index() const {
    return dim3(__qn_block_id(0), __qn_block_id(1), __qn_block_id(2));
  }
};
__QN_FN grid_group this_grid() { return grid_group(); }
__QN_FN void sync(const grid_group &g) { g.sync(); }

// ---- The block ---------------------------------------------------------------------

class thread_block {
public:
  static __QN_DMEMBER void sync() { __qn_barrier(); }
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

// ---- Tiles ------------------------------------------------------------------------------

// What tiles of a known and of an unknown size share; `mask` names their lanes.
#define __QN_TILE_MEMBERS                                                      \
  __QN_DMEMBER void sync() const { __qn_warp_sync(__qn_mask()); }              \
  __QN_DMEMBER int any(int pred) const {                                       \
    return __qn_ballot(__qn_mask(), pred) != 0;                                \
  }                                                                            \
  __QN_DMEMBER int all(int pred) const {                                       \
    return __qn_ballot(__qn_mask(), pred == 0) == 0;                           \
  }                                                                            \
  __QN_DMEMBER bool is_valid() const { return true; }

template <unsigned Size, typename Parent = void> class thread_block_tile {
  static_assert(Size > 0 && (Size & (Size - 1)) == 0 && Size <= 64,
                "a tile has 1, 2, 4, 8, 16, 32 or (wave64) 64 threads");

public:
  __QN_DMEMBER static unsigned size() { return Size; }
  __QN_DMEMBER static unsigned num_threads() { return Size; }
  __QN_DMEMBER static unsigned thread_rank() {
    return thread_block::thread_rank() & (Size - 1);
  }
  __QN_DMEMBER static unsigned meta_group_rank() {
    return thread_block::thread_rank() / Size;
  }
  __QN_DMEMBER static unsigned meta_group_size() {
    return (thread_block::size() + Size - 1) / Size;
  }
  __QN_DMEMBER static __qn_u64 __qn_mask() {
    return (Size == 64 ? ~0ull : (1ull << (Size & 63)) - 1)
           << (__qn_lane_id() & ~(Size - 1));
  }
  __QN_TILE_MEMBERS
  __QN_DMEMBER __qn_lanes ballot(int pred) const {
    return (__qn_lanes)(__qn_ballot(__qn_mask(), pred) >>
                        (__qn_lane_id() & ~(Size - 1)));
  }
  template <typename T> __QN_DMEMBER T shfl(T value, int rank) const {
    return __qn_shuffle_value<T>(__QN_SHUFFLE_INDEX, __qn_mask(), value, rank,
                                 Size);
  }
  template <typename T> __QN_DMEMBER T shfl_up(T value, unsigned delta) const {
    return __qn_shuffle_value<T>(__QN_SHUFFLE_UP, __qn_mask(), value, delta,
                                 Size);
  }
  template <typename T>
  __QN_DMEMBER T shfl_down(T value, unsigned delta) const {
    return __qn_shuffle_value<T>(__QN_SHUFFLE_DOWN, __qn_mask(), value, delta,
                                 Size);
  }
  template <typename T> __QN_DMEMBER T shfl_xor(T value, unsigned lanes) const {
    return __qn_shuffle_value<T>(__QN_SHUFFLE_XOR, __qn_mask(), value, lanes,
                                 Size);
  }
  template <typename T> __QN_DMEMBER __qn_lanes match_any(T value) const {
    return (__qn_lanes)(__match_any_sync((__qn_lanes)__qn_mask(), value) >>
                        (__qn_lane_id() & ~(Size - 1)));
  }
  template <typename T>
  __QN_DMEMBER __qn_lanes match_all(T value, int &pred) const {
    return (__qn_lanes)(
        __match_all_sync((__qn_lanes)__qn_mask(), value, &pred) >>
        (__qn_lane_id() & ~(Size - 1)));
  }
};

// Any set of lanes of one warp.
class coalesced_group {
  __qn_u64 mask_;

public:
  __QN_DMEMBER explicit coalesced_group(__qn_u64 mask) : mask_(mask) {}
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
  __QN_DMEMBER unsigned meta_group_rank() const { return 0; }
  __QN_DMEMBER unsigned meta_group_size() const { return 1; }
  // The lane of the rank-th thread.
  __QN_DMEMBER unsigned __qn_lane_of(unsigned rank) const {
    __qn_u64 rest = mask_;
    for (unsigned i = 0; i < rank; ++i)
      rest &= rest - 1;
    return rest ? (unsigned)__builtin_ctzll(rest) : __qn_lane_id();
  }
  template <typename T> __QN_DMEMBER T shfl(T value, unsigned rank) const {
    return __qn_shuffle_value<T>(__QN_SHUFFLE_INDEX, mask_, value,
                                 __qn_lane_of(rank % size()), __QN_WARP_SIZE);
  }
  template <typename T> __QN_DMEMBER T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return shfl(value, rank >= delta ? rank - delta : rank);
  }
  template <typename T>
  __QN_DMEMBER T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return shfl(value, rank + delta < size() ? rank + delta : rank);
  }
  __QN_DMEMBER __qn_lanes ballot(int pred) const {
    const __qn_u64 votes = __qn_ballot(mask_, pred);
    __qn_u64 packed = 0, rest = mask_;
    for (unsigned i = 0; rest; ++i, rest &= rest - 1)
      packed |= ((votes >> __builtin_ctzll(rest)) & 1) << i;
    return (__qn_lanes)packed;
  }
};
__QN_FN __QN_CONVERGENT coalesced_group coalesced_threads() {
  return coalesced_group(__qn_active_mask());
}

template <unsigned Size, typename Parent>
__QN_FN thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
  return thread_block_tile<Size, Parent>();
}
// A tile whose size is known at run time.
__QN_FN coalesced_group tiled_partition(const thread_block &, unsigned size) {
  return coalesced_group((size == 64 ? ~0ull : (1ull << size) - 1)
                         << (__qn_lane_id() & ~(size - 1)));
}
// The threads of a coalesced group that agree.
__QN_FN __QN_CONVERGENT coalesced_group
binary_partition(const coalesced_group &g, bool pred) {
  const __qn_u64 votes = __qn_ballot(g.__qn_mask(), pred);
  return coalesced_group(pred ? votes : g.__qn_mask() & ~votes);
}
template <unsigned Size, typename Parent>
__QN_FN __QN_CONVERGENT coalesced_group
binary_partition(const thread_block_tile<Size, Parent> &g, bool pred) {
  const __qn_u64 votes = __qn_ballot(g.__qn_mask(), pred);
  return coalesced_group(pred ? votes : g.__qn_mask() & ~votes);
}

class __qn_single_thread {
public:
  static __QN_DMEMBER void sync() {}
  static __QN_DMEMBER unsigned size() { return 1; }
  static __QN_DMEMBER unsigned num_threads() { return 1; }
  static __QN_DMEMBER unsigned thread_rank() { return 0; }
};
__QN_FN __qn_single_thread this_thread() { return __qn_single_thread(); }

template <typename Group> __QN_FN void sync(const Group &g) { g.sync(); }
template <typename Group> __QN_FN unsigned thread_rank(const Group &g) {
  return (unsigned)g.thread_rank();
}
template <typename Group> __QN_FN unsigned group_size(const Group &g) {
  return (unsigned)g.size();
}

// A group by the name of its type, as templates take it.
template <typename Group> __QN_FN void wait(const Group &g) { g.sync(); }
template <typename Group, typename T>
__QN_FN void memcpy_async(const Group &g, T *to, const T *from,
                          __qn_size_t bytes) {
  for (__qn_size_t i = g.thread_rank(); i < bytes / sizeof(T); i += g.size())
    to[i] = from[i];
}

// ---- Reductions and scans ------------------------------------------------------------

template <typename T> struct plus {
  __QN_MEMBER T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct less {
  __QN_MEMBER T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T> struct greater {
  __QN_MEMBER T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T> struct bit_and {
  __QN_MEMBER T operator()(T a, T b) const { return a & b; }
};
template <typename T> struct bit_or {
  __QN_MEMBER T operator()(T a, T b) const { return a | b; }
};
template <typename T> struct bit_xor {
  __QN_MEMBER T operator()(T a, T b) const { return a ^ b; }
};

template <unsigned Size, typename Parent, typename T, typename Op>
__QN_FN __QN_CONVERGENT T reduce(const thread_block_tile<Size, Parent> &g,
                                 T value, Op op) {
#pragma unroll
  for (unsigned step = Size / 2; step > 0; step /= 2)
    value = op(value, g.shfl_xor(value, step));
  return value;
}
template <typename T, typename Op>
__QN_FN __QN_CONVERGENT T reduce(const coalesced_group &g, T value, Op op) {
  T result = g.shfl(value, 0u);
  for (unsigned rank = 1; rank < g.size(); ++rank)
    result = op(result, g.shfl(value, rank));
  return result;
}

template <typename Group, typename T, typename Op>
__QN_FN __QN_CONVERGENT T inclusive_scan(const Group &g, T value, Op op) {
  const unsigned rank = g.thread_rank();
  for (unsigned step = 1; step < g.size(); step *= 2) {
    const T before = g.shfl_up(value, step);
    if (rank >= step)
      value = op(before, value);
  }
  return value;
}
template <typename Group, typename T>
__QN_FN __QN_CONVERGENT T inclusive_scan(const Group &g, T value) {
  return inclusive_scan(g, value, plus<T>());
}
template <typename Group, typename T, typename Op>
__QN_FN __QN_CONVERGENT T exclusive_scan(const Group &g, T value, Op op) {
  const T before = g.shfl_up(inclusive_scan(g, value, op), 1u);
  return g.thread_rank() == 0 ? T() : before;
}
template <typename Group, typename T>
__QN_FN __QN_CONVERGENT T exclusive_scan(const Group &g, T value) {
  return exclusive_scan(g, value, plus<T>());
}

#undef __QN_TILE_MEMBERS
} // namespace cooperative_groups

#endif
