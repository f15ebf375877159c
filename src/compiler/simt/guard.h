// SPDX-License-Identifier: Apache-2.0
// Barriers and operations of warps that not all work-items come to, because
// they returned before or a branch leads around: all come then, and those that
// would not do nothing on the way.
#ifndef QN_COMPILER_SIMT_GUARD_H
#define QN_COMPILER_SIMT_GUARD_H

#include "compiler/simt/body.h"

// Changes a body that is in the form for shapes (spmd/analysis/shape.h), and
// keeps it in that form. What cannot be changed so stays as it is: barriers on
// both sides of a branch, or behind where its ways meet (these may be one
// barrier to the source), and loops that work-items leave in different rounds
// with such operations in them.
qn_status qn_simt_guard_meetings(qn_simt_body *body, qn_diag *diag);

#endif // QN_COMPILER_SIMT_GUARD_H
