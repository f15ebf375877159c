// SPDX-License-Identifier: Apache-2.0
// Which compiled variant of a kernel a launch uses.
#ifndef QN_METADATA_MODEL_VARIANT_H
#define QN_METADATA_MODEL_VARIANT_H

#include "base/diag.h"
#include "metadata/model/kernel.h"

// Whether this machine can run an entry: asked for each, with its `isa`. NULL
// stands for "all".
typedef bool qn_entry_usable_fn(void *user, const qn_entry *entry);

typedef struct qn_variant_query {
  const qn_kernel *kernel;
  uint64_t local_x; // work-items of the group in x
  qn_entry_usable_fn *is_usable;
  void *user;
} qn_variant_query;

// The entry for a work-group. An entry is legal if its min_factor and sub_group
// divide local_x. The first legal one is chosen, unless a later one packs as
// many work-items and has larger sub-groups, or packs more, at most local_x,
// and either divides it or the one chosen so far does not.
//
// QN_E_NOT_FOUND when there is none, with what each would need.
qn_status qn_variant_choose(const qn_variant_query *query,
                            const qn_entry **out_entry, qn_diag *diag);

#endif // QN_METADATA_MODEL_VARIANT_H
