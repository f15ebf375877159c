// SPDX-License-Identifier: Apache-2.0
// A simulator of Vortex, a GPU of RISC-V cores: what its instructions do, not
// how long they take. RV32IMAF(D) and RV64IMAFD with the machine's own
// instructions and registers, version 2 and 3 (docs/vortex.md).
//
// A simulated device belongs to one thread at a time. Programs in it are not
// trusted: whatever they do ends in a trap, never in memory that is not theirs.
#ifndef QN_VORTEX_SIM_H
#define QN_VORTEX_SIM_H

#include "base/diag.h"
#include "base/span.h"

typedef struct qn_vx_config {
  unsigned xlen;    // 32 or 64
  unsigned version; // 2 or 3
  unsigned cores, warps, threads;
  bool atomics;         // the extension A
  bool doubles;         // the extension D
  uint64_t limit;       // instructions of a launch; 0: none
  uint32_t local_size;  // bytes of local memory per core
  uint64_t memory_size; // bytes that can be allocated
} qn_vx_config;

// Reads "rv32,v3,cores=2,warps=4,threads=8,limit=1000000,atomics=1,doubles=0":
// what is not said stays as it is in `config`.
qn_status qn_vx_config_read(qn_str text, qn_vx_config *config, qn_diag *diag);
qn_vx_config qn_vx_config_default(void);

// Pages, stacks and local memory.
enum {
  QN_VX_PAGE_LOG2 = 12,
  QN_VX_PAGE = 1 << QN_VX_PAGE_LOG2,
  QN_VX_STACK_LOG2 = 13,     // of a hart
  QN_VX_LOWEST = 0x20000000, // there is no memory below
  QN_VX_READ = 1,
  QN_VX_WRITE = 2,
};
// The top of the stacks, where local memory begins.
uint64_t qn_vx_stack_top(unsigned xlen);

// Why a launch ended early.
typedef struct qn_vx_trap {
  bool happened;
  unsigned core, warp, lane;
  uint64_t number; // of the warp among all of the machine's, or in version 3
                   // of the launch's blocks
  uint64_t pc;
  uint64_t address; // of the access that trapped, or 0
  char message[192];
} qn_vx_trap;

typedef struct qn_vx_sim qn_vx_sim;

qn_status qn_vx_sim_open(const qn_vx_config *config, qn_vx_sim **out_sim,
                         qn_diag *diag);
// Accepts NULL.
void qn_vx_sim_close(qn_vx_sim *sim);
const qn_vx_config *qn_vx_sim_config(const qn_vx_sim *sim);

// Whether the device's addresses are the host's, too.
bool qn_vx_sim_is_host(const qn_vx_sim *sim);
// Sets the permissions of whole pages, QN_VX_READ and QN_VX_WRITE; 0 takes them
// away. False: outside of the addresses that there are.
bool qn_vx_sim_protect(qn_vx_sim *sim, uint64_t address, uint64_t size,
                       unsigned how);
// The host's copies, which need no permission. False: outside.
bool qn_vx_sim_write(qn_vx_sim *sim, uint64_t address, qn_span bytes);
bool qn_vx_sim_read(const qn_vx_sim *sim, uint64_t address, void *out,
                    size_t size);

// What runs. Version 2: each core starts at `start` in lane 0 of warp 0.
// Version 3: the grid's blocks are spread over the cores, all warps of a block
// start at `start`; the rest is read by version 3 only.
typedef struct qn_vx_start {
  uint64_t start, entry, args;
  uint32_t grid[3], block[3];
  uint32_t local_size; // bytes of a block
} qn_vx_start;

// Runs until everything has ended. False: a trap, or an impossible launch,
// which qn_vx_sim_trap describes.
bool qn_vx_sim_run(qn_vx_sim *sim, const qn_vx_start *start);
const qn_vx_trap *qn_vx_sim_trap(const qn_vx_sim *sim);
// Instructions of all launches; of several lanes in step as one.
uint64_t qn_vx_sim_count(const qn_vx_sim *sim);
// Of the last launch, on one core.
uint64_t qn_vx_sim_core_count(const qn_vx_sim *sim, unsigned number);

// ---- For tests: one lane of warp 0 on core 0

typedef struct qn_vx_hart {
  uint64_t x[32], f[32], fcsr;
} qn_vx_hart;
// Runs from `pc` until an `ebreak`, from and to the registers in `hart`.
bool qn_vx_sim_run_hart(qn_vx_sim *sim, uint64_t pc, qn_vx_hart *hart);

#endif // QN_VORTEX_SIM_H
