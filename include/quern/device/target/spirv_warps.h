// SPDX-License-Identifier: Apache-2.0
//
// Warps without sub-groups, for devices whose sub-groups have other sizes than
// 32, or that have none. A warp operation is a stop: compiler/spirv/stops.c sends
// all threads of the block to one meeting, where they wait until each has come to
// a stop, to a barrier or to its end, and says there with __qn_spirv_meet which of
// them go on. What the lanes tell each other goes through shared memory.
#ifndef QUERN_DEVICE_TARGET_SPIRV_WARPS_H
#define QUERN_DEVICE_TARGET_SPIRV_WARPS_H
#pragma clang system_header

// The numbers are known to the compiler, too.
enum {
  __QN_SPIRV_BARRIER, // of the block
  __QN_SPIRV_SYNC,
  __QN_SPIRV_STEP, // lanes go in step: no operation of the program's
  __QN_SPIRV_ACTIVE,
  __QN_SPIRV_BALLOT,
  __QN_SPIRV_SHUFFLE,
};

__QN_EXTERN __QN_CONVERGENT __qn_u32 __qn_spirv_stop(__qn_u32 kind,
                                                     __qn_u32 mask,
                                                     __qn_u32 value,
                                                     __qn_u32 source);

__QN_FN __QN_CONVERGENT void __qn_warp_sync(__qn_u64 mask) {
  (void)__qn_spirv_stop(__QN_SPIRV_SYNC, (__qn_u32)mask, 0, 0);
}
__QN_FN __QN_CONVERGENT __qn_u64 __qn_ballot(__qn_u64 mask, int pred) {
  return __qn_spirv_stop(__QN_SPIRV_BALLOT, (__qn_u32)mask, pred != 0, 0);
}
__QN_FN __QN_CONVERGENT __qn_u64 __qn_active_mask(void) {
  return __qn_spirv_stop(__QN_SPIRV_ACTIVE, 0, 0, 0);
}
__QN_FN __QN_CONVERGENT __qn_u32 __qn_shuffle(int kind, __qn_u64 mask,
                                              __QN_UNSET __qn_u32 value,
                                              __qn_u32 lane, __qn_u32 width) {
  width = ((width - 1) & 31) + 1;
  const __qn_u32 source =
      (__qn_u32)__qn_shuffle_source(kind, (int)__qn_lane_id(), lane, width);
  return __qn_spirv_stop(__QN_SPIRV_SHUFFLE, (__qn_u32)mask, value, source);
}

// ---- The meeting ---------------------------------------------------------------

enum { __QN_SPIRV_THREADS_MAX = 1024 };

// Of each thread: 0 once it has returned, 1 at a barrier, else the place of its
// stop and the kind, 3 bits.
static __device__
    __attribute__((shared)) __qn_u32 __qn_spirv_stops[__QN_SPIRV_THREADS_MAX];
static __device__
    __attribute__((shared)) __qn_u32 __qn_spirv_masks[__QN_SPIRV_THREADS_MAX];
static __device__
    __attribute__((shared)) __qn_u32 __qn_spirv_values[__QN_SPIRV_THREADS_MAX];
// Whether lanes of a warp go on because all whom they wait for are there.
static __device__ __attribute__((
    shared)) __qn_u32 __qn_spirv_complete[__QN_SPIRV_THREADS_MAX / 32];
// Whether any thread has not returned, and whether any is at a stop.
static __device__ __attribute__((shared)) __qn_u32 __qn_spirv_any[2];

#define __QN_SPIRV_TELL(where)                                                 \
  __scoped_atomic_store_n(&(where), 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP)

struct __qn_spirv_lane {
  __qn_u32 first, count; // of its warp's threads
  __qn_u32 stop, mask;
};

// Whether nothing but where lanes are says which belong together.
__QN_FN bool __qn_spirv_by_path(__qn_u32 stop, __qn_u32 mask) {
  return mask == 0 || (stop & 7) == __QN_SPIRV_STEP ||
         (stop & 7) == __QN_SPIRV_ACTIVE;
}

// Lanes belong together when they have the same mask, or are at the same stop.
// True when all those that the mask names, and that have not returned, are there.
__QN_FN bool __qn_spirv_is_complete(const __qn_spirv_lane &lane,
                                    __qn_u32 *lanes) {
  __qn_u32 alive = 0, same_mask = 0, same_stop = 0;
  for (__qn_u32 i = 0; i < lane.count; ++i) {
    const __qn_u32 stop = __qn_spirv_stops[lane.first + i];
    const bool alike = stop > 1 && ((stop ^ lane.stop) & 7) == 0;
    alive |= (__qn_u32)(stop != 0) << i;
    same_stop |= (__qn_u32)(stop == lane.stop) << i;
    same_mask |=
        (__qn_u32)(alike && __qn_spirv_masks[lane.first + i] == lane.mask) << i;
  }
  const __qn_u32 wanted = lane.mask & alive;
  *lanes = (same_mask & wanted) == wanted ? same_mask : same_stop;
  return (*lanes & wanted) == wanted &&
         ((lane.stop & 7) == __QN_SPIRV_BALLOT ||
          !__qn_spirv_by_path(lane.stop, lane.mask));
}

