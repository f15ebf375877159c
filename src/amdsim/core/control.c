// SPDX-License-Identifier: Apache-2.0
// Instructions that decide what runs next, and the registers of the hardware.
#include <time.h>

#include "amdsim/core/dispatch.h"
#include "amdsim/core/handlers.h"
#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "base/system/thread.h"

void qn_amd_x_nothing(qn_amd_wave *w, const qn_amd_inst *i) {
  (void)w;
  (void)i;
}

void qn_amd_x_illegal(qn_amd_wave *w, const qn_amd_inst *i) {
  (void)i;
  qn_amd_fail(w, 2, "the kernel ran behind its end");
}

static uint64_t cycles(void) { return qn_clock_ns() * 2; }

// arg: 0 cycles, 1 the clock of 100 MHz.
void qn_amd_x_time(qn_amd_wave *w, const qn_amd_inst *i) {
  qn_amd_put64(w, &i->op[0], i->row->arg ? qn_clock_ns() / 10 : cycles());
}

// ---- Branches

static bool taken(const qn_amd_wave *w, uint32_t kind) {
  const uint64_t exec = qn_amd_exec(w) & w->all;
  switch (kind) {
  case 1:
    return !w->scc;
  case 2:
    return w->scc;
  case 3:
    return !qn_amd_vcc(w);
  case 4:
    return qn_amd_vcc(w) != 0;
  case 5:
    return !exec;
  case 6:
    return exec != 0;
  default:
    return true;
  }
}

void qn_amd_x_branch(qn_amd_wave *w, const qn_amd_inst *i) {
  if (!taken(w, i->row->arg))
    return;
  const qn_amd_inst *to =
      atomic_load_explicit(&i->target, memory_order_acquire);
  if (to) {
    w->jump = to;
    return;
  }
  qn_amd_jump(w, i->pc + 4 + (uint64_t)(i->imm * 4));
  if (w->jump)
    atomic_store(&((qn_amd_inst *)(uintptr_t)i)->target,
                 (qn_amd_inst *)(uintptr_t)w->jump);
}

void qn_amd_x_get_pc(qn_amd_wave *w, const qn_amd_inst *i) {
  qn_amd_put64(w, &i->op[0], i->pc + i->size);
}

// arg: 1 the first operand receives where to come back.
void qn_amd_x_set_pc(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint64_t to = qn_amd_get64(w, &i->op[i->row->arg]);
  if (i->row->arg)
    qn_amd_put64(w, &i->op[0], i->pc + i->size);
  qn_amd_jump(w, to);
}

void qn_amd_x_call(qn_amd_wave *w, const qn_amd_inst *i) {
  qn_amd_put64(w, &i->op[0], i->pc + i->size);
  qn_amd_jump(w, i->pc + 4 + (uint64_t)(i->imm * 4));
}

// ---- Others

// arg: 0 arrives and waits, 1 arrives, 2 waits. All that arrive also wait, and
// before that do nothing that others could see.
void qn_amd_x_barrier(qn_amd_wave *w, const qn_amd_inst *i) {
  if (i->row->arg == 1)
    return;
  w->state = QN_AMD_AT_BARRIER;
}

void qn_amd_x_yield(qn_amd_wave *w, const qn_amd_inst *i) {
  (void)i;
  w->state = QN_AMD_YIELDED;
}

void qn_amd_x_end(qn_amd_wave *w, const qn_amd_inst *i) {
  (void)i;
  w->state = QN_AMD_ENDED;
}

// A trap handler would report these.
void qn_amd_x_trap(qn_amd_wave *w, const qn_amd_inst *i) {
  const unsigned number = (unsigned)i->imm & 0xff;
  if (number == 3) // for debuggers
    return;
  qn_amd_fail(w, 3, "the kernel gave up (trap %u)", number);
}

void qn_amd_x_halt(qn_amd_wave *w, const qn_amd_inst *i) {
  if (i->imm & 1)
    qn_amd_fail(w, 3, "the kernel gave up (halted)");
}

enum {
  MESSAGE_INTERRUPT = 1,  // of the host: a signal has changed
  MESSAGE_REALTIME = 131, // answers with the clock
};

// arg: 0 sends only, else so many registers come back.
_Atomic(qn_amd_interrupt_fn *) qn_amd_interrupt;

void qn_amd_x_message(qn_amd_wave *w, const qn_amd_inst *i) {
  const unsigned number = (unsigned)i->imm & 0xff;
  if (!i->row->arg) { // others: registers given back early
    qn_amd_interrupt_fn *const interrupt = atomic_load(&qn_amd_interrupt);
    if (number == MESSAGE_INTERRUPT && interrupt)
      interrupt();
    return;
  }
  const uint64_t answer = number == MESSAGE_REALTIME ? qn_clock_ns() / 10 : 0;
  if (i->row->arg == 1)
    qn_amd_put(w, &i->op[0], (uint32_t)answer);
  else
    qn_amd_put64(w, &i->op[0], answer);
}

