// SPDX-License-Identifier: Apache-2.0
// Loads, stores and atomics of a lane, wherever the memory is.
#include "amdsim/core/access.h"

#include "amdsim/isa/floats.h"

enum { N = QN_AMD_LANES };

static uint32_t *register_of(qn_amd_wave *w, const qn_amd_operand *o,
                             unsigned k) {
  return qn_amd_reg(w, o) + (size_t)k * N;
}

// As the hardware does: what is aligned to its size is read or written at once,
// by one instruction of this machine.
static inline void move_at_once(void *to, const void *from, unsigned bytes) {
  switch (bytes) {
  case 1:
    memcpy(to, from, 1);
    break;
  case 2:
    memcpy(to, from, 2);
    break;
  case 4:
    memcpy(to, from, 4);
    break;
  case 8:
    memcpy(to, from, 8);
    break;
  case 16:
    memcpy(to, from, 16);
    break;
  default:
    memcpy(to, from, bytes);
  }
}

void qn_amd_lane_load(qn_amd_wave *w, uint32_t arg, const qn_amd_ends *ends,
                      unsigned lane, const uint32_t *from) {
  const unsigned bytes = arg & QN_AMD_BYTES;
  const qn_amd_operand *to = ends->to;
  if (bytes >= 4 && !ends->word) {
    for (unsigned k = 0; k < bytes / 4; ++k)
      register_of(w, to, k)[lane] = from[k];
    return;
  }
  uint32_t v = from[0];
  if (arg & QN_I8)
    v = (uint32_t)(int32_t)(int8_t)v;
  else if (arg & QN_I16)
    v = (uint32_t)(int32_t)(int16_t)v;
  if (ends->word) {
    *ends->word = v;
    return;
  }
  uint32_t *r = &register_of(w, to, 0)[lane];
  const bool high = (arg & QN_HIGH) || to->half;
  if (arg & (QN_LOW | QN_HIGH))
    *r = high ? (*r & 0xffff) | v << 16 : (*r & 0xffff0000) | (v & 0xffff);
  else
    *r = v;
}

// Takes what is stored from the registers.
static void lane_data(qn_amd_wave *w, uint32_t arg, const qn_amd_ends *ends,
                      unsigned lane, uint32_t *out) {
  const unsigned bytes = arg & QN_AMD_BYTES;
  const qn_amd_operand *data = ends->data;
  if (ends->word) {
    out[0] = *ends->word;
    return;
  }
  for (unsigned k = 0; k < (bytes + 3) / 4; ++k)
    out[k] = register_of(w, data, k)[lane];
  if ((arg & QN_HIGH) || data->half)
    out[0] >>= 16;
}

// ---- Atomics

static uint64_t smaller_float(uint64_t a, uint64_t b, bool wide, bool larger) {
  double x, y;
  if (wide) {
    x = as_double(a);
    y = as_double(b);
  } else {
    x = (double)as_float((uint32_t)a);
    y = (double)as_float((uint32_t)b);
  }
  if (x != x)
    return b;
  if (y != y)
    return a;
  return (larger ? x > y : x < y) ? a : b;
}

static uint32_t add_halves(uint32_t a, uint32_t b) {
  const uint32_t low = to_half(from_half(a & 0xffff) + from_half(b & 0xffff));
  return low | to_half(from_half(a >> 16) + from_half(b >> 16)) << 16;
}

static uint32_t add_brains(uint32_t a, uint32_t b) {
  const float low = from_brain(a) + from_brain(b);
  const float high = from_brain(a >> 16) + from_brain(b >> 16);
  return to_brain(low) | to_brain(high) << 16;
}

static uint64_t combine_floats(uint32_t what, bool wide, uint64_t old,
                               uint64_t v) {
  switch (what) {
  case QN_ADD_F:
    return wide ? bits_of_double(as_double(old) + as_double(v))
                : bits_of(as_float((uint32_t)old) + as_float((uint32_t)v));
  case QN_MIN_F:
    return smaller_float(old, v, wide, false);
  case QN_MAX_F:
    return smaller_float(old, v, wide, true);
  case QN_ADD_HALVES:
    return add_halves((uint32_t)old, (uint32_t)v);
  default:
    return add_brains((uint32_t)old, (uint32_t)v);
  }
}

static uint64_t combine(uint32_t what, bool wide, uint64_t old, uint64_t v) {
  const int64_t so = wide ? (int64_t)old : (int32_t)old;
  const int64_t sv = wide ? (int64_t)v : (int32_t)v;
  switch (what) {
  case QN_SWAP:
    return v;
  case QN_ADD:
    return old + v;
  case QN_SUB:
    return old - v;
  case QN_RSUB:
    return v - old;
  case QN_MIN_I:
    return so < sv ? old : v;
  case QN_MAX_I:
    return so > sv ? old : v;
  case QN_MIN_U:
    return old < v ? old : v;
  case QN_MAX_U:
    return old > v ? old : v;
  case QN_AND:
    return old & v;
  case QN_OR:
    return old | v;
  case QN_XOR:
    return old ^ v;
  case QN_INC:
    return old >= v ? 0 : old + 1;
  case QN_DEC:
    return old == 0 || old > v ? v : old - 1;
  case QN_SUB_CLAMP:
    return old < v ? 0 : old - v;
  case QN_COND_SUB:
    return old < v ? old : old - v;
  default:
    return combine_floats(what, wide, old, v);
  }
}

