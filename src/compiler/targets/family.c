// SPDX-License-Identifier: Apache-2.0
#include "compiler/targets/family.h"

static const qn_family_ops *const families[] = {
#define QN_FAMILY_OPS(id) &qn_family_ops_##id,
#include "compiler/targets/families.def"
#undef QN_FAMILY_OPS
};

const qn_family_ops *qn_family_find(qn_family family) {
  for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); ++i)
    if (families[i]->family == family)
      return families[i];
  return NULL;
}