// Of a warp in which no operation is complete, those at one stop go on: of the
// operations that do not say whom they wait for the one that is furthest behind,
// so that lanes meet again behind branches and loops; else one that misses lanes.
__QN_FN bool __qn_spirv_is_behind(const __qn_spirv_lane &lane,
                                  __qn_u32 *lanes) {
  __qn_u32 best = ~0u, there = 0;
  bool best_by_path = false;
  for (__qn_u32 i = 0; i < lane.count; ++i) {
    const __qn_u32 stop = __qn_spirv_stops[lane.first + i];
    const bool by_path =
        __qn_spirv_by_path(stop, __qn_spirv_masks[lane.first + i]);
    const bool better =
        by_path == best_by_path ? stop < best : by_path;
    if (stop > 1 && better) {
      best = stop;
      best_by_path = by_path;
      there = 0;
    }
    there |= (__qn_u32)(stop == best && by_path == best_by_path) << i;
  }
  *lanes = there;
  return lane.stop == best &&
         __qn_spirv_by_path(lane.stop, lane.mask) == best_by_path;
}

__QN_FN __qn_u32 __qn_spirv_result(const __qn_spirv_lane &lane, __qn_u32 lanes,
                                   __qn_u32 value, __qn_u32 source) {
  __qn_u32 votes = 0;
  switch (lane.stop & 7) {
  case __QN_SPIRV_ACTIVE:
    return lanes;
  case __QN_SPIRV_BALLOT:
    for (__qn_u32 i = 0; i < lane.count; ++i)
      votes |= (__qn_u32)(__qn_spirv_values[lane.first + i] != 0) << i;
    return votes & lanes & lane.mask;
  case __QN_SPIRV_SHUFFLE:
    if (lane.mask)
      lanes &= lane.mask;
    return source < 32 && (lanes >> source & 1)
               ? __qn_spirv_values[lane.first + source]
               : value;
  default:
    return 0;
  }
}

#define __QN_SPIRV_PART                                                        \
  extern "C" __device__ __attribute__((weak, always_inline, convergent))

// At the kernel's start.
__QN_SPIRV_PART void __qn_spirv_meet_begin(__qn_u32 self) {
  if (self == 0)
    __qn_spirv_any[0] = __qn_spirv_any[1] = 0;
  __qn_barrier();
}

// What becomes of a thread that is at `place` (0: at its end). The lower half: 0
// it waits, 1 it goes on, 2 all threads have come to their end; the upper half is
// the operation's result.
__QN_SPIRV_PART __qn_u64 __qn_spirv_meet(__qn_u32 self, __qn_u32 threads,
                                         __qn_u32 place, __qn_u32 kind,
                                         __qn_u32 mask, __qn_u32 value,
                                         __qn_u32 source) {
  __qn_spirv_lane lane;
  lane.first = self & ~31u;
  lane.count = threads - lane.first < 32 ? threads - lane.first : 32;
  lane.stop = place == 0                   ? 0
              : kind == __QN_SPIRV_BARRIER ? 1
                                           : place << 3 | kind;
  lane.mask = mask;
  __qn_spirv_stops[self] = lane.stop;
  __qn_spirv_masks[self] = mask;
  __qn_spirv_values[self] = value;
  if (self == lane.first)
    __qn_spirv_complete[self / 32] = 0;
  if (lane.stop)
    __QN_SPIRV_TELL(__qn_spirv_any[0]);
  if (lane.stop > 1)
    __QN_SPIRV_TELL(__qn_spirv_any[1]);
  __qn_barrier();
  const bool is_any_alive = __qn_spirv_any[0] != 0;
  const bool is_any_stopped = __qn_spirv_any[1] != 0;
  __qn_u32 lanes = 0;
  bool goes = lane.stop > 1 && __qn_spirv_is_complete(lane, &lanes);
  if (goes)
    __QN_SPIRV_TELL(__qn_spirv_complete[self / 32]);
  __qn_barrier();
  if (self == 0)
    __qn_spirv_any[0] = __qn_spirv_any[1] = 0;
  if (lane.stop > 1 && !goes && !__qn_spirv_complete[self / 32])
    goes = __qn_spirv_is_behind(lane, &lanes);
  __qn_u32 result = 0;
  if (goes)
    result = __qn_spirv_result(lane, lanes, value, source);
  __qn_barrier();
  const __qn_u32 next = !is_any_alive                        ? 2
                        : lane.stop == 1 && !is_any_stopped ? 1
                                                            : goes;
  return (__qn_u64)result << 32 | next;
}

#undef __QN_SPIRV_PART
#undef __QN_SPIRV_TELL

#endif
