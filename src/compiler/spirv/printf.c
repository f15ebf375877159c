// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/printf.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/buffer.h"

enum { VALUES_MAX = 64, HEADER_SIZE = 16, CC_SPIR_FUNCTION = 75 };

enum record_kind { RECORD_PRINT = 1, RECORD_FAILURE = 2 };

// One format with arguments of some types; all calls of the kind share a
// function.
typedef struct printer {
  LLVMValueRef literal; // NULL: the format is known only at run time
  unsigned kind;        // of the record
  LLVMTypeRef type;
  LLVMValueRef function;
} printer;

typedef struct printers {
  qn_unit *unit;
  LLVMContextRef c;
  LLVMBuilderRef b;
  printer *made;
  size_t count, capacity;
} printers;

// ---- Formats

// The letters of the conversions that take arguments, in order; '*' for widths.
static unsigned read_letters(qn_str text, char letters[VALUES_MAX]) {
  unsigned count = 0;
  while (text.size) {
    const bool starts = text.data[0] == '%';
    text = qn_str_skip(text, 1);
    if (!starts)
      continue;
    while (text.size && strchr("-+ #0123456789.*hljztqL", text.data[0])) {
      if (text.data[0] == '*' && count < VALUES_MAX)
        letters[count++] = '*';
      text = qn_str_skip(text, 1);
    }
    if (text.size && text.data[0] != '%' && count < VALUES_MAX)
      letters[count++] = text.data[0];
    text = qn_str_skip(text, text.size ? 1 : 0);
  }
  return count;
}

static qn_str text_of(LLVMValueRef literal) {
  size_t size = 0;
  const char *bytes =
      literal ? qn_ir_characters(LLVMGetInitializer(literal), &size) : NULL;
  const qn_str text = {bytes, size};
  return (qn_str){bytes, bytes ? qn_str_find(text, '\0') : 0};
}

// ---- A printer's body

typedef struct body {
  const printers *all;
  LLVMBuilderRef b;
  LLVMTypeRef i64;
  const printer *what;
  qn_str text; // of a literal
  char letters[VALUES_MAX];
  unsigned first, last; // parameters that are arguments of the format
  LLVMValueRef is_text[VALUES_MAX]; // of pointers
} body;

static LLVMValueRef number(const body *y, uint64_t value) {
  return LLVMConstInt(y->i64, value, false);
}

static LLVMValueRef call(const body *y, const char *name,
                         LLVMValueRef *arguments, unsigned count) {
  LLVMValueRef callee = LLVMGetNamedFunction(y->all->unit->module, name);
  LLVMValueRef made = LLVMBuildCall2(y->b, LLVMGlobalGetValueType(callee),
                                     callee, arguments, count, "");
  LLVMSetInstructionCallConv(made, LLVMGetFunctionCallConv(callee));
  return made;
}

static bool is_pointer(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

// Stores a value of any type at a number of bytes from an address.
static void put_at(const body *y, LLVMValueRef at, unsigned offset,
                   LLVMValueRef value) {
  LLVMTypeRef global = LLVMPointerTypeInContext(y->all->c, QN_AS_GLOBAL);
  LLVMValueRef address =
      offset ? LLVMBuildAdd(y->b, at, number(y, offset), "") : at;
  LLVMSetAlignment(
      LLVMBuildStore(y->b, value, LLVMBuildIntToPtr(y->b, address, global, "")),
      4);
}

// Whether parameter `i`, a pointer, is a text to copy.
static LLVMValueRef find_text(const body *y, unsigned i) {
  LLVMContextRef c = y->all->c;
  LLVMTypeRef i8 = LLVMInt8TypeInContext(c);
  const unsigned index = i - y->first;
  if (y->what->literal)
    return LLVMConstInt(LLVMInt1TypeInContext(c),
                        index < VALUES_MAX && y->letters[index] == 's', false);
  LLVMValueRef arguments[] = {
      LLVMGetParam(y->what->function, 0),
      LLVMConstInt(LLVMInt32TypeInContext(c), index, false)};
  return LLVMBuildICmp(y->b, LLVMIntEQ,
                       call(y, "__qn_spirv_conversion", arguments, 2),
                       LLVMConstInt(i8, 's', false), "");
}

// The size of the whole record.
static LLVMValueRef find_size(body *y) {
  uint64_t fixed = HEADER_SIZE + qn_align_up(y->text.size, 8);
  LLVMValueRef size = NULL;
  LLVMValueRef yes = LLVMConstInt(LLVMInt1TypeInContext(y->all->c), 1, false);
  if (!y->what->literal) {
    // As a text, whose size the header has.
    LLVMValueRef arguments[] = {LLVMGetParam(y->what->function, 0), yes};
    size = call(y, "__qn_spirv_cells", arguments, 2);
    fixed -= 8;
  }
  for (unsigned i = y->first; i < y->last; ++i) {
    LLVMValueRef value = LLVMGetParam(y->what->function, i);
    if (!is_pointer(value)) {
      fixed += 8;
      continue;
    }
    y->is_text[i - y->first] = find_text(y, i);
    LLVMValueRef arguments[] = {value, y->is_text[i - y->first]};
    LLVMValueRef cells = call(y, "__qn_spirv_cells", arguments, 2);
    size = size ? LLVMBuildAdd(y->b, size, cells, "") : cells;
  }
  return size ? LLVMBuildAdd(y->b, size, number(y, fixed), "")
              : number(y, fixed);
}

static LLVMValueRef put_literal(const body *y, LLVMValueRef at) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(y->all->c);
  put_at(y, at, 8, LLVMConstInt(i32, y->text.size, false));
  for (size_t i = 0; i < y->text.size; i += 8) {
    uint64_t cell = 0;
    for (size_t k = 0; k < 8 && i + k < y->text.size; ++k)
      cell |= (uint64_t)(uint8_t)y->text.data[i + k] << 8 * k;
    put_at(y, at, (unsigned)(HEADER_SIZE + i), number(y, cell));
  }
  return LLVMBuildAdd(
      y->b, at, number(y, HEADER_SIZE + qn_align_up(y->text.size, 8)), "");
}

// The text's size comes where the header has it, before the count.
static LLVMValueRef put_format(const body *y, LLVMValueRef at) {
  LLVMContextRef c = y->all->c;
  LLVMValueRef count =
      LLVMConstInt(LLVMInt32TypeInContext(c), y->last - y->first, false);
  LLVMValueRef next;
  if (y->what->literal) {
    next = put_literal(y, at);
  } else {
    LLVMValueRef arguments[] = {
        LLVMBuildAdd(y->b, at, number(y, 8), ""),
        LLVMGetParam(y->what->function, 0),
        LLVMConstInt(LLVMInt1TypeInContext(c), 1, false)};
    next = call(y, "__qn_spirv_put", arguments, 3);
  }
  put_at(y, at, 4,
         LLVMConstInt(LLVMInt32TypeInContext(c), y->what->kind, false));
  put_at(y, at, 12, count);
  return next;
}

static LLVMValueRef widen(const body *y, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
    return LLVMBuildIntCast2(y->b, value, y->i64, true, "");
  return LLVMBuildFPCast(y->b, value, LLVMDoubleTypeInContext(y->all->c), "");
}

static void put_values(const body *y, LLVMValueRef at) {
  for (unsigned i = y->first; i < y->last; ++i) {
    LLVMValueRef value = LLVMGetParam(y->what->function, i);
    if (is_pointer(value)) {
      LLVMValueRef arguments[] = {at, value, y->is_text[i - y->first]};
      at = call(y, "__qn_spirv_put", arguments, 3);
    } else {
      put_at(y, at, 0, widen(y, value));
      at = LLVMBuildAdd(y->b, at, number(y, 8), "");
    }
  }
}

