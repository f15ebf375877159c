// SPDX-License-Identifier: Apache-2.0
// The extension A. Lanes and warps come one after another, so each operation is
// whole by itself; a reservation is lost when its warp's turn ends.
#include <string.h>

#include "vortex/machine.h"

typedef uint64_t change_fn(uint64_t old, uint64_t value);

static uint64_t swap(uint64_t old, uint64_t value) {
  (void)old;
  return value;
}
static uint64_t add(uint64_t old, uint64_t value) { return old + value; }
static uint64_t exclusive(uint64_t old, uint64_t value) { return old ^ value; }
static uint64_t both(uint64_t old, uint64_t value) { return old & value; }
static uint64_t either(uint64_t old, uint64_t value) { return old | value; }
static uint64_t min_signed(uint64_t old, uint64_t value) {
  return (int64_t)old < (int64_t)value ? old : value;
}
static uint64_t max_signed(uint64_t old, uint64_t value) {
  return (int64_t)old > (int64_t)value ? old : value;
}
static uint64_t min_unsigned(uint64_t old, uint64_t value) {
  return old < value ? old : value;
}
static uint64_t max_unsigned(uint64_t old, uint64_t value) {
  return old > value ? old : value;
}

static change_fn *change_of(uint32_t word) {
  switch (word >> 27) {
  case 0x00:
    return add;
  case 0x01:
    return swap;
  case 0x04:
    return exclusive;
  case 0x08:
    return either;
  case 0x0c:
    return both;
  case 0x10:
    return min_signed;
  case 0x14:
    return max_signed;
  case 0x18:
    return min_unsigned;
  case 0x1c:
    return max_unsigned;
  default:
    return NULL;
  }
}

static uint64_t load(const void *at, unsigned size) {
  uint64_t value = 0;
  memcpy(&value, at, size);
  return size == 4 ? W32(value) : value;
}

static void op_change(warp *w, const insn *i) {
  const unsigned size = 1u << (i->word >> 12 & 7);
  change_fn *change = change_of(i->word);
  EACH_LANE(w, l) {
    void *at = qn_vx_reach(w, l, (w->x + i->rs1)[l] & w->sim->address_mask,
                           size, QN_VX_READ | QN_VX_WRITE);
    if (!at)
      return;
    const uint64_t old = load(at, size);
    const uint64_t operand = (w->x + i->rs2)[l];
    // Extended with the sign, words keep their order, unsigned too.
    const uint64_t value = change(old, size == 4 ? W32(operand) : operand);
    memcpy(at, &value, size);
    (w->x + i->rd)[l] = old;
  }
}

static void op_load_reserved(warp *w, const insn *i) {
  const unsigned size = 1u << (i->word >> 12 & 7);
  EACH_LANE(w, l) {
    const uint64_t address = (w->x + i->rs1)[l] & w->sim->address_mask;
    const void *at = qn_vx_reach(w, l, address, size, QN_VX_READ);
    if (!at)
      return;
    (w->x + i->rd)[l] = load(at, size);
    w->reserved[l] = address + 1;
  }
}

static void op_store_conditional(warp *w, const insn *i) {
  const unsigned size = 1u << (i->word >> 12 & 7);
  EACH_LANE(w, l) {
    const uint64_t address = (w->x + i->rs1)[l] & w->sim->address_mask;
    const uint64_t value = (w->x + i->rs2)[l];
    const bool holds = w->reserved[l] == address + 1;
    w->reserved[l] = 0;
    if (holds) {
      void *at = qn_vx_reach(w, l, address, size, QN_VX_WRITE);
      if (!at)
        return;
      memcpy(at, &value, size);
      // The other lanes that reserved the same place were too slow.
      for (unsigned k = 0; k < w->sim->config.threads; ++k)
        if (w->reserved[k] == address + 1)
          w->reserved[k] = 0;
    }
    (w->x + i->rd)[l] = !holds;
  }
}

run_fn *qn_vx_find_atomic(const qn_vx_sim *s, uint32_t word) {
  const unsigned f3 = word >> 12 & 7;
  if ((word & 0x7f) != 0x2f || (f3 != 2 && (f3 != 3 || s->config.xlen != 64)))
    return NULL;
  if (word >> 27 == 2)
    return word >> 20 & 31 ? NULL : op_load_reserved;
  if (word >> 27 == 3)
    return op_store_conditional;
  return change_of(word) ? op_change : NULL;
}
