// SPDX-License-Identifier: Apache-2.0
// How each family of targets (targets/families.def) is compiled for.
#ifndef QN_COMPILER_TARGETS_FAMILY_H
#define QN_COMPILER_TARGETS_FAMILY_H

#include "compiler/unit/unit.h"

#define QN_FAMILY_COMPILED(id) extern const qn_family_ops qn_family_ops_##id;
#define QN_FAMILY_KNOWN(id)
#define QN_FAMILY(ID, id, compiled, ...) QN_FAMILY_##compiled(id)
#include "targets/families.def"
#undef QN_FAMILY
#undef QN_FAMILY_KNOWN
#undef QN_FAMILY_COMPILED

// NULL: not supported by this build.
const qn_family_ops *qn_family_find(qn_family family);

#endif // QN_COMPILER_TARGETS_FAMILY_H
