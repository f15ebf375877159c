// SPDX-License-Identifier: Apache-2.0
// The machine's own instructions and registers: lanes, warps, blocks.
#include <string.h>

#include "vortex/machine.h"

// ---- Lanes

static uint64_t first_of(const warp *w, const uint64_t *registers) {
  return registers[__builtin_ctz(w->mask)];
}

static uint32_t lanes_of(const qn_vx_sim *s) {
  return s->config.threads == 32 ? UINT32_MAX
                                 : (UINT32_C(1) << s->config.threads) - 1;
}

static void op_tmc(warp *w, const insn *i) {
  w->mask = (uint32_t)first_of(w, w->x + i->rs1) & lanes_of(w->sim);
  if (!w->mask)
    qn_vx_end_warp(w);
}

// The active lanes whose predicate holds.
static uint32_t holds(warp *w, const insn *i, bool negated) {
  uint32_t lanes = 0;
  EACH_LANE(w, l)
  lanes |= (uint32_t)(((w->x + i->rs1)[l] & 1) != negated) << l;
  return lanes;
}

static void op_pred(warp *w, const insn *i) {
  const uint32_t on = holds(w, i, (i->word >> 7 & 31) == 1);
  w->mask = on ? on : (uint32_t)first_of(w, w->x + i->rs2) & lanes_of(w->sim);
  if (!w->mask)
    qn_vx_end_warp(w);
}

// The token is how many splits are open. Of two ways the larger goes first.
static void op_split(warp *w, const insn *i) {
  const uint32_t on = holds(w, i, (i->word >> 20 & 31) == 1);
  const uint32_t off = w->mask & ~on;
  const uint64_t token = w->split_count;
  EACH_LANE(w, l)
  (w->x + i->rd)[l] = token;
  if (!on || !off)
    return;
  if (w->split_count == SPLITS_MAX) {
    qn_vx_trap_at(w, (unsigned)__builtin_ctz(w->mask),
                  "more than %d splits are open", SPLITS_MAX);
    return;
  }
  const bool on_first = __builtin_popcount(on) >= __builtin_popcount(off);
  w->splits[w->split_count++] =
      (split){.all = w->mask, .rest = on_first ? off : on, .pc = w->next};
  w->mask = on_first ? on : off;
}

static void op_join(warp *w, const insn *i) {
  const uint64_t token = first_of(w, w->x + i->rs1);
  if (token == w->split_count)
    return; // that split did not part
  if (token > w->split_count || token + 1 != w->split_count) {
    qn_vx_trap_at(w, (unsigned)__builtin_ctz(w->mask),
                  "a join with token %llu, while %u splits are open",
                  (unsigned long long)token, w->split_count);
    return;
  }
  split *top = &w->splits[w->split_count - 1];
  if (top->rest) {
    w->mask = top->rest;
    w->next = top->pc;
    top->rest = 0;
    return;
  }
  w->mask = top->all;
  --w->split_count;
}

// ---- Warps

static bool others_run(const warp *w) {
  for (unsigned k = 0; k < w->sim->config.warps; ++k)
    if (k != w->number && w->core->warps[k].state != WARP_OFF)
      return true;
  return false;
}

static void op_wspawn(warp *w, const insn *i) {
  const uint64_t count = first_of(w, w->x + i->rs1);
  const uint64_t start = first_of(w, w->x + i->rs2) & w->sim->address_mask;
  if (others_run(w)) { // waits until they have ended
    w->next = w->pc;
    w->yields = true;
    return;
  }
  for (unsigned k = 0; k < w->sim->config.warps && k < count; ++k) {
    warp *other = &w->core->warps[k];
    if (other == w)
      continue;
    other->state = WARP_RUNS;
    other->mask = 1;
    other->pc = start;
    other->scratch = w->scratch;
    other->split_count = 0;
  }
}

// The warps of the core that have not ended.
static uint32_t running(const core *c, const qn_vx_sim *s) {
  uint32_t count = 0;
  for (unsigned k = 0; k < s->config.warps; ++k)
    count += c->warps[k].state != WARP_OFF;
  return count;
}

static void release(core *c, const qn_vx_sim *s, uint32_t id) {
  c->barriers[id] = (barrier){0};
  for (unsigned k = 0; k < s->config.warps; ++k)
    if (c->warps[k].state == WARP_AT_BARRIER && c->warps[k].barrier == id)
      c->warps[k].state = WARP_RUNS;
}

