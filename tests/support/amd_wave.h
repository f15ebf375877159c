// SPDX-License-Identifier: Apache-2.0
// A wave of AMD's simulator that tests run one instruction after another on.
#ifndef QN_TESTS_SUPPORT_AMD_WAVE_H
#define QN_TESTS_SUPPORT_AMD_WAVE_H

#include "amdsim/core/dispatch.h"
#include "amdsim/core/handlers.h"
#include "support/test.h"

static qn_amd_chip chip;
static qn_amd_wave wave;
static qn_amd_dispatch dispatch;
static qn_amd_group group = {.dispatch = &dispatch};

// A fresh wave of that chip with all its lanes active: 64 before RDNA, else 32.
static inline void start_wave(const char *name, uint32_t *registers) {
  CHECK(qn_amd_chip_find(qn_str_from(name), &chip));
  wave = (qn_amd_wave){.lanes = chip.major == 9 ? 64 : 32,
                       .v = registers,
                       .chip = &chip,
                       .group = &group};
  wave.all = wave.lanes == 64 ? UINT64_MAX : UINT32_MAX;
  wave.s[QN_AMD_EXEC] = wave.s[QN_AMD_EXEC + 1] = UINT32_MAX;
}

// Runs an instruction as the disassembler writes it; whether the wave goes on.
static inline bool run(const char *text) {
  qn_amd_inst inst = {0};
  qn_diag diag = {0};
  CHECK_OK(qn_amd_parse(qn_str_from(text), &chip, &inst, &diag), &diag);
  wave.state = QN_AMD_RUNNING;
  atomic_store(&dispatch.status, 0);
  inst.handler(&wave, &inst);
  return wave.state == QN_AMD_RUNNING;
}

#endif // QN_TESTS_SUPPORT_AMD_WAVE_H
