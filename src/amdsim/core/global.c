// SPDX-License-Identifier: Apache-2.0
// Instructions that reach memory by addresses: global, flat, scratch, and
// scalar loads.
#include "amdsim/core/access.h"

enum { N = QN_AMD_LANES };

static uint64_t active(const qn_amd_wave *w) { return qn_amd_exec(w) & w->all; }

static bool writes(uint32_t arg) {
  return (arg & (QN_IS_STORE | QN_IS_ATOMIC)) != 0;
}

static void fail_global(qn_amd_wave *w, uint32_t arg, unsigned lane,
                        uint64_t address) {
  qn_amd_view near = {0};
  char where[128] = "";
  if (qn_amd_memory_near(address, &near) && address >= near.end &&
      address - near.end < 1 << 20)
    snprintf(where, sizeof(where), ", %llu bytes behind the end of %llu bytes",
             (unsigned long long)(address - near.end),
             (unsigned long long)(near.end - near.begin));
  else if (near.end && address >= near.begin && address < near.end)
    snprintf(where, sizeof(where), ", which %s",
             w->views.agent && !(near.agents & w->views.agent)
                 ? "this GPU was not given access to"
             : near.writable ? "is cut off there"
                             : "is read-only");
  qn_amd_fail(w, 1, "lane %u %s %u bytes at 0x%llx%s", lane,
              writes(arg) ? "writes" : "reads", arg & QN_AMD_BYTES,
              (unsigned long long)address, where);
}

void *qn_amd_lane_reach(qn_amd_wave *w, uint32_t arg, unsigned lane,
                        uint64_t address) {
  const unsigned bytes = arg & QN_AMD_BYTES;
  if (!qn_amd_memory_check(&w->views, address, bytes, writes(arg))) {
    fail_global(w, arg, lane, address);
    return NULL;
  }
  return (void *)(uintptr_t)address;
}

bool qn_amd_lane_address(qn_amd_wave *w, uint32_t arg, const qn_amd_ends *ends,
                         unsigned lane, uint64_t address) {
  void *memory = qn_amd_lane_reach(w, arg, lane, address);
  if (!memory)
    return false;
  if ((arg & QN_IS_ATOMIC) && address % (arg & QN_AMD_BYTES)) {
    qn_amd_fail(w, 1, "lane %u: an atomic operation at 0x%llx is not aligned",
                lane, (unsigned long long)address);
    return false;
  }
  qn_amd_lane_access(w, arg, ends, lane, memory);
  return true;
}

// Operands by the kind: where the address is, and what is moved.
static void find_ends(const qn_amd_inst *i, qn_amd_ends *ends,
                      unsigned *address, unsigned plain_count) {
  const uint32_t arg = i->row->arg;
  *ends = (qn_amd_ends){0};
  const bool returns = (arg & QN_IS_ATOMIC) && i->count > plain_count;
  if ((arg & QN_IS_STORE) || ((arg & QN_IS_ATOMIC) && !returns)) {
    *address = 0;
    ends->data = &i->op[1];
    return;
  }
  *address = 1;
  ends->to = &i->op[0];
  if (returns)
    ends->data = &i->op[2];
}

void qn_amd_x_global(qn_amd_wave *w, const qn_amd_inst *i) {
  qn_amd_ends ends;
  unsigned at;
  const uint32_t arg = i->row->arg;
  const uint64_t exec = active(w);
  find_ends(i, &ends, &at, 3);
  const qn_amd_operand *base = &i->op[i->count - 1];
  const uint32_t *v = qn_amd_reg(w, &i->op[at]);
  const bool scalar = base->where == QN_AMD_SREG;
  const uint64_t from =
      (scalar ? qn_amd_get64(w, base) : 0) + (uint64_t)i->offset;
  // A result may be where the addresses are.
  if (i->op[at].where == QN_AMD_VREG) {
    memcpy(w->room[0], v, (scalar ? 1u : 2u) * N * sizeof(*v));
  } else {
    memset(w->room[0], 0, sizeof(w->room[0]));
  }
  const qn_amd_span span = {.lanes = exec,
                            .base = from,
                            .offsets = w->room[0],
                            .high = scalar ? NULL : w->room[0] + N};
  if (qn_amd_all_lanes(w, arg, &ends, &span))
    return;
  for (uint64_t left = exec; left; left &= left - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(left);
    const uint64_t own =
        w->room[0][lane] | (scalar ? 0 : (uint64_t)w->room[0][lane + N] << 32);
    if (!qn_amd_lane_address(w, arg, &ends, lane, from + own))
      return;
  }
}

