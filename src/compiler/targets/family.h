// SPDX-License-Identifier: Apache-2.0
// The families of targets (families.def).
#ifndef QN_COMPILER_TARGETS_FAMILY_H
#define QN_COMPILER_TARGETS_FAMILY_H

#include "compiler/unit/unit.h"

#define QN_FAMILY_OPS(id) extern const qn_family_ops qn_family_ops_##id;
#include "compiler/targets/families.def"
#undef QN_FAMILY_OPS

// How a family is compiled for; NULL: not by this build.
const qn_family_ops *qn_family_find(qn_family family);

#endif // QN_COMPILER_TARGETS_FAMILY_H
