// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/widen.h"

// A value of an odd width is held in a wider integer, whose other bits are 0.
typedef struct widening {
  LLVMContextRef c;
  LLVMBuilderRef b;
  qn_map made; // by the value of an odd width
  qn_diag *diag;
  bool failed; // out of memory
} widening;

static unsigned bits_of(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind
             ? LLVMGetIntTypeWidth(type)
             : 0;
}

static bool is_odd(LLVMValueRef value) {
  const unsigned bits = bits_of(value);
  return bits > 1 && bits != 8 && bits != 16 && bits != 32 && bits != 64;
}

static bool has_odd_operand(LLVMValueRef i) {
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k)
    if (is_odd(LLVMGetOperand(i, k)))
      return true;
  return false;
}

// ---- What is known

// Which operands count by their sign, and whether the result may have more bits
// than its width.
typedef struct operation {
  bool known, is_signed, grows;
} operation;

static operation operation_of(LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
    return (operation){.known = true, .grows = true};
  case LLVMSDiv:
  case LLVMSRem:
  case LLVMAShr:
    return (operation){.known = true, .is_signed = true, .grows = true};
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMLShr:
  case LLVMUDiv:
  case LLVMURem:
  case LLVMSelect:
  case LLVMPHI:
  case LLVMZExt:
  case LLVMUIToFP:
  case LLVMIntToPtr:
  case LLVMSwitch:
    return (operation){.known = true};
  case LLVMTrunc:
  case LLVMFreeze:
  case LLVMPtrToInt:
  case LLVMFPToUI:
  case LLVMFPToSI:
    return (operation){.known = true, .grows = true};
  case LLVMSExt:
    return (operation){.known = true, .is_signed = true, .grows = true};
  case LLVMSIToFP:
    return (operation){.known = true, .is_signed = true};
  case LLVMICmp: {
    const LLVMIntPredicate p = LLVMGetICmpPredicate(i);
    return (operation){.known = true,
                       .is_signed = p == LLVMIntSLT || p == LLVMIntSLE ||
                                    p == LLVMIntSGT || p == LLVMIntSGE};
  }
  default:
    return (operation){0};
  }
}

static bool name_starts(LLVMValueRef i, const char *prefix) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return callee && qn_str_starts(qn_ir_name(callee), qn_str_from(prefix));
}

// Minima and maxima, which are a comparison and a choice.
static bool is_choice(LLVMValueRef i, LLVMIntPredicate *out_predicate) {
  static const struct {
    const char *name;
    LLVMIntPredicate predicate;
  } choices[] = {{"llvm.umin.", LLVMIntULT},
                 {"llvm.umax.", LLVMIntUGT},
                 {"llvm.smin.", LLVMIntSLT},
                 {"llvm.smax.", LLVMIntSGT}};
  for (size_t k = 0; k < sizeof(choices) / sizeof(choices[0]); ++k)
    if (name_starts(i, choices[k].name)) {
      *out_predicate = choices[k].predicate;
      return true;
    }
  return false;
}

// Operations on the bits of one operand.
typedef enum bits_operation {
  BITS_NONE,
  BITS_REVERSE,
  BITS_SWAP,
  BITS_COUNT,
  BITS_LEADING,
  BITS_TRAILING,
} bits_operation;

static bits_operation bits_operation_of(LLVMValueRef i) {
  static const struct {
    const char *name;
    bits_operation operation;
  } known[] = {{"llvm.bitreverse.", BITS_REVERSE},
               {"llvm.bswap.", BITS_SWAP},
               {"llvm.ctpop.", BITS_COUNT},
               {"llvm.ctlz.", BITS_LEADING},
               {"llvm.cttz.", BITS_TRAILING}};
  for (size_t k = 0; k < sizeof(known) / sizeof(known[0]); ++k)
    if (name_starts(i, known[k].name))
      return known[k].operation;
  return BITS_NONE;
}

