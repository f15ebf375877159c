// SPDX-License-Identifier: Apache-2.0
// Warps by turns, blocks of version 3, and how a launch ends.
#include <fenv.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "vortex/machine.h"

enum { TURN = 1024 }; // instructions of a warp before the next one

static uint64_t number_of(const warp *w) {
  const uint32_t *grid = w->sim->start.grid;
  const cta *t = w->cta;
  if (!t)
    return (uint64_t)w->core->number * w->sim->config.warps + w->number;
  const uint64_t row = (uint64_t)t->block[2] * grid[1] + t->block[1];
  return (row * grid[0] + t->block[0]) * t->warps + w->rank;
}

bool qn_vx_trap_at(warp *w, unsigned lane, const char *format, ...) {
  qn_vx_sim *s = w->sim;
  s->stop = true;
  if (s->trap.happened)
    return false;
  s->trap = (qn_vx_trap){.happened = true,
                         .core = w->core->number,
                         .warp = w->number,
                         .lane = lane,
                         .number = number_of(w),
                         .pc = w->pc};
  va_list args;
  va_start(args, format);
  vsnprintf(s->trap.message, sizeof(s->trap.message), format, args);
  va_end(args);
  return true;
}

// ---- Instructions

void qn_vx_decode_first(warp *w, const insn *i) {
  uint32_t word;
  insn *own = &w->page->insns[i - w->page->insns];
  memcpy(&word, (const void *)(w->sim->base + w->pc), sizeof(word));
  qn_vx_decode(w->sim, word, own);
  own->run(w, own);
}

// Finds the page of w->pc; false after a trap.
static bool enter_page(warp *w) {
  qn_vx_sim *s = w->sim;
  const unsigned lane = (unsigned)__builtin_ctz(w->mask);
  const uint64_t p = w->pc >> QN_VX_PAGE_LOG2;
  if (w->pc >= s->size ||
      (s->pages[p] & (QN_VX_READ | PAGE_LOCAL)) != QN_VX_READ) {
    qn_vx_trap_at(w, lane,
                  "instructions at 0x%" PRIx64 ", where there are none", w->pc);
    return false;
  }
  if (!s->code[p]) {
    code_page *page = qn_alloc(sizeof(*page));
    if (!page) {
      qn_vx_trap_at(w, lane, "the simulator has no memory for instructions");
      return false;
    }
    for (unsigned k = 0; k < PAGE_WORDS; ++k)
      page->insns[k].run = qn_vx_decode_first;
    s->code[p] = page;
    s->pages[p] |= PAGE_CODE;
  }
  w->page = s->code[p];
  w->page_address = p << QN_VX_PAGE_LOG2;
  return true;
}

static void run_turn(warp *w) {
  qn_vx_sim *s = w->sim;
  unsigned left = TURN;
  w->yields = false;
  while (left && !s->stop && w->state == WARP_RUNS && !w->yields) {
    if (w->pc & 3) {
      qn_vx_trap_at(w, (unsigned)__builtin_ctz(w->mask),
                    "a jump to 0x%" PRIx64 ", which is no multiple of 4",
                    w->pc);
      break;
    }
    const uint64_t offset = w->pc - w->page_address;
    if ((!w->page || offset >= QN_VX_PAGE) && !enter_page(w))
      break;
    const insn *i = &w->page->insns[(w->pc & (QN_VX_PAGE - 1)) >> 2];
    w->next = w->pc + 4;
    --left;
    i->run(w, i);
    if (s->stop && s->trap.happened)
      break;
    w->pc = w->next;
  }
  const unsigned done = TURN - left;
  w->count += done;
  s->count += done;
  s->launch_count += done;
  qn_vx_take_flags(w);
  memset(w->reserved, 0, sizeof(w->reserved));
}

// ---- Warps

void qn_vx_end_warp(warp *w) {
  w->state = WARP_OFF;
  w->mask = 0;
  if (w->cta && --w->cta->alive == 0)
    w->cta->used = false;
  w->cta = NULL;
}