// ---- Registers of the hardware

enum {
  REG_MODE = 1,
  REG_SH_MEM_BASES = 15,
  REG_FLAT_SCRATCH_LOW = 20,
  REG_FLAT_SCRATCH_HIGH = 21,
  REG_SHADER_CYCLES = 29, // on gfx12 the low half of 64 bits
  REG_SHADER_CYCLES_HIGH = 30,
};

static uint32_t read_hardware(const qn_amd_wave *w, unsigned id) {
  switch (id) {
  case REG_MODE:
    return w->mode;
  case REG_SH_MEM_BASES:
    return (uint32_t)(QN_AMD_PRIVATE_APERTURE >> 48) |
           (uint32_t)(QN_AMD_SHARED_APERTURE >> 48) << 16;
  case REG_FLAT_SCRATCH_LOW:
    return w->s[QN_AMD_FLAT_SCRATCH];
  case REG_FLAT_SCRATCH_HIGH:
    return w->s[QN_AMD_FLAT_SCRATCH + 1];
  case REG_SHADER_CYCLES:
    // 20 bits are slow enough not to go round while a simulated loop runs.
    return w->chip->major >= 12 ? (uint32_t)cycles()
                                : (uint32_t)(qn_clock_ns() >> 6) & 0xfffff;
  case REG_SHADER_CYCLES_HIGH:
    return w->chip->major >= 12 ? (uint32_t)(cycles() >> 32) : 0;
  default: // where it runs, and its state: always the same
    return 0;
  }
}

void qn_amd_x_get_mode(qn_amd_wave *w, const qn_amd_inst *i) {
  const unsigned what = (unsigned)i->imm & 0xffff;
  const unsigned offset = what >> 6 & 31, size = (what >> 11) + 1;
  const uint32_t v = read_hardware(w, what & 63) >> offset;
  qn_amd_put(w, &i->op[0], size == 32 ? v : v & ((1u << size) - 1));
}

enum { USUAL_MODE = 0xf0 }; // to the nearest, subnormal numbers are kept

static void note_mode(qn_amd_wave *w) {
  w->mode_set = (w->mode & 0xff) != USUAL_MODE;
}

void qn_amd_x_set_mode(qn_amd_wave *w, const qn_amd_inst *i) {
  const unsigned what = (unsigned)i->imm & 0xffff, id = what & 63;
  const unsigned offset = what >> 6 & 31, size = (what >> 11) + 1;
  const uint32_t bits = size == 32 ? UINT32_MAX : (1u << size) - 1;
  uint32_t *reg = id == REG_MODE                ? &w->mode
                  : id == REG_FLAT_SCRATCH_LOW  ? &w->s[QN_AMD_FLAT_SCRATCH]
                  : id == REG_FLAT_SCRATCH_HIGH ? &w->s[QN_AMD_FLAT_SCRATCH + 1]
                                                : NULL;
  const uint32_t value = qn_amd_get(w, &i->op[1]);
  if (!reg)
    return;
  *reg = (*reg & ~(bits << offset)) | (value & bits) << offset;
  note_mode(w);
}

// arg: where the four bits lie in MODE.
void qn_amd_x_set_mode_bits(qn_amd_wave *w, const qn_amd_inst *i) {
  const uint32_t at = i->row->arg;
  w->mode = (w->mode & ~(15u << at)) | ((uint32_t)i->imm & 15) << at;
  note_mode(w);
}

#ifdef __SSE2__
void qn_amd_set_mode(qn_amd_wave *w, bool narrow) {
  // To the nearest, up, down, to zero: in the processor's order.
  static const unsigned rounding[] = {0x0000, 0x4000, 0x2000, 0x6000};
  const unsigned round = w->mode >> (narrow ? 0 : 2) & 3;
  const unsigned subnormal = w->mode >> (narrow ? 4 : 6) & 3;
  _mm_setcsr(0x1f80 | rounding[round] | (subnormal & 1 ? 0 : 0x40) |
             (subnormal & 2 ? 0 : 0x8000));
}
void qn_amd_reset_mode(qn_amd_wave *w) {
  (void)w;
  _mm_setcsr(0x1f80);
}
#else
void qn_amd_set_mode(qn_amd_wave *w, bool narrow) {
  (void)narrow;
  qn_amd_fail(w, 2, "MODE 0x%x is not simulated on this processor", w->mode);
}
void qn_amd_reset_mode(qn_amd_wave *w) { (void)w; }
#endif