// Operations of several steps.
typedef enum steps {
  STEPS_NONE,
  STEPS_MAGNITUDE,
  STEPS_SHIFT_LEFT,  // of two numbers, of which the upper is the result
  STEPS_SHIFT_RIGHT, // of which the lower is
  STEPS_LIMITED_SUM,
  STEPS_LIMITED_DIFFERENCE,
} steps;

static steps steps_of(LLVMValueRef i) {
  static const struct {
    const char *name;
    steps steps;
  } known[] = {{"llvm.abs.", STEPS_MAGNITUDE},
               {"llvm.fshl.", STEPS_SHIFT_LEFT},
               {"llvm.fshr.", STEPS_SHIFT_RIGHT},
               {"llvm.uadd.sat.", STEPS_LIMITED_SUM},
               {"llvm.usub.sat.", STEPS_LIMITED_DIFFERENCE}};
  for (size_t k = 0; k < sizeof(known) / sizeof(known[0]); ++k)
    if (name_starts(i, known[k].name))
      return known[k].steps;
  return STEPS_NONE;
}

// A load or a store that may be made of several.
static bool is_plain_access(LLVMValueRef i) {
  return (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) && !LLVMGetVolatile(i) &&
         LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
}

static bool is_known(LLVMValueRef i) {
  LLVMIntPredicate predicate;
  return operation_of(i).known || is_plain_access(i) ||
         is_choice(i, &predicate) || bits_operation_of(i) != BITS_NONE ||
         steps_of(i) != STEPS_NONE;
}

// ---- Values

static LLVMTypeRef type_for(const widening *w, unsigned bits) {
  return LLVMIntTypeInContext(w->c, bits <= 8    ? 8
                                    : bits <= 16 ? 16
                                    : bits <= 32 ? 32
                                                 : 64);
}

// Of an operand: it, or what it was widened to before.
static LLVMValueRef plain(const widening *w, LLVMValueRef value) {
  if (!is_odd(value))
    return value;
  LLVMTypeRef type = type_for(w, bits_of(value));
  if (LLVMIsAConstantInt(value))
    return LLVMConstInt(type, LLVMConstIntGetZExtValue(value), false);
  const uint64_t *made = qn_map_find(&w->made, (uintptr_t)value);
  return made ? (LLVMValueRef)(uintptr_t)*made : LLVMConstNull(type);
}

// The same with its sign in all bits.
static LLVMValueRef with_sign(const widening *w, LLVMValueRef value) {
  if (!is_odd(value))
    return value;
  LLVMValueRef wide = plain(w, value);
  LLVMValueRef by =
      LLVMConstInt(LLVMTypeOf(wide), bits_of(wide) - bits_of(value), false);
  return LLVMBuildAShr(w->b, LLVMBuildShl(w->b, wide, by, ""), by, "");
}

static LLVMValueRef without_rest(const widening *w, LLVMValueRef wide,
                                 unsigned bits) {
  const uint64_t mask = (UINT64_C(1) << bits) - 1;
  return LLVMBuildAnd(w->b, wide, LLVMConstInt(LLVMTypeOf(wide), mask, false),
                      "");
}

static LLVMValueRef resize(const widening *w, LLVMValueRef value,
                           LLVMTypeRef type, bool is_signed) {
  return LLVMBuildIntCast2(w->b, value, type, is_signed, "");
}

static LLVMValueRef build_cast(const widening *w, LLVMValueRef i,
                               LLVMTypeRef type) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  LLVMValueRef x = LLVMGetOperand(i, 0);
  switch (opcode) {
  case LLVMTrunc:
  case LLVMZExt:
    return resize(w, plain(w, x), type, false);
  case LLVMSExt:
    return resize(w, with_sign(w, x), type, true);
  case LLVMUIToFP:
    return LLVMBuildUIToFP(w->b, plain(w, x), type, "");
  case LLVMSIToFP:
    return LLVMBuildSIToFP(w->b, with_sign(w, x), type, "");
  default:
    return LLVMBuildCast(w->b, opcode, x, type, "");
  }
}

