// SPDX-License-Identifier: Apache-2.0
//
// What hardware does: lanes and warps, fields of bits, shuffles, votes.
#ifndef QUERN_HIPCUB_UTIL_PTX_HPP
#define QUERN_HIPCUB_UTIL_PTX_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/util_ptx.cuh>
#else

#include "detail/block.hpp"

BEGIN_HIPCUB_NAMESPACE

HIPCUB_DEVICE inline unsigned LaneId() { return ::rocprim::lane_id(); }
HIPCUB_DEVICE inline unsigned WarpId() { return ::rocprim::warp_id(); }

HIPCUB_DEVICE inline int RowMajorTid(int, int, int) {
  return (int)::rocprim::flat_block_thread_id();
}
HIPCUB_DEVICE inline int RowMajorTid() {
  return (int)::rocprim::flat_block_thread_id();
}

// Lanes below, up to, above and from this one on.
HIPCUB_DEVICE inline uint64_t LaneMaskLt() {
  return ((uint64_t)1 << LaneId()) - 1;
}
HIPCUB_DEVICE inline uint64_t LaneMaskLe() { return LaneMaskLt() << 1 | 1; }
HIPCUB_DEVICE inline uint64_t LaneMaskGt() { return ~LaneMaskLe(); }
HIPCUB_DEVICE inline uint64_t LaneMaskGe() { return ~LaneMaskLt(); }

// The lanes of a logical warp.
template <int LOGICAL_WARP_THREADS>
HIPCUB_HOST_DEVICE inline uint64_t WarpMask(unsigned warp_id) {
  const uint64_t all = LOGICAL_WARP_THREADS >= 64
                           ? ~(uint64_t)0
                           : ((uint64_t)1 << LOGICAL_WARP_THREADS % 64) - 1;
  return all << (warp_id * LOGICAL_WARP_THREADS) % 64;
}

template <class T>
HIPCUB_DEVICE inline unsigned BFE(T source, unsigned bit_start,
                                  unsigned num_bits) {
  static_assert(sizeof(T) <= 8, "of at most 64 bits");
  const unsigned long long bits =
      (unsigned long long)(typename std::make_unsigned<T>::type)source;
  return (unsigned)((bits >> bit_start) & ((1ull << num_bits) - 1));
}

HIPCUB_DEVICE inline void BFI(unsigned &out, unsigned x, unsigned y,
                              unsigned bit, unsigned num_bits) {
  const unsigned mask = (unsigned)((1ull << num_bits) - 1) << bit;
  out = (x & ~mask) | ((y << bit) & mask);
}

HIPCUB_DEVICE inline unsigned SHL_ADD(unsigned x, unsigned shift,
                                      unsigned addend) {
  return (x << shift) + addend;
}
HIPCUB_DEVICE inline unsigned SHR_ADD(unsigned x, unsigned shift,
                                      unsigned addend) {
  return (x >> shift) + addend;
}
HIPCUB_DEVICE inline unsigned IADD3(unsigned x, unsigned y, unsigned z) {
  return x + y + z;
}
HIPCUB_DEVICE inline int PRMT(unsigned a, unsigned b, unsigned index) {
  unsigned out = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned from = index >> (4 * i) & 7;
    out |= ((from < 4 ? a : b) >> (8 * (from & 3)) & 255) << (8 * i);
  }
  return (int)out;
}

HIPCUB_DEVICE inline void CTA_SYNC() { __syncthreads(); }
HIPCUB_DEVICE inline int CTA_SYNC_AND(int p) { return __syncthreads_and(p); }
HIPCUB_DEVICE inline int CTA_SYNC_OR(int p) { return __syncthreads_or(p); }
HIPCUB_DEVICE inline void WARP_SYNC(uint64_t) { detail::sync_warp(); }
HIPCUB_DEVICE inline int WARP_ALL(int p, uint64_t mask) {
  return (::rocprim::ballot(p) & mask) == mask;
}
HIPCUB_DEVICE inline int WARP_ANY(int p, uint64_t mask) {
  return (::rocprim::ballot(p) & mask) != 0;
}
HIPCUB_DEVICE inline int64_t WARP_BALLOT(int p, uint64_t mask) {
  return (int64_t)(::rocprim::ballot(p) & mask);
}

// Lanes outside of what first_thread and last_thread say keep their own.
template <int LOGICAL_WARP_THREADS, class T>
HIPCUB_DEVICE inline T ShuffleUp(T input, int src_offset, int first_thread,
                                 unsigned) {
  const T other = ::rocprim::warp_shuffle_up(input, (unsigned)src_offset,
                                             LOGICAL_WARP_THREADS);
  const int lane = (int)detail::lane_of<LOGICAL_WARP_THREADS>();
  return lane - src_offset < first_thread ? input : other;
}
template <int LOGICAL_WARP_THREADS, class T>
HIPCUB_DEVICE inline T ShuffleDown(T input, int src_offset, int last_thread,
                                   unsigned) {
  const T other = ::rocprim::warp_shuffle_down(input, (unsigned)src_offset,
                                               LOGICAL_WARP_THREADS);
  const int lane = (int)detail::lane_of<LOGICAL_WARP_THREADS>();
  return lane + src_offset > last_thread ? input : other;
}
template <int LOGICAL_WARP_THREADS, class T>
HIPCUB_DEVICE inline T ShuffleIndex(T input, int src_lane, unsigned) {
  return ::rocprim::warp_shuffle(input, src_lane, LOGICAL_WARP_THREADS);
}

// The lanes whose labels have the same LABEL_BITS bits.
template <int LABEL_BITS>
HIPCUB_DEVICE inline uint64_t MatchAny(unsigned label) {
  uint64_t same = ~(uint64_t)0;
  for (int bit = 0; bit < LABEL_BITS; ++bit) {
    const uint64_t ones = (uint64_t)::rocprim::ballot((int)(label >> bit & 1));
    same &= (label >> bit & 1) ? ones : ~ones;
  }
  return same & (uint64_t)::rocprim::ballot(1);
}

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif
