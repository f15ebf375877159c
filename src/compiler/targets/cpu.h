// SPDX-License-Identifier: Apache-2.0
// What other families take of how CPUs are compiled for: those whose kernels'
// work-items run by software.
#ifndef QN_COMPILER_TARGETS_CPU_H
#define QN_COMPILER_TARGETS_CPU_H

#include "compiler/unit/unit.h"

void qn_cpu_front_end_args(const qn_unit *unit, qn_args *args);
qn_status qn_cpu_lower_unit(qn_unit *unit, qn_diag *diag);
const char *qn_cpu_pipeline(const qn_unit *unit);
qn_status qn_cpu_finish_code(qn_unit *unit, qn_diag *diag);
// A file of the device library for the unit's machine, by its suffix.
const char *qn_cpu_library(qn_unit *unit, const char *suffix);

#endif // QN_COMPILER_TARGETS_CPU_H