static LLVMValueRef build_choice(const widening *w, LLVMValueRef i,
                                 LLVMIntPredicate predicate) {
  const bool is_signed = predicate == LLVMIntSLT || predicate == LLVMIntSGT;
  LLVMValueRef x[2];
  for (unsigned k = 0; k < 2; ++k)
    x[k] = is_signed ? with_sign(w, LLVMGetOperand(i, k))
                     : plain(w, LLVMGetOperand(i, k));
  LLVMValueRef first = LLVMBuildICmp(w->b, predicate, x[0], x[1], "");
  return LLVMBuildSelect(w->b, first, plain(w, LLVMGetOperand(i, 0)),
                         plain(w, LLVMGetOperand(i, 1)), "");
}

static LLVMValueRef build_binary(const widening *w, LLVMValueRef i,
                                 const operation *how) {
  LLVMValueRef x[2];
  for (unsigned k = 0; k < 2; ++k)
    x[k] = how->is_signed ? with_sign(w, LLVMGetOperand(i, k))
                          : plain(w, LLVMGetOperand(i, k));
  if (LLVMIsAICmpInst(i))
    return LLVMBuildICmp(w->b, LLVMGetICmpPredicate(i), x[0], x[1], "");
  // A count has no sign; as it is less than the width, it does not matter.
  if (LLVMGetInstructionOpcode(i) == LLVMAShr)
    x[1] = plain(w, LLVMGetOperand(i, 1));
  return LLVMBuildBinOp(w->b, LLVMGetInstructionOpcode(i), x[0], x[1], "");
}

static LLVMValueRef build_call(const widening *w, LLVMValueRef i,
                               LLVMValueRef wide) {
  static const char *const names[] = {[BITS_REVERSE] = "llvm.bitreverse",
                                      [BITS_SWAP] = "llvm.bswap",
                                      [BITS_COUNT] = "llvm.ctpop",
                                      [BITS_LEADING] = "llvm.ctlz",
                                      [BITS_TRAILING] = "llvm.cttz"};
  const char *name = names[bits_operation_of(i)];
  LLVMTypeRef type = LLVMTypeOf(wide);
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)));
  LLVMValueRef callee = qn_ir_intrinsic(module, name, &type, 1);
  LLVMValueRef values[] = {
      wide, LLVMConstInt(LLVMInt1TypeInContext(w->c), false, false)};
  return LLVMBuildCall2(w->b, LLVMGlobalGetValueType(callee), callee, values,
                        LLVMCountParams(callee), "");
}

static LLVMValueRef build_bits(const widening *w, LLVMValueRef i) {
  LLVMValueRef x = LLVMGetOperand(i, 0);
  LLVMValueRef wide = plain(w, x);
  LLVMTypeRef type = LLVMTypeOf(wide);
  LLVMValueRef more = LLVMConstInt(type, bits_of(wide) - bits_of(x), false);
  switch (bits_operation_of(i)) {
  case BITS_REVERSE:
  case BITS_SWAP:
    return LLVMBuildLShr(w->b, build_call(w, i, wide), more, "");
  case BITS_LEADING:
    return LLVMBuildSub(w->b, build_call(w, i, wide), more, "");
  case BITS_TRAILING: // none is found: as many as the width
    wide = LLVMBuildOr(
        w->b, wide, LLVMConstInt(type, UINT64_C(1) << bits_of(x), false), "");
    break;
  default:
    break;
  }
  return build_call(w, i, wide);
}

