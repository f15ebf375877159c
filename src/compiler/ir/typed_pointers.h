// SPDX-License-Identifier: Apache-2.0
// LLVM IR as text from before pointers were opaque: `i8*` becomes `ptr`.
#ifndef QN_COMPILER_IR_TYPED_POINTERS_H
#define QN_COMPILER_IR_TYPED_POINTERS_H

#include "base/buffer.h"
#include "base/diag.h"

// Appends `text` with every pointer type written as `ptr`, and the types that
// `byval` and `sret` then have to name. Lines keep their numbers. Text without
// such types is appended as it is, whatever it is; QN_E_MALFORMED, with the
// place, where no type comes before an asterisk. The output of a failure is
// useless.
qn_status qn_typed_pointers_rewrite(qn_str text, qn_buffer *out, qn_diag *diag);

#endif // QN_COMPILER_IR_TYPED_POINTERS_H
