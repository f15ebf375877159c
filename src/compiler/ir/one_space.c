// SPDX-License-Identifier: Apache-2.0
// By way of the text: types of values cannot be changed in a module, and a type
// is spelled in one way wherever it stands.
#include "compiler/ir/one_space.h"

#include <llvm-c/IRReader.h>

#include "compiler/ir/words.h"

// The next word, space left out, without taking it.
static qn_str peek(qn_str rest) {
  bool space = true;
  qn_str word = {0};
  while (rest.size && space)
    word = qn_ir_word(&rest, &space);
  return space ? (qn_str){0} : word;
}

// Takes words up to `last`, with it.
static qn_str take_to(qn_str *rest, char last) {
  const char *start = rest->data;
  bool space;
  while (rest->size) {
    const qn_str word = qn_ir_word(rest, &space);
    if (word.size == 1 && word.data[0] == last)
      break;
  }
  return (qn_str){start, (size_t)(rest->data - start)};
}

// Behind "ptr addrspace": a variable is cast, and of any other value only the
// type is another.
static void write_pointer(qn_str *rest, qn_buffer *out) {
  const qn_str number = take_to(rest, ')');
  const qn_str name = peek(*rest);
  if (!name.size || name.data[0] != '@')
    return;
  bool space = true;
  while (space)
    (void)qn_ir_word(rest, &space);
  qn_buffer_printf(out, " addrspacecast (ptr addrspace%.*s %.*s to ptr)",
                   QN_STR_ARG(number), QN_STR_ARG(name));
}

void qn_ir_one_space_text(qn_str text, qn_buffer *out) {
  static const qn_str space_word = {"addrspace", 9};
  qn_str rest = text, last = {0};
  size_t before_last = 0; // size of `out` before the last word
  while (rest.size) {
    bool space;
    const qn_str word = qn_ir_word(&rest, &space);
    const bool is_space_word = qn_str_equal(word, space_word);
    if (space) {
      // What a comment says of types does not matter; line ends do.
      if (!qn_str_equal(peek(rest), space_word) ||
          !qn_str_equal(last, QN_STR("ptr")))
        qn_buffer_append_str(out, word);
      continue;
    }
    if (is_space_word && qn_str_equal(last, QN_STR("ptr"))) {
      write_pointer(&rest, out);
    } else if (is_space_word && qn_str_equal(last, QN_STR(","))) {
      out->size = before_last; // an alloca's own
      (void)take_to(&rest, ')');
    } else {
      before_last = out->size;
      qn_buffer_append_str(out, qn_str_equal(word, QN_STR("addrspacecast"))
                                    ? QN_STR("bitcast")
                                    : word);
      last = word;
    }
  }
}

qn_status qn_ir_one_space(LLVMModuleRef *module, qn_diag *diag) {
  LLVMContextRef context = LLVMGetModuleContext(*module);
  LLVMModuleRef made = NULL;
  char *message = NULL, *text = LLVMPrintModuleToString(*module);
  qn_buffer changed = {0};
  qn_ir_one_space_text(qn_str_from(text), &changed);
  LLVMDisposeMessage(text);
  qn_status status = qn_buffer_check(&changed, diag);
  if (!qn_failed(status)) {
    LLVMMemoryBufferRef bytes = LLVMCreateMemoryBufferWithMemoryRangeCopy(
        qn_buffer_text(&changed), changed.size, "generic");
    if (LLVMParseIRInContext2(context, bytes, &made, &message))
      status = qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                       "address spaces cannot be joined here: %s",
                       message ? message : "");
    LLVMDisposeMemoryBuffer(bytes);
  }
  LLVMDisposeMessage(message);
  qn_buffer_finish(&changed);
  QN_TRY(status);
  LLVMDisposeModule(*module);
  *module = made;
  return qn_ok();
}