// A wide integer has one bit more at least, so shifts by the width are defined.
static LLVMValueRef build_shifts(const widening *w, LLVMValueRef i, bool left) {
  LLVMValueRef upper = plain(w, LLVMGetOperand(i, 0));
  LLVMValueRef lower = plain(w, LLVMGetOperand(i, 1));
  LLVMValueRef width = LLVMConstInt(LLVMTypeOf(upper), bits_of(i), false);
  LLVMValueRef by =
      LLVMBuildURem(w->b, plain(w, LLVMGetOperand(i, 2)), width, "");
  LLVMValueRef rest = LLVMBuildSub(w->b, width, by, "");
  return LLVMBuildOr(w->b, LLVMBuildShl(w->b, upper, left ? by : rest, ""),
                     LLVMBuildLShr(w->b, lower, left ? rest : by, ""), "");
}

static LLVMValueRef build_magnitude(const widening *w, LLVMValueRef i) {
  LLVMValueRef x = with_sign(w, LLVMGetOperand(i, 0));
  LLVMValueRef less =
      LLVMBuildICmp(w->b, LLVMIntSLT, x, LLVMConstNull(LLVMTypeOf(x)), "");
  return LLVMBuildSelect(w->b, less, LLVMBuildNeg(w->b, x, ""), x, "");
}

static LLVMValueRef build_limited(const widening *w, LLVMValueRef i, bool sum) {
  LLVMValueRef x = plain(w, LLVMGetOperand(i, 0));
  LLVMValueRef y = plain(w, LLVMGetOperand(i, 1));
  LLVMTypeRef type = LLVMTypeOf(x);
  LLVMValueRef most =
      LLVMConstInt(type, (UINT64_C(1) << bits_of(i)) - 1, false);
  LLVMValueRef limit = sum ? most : LLVMConstNull(type);
  LLVMValueRef got =
      sum ? LLVMBuildAdd(w->b, x, y, "") : LLVMBuildSub(w->b, x, y, "");
  LLVMValueRef beyond =
      LLVMBuildICmp(w->b, LLVMIntULT, sum ? most : x, sum ? got : y, "");
  return LLVMBuildSelect(w->b, beyond, limit, got, "");
}

static LLVMValueRef build_steps(const widening *w, LLVMValueRef i) {
  LLVMValueRef made;
  const steps which = steps_of(i);
  if (which == STEPS_MAGNITUDE)
    made = build_magnitude(w, i);
  else if (which == STEPS_SHIFT_LEFT || which == STEPS_SHIFT_RIGHT)
    made = build_shifts(w, i, which == STEPS_SHIFT_LEFT);
  else
    made = build_limited(w, i, which == STEPS_LIMITED_SUM);
  return without_rest(w, made, bits_of(i));
}

// The same instruction; each case once, as they differ in their low bits.
static LLVMValueRef widen_switch(const widening *w, LLVMValueRef i) {
  LLVMValueRef on = plain(w, LLVMGetOperand(i, 0));
  const unsigned blocks = LLVMGetNumSuccessors(i);
  LLVMValueRef made =
      LLVMBuildSwitch(w->b, on, LLVMGetSwitchDefaultDest(i), blocks - 1);
  for (unsigned k = 1; k < blocks; ++k)
    LLVMAddCase(made, plain(w, LLVMGetSwitchCaseValue(i, k)),
                LLVMGetSuccessor(i, k));
  return made;
}

// ---- Memory: 24 bits are a store of 16 and one of 8

// The next part of an access to `bits` bits, of which `done` were.
typedef struct part {
  LLVMTypeRef type;
  LLVMValueRef address;
  unsigned bits, align;
} part;

static part part_of(const widening *w, LLVMValueRef access, LLVMValueRef base,
                    unsigned done, unsigned bits) {
  const unsigned align = LLVMGetAlignment(access), left = bits - done;
  LLVMTypeRef byte = LLVMInt8TypeInContext(w->c);
  LLVMValueRef offset =
      LLVMConstInt(LLVMInt64TypeInContext(w->c), done / 8, false);
  part p = {.bits = left >= 32 ? 32 : left >= 16 ? 16 : 8, .align = align};
  while (p.align > 1 && done / 8 % p.align)
    p.align /= 2;
  p.type = LLVMIntTypeInContext(w->c, p.bits);
  p.address = done ? LLVMBuildGEP2(w->b, byte, base, &offset, 1, "") : base;
  return p;
}

static LLVMValueRef build_load(const widening *w, LLVMValueRef i,
                               LLVMTypeRef type) {
  LLVMValueRef base = LLVMGetOperand(i, 0), all = LLVMConstNull(type);
  for (unsigned done = 0; done < bits_of(i);) {
    const part p = part_of(w, i, base, done, bits_of(i));
    LLVMValueRef load = LLVMBuildLoad2(w->b, p.type, p.address, "");
    LLVMSetAlignment(load, p.align);
    LLVMValueRef by = LLVMConstInt(type, done, false);
    all = LLVMBuildOr(w->b, all,
                      LLVMBuildShl(w->b, resize(w, load, type, false), by, ""),
                      "");
    done += p.bits;
  }
  return all;
}

static LLVMValueRef build_store(const widening *w, LLVMValueRef i) {
  LLVMValueRef value = LLVMGetOperand(i, 0), base = LLVMGetOperand(i, 1);
  LLVMValueRef wide = plain(w, value), store = NULL;
  for (unsigned done = 0; done < bits_of(value);) {
    const part p = part_of(w, i, base, done, bits_of(value));
    LLVMValueRef by = LLVMConstInt(LLVMTypeOf(wide), done, false);
    store = LLVMBuildStore(
        w->b, resize(w, LLVMBuildLShr(w->b, wide, by, ""), p.type, false),
        p.address);
    LLVMSetAlignment(store, p.align);
    done += p.bits;
  }
  return store;
}

// What `i` computes, as `type`.
static LLVMValueRef rebuild(const widening *w, LLVMValueRef i,
                            LLVMTypeRef type) {
  LLVMIntPredicate predicate;
  const operation how = operation_of(i);
  LLVMValueRef made;
  LLVMPositionBuilderBefore(w->b, i);
  if (LLVMIsAPHINode(i)) // its values come when all are made
    return LLVMBuildPhi(w->b, type, "");
  if (LLVMIsAStoreInst(i))
    return build_store(w, i);
  if (LLVMIsASwitchInst(i))
    return widen_switch(w, i);
  if (LLVMIsALoadInst(i))
    made = without_rest(w, build_load(w, i, type), bits_of(i));
  else if (LLVMIsACastInst(i))
    made = build_cast(w, i, type);
  else if (is_choice(i, &predicate))
    made = build_choice(w, i, predicate);
  else if (bits_operation_of(i) != BITS_NONE)
    made = build_bits(w, i);
  else if (steps_of(i) != STEPS_NONE)
    made = build_steps(w, i);
  else if (LLVMIsASelectInst(i))
    made = LLVMBuildSelect(w->b, LLVMGetOperand(i, 0),
                           plain(w, LLVMGetOperand(i, 1)),
                           plain(w, LLVMGetOperand(i, 2)), "");
  else if (LLVMGetInstructionOpcode(i) == LLVMFreeze)
    made = LLVMBuildFreeze(w->b, plain(w, LLVMGetOperand(i, 0)), "");
  else
    made = build_binary(w, i, &how);
  return how.grows && is_odd(i) ? without_rest(w, made, bits_of(i)) : made;
}

static void widen_operands(widening *w, LLVMValueRef i);

// Makes what stands for a value of an odd width.
static void widen(widening *w, LLVMValueRef i) {
  if (!LLVMIsAInstruction(i) || qn_map_find(&w->made, (uintptr_t)i))
    return;
  if (!LLVMIsAPHINode(i))
    widen_operands(w, i);
  LLVMValueRef made = rebuild(w, i, type_for(w, bits_of(i)));
  w->failed |=
      qn_failed(qn_map_put(&w->made, (uintptr_t)i, (uintptr_t)made, w->diag));
}