void qn_amd_x_global_lds(qn_amd_wave *w, const qn_amd_inst *i) {
  uint32_t word = 0;
  const qn_amd_ends ends = {.word = &word};
  const qn_amd_operand *own = &i->op[0], *base = &i->op[i->count - 1];
  const bool scalar = base->where == QN_AMD_SREG;
  const uint64_t from =
      (scalar ? qn_amd_get64(w, base) : 0) + (uint64_t)i->offset;
  const uint32_t *v = own->where == QN_AMD_VREG ? qn_amd_reg(w, own) : NULL;
  for (uint64_t left = active(w); left; left &= left - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(left);
    const uint64_t low = v ? v[lane] : 0;
    const uint64_t high = v && !scalar ? v[lane + N] : 0;
    if (!qn_amd_lane_address(w, i->row->arg, &ends, lane,
                             from + (low | high << 32)) ||
        !qn_amd_lane_to_shared(w, i, lane, word))
      return;
  }
}

// At the lane's place behind an address in scalar registers.
void qn_amd_x_global_by_lane(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t arg = i->row->arg;
  const qn_amd_operand *base = &i->op[1];
  const qn_amd_ends ends = {.to = writes(arg) ? NULL : &i->op[0],
                            .data = writes(arg) ? &i->op[0] : NULL};
  if (base->where != QN_AMD_SREG) {
    qn_amd_fail(w, 2, "%s without an address is not simulated", i->row->name);
    return;
  }
  const uint64_t from = qn_amd_get64(w, base) + (uint64_t)i->offset;
  for (uint64_t left = active(w); left; left &= left - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(left);
    if (!qn_amd_lane_address(w, arg, &ends, lane, from + 4 * (uint64_t)lane))
      return;
  }
}

void qn_amd_x_flat(qn_amd_wave *w, const qn_amd_inst *i) {
  qn_amd_ends ends;
  unsigned at;
  const uint32_t arg = i->row->arg;
  find_ends(i, &ends, &at, 2);
  memcpy(w->room[0], qn_amd_reg(w, &i->op[at]), sizeof(w->room[0]));
  for (uint64_t left = active(w); left; left &= left - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(left);
    const uint64_t address =
        (w->room[0][lane] | (uint64_t)w->room[0][lane + N] << 32);
    const uint64_t full = address + (uint64_t)i->offset;
    bool done;
    if (address >> 32 == QN_AMD_SHARED_APERTURE >> 32)
      done = qn_amd_lane_shared(w, arg, &ends, lane,
                                full - QN_AMD_SHARED_APERTURE);
    else if (address >> 32 == QN_AMD_PRIVATE_APERTURE >> 32)
      done = qn_amd_lane_scratch(w, arg, &ends, lane,
                                 full - QN_AMD_PRIVATE_APERTURE);
    else
      done = qn_amd_lane_address(w, arg, &ends, lane, full);
    if (!done)
      return;
  }
}

void qn_amd_x_scratch(qn_amd_wave *w, const qn_amd_inst *i) {
  qn_amd_ends ends;
  unsigned at;
  find_ends(i, &ends, &at, 3);
  const qn_amd_operand *v = &i->op[at], *base = &i->op[i->count - 1];
  const uint32_t from = (base->where == QN_AMD_SREG ? qn_amd_get(w, base) : 0) +
                        (uint32_t)i->offset;
  const bool has_v = v->where == QN_AMD_VREG;
  if (has_v)
    memcpy(w->room[0], qn_amd_reg(w, v), N * sizeof(uint32_t));
  for (uint64_t left = active(w); left; left &= left - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(left);
    const uint32_t offset = from + (has_v ? w->room[0][lane] : 0);
    if (!qn_amd_lane_scratch(w, i->row->arg, &ends, lane, offset))
      return;
  }
}