static void reset_warp(warp *w) {
  const size_t size =
      (size_t)REGISTERS * w->sim->config.threads * sizeof(uint64_t);
  memset(w->x, 0, size);
  memset(w->f, 0, size);
  w->frm = w->flags = 0;
  w->split_count = 0;
  w->cta = NULL;
  w->page = NULL;
  w->yields = false;
}

static void reset(qn_vx_sim *s, const qn_vx_start *start) {
  s->start = *start;
  s->trap = (qn_vx_trap){0};
  s->stop = false;
  s->launch_count = 0;
  memset(s->global_waiting, 0, sizeof(s->global_waiting));
  for (unsigned c = 0; c < s->config.cores; ++c) {
    core *own = &s->cores[c];
    memset(own->barriers, 0, sizeof(own->barriers));
    memset(own->ctas, 0, sizeof(own->ctas));
    for (unsigned k = 0; k < s->config.warps; ++k) {
      warp *w = &own->warps[k];
      reset_warp(w);
      w->state = WARP_OFF;
      w->mask = 0;
      w->count = 0;
    }
  }
}

static void start_warp(warp *w, uint32_t mask) {
  w->state = WARP_RUNS;
  w->mask = mask;
  w->pc = w->sim->start.start & w->sim->address_mask;
  w->scratch = w->sim->start.args;
}

// ---- Blocks of version 3

static uint64_t threads_of(const qn_vx_start *s) {
  return (uint64_t)s->block[0] * s->block[1] * s->block[2];
}

static uint32_t warps_of(const qn_vx_sim *s) {
  return (uint32_t)((threads_of(&s->start) + s->config.threads - 1) /
                    s->config.threads);
}

static bool refuse(qn_vx_sim *s, const char *format, ...) {
  va_list args;
  va_start(args, format);
  s->trap = (qn_vx_trap){.happened = true};
  vsnprintf(s->trap.message, sizeof(s->trap.message), format, args);
  va_end(args);
  return false;
}

static bool check_launch(qn_vx_sim *s) {
  const qn_vx_start *l = &s->start;
  const uint64_t most = (uint64_t)s->config.warps * s->config.threads;
  s->block_count = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
  s->next_block = 0;
  if (!l->block[0] || !l->block[1] || !l->block[2] || threads_of(l) > most)
    return refuse(s,
                  "a block of %u x %u x %u threads, where a core runs %" PRIu64,
                  l->block[0], l->block[1], l->block[2], most);
  if (l->local_size > s->config.local_size)
    return refuse(s, "%u bytes of local memory of a block, where a core has %u",
                  l->local_size, s->config.local_size);
  return true;
}

static cta *free_cta(core *c, const qn_vx_sim *s) {
  const uint32_t slots = s->start.local_size
                             ? s->config.local_size / s->start.local_size
                             : s->config.warps;
  for (uint32_t k = 0; k < s->config.warps && k < slots; ++k)
    if (!c->ctas[k].used) {
      c->ctas[k].slot = k;
      return &c->ctas[k];
    }
  return NULL;
}

static void start_block(qn_vx_sim *s, core *c, cta *t) {
  const uint32_t *grid = s->start.grid;
  const uint64_t number = s->next_block++;
  const uint64_t row = number / grid[0];
  uint64_t lanes = threads_of(&s->start);
  t->used = true;
  t->warps = t->alive = warps_of(s);
  t->block[0] = (uint32_t)(number % grid[0]);
  t->block[1] = (uint32_t)(row % grid[1]);
  t->block[2] = (uint32_t)(row / grid[1]);
  t->local =
      qn_vx_stack_top(s->config.xlen) + (uint64_t)t->slot * s->start.local_size;
  uint32_t rank = 0;
  for (unsigned k = 0; k < s->config.warps && rank < t->warps; ++k) {
    warp *w = &c->warps[k];
    if (w->state != WARP_OFF)
      continue;
    const uint32_t now =
        lanes < s->config.threads ? (uint32_t)lanes : s->config.threads;
    reset_warp(w);
    start_warp(w, now == 32 ? UINT32_MAX : (UINT32_C(1) << now) - 1);
    w->cta = t;
    w->rank = rank++;
    lanes -= now;
  }
}