static void widen_operands(widening *w, LLVMValueRef i) {
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k)
    if (is_odd(LLVMGetOperand(i, k)))
      widen(w, LLVMGetOperand(i, k));
}

// ---- Functions

// Whether nothing but what is here is needed for an instruction.
static bool can_widen(LLVMValueRef i) {
  if (bits_of(i) > 64 || !is_known(i))
    return false;
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k) {
    LLVMValueRef x = LLVMGetOperand(i, k);
    if (is_odd(x) &&
        (bits_of(x) > 64 ||
         !(LLVMIsAInstruction(x) || LLVMIsAConstantInt(x) || LLVMIsUndef(x))))
      return false;
  }
  return true;
}

static qn_status refuse(LLVMValueRef function, LLVMValueRef i, qn_diag *diag) {
  unsigned bits = bits_of(i);
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k)
    if (is_odd(LLVMGetOperand(i, k)))
      bits = bits_of(LLVMGetOperand(i, k));
  char *text = LLVMPrintValueToString(i);
  const qn_status status =
      qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
              "SPIR-V has no integers of %u bits; '%.*s' needs one for '%s'",
              bits, QN_STR_ARG(qn_ir_name(function)), text + strspn(text, " "));
  LLVMDisposeMessage(text);
  return status;
}

// Sets whether there is something to do, and fails at what is not known: what
// LLVM makes of it is not what was asked for everywhere.
static qn_status look(LLVMValueRef function, bool *out_found, qn_diag *diag) {
  *out_found = false;
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block) {
      if (!is_odd(i) && !has_odd_operand(i))
        continue;
      *out_found = true;
      if (!can_widen(i))
        return refuse(function, i, diag);
    }
  return qn_ok();
}

static void complete_phi(const widening *w, LLVMValueRef phi) {
  LLVMValueRef made = plain(w, phi);
  for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k) {
    LLVMValueRef value = plain(w, LLVMGetIncomingValue(phi, k));
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
    LLVMAddIncoming(made, &value, &from, 1);
  }
}

// Then nothing uses values of odd widths but others of them.
static void widen_all(widening *w, LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (is_odd(i)) {
        widen(w, i);
      } else if (has_odd_operand(i)) {
        widen_operands(w, i);
        LLVMValueRef made = rebuild(w, i, LLVMTypeOf(i));
        LLVMReplaceAllUsesWith(i, made);
        LLVMInstructionEraseFromParent(i);
      }
    }
}

static void widen_function(widening *w, LLVMValueRef function) {
  widen_all(w, function);
  for (size_t k = 0; k < w->made.count; ++k) {
    LLVMValueRef i = (LLVMValueRef)(uintptr_t)w->made.entries[k].key;
    if (LLVMIsAPHINode(i))
      complete_phi(w, i);
  }
  for (size_t k = 0; k < w->made.count; ++k) {
    LLVMValueRef i = (LLVMValueRef)(uintptr_t)w->made.entries[k].key;
    LLVMReplaceAllUsesWith(i, LLVMGetPoison(LLVMTypeOf(i)));
    LLVMInstructionEraseFromParent(i);
  }
}

qn_status qn_spirv_widen_integers(qn_unit *unit, qn_diag *diag) {
  QN_EACH_FUNCTION (function, unit->module) {
    bool found = false;
    if (!LLVMIsDeclaration(function))
      QN_TRY(look(function, &found, diag));
    if (!found)
      continue;
    widening w = {.c = unit->context,
                  .b = LLVMCreateBuilderInContext(unit->context),
                  .diag = diag};
    widen_function(&w, function);
    LLVMDisposeBuilder(w.b);
    qn_map_finish(&w.made);
    if (w.failed)
      return qn_fail_memory(diag, "integers of other widths");
  }
  return qn_ok();
}
