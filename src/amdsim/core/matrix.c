// SPDX-License-Identifier: Apache-2.0
#include "amdsim/core/handlers.h"

void qn_amd_x_mfma(qn_amd_wave *w, const qn_amd_inst *i) {
  qn_amd_fail(w, 2, "%s is not simulated", i->row->name);
}
void qn_amd_x_wmma(qn_amd_wave *w, const qn_amd_inst *i) {
  qn_amd_fail(w, 2, "%s is not simulated", i->row->name);
}
