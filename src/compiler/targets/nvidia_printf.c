// SPDX-License-Identifier: Apache-2.0
#include "compiler/targets/nvidia_printf.h"

#include <string.h>

// One value that a format consumes.
typedef struct conversion {
  unsigned narrow; // bits, 8 or 16; 0: as it is
  bool is_signed;
} conversion;

enum { CONVERSIONS_MAX = 64 };

typedef struct format {
  qn_buffer text; // for the driver
  conversion values[CONVERSIONS_MAX];
  unsigned count;
  bool changed;
} format;

static void add_value(format *f, conversion c) {
  if (f->count < CONVERSIONS_MAX)
    f->values[f->count] = c;
  ++f->count;
}

// Copies flags, width and precision; each '*' consumes a value.
static qn_str copy_head(format *f, qn_str rest) {
  while (rest.size && strchr("-+ #0123456789.*", rest.data[0])) {
    if (rest.data[0] == '*')
      add_value(f, (conversion){0});
    qn_buffer_u8(&f->text, (uint8_t)rest.data[0]);
    rest = qn_str_skip(rest, 1);
  }
  return rest;
}

// Copies the length as the driver knows it; returns the bits to narrow to.
static qn_str copy_length(format *f, qn_str rest, unsigned *out_narrow) {
  const qn_str before = rest;
  *out_narrow = 0;
  while (rest.size && strchr("hljzt", rest.data[0]))
    rest = qn_str_skip(rest, 1);
  const qn_str length = {before.data, before.size - rest.size};
  if (length.size && length.data[0] == 'h')
    *out_narrow = length.size == 1 ? 16 : 8;
  else if (length.size && length.data[0] != 'l')
    qn_buffer_append_str(&f->text, QN_STR("ll"));
  else
    qn_buffer_append_str(&f->text, length);
  f->changed |= length.size && length.data[0] != 'l';
  return rest;
}

// Reads one conversion, after its '%'.
static qn_str convert(format *f, qn_str rest) {
  unsigned narrow;
  rest = copy_length(f, copy_head(f, rest), &narrow);
  if (!rest.size)
    return rest;
  const char kind = rest.data[0];
  if (kind != '%')
    add_value(f, (conversion){.narrow = strchr("diouxX", kind) ? narrow : 0,
                              .is_signed = kind == 'd' || kind == 'i'});
  qn_buffer_u8(&f->text, (uint8_t)kind);
  return qn_str_skip(rest, 1);
}

static void read_format(qn_str text, format *f) {
  while (text.size) {
    const char c = text.data[0];
    qn_buffer_u8(&f->text, (uint8_t)c);
    text = qn_str_skip(text, 1);
    if (c == '%')
      text = convert(f, text);
  }
}

// ---- The module

// Creates another literal like `old`, as a value of the type of `used`.
static LLVMValueRef make_literal(qn_unit *unit, LLVMValueRef old,
                                 const qn_buffer *text, LLVMValueRef used) {
  LLVMValueRef string = LLVMConstStringInContext2(
      unit->context, (const char *)text->data, text->size, false);
  LLVMValueRef made = LLVMAddGlobalInAddressSpace(
      unit->module, LLVMTypeOf(string), "printf.format",
      LLVMGetPointerAddressSpace(LLVMTypeOf(old)));
  LLVMSetInitializer(made, string);
  LLVMSetGlobalConstant(made, true);
  LLVMSetLinkage(made, LLVMPrivateLinkage);
  LLVMSetUnnamedAddress(made, LLVMGlobalUnnamedAddr);
  LLVMSetAlignment(made, 1);
  return LLVMTypeOf(made) == LLVMTypeOf(used)
             ? made
             : LLVMConstAddrSpaceCast(made, LLVMTypeOf(used));
}

// Which member of the argument buffer `pointer` is, by its index.
static bool is_member(LLVMValueRef pointer, unsigned *out_index) {
  if (!LLVMIsAGetElementPtrInst(pointer) || LLVMGetNumOperands(pointer) != 3 ||
      !LLVMIsAConstantInt(LLVMGetOperand(pointer, 2)))
    return false;
  *out_index = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(pointer, 2));
  return true;
}

