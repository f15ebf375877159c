// SPDX-License-Identifier: Apache-2.0
// The kernels of an image in parts, each optimised and made into code by a
// process of its own.
//
// Parts depend on the kernels alone, so that an image is the same, byte for
// byte, however many of them are made at a time.
#ifndef QN_COMPILER_DRIVER_PARTS_H
#define QN_COMPILER_DRIVER_PARTS_H

#include "compiler/unit/unit.h"

// Optimises unit->module and appends its object.
typedef qn_status qn_part_fn(qn_unit *unit, qn_buffer *out_code, qn_diag *diag);

// Takes the kernels' code out of unit->module into unit->objects, if they are
// worth more than one part and can be separate; what remains there are the
// variables. If a part fails, all is as it was, and *out_separate false:
// whoever compiles them together reports why.
qn_status qn_parts_make(qn_unit *unit, qn_part_fn *make, bool *out_separate,
                        qn_diag *diag);

#endif // QN_COMPILER_DRIVER_PARTS_H
