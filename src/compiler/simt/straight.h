// SPDX-License-Identifier: Apache-2.0
// Instructions that LLVM's back end makes branches or calls of, at which lanes
// would part.
#ifndef QN_COMPILER_SIMT_STRAIGHT_H
#define QN_COMPILER_SIMT_STRAIGHT_H

#include "compiler/simt/body.h"

typedef enum qn_simt_form {
  QN_SIMT_STRAIGHT, // as it is
  QN_SIMT_REPLACED, // calculated by others (qn_simt_replace)
  QN_SIMT_SERIAL,   // done by one lane after another (serial.h)
} qn_simt_form;

// Of an instruction in an analysed body.
qn_simt_form qn_simt_form_of(const qn_simt_body *body, LLVMValueRef i);

// Puts others in the place of one whose form is REPLACED.
void qn_simt_replace(qn_simt_body *body, LLVMValueRef i);

#endif // QN_COMPILER_SIMT_STRAIGHT_H
