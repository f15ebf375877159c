// SPDX-License-Identifier: Apache-2.0
// Shared memory (LDS), and permutations through it.
#include "amdsim/core/access.h"

enum { N = QN_AMD_LANES };

static uint64_t active(const qn_amd_wave *w) { return qn_amd_exec(w) & w->all; }

void qn_amd_x_shared(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t arg = i->row->arg;
  const bool gives =
      !(arg & (QN_IS_STORE | QN_IS_ATOMIC)) || (arg & QN_RETURNS) != 0;
  const unsigned at = gives ? 1 : 0;
  const qn_amd_ends ends = {
      .to = gives ? &i->op[0] : NULL,
      .data = &i->op[at + 1],
      .second = i->count > at + 2 ? &i->op[at + 2] : NULL,
  };
  memcpy(w->room[0], qn_amd_reg(w, &i->op[at]), N * sizeof(uint32_t));
  const qn_amd_span span = {.lanes = active(w),
                            .base = (uintptr_t)w->group->lds,
                            .limit = w->group->lds_size,
                            .offsets = w->room[0],
                            .add = (uint32_t)i->offset};
  if (w->group->lds_size && qn_amd_all_lanes(w, arg, &ends, &span))
    return;
  for (uint64_t left = active(w); left; left &= left - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(left);
    if (!qn_amd_lane_shared(w, arg, &ends, lane,
                            w->room[0][lane] + (uint32_t)i->offset))
      return;
  }
}

void qn_amd_x_shared_two(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t arg = i->row->arg;
  const unsigned bytes = arg & QN_AMD_BYTES;
  const uint32_t unit = bytes * (arg & QN_FAR ? 64 : 1);
  const uint32_t offsets[2] = {i->offset0 * unit, i->offset1 * unit};
  const bool store = arg & QN_IS_STORE;
  memcpy(w->room[0], qn_amd_reg(w, &i->op[store ? 0 : 1]),
         N * sizeof(uint32_t));
  bool done[2] = {false, false};
  for (unsigned k = 0; k < 2 && w->group->lds_size; ++k) {
    qn_amd_operand to = i->op[0];
    to.reg = (uint16_t)(to.reg + k * bytes / 4);
    const qn_amd_ends ends = {.to = store ? NULL : &to,
                              .data = store ? &i->op[1 + k] : NULL};
    const qn_amd_span span = {.lanes = active(w),
                              .base = (uintptr_t)w->group->lds,
                              .limit = w->group->lds_size,
                              .offsets = w->room[0],
                              .add = offsets[k]};
    done[k] = qn_amd_all_lanes(w, arg & ~(uint32_t)QN_FAR, &ends, &span);
  }
  if (done[0] && done[1])
    return;
  for (uint64_t left = active(w); left; left &= left - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(left);
    for (unsigned k = 0; k < 2; ++k) {
      qn_amd_operand to = i->op[0];
      to.reg = (uint16_t)(to.reg + k * bytes / 4);
      const qn_amd_ends ends = {.to = store ? NULL : &to,
                                .data = store ? &i->op[1 + k] : NULL};
      if (!qn_amd_lane_shared(w, arg, &ends, lane,
                              w->room[0][lane] + offsets[k]))
        return;
    }
  }
}

// Since gfx10 the halves of a wave of 64 do not reach each other.
static unsigned reached(const qn_amd_wave *w, unsigned lane, uint32_t index) {
  if (w->lanes == 64 && w->chip->major >= 10)
    return (lane & 32) | (index & 31);
  return index & (w->lanes - 1);
}

// arg: 0 each lane takes from another, 1 gives to another.
void qn_amd_x_shared_permute(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint64_t exec = active(w);
  const uint32_t *at = qn_amd_fetch(w, &i->op[1], QN_AMD_u32, w->room[0]);
  const uint32_t *v = qn_amd_fetch(w, &i->op[2], QN_AMD_u32, w->room[1]);
  memset(w->result, 0, sizeof(w->result));
  for (unsigned lane = 0; lane < w->lanes; ++lane) {
    const unsigned other =
        reached(w, lane, (at[lane] + (uint32_t)i->offset) / 4);
    if (!(exec >> lane & 1))
      continue;
    if (i->row->arg)
      w->result[other] = v[lane];
    else
      w->result[lane] = exec >> other & 1 ? v[other] : 0;
  }
  qn_amd_merge(w, qn_amd_reg(w, &i->op[0]), w->result, exec);
}