static bool takes_two(uint32_t what) {
  return what == QN_CMPSWAP || what >= QN_MASKED_OR;
}

static bool same_floats(bool wide, uint64_t a, uint64_t b) {
  return wide ? as_double(a) == as_double(b)
              : as_float((uint32_t)a) == as_float((uint32_t)b);
}

// With a second number, which is what is compared where something is.
static uint64_t combine_two(uint32_t what, bool wide, uint64_t old, uint64_t v,
                            uint64_t second) {
  switch (what) {
  case QN_CMPSWAP:
    return old == second ? v : old;
  case QN_CMPSWAP_F:
    return same_floats(wide, old, second) ? v : old;
  case QN_MASKED_OR:
    return (old & ~v) | second;
  case QN_WRAP:
    return old >= v ? old - v : old + second;
  default:
    return combine(what, wide, old, v);
  }
}

static uint64_t atomic32(uint32_t *p, uint32_t what, uint32_t v, uint32_t cmp) {
  uint32_t old = __atomic_load_n(p, __ATOMIC_SEQ_CST), next;
  do {
    next = (uint32_t)combine_two(what, false, old, v, cmp);
  } while (!__atomic_compare_exchange_n(p, &old, next, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST));
  return old;
}

static uint64_t atomic64(uint64_t *p, uint32_t what, uint64_t v, uint64_t cmp) {
  uint64_t old = __atomic_load_n(p, __ATOMIC_SEQ_CST), next;
  do {
    next = combine_two(what, true, old, v, cmp);
  } while (!__atomic_compare_exchange_n(p, &old, next, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST));
  return old;
}

// Combines memory with the data: `old` receives what was there.
static void lane_atomic(qn_amd_wave *w, uint32_t arg, const qn_amd_ends *ends,
                        unsigned lane, void *memory, uint32_t *old) {
  const uint32_t what = arg >> QN_ATOMIC_SHIFT << QN_ATOMIC_SHIFT;
  const unsigned words = (arg & QN_AMD_BYTES) / 4;
  uint64_t v = 0, cmp = 0;
  for (unsigned k = 0; k < words; ++k) {
    v |= (uint64_t)register_of(w, ends->data, k)[lane] << (32 * k);
    if (takes_two(what))
      cmp |=
          (uint64_t)(ends->second ? register_of(w, ends->second, k)[lane]
                                  : register_of(w, ends->data, words + k)[lane])
          << (32 * k);
  }
  if (arg & QN_OLD_ORDER) {
    const uint64_t first = v;
    v = cmp;
    cmp = first;
  }
  const uint64_t was = words == 1
                           ? atomic32(memory, what, (uint32_t)v, (uint32_t)cmp)
                           : atomic64(memory, what, v, cmp);
  old[0] = (uint32_t)was;
  old[1] = (uint32_t)(was >> 32);
}

void qn_amd_lane_access(qn_amd_wave *w, uint32_t arg, const qn_amd_ends *ends,
                        unsigned lane, void *memory) {
  uint32_t words[4] = {0};
  if (arg & QN_IS_ATOMIC) {
    lane_atomic(w, arg, ends, lane, memory, words);
    if (ends->to)
      qn_amd_lane_load(w, arg & QN_AMD_BYTES, ends, lane, words);
  } else if (arg & QN_IS_STORE) {
    lane_data(w, arg, ends, lane, words);
    move_at_once(memory, words, arg & QN_AMD_BYTES);
  } else {
    move_at_once(words, memory, arg & QN_AMD_BYTES);
    qn_amd_lane_load(w, arg, ends, lane, words);
  }
}

// ---- All lanes at once

static uint64_t place_of(const qn_amd_span *s, unsigned lane) {
  const uint32_t low = s->offsets[lane] + s->add;
  return s->high ? s->base + (s->offsets[lane] | (uint64_t)s->high[lane] << 32)
                 : s->base + low;
}

// The memory of all active lanes lies in one piece that may be used.
static bool span_is_good(qn_amd_wave *w, const qn_amd_span *s, unsigned bytes,
                         bool write) {
  uint64_t lowest = UINT64_MAX, highest = 0;
  for (uint64_t left = s->lanes; left; left &= left - 1) {
    const uint64_t at = place_of(s, (unsigned)__builtin_ctzll(left));
    lowest = at < lowest ? at : lowest;
    highest = at > highest ? at : highest;
  }
  if (highest > UINT64_MAX - bytes)
    return false;
  if (s->limit)
    return lowest >= s->base && highest + bytes <= s->base + s->limit;
  return qn_amd_memory_check(&w->views, lowest, highest + bytes - lowest,
                             write);
}