// A barrier of cores is passed by a core as a whole.
static void arrive_globally(warp *w, uint32_t id, uint32_t count) {
  qn_vx_sim *s = w->sim;
  barrier *b = &w->core->barriers[id];
  b->global = true;
  if (b->waiting < running(w->core, s))
    return;
  if (++s->global_waiting[id] < count)
    return;
  s->global_waiting[id] = 0;
  for (unsigned k = 0; k < s->config.cores; ++k)
    release(&s->cores[k], s, id);
}

static void op_bar(warp *w, const insn *i) {
  const uint64_t which = first_of(w, w->x + i->rs1);
  const uint32_t id = (uint32_t)which & (BARRIERS - 1);
  const uint32_t count = (uint32_t)first_of(w, w->x + i->rs2);
  const bool global = which >> 31 & 1;
  if (count <= 1 && !global)
    return;
  if (count > w->sim->config.warps && !global) {
    qn_vx_trap_at(w, (unsigned)__builtin_ctz(w->mask),
                  "a barrier of %u warps, where a core has %u", count,
                  w->sim->config.warps);
    return;
  }
  w->state = WARP_AT_BARRIER;
  w->barrier = id;
  ++w->core->barriers[id].waiting;
  if (global)
    arrive_globally(w, id, count);
  else if (w->core->barriers[id].waiting >= count)
    release(w->core, w->sim, id);
}

static void op_wsync(warp *w, const insn *i) {
  (void)w;
  (void)i;
}

// ---- Votes and shuffles (version 3)

static void op_vote(warp *w, const insn *i) {
  uint32_t on = 0;
  EACH_LANE(w, l)
  on |= (uint32_t)((w->x + i->rs1)[l] != 0) << l;
  const unsigned kind = i->word >> 12 & 3;
  const uint64_t answers[4] = {on == w->mask, on != 0, on == w->mask || !on,
                               w->sim->config.xlen == 32 ? W32(on) : on};
  EACH_LANE(w, l)
  (w->x + i->rd)[l] = answers[kind];
}

// Where lane `l` reads, or itself where that is out of its segment.
static uint32_t source_of(const warp *w, unsigned kind, uint32_t l,
                          uint64_t operand) {
  const uint32_t b = operand & 63;
  const uint32_t clamp = operand >> 6 & 63;
  const uint32_t segment = (uint32_t)(operand >> 12) & 63;
  const uint32_t least = l & segment;
  const uint32_t most = least | (clamp & ~segment);
  const int32_t from = kind == 0   ? (int32_t)l - (int32_t)b
                       : kind == 1 ? (int32_t)(l + b)
                       : kind == 2 ? (int32_t)(l ^ b)
                                   : (int32_t)(least | (b & ~segment));
  const bool inside = kind == 0 ? from >= (int32_t)most : from <= (int32_t)most;
  return inside && from >= 0 && from < (int32_t)w->sim->config.threads
             ? (uint32_t)from
             : l;
}

static void op_shuffle(warp *w, const insn *i) {
  uint64_t values[LANES_MAX];
  EACH_LANE(w, l)
  values[l] =
      (w->x + i->rs1)[source_of(w, i->word >> 12 & 3, l, (w->x + i->rs2)[l])];
  EACH_LANE(w, l)
  (w->x + i->rd)[l] = values[l];
}

run_fn *qn_vx_find_machine(const qn_vx_sim *s, uint32_t word) {
  static run_fn *const plain[8] = {op_tmc, op_wspawn, op_split, op_join,
                                   op_bar, op_pred,   NULL,     op_wsync};
  const unsigned f3 = word >> 12 & 7;
  const bool newer = s->config.version >= 3;
  if ((word & 0x7f) != 0x0b)
    return NULL;
  if (word >> 25 == 1)
    return !newer ? NULL : f3 < 4 ? op_vote : op_shuffle;
  if (word >> 25 || (f3 == 7 && !newer))
    return NULL;
  return plain[f3];
}

// ---- Registers of control

enum {
  CSR_FFLAGS = 0x001,
  CSR_FRM = 0x002,
  CSR_FCSR = 0x003,
  CSR_SATP = 0x180,
  CSR_MSTATUS = 0x300,
  CSR_MISA = 0x301,
  CSR_MSCRATCH = 0x340,
  CSR_MCYCLE = 0xb00,
  CSR_MCYCLE_HIGH = 0xb80,
  CSR_MINSTRET = 0xb02,
  CSR_MINSTRET_HIGH = 0xb82,
  CSR_CYCLE = 0xc00,
  CSR_TIME = 0xc01,
  CSR_INSTRET = 0xc02,
  CSR_CYCLE_HIGH = 0xc80,
  CSR_TIME_HIGH = 0xc81,
  CSR_INSTRET_HIGH = 0xc82,
  CSR_THREAD = 0xcc0,
  CSR_WARP = 0xcc1,
  CSR_CORE = 0xcc2,
  CSR_WARPS_ACTIVE = 0xcc3,
  CSR_THREADS_ACTIVE = 0xcc4,
  CSR_CTA_ID = 0xcd0,
  CSR_CTA_ENTRY = 0xce1,
  CSR_MHARTID = 0xf14,
  CSR_THREADS = 0xfc0,
  CSR_WARPS = 0xfc1,
  CSR_CORES = 0xfc2,
};

