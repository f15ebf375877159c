// SPDX-License-Identifier: Apache-2.0
// What one lane does with memory that was found.
#ifndef QN_AMDSIM_CORE_ACCESS_H
#define QN_AMDSIM_CORE_ACCESS_H

#include "amdsim/core/handlers.h"

enum { QN_AMD_BYTES = 0xff }; // of a row's arg

// Registers of an access: a result, and what is stored or combined; or a word
// of a lane instead of them.
typedef struct qn_amd_ends {
  const qn_amd_operand *to, *data, *second;
  uint32_t *word;
} qn_amd_ends;

// Where the lanes' memory is.
typedef struct qn_amd_span {
  uint64_t lanes, base, limit;
  const uint32_t *offsets, *high;
  uint32_t add; // to the offsets, in 32 bits
} qn_amd_span;

// Puts what was loaded into lane `lane` of the result.
void qn_amd_lane_load(qn_amd_wave *w, uint32_t arg, const qn_amd_ends *ends,
                      unsigned lane, const uint32_t *from);
// All of it, at an address of this process.
void qn_amd_lane_access(qn_amd_wave *w, uint32_t arg, const qn_amd_ends *ends,
                        unsigned lane, void *memory);
// The memory of such an access at an address; NULL, and the wave fails, when
// kernels may not reach it.
void *qn_amd_lane_reach(qn_amd_wave *w, uint32_t arg, unsigned lane,
                        uint64_t address);
// The same at an address of memory that kernels may reach; false when it is
// not.
bool qn_amd_lane_address(qn_amd_wave *w, uint32_t arg, const qn_amd_ends *ends,
                         unsigned lane, uint64_t address);
// The same for all lanes of `lanes` at once, which lie at `base` and what
// `offsets` says (and `high`, the upper halves; NULL: 0). False, and nothing is
// done, when it is not a plain access of whole registers, or when not all of it
// lies in one range (in `limit` bytes at `base`, when `limit` is not 0).
bool qn_amd_all_lanes(qn_amd_wave *w, uint32_t arg, const qn_amd_ends *ends,
                      const qn_amd_span *span);
// The same in shared memory, and in the lane's private memory.
bool qn_amd_lane_shared(qn_amd_wave *w, uint32_t arg, const qn_amd_ends *ends,
                        unsigned lane, uint64_t offset);
// Stores a word that was loaded at the lane's place behind M0.
bool qn_amd_lane_to_shared(qn_amd_wave *w, const qn_amd_inst *i, unsigned lane,
                           uint32_t word);
bool qn_amd_lane_scratch(qn_amd_wave *w, uint32_t arg, const qn_amd_ends *ends,
                         unsigned lane, uint64_t offset);

#endif // QN_AMDSIM_CORE_ACCESS_H