// The lane in whose place the pattern has `lane` read. Those from 0xc000 on are
// of gfx9 and newer: the bits of `keep` stay, and what the others count is
// turned, or their order is.
static unsigned swizzled(uint32_t pattern, unsigned lane) {
  const unsigned at = lane & 31, keep = pattern & 31;
  const unsigned field = pattern >> 5 & 31;
  if (pattern >= 0xe000) {
    const unsigned turned = (at & 1) << 4 | (at & 2) << 2 | (at & 4) |
                            (at & 8) >> 2 | (at & 16) >> 4;
    return (lane & 32) | (turned >> __builtin_popcount(keep)) | (at & keep);
  }
  if (pattern >= 0xc000) {
    const unsigned by = pattern & 0x400 ? 32 - field : field;
    return (lane & 32) | (at & keep) | ((at + by) & 31 & ~keep);
  }
  if (pattern & 0x8000) // four, in any order
    return (lane & ~3u) | (pattern >> (2 * (lane & 3)) & 3);
  return (lane & 32) | (((at & keep) | field) ^ (pattern >> 10 & 31));
}

void qn_amd_x_shared_swizzle(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint64_t exec = active(w);
  const uint32_t *v = qn_amd_fetch(w, &i->op[1], QN_AMD_u32, w->room[0]);
  const uint32_t pattern = (uint32_t)i->imm & 0xffff;
  for (unsigned lane = 0; lane < w->lanes; ++lane) {
    const unsigned from = swizzled(pattern, lane);
    w->result[lane] = exec >> from & 1 ? v[from] : 0;
  }
  qn_amd_merge(w, qn_amd_reg(w, &i->op[0]), w->result, exec);
}

// Counts the active lanes at M0. arg: 0 adds their number, 1 takes it away; all
// receive what was there.
void qn_amd_x_shared_count(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint64_t exec = active(w);
  const uint32_t lanes = (uint32_t)__builtin_popcountll(exec);
  const uint64_t offset = (w->s[QN_AMD_M0] & 0xffff) + (uint64_t)i->offset;
  uint32_t word = i->row->arg ? 0 - lanes : lanes;
  if (!exec)
    return;
  if (offset % 4 || offset + 4 > w->group->lds_size) {
    qn_amd_fail(w, 1,
                "%s counts at 0x%llx of shared memory, of which the group has "
                "0x%x",
                i->row->name, (unsigned long long)offset, w->group->lds_size);
    return;
  }
  uint32_t *at = (uint32_t *)(void *)(w->group->lds + offset);
  word = __atomic_fetch_add(at, word, __ATOMIC_SEQ_CST);
  for (unsigned lane = 0; lane < N; ++lane)
    w->result[lane] = word;
  qn_amd_merge(w, qn_amd_reg(w, &i->op[0]), w->result, exec);
}

// A word at the lane's place behind M0.
void qn_amd_x_shared_by_lane(qn_amd_wave *w, const qn_amd_inst *i) {
  const bool store = i->row->arg & QN_IS_STORE;
  const qn_amd_ends ends = {.to = store ? NULL : &i->op[0],
                            .data = store ? &i->op[0] : NULL};
  for (uint64_t left = active(w); left; left &= left - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(left);
    const uint64_t at =
        (w->s[QN_AMD_M0] & 0xffff) + (uint64_t)i->offset + 4 * (uint64_t)lane;
    if (!qn_amd_lane_shared(w, i->row->arg, &ends, lane, at))
      return;
  }
}

void qn_amd_x_shared_swap_two(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t arg = i->row->arg & ~(uint32_t)QN_FAR;
  const unsigned bytes = arg & QN_AMD_BYTES;
  const uint32_t unit = bytes * (i->row->arg & QN_FAR ? 64 : 1);
  const uint32_t offsets[2] = {i->offset0 * unit, i->offset1 * unit};
  uint32_t data[4 * N]; // results may be where these are
  const size_t row = bytes / 4 * N;
  memcpy(w->room[0], qn_amd_reg(w, &i->op[1]), N * sizeof(uint32_t));
  for (unsigned k = 0; k < 2; ++k)
    memcpy(data + k * row, qn_amd_reg(w, &i->op[2 + k]), row * sizeof(*data));
  for (uint64_t left = active(w); left; left &= left - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(left);
    for (unsigned k = 0; k < 2; ++k) {
      qn_amd_operand to = i->op[0];
      to.reg = (uint16_t)(to.reg + k * bytes / 4);
      for (unsigned word = 0; word < bytes / 4; ++word) // where it is stored
        qn_amd_reg(w, &to)[word * N + lane] = data[k * row + word * N + lane];
      const qn_amd_ends ends = {.to = &to, .data = &to};
      if (!qn_amd_lane_shared(w, arg, &ends, lane,
                              w->room[0][lane] + offsets[k]))
        return;
    }
  }
}
