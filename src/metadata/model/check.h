// SPDX-License-Identifier: Apache-2.0
// The kinds of checks and what they find, for the compiler, the runtime and the
// tool (check.def).
#ifndef QN_METADATA_MODEL_CHECK_H
#define QN_METADATA_MODEL_CHECK_H

#include "base/diag.h"
#include "base/span.h"
#include "quern/cpu_abi.h"

typedef enum qn_check_rule {
#define QN_CHECK_RULE(KIND, NAME, name, meaning, hint) QN_CHECK_##NAME,
#include "metadata/model/check.def"
#undef QN_CHECK_RULE
  QN_CHECK_RULE_COUNT,
} qn_check_rule;

typedef struct qn_check_rule_row {
  const char *name;
  unsigned kind; // QN_CPU_CHECK_...
  const char *meaning, *hint;
} qn_check_rule_row;

const qn_check_rule_row *qn_check_rule_at(qn_check_rule rule);
// "memory"; of one bit.
const char *qn_check_kind_name(unsigned kind);
// Reads "memory,race" or "all" into bits; QN_E_ARGUMENT with what there is.
qn_status qn_check_kinds_read(qn_str text, unsigned *out_kinds, qn_diag *diag);

#endif // QN_METADATA_MODEL_CHECK_H
