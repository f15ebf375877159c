// SPDX-License-Identifier: Apache-2.0
// Modules of LLVM's assembly in unit tests.
#ifndef QN_TESTS_SUPPORT_IR_TEST_H
#define QN_TESTS_SUPPORT_IR_TEST_H

#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

#endif // QN_TESTS_SUPPORT_IR_TEST_H
