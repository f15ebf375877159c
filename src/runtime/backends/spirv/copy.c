// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/spirv/spirv.h"

static bool is_side_dense(const qn_copy_side *side, const qn_op_copy *op) {
  return (op->height == 1 || side->pitch == op->width) &&
         (op->depth == 1 || side->slice == op->width * op->height);
}

bool qn_spirv_is_dense(const qn_op_copy *op) {
  return is_side_dense(&op->to, op) && is_side_dense(&op->from, op);
}

const char *qn_spirv_memory_name(qn_memory_kind kind) {
  switch (kind) {
  case QN_MEMORY_RESERVED:
  case QN_MEMORY_PHYSICAL:
    return "virtual memory functions";
  case QN_MEMORY_EXPORTED:
  case QN_MEMORY_IMPORTED:
    return "memory that several processes share";
  case QN_MEMORY_MAPPED:
    return "memory of other APIs";
  default:
    return "such memory";
  }
}