static void start_blocks(qn_vx_sim *s) {
  const uint32_t needed = warps_of(s);
  bool started = true;
  while (started && s->next_block < s->block_count) {
    started = false;
    for (unsigned c = 0; c < s->config.cores && s->next_block < s->block_count;
         ++c) {
      core *own = &s->cores[c];
      uint32_t free = 0;
      for (unsigned k = 0; k < s->config.warps; ++k)
        free += own->warps[k].state == WARP_OFF;
      cta *t = free >= needed ? free_cta(own, s) : NULL;
      if (!t)
        continue;
      start_block(s, own, t);
      started = true;
    }
  }
}

// ---- A launch

static void report_deadlock(qn_vx_sim *s) {
  for (unsigned c = 0; c < s->config.cores; ++c)
    for (unsigned k = 0; k < s->config.warps; ++k) {
      warp *w = &s->cores[c].warps[k];
      if (w->state == WARP_AT_BARRIER) {
        qn_vx_trap_at(w, 0,
                      "a deadlock: %u warps wait at barrier %u, and nobody "
                      "else runs",
                      s->cores[c].barriers[w->barrier].waiting, w->barrier);
        return;
      }
    }
}

// One turn of all warps; false when none could run.
static bool run_all(qn_vx_sim *s) {
  bool ran = false;
  for (unsigned c = 0; c < s->config.cores; ++c)
    for (unsigned k = 0; k < s->config.warps && !s->stop; ++k) {
      warp *w = &s->cores[c].warps[k];
      if (w->state != WARP_RUNS)
        continue;
      ran = true;
      run_turn(w);
      if (s->config.limit && s->launch_count >= s->config.limit)
        qn_vx_trap_at(
            w, 0, "the launch has run for %" PRIu64 " instructions, the limit",
            s->launch_count);
    }
  return ran;
}

static void run_until_end(qn_vx_sim *s) {
  fenv_t host;
  fegetenv(&host);
  feclearexcept(FE_ALL_EXCEPT);
  fesetround(FE_TONEAREST);
  s->host_round = 0;
  do {
    if (s->config.version == 3 && !s->is_test)
      start_blocks(s);
  } while (run_all(s) && !s->stop);
  if (!s->stop)
    report_deadlock(s);
  fesetenv(&host);
}

bool qn_vx_sim_run(qn_vx_sim *s, const qn_vx_start *start) {
  reset(s, start);
  if (s->config.version == 3) {
    if (!check_launch(s))
      return false;
  } else {
    for (unsigned c = 0; c < s->config.cores; ++c)
      start_warp(&s->cores[c].warps[0], 1);
  }
  run_until_end(s);
  return !s->trap.happened;
}

bool qn_vx_sim_run_hart(qn_vx_sim *s, uint64_t pc, qn_vx_hart *hart) {
  const unsigned threads = s->config.threads;
  warp *w = &s->cores[0].warps[0];
  reset(s, &(qn_vx_start){.start = pc});
  s->is_test = true;
  start_warp(w, 1);
  for (unsigned r = 0; r < 32; ++r) {
    w->x[r * threads] = r ? hart->x[r] : 0;
    w->f[r * threads] = hart->f[r];
  }
  w->flags = hart->fcsr & 31;
  w->frm = hart->fcsr >> 5 & 7;
  run_until_end(s);
  s->is_test = false;
  for (unsigned r = 0; r < 32; ++r) {
    hart->x[r] = w->x[r * threads];
    hart->f[r] = w->f[r * threads];
  }
  hart->fcsr = w->flags | w->frm << 5;
  return !s->trap.happened;
}

const qn_vx_trap *qn_vx_sim_trap(const qn_vx_sim *s) { return &s->trap; }
uint64_t qn_vx_sim_count(const qn_vx_sim *s) { return s->count; }

uint64_t qn_vx_sim_core_count(const qn_vx_sim *s, unsigned number) {
  uint64_t count = 0;
  for (unsigned k = 0; k < s->config.warps; ++k)
    count += s->cores[number].warps[k].count;
  return count;
}
