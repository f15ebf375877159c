// SPDX-License-Identifier: Apache-2.0
#include "compiler/targets/family.h"

static const qn_family_ops *const families[] = {
#define QN_FAMILY_COMPILED(id) &qn_family_ops_##id
#define QN_FAMILY_KNOWN(id) NULL
#define QN_FAMILY(ID, id, compiled, ...)                                       \
  [QN_FAMILY_##ID] = QN_FAMILY_##compiled(id),
#include "targets/families.def"
#undef QN_FAMILY
#undef QN_FAMILY_KNOWN
#undef QN_FAMILY_COMPILED
};

const qn_family_ops *qn_family_find(qn_family family) {
  return families[family];
}
