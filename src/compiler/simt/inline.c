// SPDX-License-Identifier: Apache-2.0
#include "compiler/simt/inline.h"

#include "compiler/simt/meeting.h"

// Instructions up to which a function takes in others. Unmeasured.
enum { INLINED_MAX = 20000 };

// What is known of a function: that it meets others, and how many instructions
// it has with all that it takes in. Of one that is looked at, nothing.
enum { MEETS = 1, SIZE_BIT = 1 };

typedef struct marker {
  LLVMContextRef context;
  qn_map known; // keys are LLVMValueRef
  bool failed;  // out of memory
} marker;

static void mark(const marker *m, LLVMValueRef call) {
  static const char name[] = "alwaysinline";
  const unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof(name) - 1);
  LLVMAddCallSiteAttribute(call, (unsigned)LLVMAttributeFunctionIndex,
                           LLVMCreateEnumAttribute(m->context, kind, 0));
}

static uint64_t look_at(marker *m, LLVMValueRef function);

// Adds what an instruction is to what is known of its function.
static uint64_t add_instruction(marker *m, LLVMValueRef i, uint64_t known) {
  LLVMValueRef callee = qn_ir_callee(i);
  known += UINT64_C(1) << SIZE_BIT;
  if (qn_simt_is_meeting(i))
    return known | MEETS;
  if (!callee || LLVMIsDeclaration(callee))
    return known;
  const uint64_t more = look_at(m, callee);
  if (!(more & MEETS))
    return known;
  if ((known + more) >> SIZE_BIT > INLINED_MAX)
    return known | MEETS;
  mark(m, i);
  return (known & ~(uint64_t)MEETS) + more;
}

static uint64_t look_at(marker *m, LLVMValueRef function) {
  const uint64_t *found = qn_map_find(&m->known, (uintptr_t)function);
  if (found)
    return *found;
  m->failed |= qn_failed(qn_map_put(&m->known, (uintptr_t)function, 0, NULL));
  uint64_t known = 0;
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (!m->failed)
        known = add_instruction(m, i, known);
  m->failed |=
      qn_failed(qn_map_put(&m->known, (uintptr_t)function, known, NULL));
  return known;
}

qn_status qn_simt_inline_meetings(const qn_unit *unit, LLVMValueRef function,
                                  qn_diag *diag) {
  marker m = {.context = unit->context};
  (void)look_at(&m, function);
  qn_map_finish(&m.known);
  return m.failed ? qn_fail_memory(diag, "what a kernel calls") : qn_ok();
}
