// SPDX-License-Identifier: Apache-2.0
// The simulated machine's state. Registers of 32 bits are held extended with
// their sign, so most operations are the same on both widths; floats of 32 bits
// are boxed in 64 (all bits above set).
#ifndef QN_VORTEX_MACHINE_H
#define QN_VORTEX_MACHINE_H

#include "vortex/sim.h"

enum {
  LANES_MAX = 32,
  WARPS_MAX = 64,
  CORES_MAX = 64,
  REGISTERS = 33, // the last one takes what is written to x0
  BARRIERS = 64,
  SPLITS_MAX = 64,
  PAGE_WORDS = QN_VX_PAGE / 4,
  // Bits of a page beside QN_VX_READ and QN_VX_WRITE.
  PAGE_LOCAL = 4, // local memory, of each core its own
  PAGE_CODE = 8,  // there are decoded instructions of it
};

// A register's value of 32 bits, extended with its sign.
#define W32(v) ((uint64_t)(int64_t)(int32_t)(uint32_t)(v))

typedef struct warp warp;
typedef struct insn insn;
typedef void run_fn(warp *w, const insn *i);

// A decoded instruction. Registers are offsets into warp.x and warp.f.
struct insn {
  run_fn *run;
  int64_t imm;
  uint16_t rd, rs1, rs2, rs3;
  uint32_t word;
  uint8_t rm;
};

typedef struct code_page {
  insn insns[PAGE_WORDS];
} code_page;

// What a divergent split left to do.
typedef struct split {
  uint32_t all, rest; // lanes; rest 0: the other side has run, too
  uint64_t pc;        // where `rest` goes on
} split;

typedef enum warp_state {
  WARP_OFF,
  WARP_RUNS,
  WARP_AT_BARRIER,
} warp_state;

struct warp {
  struct core *core;
  qn_vx_sim *sim;
  uint64_t *x, *f; // [register * threads + lane]
  uint64_t pc, next;
  uint32_t mask; // active lanes
  uint32_t number;
  warp_state state;
  code_page *page; // of page_address, or NULL
  uint64_t page_address;
  uint64_t scratch; // the register MSCRATCH
  uint32_t frm, flags;
  uint32_t barrier; // that it waits at
  bool yields;      // others first
  split splits[SPLITS_MAX];
  uint32_t split_count;
  // Version 3: the block that it belongs to.
  struct cta *cta;
  uint32_t rank;
  uint64_t count; // instructions
  // Of a turn, each lane's: an address and 1; 0: none.
  uint64_t reserved[LANES_MAX];
};

// A block of version 3 that runs.
typedef struct cta {
  bool used;
  uint32_t slot, warps, alive;
  uint32_t block[3];
  uint64_t local;
} cta;

typedef struct barrier {
  uint32_t waiting, wanted;
  bool global;
} barrier;

typedef struct core {
  uint32_t number;
  warp warps[WARPS_MAX];
  cta ctas[WARPS_MAX];
  barrier barriers[BARRIERS];
  uint8_t *local;
} core;

struct qn_vx_sim {
  qn_vx_config config;
  // The address space begins at `base` of the host, of which [low, size) is
  // there; pages come as they are written. Base 0: addresses are the host's.
  uintptr_t base;
  uint64_t low;
  bool is_mapped;
  uint64_t size; // of it, bytes
  uint64_t address_mask;
  uint8_t *pages; // permissions
  code_page **code;
  core *cores;
  uint64_t *registers;
  qn_vx_start start;
  uint64_t next_block, block_count; // version 3
  uint32_t global_waiting[BARRIERS];
  uint64_t count, launch_count;
  qn_vx_trap trap;
  bool stop;      // a trap, or the test's end
  bool is_test;   // ebreak ends the run
  int host_round; // the host's rounding mode now, as RISC-V counts them
};

// The lanes of a warp, in order: EACH_LANE (w, l) { ... }
#define EACH_LANE(w, l)                                                        \
  for (uint32_t left_ = (w)->mask, l;                                          \
       left_ && (l = (uint32_t)__builtin_ctz(left_), true);                    \
       left_ &= left_ - 1)

// Ends the launch. The first trap counts: true.
bool qn_vx_trap_at(warp *w, unsigned lane, const char *format, ...)
    QN_PRINTF(3, 4);

// The memory of an access, or NULL after a trap.
void *qn_vx_reach_slow(warp *w, unsigned lane, uint64_t address, unsigned size,
                       unsigned how);
static inline void *qn_vx_reach(warp *w, unsigned lane, uint64_t address,
                                unsigned size, unsigned how) {
  qn_vx_sim *s = w->sim;
  if ((address & (size - 1)) == 0 && address < s->size &&
      (s->pages[address >> QN_VX_PAGE_LOG2] &
       (how | PAGE_LOCAL | (how & QN_VX_WRITE ? (unsigned)PAGE_CODE : 0))) ==
          how)
    return (void *)(s->base + address);
  return qn_vx_reach_slow(w, lane, address, size, how);
}

// What stands where a word was not decoded yet: does so, and runs it.
void qn_vx_decode_first(warp *w, const insn *i);
// Makes `i` of the word at its place; `run` is never NULL.
void qn_vx_decode(const qn_vx_sim *s, uint32_t word, insn *i);

// The families of instructions, by fields of the word; NULL: none.
run_fn *qn_vx_find_integer(const qn_vx_sim *s, uint32_t word);
run_fn *qn_vx_find_float(const qn_vx_sim *s, uint32_t word);
run_fn *qn_vx_find_atomic(const qn_vx_sim *s, uint32_t word);
run_fn *qn_vx_find_machine(const qn_vx_sim *s, uint32_t word);

// ---- Shared by them

uint64_t qn_vx_csr_read(warp *w, unsigned lane, unsigned number, bool *known);
bool qn_vx_csr_write(warp *w, unsigned number, uint64_t value);
void qn_vx_end_warp(warp *w);
// Moves what the host's floating point has noted to the warp's flags.
void qn_vx_take_flags(warp *w);
// Sets the host's rounding mode, RISC-V's number; false: it has none.
bool qn_vx_set_round(qn_vx_sim *s, unsigned mode);

#endif // QN_VORTEX_MACHINE_H
