// SPDX-License-Identifier: Apache-2.0
//
// PTX's shuffles, votes, barriers and special registers.
#ifndef QUERN_DEVICE_PTX_WARP_H
#define QUERN_DEVICE_PTX_WARP_H
#pragma clang system_header

#include "values.h"

namespace __qn_ptx {

enum shuffle { SHFL_UP, SHFL_DOWN, SHFL_BFLY, SHFL_IDX };

// `control` has the last lane in its lowest 5 bits and, from bit 8 on, a mask
// of the bits of a lane's number that name its segment.
template <shuffle MODE>
__QN_FN u32 shfl(u32 value, u32 amount, u32 control, u32 mask, bool &valid) {
  const u32 lane = __qn_lane_id(), segment = control >> 8 & 31;
  const u32 b = amount & 31;
  const u32 last = (lane & segment) | (control & 31 & ~segment);
  const u32 first = lane & segment;
  s32 from = (s32)(MODE == SHFL_UP     ? lane - b
                   : MODE == SHFL_DOWN ? lane + b
                   : MODE == SHFL_BFLY ? lane ^ b
                                       : first | (b & ~segment));
  valid = MODE == SHFL_UP ? from >= (s32)last : from <= (s32)last;
  if (!valid)
    from = (s32)lane;
  return __qn_shuffle(__QN_SHUFFLE_INDEX, mask, value, (u32)from, 32);
}

__QN_FN u32 active() { return (u32)__qn_active_mask(); }
__QN_FN u32 vote_ballot(bool p, u32 mask) { return (u32)__qn_ballot(mask, p); }
__QN_FN bool vote_any(bool p, u32 mask) { return __qn_ballot(mask, p) != 0; }
__QN_FN bool vote_all(bool p, u32 mask) { return __qn_ballot(mask, !p) == 0; }
__QN_FN bool vote_uni(bool p, u32 mask) {
  return vote_all(p, mask) || !vote_any(p, mask);
}

template <typename T> __QN_FN u32 match_any(T value, u32 mask) {
  return (u32)__match_any_sync(mask, value);
}
template <typename T> __QN_FN u32 match_all(T value, u32 mask, bool &same) {
  int all;
  const u32 lanes = (u32)__match_all_sync(mask, value, &all);
  same = all != 0;
  return lanes;
}
#define QN_PTX_REDUX(name)                                                     \
  template <typename T> __QN_FN T redux_##name(T value, u32 mask) {            \
    return __reduce_##name##_sync(mask, value);                                \
  }
QN_PTX_REDUX(add)
QN_PTX_REDUX(min)
QN_PTX_REDUX(max)
QN_PTX_REDUX(and)
QN_PTX_REDUX(or)
QN_PTX_REDUX(xor)
#undef QN_PTX_REDUX
__QN_FN u32 elect(u32 mask, bool &leader) {
  const u32 first = (u32)__builtin_ctz(mask ? mask : 1);
  leader = __qn_lane_id() == first;
  __qn_warp_sync(mask);
  return first;
}

// Ends the work-item: the compiler replaces it by a return in the kernel, into
// which it has to be inlined. Otherwise its name is the reason of the refusal.
extern "C" __device__ __attribute__((noreturn)) void
exit_item() __asm__("quern.refused.the PTX instruction 'exit' in a function "
                    "that is not part of its kernel");

// ---- Special registers

__QN_FN u32 linear_thread() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__QN_FN u32 warp_id() { return linear_thread() / 32; }
__QN_FN u32 warp_count() {
  return (blockDim.x * blockDim.y * blockDim.z + 31) / 32;
}
__QN_FN u32 lanes_below() { return (1u << __qn_lane_id()) - 1; }
__QN_FN u32 lane_bit() { return 1u << __qn_lane_id(); }

} // namespace __qn_ptx

#endif
