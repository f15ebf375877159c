// SPDX-License-Identifier: Apache-2.0
// Lanes part by `split` and `pred`, and meet by `join`.
#ifndef QN_COMPILER_SIMT_STRUCTURE_H
#define QN_COMPILER_SIMT_STRUCTURE_H

#include "compiler/simt/body.h"

// Adds to `region` the nodes between a branch and where its ways meet. False
// where they do not meet before the end, or the region is also entered from
// elsewhere.
bool qn_simt_find_region(const qn_spmd_graph *g, unsigned n, uint64_t *region);

// The one block that lies outside of a loop and follows on one of its own, or
// NONE; no block that leads elsewhere comes to it.
unsigned qn_simt_only_exit(const qn_spmd_graph *g, unsigned loop);

// Brings control flow into the form that the instructions need, where it is
// not: what lanes pass between a branch at which they part and where they meet
// is entered at the branch alone; a loop that they leave in different rounds is
// left at one place. Ends what is known; sets `reason` where it has not that
// form even so.
qn_status qn_simt_make_structured(qn_simt_body *body, qn_diag *diag);

// Adds the instructions to an analysed body of that form. Ends what is known.
qn_status qn_simt_add_splits(qn_simt_body *body, qn_diag *diag);

#endif // QN_COMPILER_SIMT_STRUCTURE_H