static uint64_t active_warps(const warp *w) {
  uint64_t mask = 0;
  for (unsigned k = 0; k < w->sim->config.warps; ++k)
    mask |= (uint64_t)(w->core->warps[k].state != WARP_OFF) << k;
  return mask;
}

// Version 3's registers of blocks, 0xcd0 to 0xce1.
static uint64_t block_register(const warp *w, unsigned lane, unsigned number) {
  const qn_vx_start *s = &w->sim->start;
  const uint32_t linear = w->rank * w->sim->config.threads + lane;
  const uint32_t line = linear / s->block[0];
  const uint64_t values[] = {
      w->cta->slot,
      w->rank,
      w->cta->warps,
      linear % s->block[0],
      line % s->block[1],
      line / s->block[1],
      w->cta->block[0],
      w->cta->block[1],
      w->cta->block[2],
      s->block[0],
      s->block[1],
      s->block[2],
      s->grid[0],
      s->grid[1],
      s->grid[2],
      w->cta->local,
      1, // blocks of a cluster
      s->entry,
  };
  return values[number - CSR_CTA_ID];
}

static uint64_t misa(const qn_vx_config *c) {
  uint64_t flags = 0;
  for (const char *x = "fim"; *x; ++x)
    flags |= UINT64_C(1) << (*x - 'a');
  flags |= (uint64_t)c->atomics | (uint64_t)c->doubles << 3;
  return flags | (c->xlen == 64 ? UINT64_C(2) << 62 : UINT64_C(1) << 30);
}

static uint64_t plain_register(warp *w, unsigned lane, unsigned number,
                               bool *known) {
  const qn_vx_config *c = &w->sim->config;
  const uint64_t hart =
      ((uint64_t)w->core->number * c->warps + w->number) * c->threads + lane;
  switch (number) {
  case CSR_SATP:
  case CSR_MSTATUS:
    return 0;
  case CSR_MISA:
    return misa(c);
  case CSR_MSCRATCH:
    return w->scratch;
  case CSR_MCYCLE:
  case CSR_MINSTRET:
  case CSR_CYCLE:
  case CSR_TIME:
  case CSR_INSTRET:
    return w->count;
  case CSR_MCYCLE_HIGH:
  case CSR_MINSTRET_HIGH:
  case CSR_CYCLE_HIGH:
  case CSR_TIME_HIGH:
  case CSR_INSTRET_HIGH:
    return w->count >> 32;
  case CSR_THREAD:
    return lane;
  case CSR_WARP:
    return w->number;
  case CSR_CORE:
    return w->core->number;
  case CSR_WARPS_ACTIVE:
    return active_warps(w);
  case CSR_THREADS_ACTIVE:
    return w->mask;
  case CSR_MHARTID:
    return hart;
  case CSR_THREADS:
    return c->threads;
  case CSR_WARPS:
    return c->warps;
  case CSR_CORES:
    return c->cores;
  default:
    *known = false;
    return 0;
  }
}

uint64_t qn_vx_csr_read(warp *w, unsigned lane, unsigned number, bool *known) {
  *known = true;
  if (number >= CSR_FFLAGS && number <= CSR_FCSR) {
    qn_vx_take_flags(w);
    return number == CSR_FFLAGS ? w->flags
           : number == CSR_FRM  ? w->frm
                                : w->frm << 5 | w->flags;
  }
  if (number >= CSR_CTA_ID && number <= CSR_CTA_ENTRY && w->cta)
    return block_register(w, lane, number);
  return plain_register(w, lane, number, known);
}

bool qn_vx_csr_write(warp *w, unsigned number, uint64_t value) {
  switch (number) {
  case CSR_FFLAGS:
    qn_vx_take_flags(w);
    w->flags = value & 31;
    return true;
  case CSR_FRM:
    w->frm = value & 7;
    return true;
  case CSR_FCSR:
    qn_vx_take_flags(w);
    w->flags = value & 31;
    w->frm = value >> 5 & 7;
    return true;
  case CSR_MSCRATCH:
    w->scratch = value;
    return true;
  case CSR_SATP:
  case CSR_MSTATUS:
    return true;
  default:
    return false;
  }
}
