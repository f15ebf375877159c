// SPDX-License-Identifier: Apache-2.0
// How many waves of a kernel a compute unit can hold at a time, and what limits
// it. Only for targets in occupancy.def.
#ifndef QN_METADATA_MODEL_OCCUPANCY_H
#define QN_METADATA_MODEL_OCCUPANCY_H

#include "metadata/model/kernel.h"

const char *qn_occupancy_limit_name(qn_occupancy_limit limit);

// False when the target is not known, or too little of the kernel is. Dynamic
// shared memory is not counted: it is not known before a launch.
bool qn_occupancy_find(qn_str target, const qn_kernel *kernel,
                       qn_occupancy *out_occupancy);

// What one group may have on a target; false when the target is not known.
typedef struct qn_group_limits {
  uint32_t threads;
  uint32_t shared;         // bytes, as much as a program may ask for
  uint32_t shared_default; // without asking
} qn_group_limits;
// The most work-items that a group of this kernel can have on a target for
// which it was compiled, by its registers; 0: not known.
uint32_t qn_group_by_registers(qn_str target, const qn_kernel *kernel);
bool qn_group_limits_find(qn_str target, qn_group_limits *out_limits);

#endif // QN_METADATA_MODEL_OCCUPANCY_H
