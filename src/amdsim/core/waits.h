// SPDX-License-Identifier: Apache-2.0
// On request: registers that are used before the wait for what loads them. The
// simulator loads at once, the hardware does not.
#ifndef QN_AMDSIM_CORE_WAITS_H
#define QN_AMDSIM_CORE_WAITS_H

#include "amdsim/core/wave.h"

// What instructions count, and others wait for.
typedef enum qn_amd_counter {
  QN_AMD_VECTOR_LOADS, // stores, too, before gfx10
  QN_AMD_SHARED_LOADS, // scalar ones, too, before gfx12
  QN_AMD_SCALAR_LOADS,
  QN_AMD_COUNTERS,
} qn_amd_counter;

typedef struct qn_amd_waits {
  uint32_t begun[QN_AMD_COUNTERS], done[QN_AMD_COUNTERS];
  uint32_t scalar_begun; // the number of the last scalar one of SHARED_LOADS
  // The number that loads a register; vector, accumulation, scalar ones.
  uint32_t by[QN_AMD_COUNTERS][256 + 256 + QN_AMD_SREG_COUNT];
} qn_amd_waits;

// Whether QUERN_AMDSIM_WAITS asks for it.
bool qn_amd_waits_asked(void);
// Before an instruction is carried out. False, and the wave has failed, when it
// uses what is not there yet.
bool qn_amd_waits_check(qn_amd_wave *w, const qn_amd_inst *i);

#endif // QN_AMDSIM_CORE_WAITS_H