static void narrow_store(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef store,
                         const conversion *c) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
      LLVMGetIntTypeWidth(type) <= c->narrow)
    return;
  LLVMTypeRef small = LLVMIntTypeInContext(unit->context, c->narrow);
  LLVMPositionBuilderBefore(b, store);
  LLVMValueRef cut = LLVMBuildTrunc(b, value, small, "");
  LLVMSetOperand(store, 0,
                 c->is_signed ? LLVMBuildSExt(b, cut, type, "")
                              : LLVMBuildZExt(b, cut, type, ""));
}

static void narrow_values(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef buffer,
                          const format *f) {
  for (LLVMUseRef u = LLVMGetFirstUse(buffer); u; u = LLVMGetNextUse(u)) {
    unsigned index;
    LLVMValueRef member = LLVMGetUser(u);
    if (!is_member(member, &index) || index >= f->count ||
        !f->values[index].narrow)
      continue;
    for (LLVMUseRef w = LLVMGetFirstUse(member); w; w = LLVMGetNextUse(w))
      if (LLVMIsAStoreInst(LLVMGetUser(w)))
        narrow_store(unit, b, LLVMGetUser(w), &f->values[index]);
  }
}

static void rewrite(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef call) {
  LLVMValueRef used = LLVMGetOperand(call, 0);
  LLVMValueRef literal = qn_ir_literal(used);
  size_t size;
  const char *text =
      qn_ir_characters(literal ? LLVMGetInitializer(literal) : NULL, &size);
  if (!text)
    return; // formats made at run time are left to the driver
  format f = {0};
  read_format((qn_str){text, strnlen(text, size)}, &f);
  if (f.changed && f.count <= CONVERSIONS_MAX && !f.text.failed) {
    narrow_values(unit, b, LLVMGetOperand(call, 1), &f);
    LLVMSetOperand(call, 0, make_literal(unit, literal, &f.text, used));
  }
  qn_buffer_finish(&f.text);
}

static void rewrite_calls(qn_unit *unit, LLVMValueRef print) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  for (LLVMUseRef u = LLVMGetFirstUse(print); u; u = LLVMGetNextUse(u))
    if (qn_ir_callee(LLVMGetUser(u)) == print)
      rewrite(unit, b, LLVMGetUser(u));
  LLVMDisposeBuilder(b);
}

// HIP's printf returns the number of characters, the driver's only that of
// arguments. Without arguments, the characters are those of the format.
static void count_characters(LLVMValueRef call) {
  size_t size;
  LLVMValueRef literal = qn_ir_literal(LLVMGetOperand(call, 0));
  const char *text =
      qn_ir_characters(literal ? LLVMGetInitializer(literal) : NULL, &size);
  if (!text)
    return;
  size = strnlen(text, size);
  if (!memchr(text, '%', size))
    LLVMReplaceAllUsesWith(call, LLVMConstInt(LLVMTypeOf(call), size, false));
}

// Replaces HIP's printf by the driver's.
static void take_hip(qn_unit *unit) {
  LLVMValueRef hip = LLVMGetNamedFunction(unit->module, QN_HIP_PRINTF);
  LLVMValueRef print = LLVMGetNamedFunction(unit->module, "vprintf");
  if (!hip)
    return;
  for (LLVMUseRef u = LLVMGetFirstUse(hip); u; u = LLVMGetNextUse(u))
    if (qn_ir_callee(LLVMGetUser(u)) == hip)
      count_characters(LLVMGetUser(u));
  if (print) {
    LLVMReplaceAllUsesWith(hip, print);
    LLVMDeleteFunction(hip);
  } else {
    LLVMSetValueName2(hip, "vprintf", strlen("vprintf"));
  }
}

void qn_nvidia_lower_printf(qn_unit *unit) {
  take_hip(unit);
  LLVMValueRef print = LLVMGetNamedFunction(unit->module, "vprintf");
  if (print)
    rewrite_calls(unit, print);
}