// ---- Scalar loads. arg: registers, or 0x100 and more for parts of one; 0x200
// by a buffer's descriptor, which has no more of it than where it begins and
// ends.

enum { PARTS_OF_ONE = 0x100, BY_DESCRIPTOR = 0x200 };

static uint32_t scalar_bytes(uint32_t arg) {
  return !(arg & PARTS_OF_ONE) ? 4 * (arg & 0xff) : arg & 2 ? 2 : 1;
}

// What the address is moved by.
static uint64_t scalar_offset(const qn_amd_wave *w, const qn_amd_inst *i) {
  const qn_amd_operand *extra = &i->op[2];
  const uint64_t offset = (uint64_t)i->offset;
  if (i->count <= 2)
    return offset;
  return offset + (extra->where == QN_AMD_SREG
                       ? qn_amd_get(w, extra)
                       : (uint64_t)(int64_t)(int32_t)extra->value[0]);
}

// The bytes of a buffer from an offset on.
static uint64_t buffer_rest(const uint32_t *s, uint64_t offset) {
  const uint32_t stride = s[1] >> 16 & 0x3fff;
  const uint64_t size = (uint64_t)s[2] * (stride ? stride : 1);
  return offset < size ? size - offset : 0;
}

static void scalar_result(qn_amd_wave *w, const qn_amd_inst *i,
                          const uint32_t *words) {
  const uint32_t arg = i->row->arg;
  uint32_t value = words[0];
  if (!(arg & PARTS_OF_ONE)) {
    if (i->op[0].reg != QN_AMD_NULL)
      memcpy(&w->s[i->op[0].reg], words, scalar_bytes(arg));
    return;
  }
  if (arg & 1)
    value = arg & 2 ? (uint32_t)(int32_t)(int16_t)value
                    : (uint32_t)(int32_t)(int8_t)value;
  qn_amd_put(w, &i->op[0], value);
}

void qn_amd_x_scalar_load(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t arg = i->row->arg;
  const bool described = arg & BY_DESCRIPTOR;
  uint64_t offset = scalar_offset(w, i), bytes = scalar_bytes(arg);
  uint64_t base = qn_amd_get64(w, &i->op[1]);
  uint32_t words[16] = {0};
  if (!(arg & PARTS_OF_ONE) && described)
    offset &= ~UINT64_C(3);
  if (described) {
    // Words behind the end are 0, one by one.
    const uint64_t rest = buffer_rest(&w->s[i->op[1].reg], offset);
    base &= UINT64_C(0xffffffffffff);
    if (rest < bytes)
      bytes = arg & PARTS_OF_ONE ? 0 : rest & ~UINT64_C(3);
  }
  uint64_t address = base + offset;
  if (!(arg & PARTS_OF_ONE))
    address &= ~UINT64_C(3);
  if (bytes && !qn_amd_memory_check(&w->views, address, bytes, false)) {
    qn_amd_fail(w, 1, "a scalar load reads %u bytes at 0x%llx", (unsigned)bytes,
                (unsigned long long)address);
    return;
  }
  if (bytes)
    memcpy(words, (const void *)(uintptr_t)address, bytes);
  scalar_result(w, i, words);
}

void qn_amd_x_scalar_store(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t bytes = 4 * i->row->arg;
  const uint64_t address =
      (qn_amd_get64(w, &i->op[1]) + scalar_offset(w, i)) & ~UINT64_C(3);
  if (!qn_amd_memory_check(&w->views, address, bytes, true)) {
    qn_amd_fail(w, 1, "a scalar store writes %u bytes at 0x%llx", bytes,
                (unsigned long long)address);
    return;
  }
  memcpy((void *)(uintptr_t)address, &w->s[i->op[0].reg], bytes);
}