static LLVMBasicBlockRef add_block(const body *y) {
  return LLVMAppendBasicBlockInContext(y->all->c, y->what->function, "");
}

// Returns -1 from the function where `is` holds, and goes on where not.
static void leave_if(const body *y, LLVMValueRef is) {
  LLVMBasicBlockRef none = add_block(y), rest = add_block(y);
  LLVMBuildCondBr(y->b, is, none, rest);
  LLVMPositionBuilderAtEnd(y->b, none);
  LLVMBuildRet(y->b, LLVMConstAllOnes(LLVMInt32TypeInContext(y->all->c)));
  LLVMPositionBuilderAtEnd(y->b, rest);
}

static void build_body(body *y) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(y->all->c);
  LLVMPositionBuilderAtEnd(y->b, add_block(y));
  if (!y->what->literal)
    leave_if(y, LLVMBuildIsNull(y->b, LLVMGetParam(y->what->function, 0), ""));
  LLVMValueRef size = find_size(y);
  LLVMValueRef at = call(y, "__qn_spirv_reserve", &size, 1);
  leave_if(y, LLVMBuildICmp(y->b, LLVMIntEQ, at, number(y, 0), ""));
  put_values(y, put_format(y, at));
  LLVMValueRef arguments[] = {at, size};
  call(y, "__qn_spirv_publish", arguments, 2);
  LLVMBuildRet(y->b, LLVMConstInt(i32, y->last - y->first, false));
}

static LLVMValueRef add_printer(printers *all, printer what, qn_diag *diag) {
  for (size_t i = 0; i < all->count; ++i)
    if (all->made[i].literal == what.literal &&
        all->made[i].kind == what.kind && all->made[i].type == what.type)
      return all->made[i].function;
  all->made = qn_arena_grow(&all->unit->arena, all->made, all->count,
                            &all->capacity, sizeof(*all->made));
  if (!all->made) {
    qn_ignore(qn_fail_memory(diag, "the printfs of a module"), "NULL says so");
    return NULL;
  }
  what.function = LLVMAddFunction(all->unit->module, "quern.print", what.type);
  LLVMSetLinkage(what.function, LLVMInternalLinkage);
  LLVMSetFunctionCallConv(what.function, CC_SPIR_FUNCTION);
  qn_ir_add_flag(what.function, "noinline");
  qn_ir_add_flag(what.function, "nounwind");
  all->made[all->count++] = what;
  body y = {.all = all,
            .b = LLVMCreateBuilderInContext(all->c),
            .i64 = LLVMInt64TypeInContext(all->c),
            .what = &what,
            .text = text_of(what.literal),
            .first = what.literal ? 0 : 1,
            .last = LLVMCountParamTypes(what.type)};
  read_letters(y.text, y.letters);
  build_body(&y);
  LLVMDisposeBuilder(y.b);
  return what.function;
}

// ---- Places

// The file and line of the program's own code that an instruction comes from:
// the innermost that is not a header of ours. False without debug information.
static bool find_place(LLVMValueRef i, qn_str *out_file, unsigned *out_line) {
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i);
  for (; at; at = LLVMDILocationGetInlinedAt(at)) {
    unsigned size = 0;
    LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(at));
    const char *name = file ? LLVMDIFileGetFilename(file, &size) : NULL;
    *out_file = (qn_str){name, size};
    *out_line = LLVMDILocationGetLine(at);
    if (name && *out_line && !qn_str_search(*out_file, QN_STR("quern/device/")))
      return true;
  }
  return false;
}