static void load_words(const qn_amd_span *s, uint32_t *to, unsigned words) {
  for (uint64_t left = s->lanes; left; left &= left - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(left);
    const uint8_t *from = (const uint8_t *)(uintptr_t)place_of(s, lane);
    uint32_t v[4];
    move_at_once(v, from, 4 * words);
    for (unsigned k = 0; k < words; ++k)
      to[(size_t)k * N + lane] = v[k];
  }
}

static void store_words(const qn_amd_span *s, const uint32_t *from,
                        unsigned words) {
  for (uint64_t left = s->lanes; left; left &= left - 1) {
    const unsigned lane = (unsigned)__builtin_ctzll(left);
    uint8_t *to = (uint8_t *)(uintptr_t)place_of(s, lane);
    uint32_t v[4];
    for (unsigned k = 0; k < words; ++k)
      v[k] = from[(size_t)k * N + lane];
    move_at_once(to, v, 4 * words);
  }
}

bool qn_amd_all_lanes(qn_amd_wave *w, uint32_t arg, const qn_amd_ends *ends,
                      const qn_amd_span *span) {
  const unsigned bytes = arg & QN_AMD_BYTES;
  const bool store = arg & QN_IS_STORE;
  if (bytes < 4 || (arg & ~(uint32_t)(QN_AMD_BYTES | QN_IS_STORE)) ||
      !span->lanes || !span_is_good(w, span, bytes, store))
    return false;
  uint32_t *r = register_of(w, store ? ends->data : ends->to, 0);
  switch (bytes / 4 | (store ? 16u : 0u)) {
  case 1:
    load_words(span, r, 1);
    break;
  case 2:
    load_words(span, r, 2);
    break;
  case 17:
    store_words(span, r, 1);
    break;
  default:
    if (store)
      store_words(span, r, bytes / 4);
    else
      load_words(span, r, bytes / 4);
  }
  return true;
}

// ---- Shared memory

bool qn_amd_lane_shared(qn_amd_wave *w, uint32_t arg, const qn_amd_ends *ends,
                        unsigned lane, uint64_t offset) {
  const qn_amd_group *g = w->group;
  const unsigned bytes = arg & QN_AMD_BYTES;
  if (offset + bytes > g->lds_size || offset + bytes < offset) {
    qn_amd_fail(w, 1,
                "lane %u %s %u bytes at 0x%llx of shared memory, of which the "
                "group has 0x%x",
                lane, arg & (QN_IS_STORE | QN_IS_ATOMIC) ? "writes" : "reads",
                bytes, (unsigned long long)offset, g->lds_size);
    return false;
  }
  if ((arg & QN_IS_ATOMIC) && offset % bytes) {
    qn_amd_fail(w, 1,
                "lane %u: an atomic operation at 0x%llx of shared memory "
                "is not aligned",
                lane, (unsigned long long)offset);
    return false;
  }
  qn_amd_lane_access(w, arg, ends, lane, g->lds + offset);
  return true;
}

bool qn_amd_lane_to_shared(qn_amd_wave *w, const qn_amd_inst *i, unsigned lane,
                           uint32_t word) {
  const uint64_t offset =
      (w->s[QN_AMD_M0] & 0xffff) + (uint64_t)i->offset + 4 * (uint64_t)lane;
  return qn_amd_lane_shared(w, QN_STORE(4, 0), &(qn_amd_ends){.word = &word},
                            lane, offset);
}

// ---- Private memory: words of the lanes side by side

static uint8_t *scratch_byte(const qn_amd_wave *w, unsigned lane,
                             uint64_t offset) {
  return w->scratch + (offset / 4 * w->lanes + lane) * 4 + offset % 4;
}

bool qn_amd_lane_scratch(qn_amd_wave *w, uint32_t arg, const qn_amd_ends *ends,
                         unsigned lane, uint64_t offset) {
  const unsigned bytes = arg & QN_AMD_BYTES;
  uint8_t buffer[16] __attribute__((aligned(8)));
  if (offset + bytes > w->scratch_size || offset + bytes < offset) {
    qn_amd_fail(w, 1,
                "lane %u %s %u bytes at 0x%llx of its private memory, of which "
                "it has 0x%llx",
                lane, arg & (QN_IS_STORE | QN_IS_ATOMIC) ? "writes" : "reads",
                bytes, (unsigned long long)offset,
                (unsigned long long)w->scratch_size);
    return false;
  }
  const bool store = arg & QN_IS_STORE;
  for (unsigned b = 0; !store && b < bytes; ++b)
    buffer[b] = *scratch_byte(w, lane, offset + b);
  qn_amd_lane_access(w, arg, ends, lane, buffer);
  for (unsigned b = 0; arg & (QN_IS_STORE | QN_IS_ATOMIC) && b < bytes; ++b)
    *scratch_byte(w, lane, offset + b) = buffer[b];
  return true;
}
