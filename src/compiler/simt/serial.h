// SPDX-License-Identifier: Apache-2.0
// What is done by one active lane after another: calls of code that is not made
// for lanes, and what the back end makes branches of.
#ifndef QN_COMPILER_SIMT_SERIAL_H
#define QN_COMPILER_SIMT_SERIAL_H

#include "compiler/simt/body.h"

// Whether only one lane at a time comes to an instruction.
bool qn_simt_is_serial(const qn_simt_body *body, LLVMValueRef i);

// Brings instructions of an analysed body into a form in which lanes part at
// branches only (straight.h). Ends what is known.
qn_status qn_simt_straighten(qn_simt_body *body, qn_diag *diag);

#endif // QN_COMPILER_SIMT_SERIAL_H