// A trap's text with its place in front, where that is known.
static LLVMValueRef name_place(const printers *all, LLVMValueRef i,
                               LLVMValueRef format) {
  const qn_str text = text_of(format);
  qn_buffer placed = {0};
  qn_str file;
  unsigned line;
  if (!qn_str_starts(text, QN_STR("the kernel trapped")) ||
      !find_place(i, &file, &line))
    return format;
  for (size_t k = 0; k < file.size; ++k)
    qn_buffer_printf(&placed, "%c%s", file.data[k],
                     file.data[k] == '%' ? "%" : "");
  qn_buffer_printf(&placed, ":%u: %.*s", line, QN_STR_ARG(text));
  LLVMValueRef bytes = LLVMConstStringInContext2(
      all->c, (const char *)placed.data, placed.size, false);
  if (!placed.failed) {
    format = LLVMAddGlobal(all->unit->module, LLVMTypeOf(bytes), "quern.place");
    LLVMSetInitializer(format, bytes);
    LLVMSetGlobalConstant(format, true);
    LLVMSetLinkage(format, LLVMInternalLinkage);
  }
  qn_buffer_finish(&placed);
  return format;
}

// ---- Calls

static qn_status rewrite(printers *all, LLVMValueRef print, LLVMValueRef i,
                         qn_diag *diag) {
  LLVMValueRef values[VALUES_MAX];
  LLVMTypeRef types[VALUES_MAX];
  const unsigned count = LLVMGetNumArgOperands(i);
  const qn_str name = qn_ir_name(print);
  const qn_str caller =
      qn_ir_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)));
  LLVMValueRef format = qn_ir_literal(LLVMGetOperand(i, 0));
  if (count > VALUES_MAX)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "a printf of %u arguments in '%.*s'; at most %d are "
                   "possible",
                   count, QN_STR_ARG(caller), VALUES_MAX);
  if (qn_str_equal(name, QN_STR(QN_HIP_PRINTF)) && LLVMGetFirstUse(i))
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "how many characters a printf wrote, which '%.*s' asks, is "
                   "not known on the device",
                   QN_STR_ARG(caller));
  const bool report = qn_str_equal(name, QN_STR("__qn_spirv_report"));
  if (report)
    format = name_place(all, i, format);
  const unsigned first = text_of(format).data ? 1 : 0;
  for (unsigned k = first; k < count; ++k) {
    values[k - first] = LLVMGetOperand(i, k);
    types[k - first] = LLVMTypeOf(values[k - first]);
  }
  const printer what = {.literal = first ? format : NULL,
                        .kind = report ? RECORD_FAILURE : RECORD_PRINT,
                        .type = LLVMFunctionType(LLVMInt32TypeInContext(all->c),
                                                 types, count - first, false)};
  LLVMValueRef callee = add_printer(all, what, diag);
  if (!callee)
    return (qn_status){QN_E_MEMORY};
  LLVMPositionBuilderBefore(all->b, i);
  LLVMValueRef made =
      LLVMBuildCall2(all->b, what.type, callee, values, count - first, "");
  LLVMSetInstructionCallConv(made, CC_SPIR_FUNCTION);
  LLVMReplaceAllUsesWith(i, made);
  LLVMInstructionEraseFromParent(i);
  return qn_ok();
}

static qn_status lower_calls(printers *all, LLVMValueRef print, qn_diag *diag) {
  for (LLVMUseRef use; (use = LLVMGetFirstUse(print));) {
    LLVMValueRef i = LLVMGetUser(use);
    if (qn_ir_callee(i) != print)
      return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                     "the address of printf is taken");
    QN_TRY(rewrite(all, print, i, diag));
  }
  return qn_ok();
}

qn_status qn_spirv_lower_printf(qn_unit *unit, qn_diag *diag) {
  static const char *const names[] = {"printf", QN_HIP_PRINTF,
                                      "__qn_spirv_report"};
  printers all = {.unit = unit,
                  .c = unit->context,
                  .b = LLVMCreateBuilderInContext(unit->context)};
  qn_status status = qn_ok();
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    LLVMValueRef print = LLVMGetNamedFunction(unit->module, names[i]);
    if (print && LLVMIsDeclaration(print) && !qn_failed(status))
      status = lower_calls(&all, print, diag);
  }
  LLVMDisposeBuilder(all.b);
  return status;
}
