// SPDX-License-Identifier: Apache-2.0
// Modules of LLVM's assembly in unit tests.
#ifndef QN_TESTS_SUPPORT_IR_TEST_H
#define QN_TESTS_SUPPORT_IR_TEST_H

#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "support/test.h"

// The module of a text, which the caller disposes of. Ends the test when the
// text is wrong.
static inline LLVMModuleRef parse_ir(LLVMContextRef context, const char *text) {
  LLVMMemoryBufferRef bytes =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test.ll");
  LLVMModuleRef module = NULL;
  char *message = NULL;
  if (LLVMParseIRInContext(context, bytes, &module, &message)) {
    fprintf(stderr, "%s\n", message);
    exit(1);
  }
  return module;
}

// Whether the function @f of a text has `words` once `pass` is done with it.
static inline bool ir_has_after(LLVMContextRef context, const char *text,
                                void (*pass)(LLVMValueRef function),
                                const char *words) {
  qn_diag diag = {0};
  LLVMModuleRef module = parse_ir(context, text);
  pass(LLVMGetNamedFunction(module, "f"));
  CHECK_OK(qn_ir_verify(module, "the test's function", &diag), &diag);
  char *made = LLVMPrintModuleToString(module);
  const bool found = strstr(made, words) != NULL;
  if (!found)
    fprintf(stderr, "no '%s' in\n%s\n", words, made);
  LLVMDisposeMessage(made);
  LLVMDisposeModule(module);
  return found;
}

#endif // QN_TESTS_SUPPORT_IR_TEST_H
