// SPDX-License-Identifier: Apache-2.0
#include "compiler/targets/amd_printf.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

// What a format prints.
typedef struct printed {
  unsigned arguments;
  size_t characters; // without arguments
} printed;

static printed read_format(qn_str text) {
  printed p = {0};
  while (text.size) {
    const bool starts = text.data[0] == '%';
    text = qn_str_skip(text, 1);
    ++p.characters;
    if (!starts)
      continue;
    while (text.size && strchr("-+ #0123456789.*hljztqL", text.data[0])) {
      p.arguments += text.data[0] == '*';
      text = qn_str_skip(text, 1);
    }
    p.arguments += text.size && text.data[0] != '%';
    text = qn_str_skip(text, text.size ? 1 : 0);
  }
  return p;
}

// ---- Clang's code around a record

static LLVMValueRef only_user(LLVMValueRef of, LLVMOpcode opcode) {
  for (LLVMUseRef u = LLVMGetFirstUse(of); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef i = LLVMGetUser(u);
    if (LLVMIsAInstruction(i) && LLVMGetInstructionOpcode(i) == opcode)
      return i;
  }
  return NULL;
}

// The result: whether there was no room, as -1.
static LLVMValueRef result_of(LLVMValueRef record) {
  LLVMValueRef is = only_user(record, LLVMICmp);
  LLVMValueRef is_not = is ? only_user(is, LLVMXor) : NULL;
  LLVMValueRef result = is_not ? only_user(is_not, LLVMSExt) : NULL;
  return result && LLVMGetFirstUse(result) ? result : NULL;
}

// A constant that is stored at four bytes of the record: the format's number.
static bool find_number(LLVMValueRef record, unsigned long long *out) {
  for (LLVMUseRef u = LLVMGetFirstUse(record); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef at = LLVMGetUser(u);
    if (!LLVMIsAGetElementPtrInst(at))
      continue;
    LLVMValueRef store = only_user(at, LLVMStore);
    LLVMValueRef value = store ? LLVMGetOperand(store, 0) : NULL;
    if (value && LLVMIsAConstantInt(value) &&
        LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 64) {
      *out = LLVMConstIntGetZExtValue(value);
      return true;
    }
  }
  return false;
}

// ---- Formats: "0:0:<number>,<format>"

static bool is_numbered(LLVMValueRef node, unsigned long long number,
                        qn_str *out_format) {
  LLVMValueRef row = NULL;
  unsigned size = 0;
  if (LLVMGetMDNodeNumOperands(node) != 1)
    return false;
  LLVMGetMDNodeOperands(node, &row);
  const char *text = row ? LLVMGetMDString(row, &size) : NULL;
  qn_str rest = {text, text ? size : 0};
  for (unsigned k = 0; k < 2; ++k)
    rest = qn_str_skip(rest, qn_str_find(rest, ':') + 1);
  const size_t comma = qn_str_find(rest, ',');
  char digits[20] = "";
  if (comma >= sizeof(digits) || comma == rest.size)
    return false;
  memcpy(digits, rest.data, comma);
  *out_format = qn_str_skip(rest, comma + 1);
  return strtoull(digits, NULL, 16) == number;
}

static bool find_format(LLVMModuleRef module, unsigned long long number,
                        qn_str *out_format) {
  static const char list[] = "llvm.printf.fmts";
  const unsigned count = LLVMGetNamedMetadataNumOperands(module, list);
  LLVMValueRef *nodes = qn_alloc_array(count + 1, sizeof(*nodes));
  bool found = false;
  if (!nodes)
    return false;
  LLVMGetNamedMetadataOperands(module, list, nodes);
  for (unsigned k = 0; k < count && !found; ++k)
    found = is_numbered(nodes[k], number, out_format);
  qn_free(nodes);
  return found;
}

// The format is in the record, then arguments of eight bytes each: the size of
// it is rounded to eight, and a constant is added.
static bool count_unnamed(LLVMValueRef record, printed *out) {
  enum { CONTROL = 4, ARGUMENT = 8 };
  LLVMValueRef size = LLVMGetOperand(record, 0);
  if (LLVMIsATruncInst(size))
    size = LLVMGetOperand(size, 0);
  if (!LLVMIsAInstruction(size) || LLVMGetInstructionOpcode(size) != LLVMAdd ||
      !LLVMIsAConstantInt(LLVMGetOperand(size, 1)))
    return false;
  const unsigned long long rest =
      LLVMConstIntGetZExtValue(LLVMGetOperand(size, 1));
  if (rest < CONTROL || (rest - CONTROL) % ARGUMENT)
    return false;
  *out = (printed){.arguments = (unsigned)((rest - CONTROL) / ARGUMENT)};
  return true;
}

static bool count_printed(LLVMModuleRef module, LLVMValueRef record, bool hip,
                          printed *out) {
  unsigned long long number;
  qn_str format;
  if (!find_number(record, &number))
    return !hip && count_unnamed(record, out);
  if (!find_format(module, number, &format))
    return false;
  *out = read_format(format);
  return !hip || !out->arguments;
}

static void set_result(LLVMBuilderRef b, LLVMValueRef result,
                       unsigned long long value) {
  LLVMValueRef failed = LLVMGetOperand(result, 0);
  LLVMTypeRef type = LLVMTypeOf(result);
  LLVMPositionBuilderBefore(b, result);
  LLVMValueRef made =
      LLVMBuildSelect(b, failed, LLVMConstAllOnes(type),
                      LLVMConstInt(type, value, false), "printf_result");
  LLVMReplaceAllUsesWith(result, made);
}

void qn_amd_count_printed(LLVMModuleRef module, bool hip) {
  LLVMValueRef alloc = LLVMGetNamedFunction(module, "__printf_alloc");
  if (!alloc)
    return;
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMUseRef u = LLVMGetFirstUse(alloc); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef record = LLVMGetUser(u);
    printed p;
    LLVMValueRef result =
        qn_ir_callee(record) == alloc ? result_of(record) : NULL;
    if (result && count_printed(module, record, hip, &p))
      set_result(b, result, hip ? p.characters : p.arguments);
  }
  LLVMDisposeBuilder(b);
}
