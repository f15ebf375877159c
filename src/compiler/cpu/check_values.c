// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/check_values.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "compiler/contract/functions.h"
#include "compiler/cpu/check.h"
#include "compiler/cpu/context.h"
#include "compiler/cpu/shadow.h"
#include "quern/cpu_abi.h"

enum {
  COMPUTED = 1,      // of a value: it was made of others, not only moved
  PARAMETERS_MAX = 9 // that are followed into functions; 0 is what they return
};

typedef struct values {
  qn_cpu_checker *c;
  LLVMValueRef function;
  qn_cpu_shadows shadows;
  qn_map doubted; // values that may come from there: to 0 or COMPUTED
  qn_map sites;   // loads that values come from: to numbers from 1 on
  qn_map done;    // blocks
  qn_map order;   // instructions that may run, operands first
  qn_diag *diag;
} values;

static LLVMModuleRef module_of(const values *v) { return v->c->unit->module; }

static LLVMTypeRef shadow_type(const values *v, LLVMValueRef value) {
  return qn_cpu_shadow_type(module_of(v), LLVMTypeOf(value));
}

static uint64_t bits_of(const values *v, LLVMTypeRef type) {
  return LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(module_of(v)), type);
}

// ---- The order of instructions

static qn_status visit(values *v, LLVMBasicBlockRef block, qn_map *stack) {
  if (qn_map_find(&v->done, (uintptr_t)block))
    return qn_ok();
  QN_TRY(qn_map_put(&v->done, (uintptr_t)block, 0, v->diag));
  return qn_map_put(stack, (uintptr_t)block, 0, v->diag);
}

// Blocks in the reverse order of when a walk from the first one leaves them: a
// block comes behind all that dominate it. `left` gets them as they are left.
static qn_status walk_blocks(values *v, qn_map *stack, qn_map *left) {
  QN_TRY(visit(v, LLVMGetEntryBasicBlock(v->function), stack));
  while (stack->count) {
    qn_map_entry *top = &stack->entries[stack->count - 1];
    LLVMBasicBlockRef block = (LLVMBasicBlockRef)(uintptr_t)top->key;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    if (last && top->value < LLVMGetNumSuccessors(last)) {
      const unsigned next = (unsigned)top->value++;
      QN_TRY(visit(v, LLVMGetSuccessor(last, next), stack));
    } else {
      QN_TRY(qn_map_put(left, (uintptr_t)block, 0, v->diag));
      (void)qn_map_remove(stack, (uintptr_t)block);
    }
  }
  return qn_ok();
}

static qn_status order_instructions(values *v) {
  qn_map stack = {0}, left = {0};
  qn_status status = walk_blocks(v, &stack, &left);
  for (size_t k = left.count; k-- > 0 && !qn_failed(status);)
    QN_EACH_INSTRUCTION (i, (LLVMBasicBlockRef)(uintptr_t)left.entries[k].key)
      if (!qn_failed(status))
        status = qn_map_put(&v->order, (uintptr_t)i, 0, v->diag);
  qn_map_finish(&stack);
  qn_map_finish(&left);
  return status;
}

static LLVMValueRef at(const qn_map *map, size_t index) {
  return (LLVMValueRef)(uintptr_t)map->entries[index].key;
}

// ---- Where values come from

static bool is_whole_bytes(const values *v, LLVMTypeRef type) {
  enum { BITS_MAX = 512 };
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(module_of(v));
  const uint64_t bits = LLVMSizeOfTypeInBits(td, type);
  return bits && bits <= BITS_MAX && bits == 8 * LLVMStoreSizeOfType(td, type);
}

// Whether memory at an address may be such that nobody wrote it, and is
// watched.
static bool is_watched(const values *v, LLVMValueRef address) {
  const qn_cpu_object o = qn_cpu_object_of(v->c, address);
  if (!o.base)
    return true;
  return o.space == QN_CHECK_SHARED ||
         (o.space == QN_CHECK_LOCAL &&
          qn_map_find(&v->c->marks, (uintptr_t)o.base));
}

static bool is_source(const values *v, LLVMValueRef load) {
  return LLVMIsALoadInst(load) && !qn_cpu_is_context(load) &&
         shadow_type(v, load) && is_whole_bytes(v, LLVMTypeOf(load)) &&
         is_watched(v, LLVMGetOperand(load, 0));
}

// A function of the module that takes shadows along with its arguments.
static LLVMValueRef followed_callee(LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return callee && !LLVMIsDeclaration(callee) && LLVMCountParams(callee) &&
                 qn_cpu_has_context(callee) && !qn_ir_is_kernel(callee)
             ? callee
             : NULL;
}

static bool is_passed(const values *v, LLVMValueRef value) {
  return shadow_type(v, value) && bits_of(v, LLVMTypeOf(value)) <= 64;
}

static qn_status doubt(values *v, LLVMValueRef value) {
  return qn_map_find(&v->doubted, (uintptr_t)value)
             ? qn_ok()
             : qn_map_put(&v->doubted, (uintptr_t)value, 0, v->diag);
}

static qn_status find_sources(values *v) {
  enum { SITES_MAX = 0xffff };
  if (!qn_ir_is_kernel(v->function))
    for (unsigned k = 1; k < LLVMCountParams(v->function) && k < PARAMETERS_MAX;
         ++k)
      if (is_passed(v, LLVMGetParam(v->function, k)) &&
          !qn_ir_pointee(v->function, k))
        QN_TRY(doubt(v, LLVMGetParam(v->function, k)));
  for (size_t k = 0; k < v->order.count; ++k) {
    LLVMValueRef i = at(&v->order, k);
    if (is_source(v, i)) {
      QN_TRY(qn_map_put(&v->sites, (uintptr_t)i, v->sites.count % SITES_MAX + 1,
                        v->diag));
      QN_TRY(doubt(v, i));
    } else if (followed_callee(i) && is_passed(v, i)) {
      QN_TRY(doubt(v, i));
    }
  }
  return qn_ok();
}

// All values that are made of such ones.
static qn_status spread_doubt(values *v) {
  for (size_t k = 0; k < v->doubted.count; ++k)
    for (LLVMUseRef use = LLVMGetFirstUse(at(&v->doubted, k)); use;
         use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (LLVMIsAInstruction(user) && qn_map_find(&v->order, (uintptr_t)user) &&
          qn_cpu_shadow_follows(user) && shadow_type(v, user))
        QN_TRY(doubt(v, user));
    }
  return qn_ok();
}

static bool becomes_computed(const values *v, LLVMValueRef i) {
  if (!LLVMIsAInstruction(i) || !qn_cpu_shadow_follows(i))
    return false;
  if (qn_cpu_shadow_computes(i))
    return true;
  for (int k = 0; k < LLVMGetNumOperands(i); ++k) {
    const uint64_t *of =
        qn_map_find(&v->doubted, (uintptr_t)LLVMGetOperand(i, (unsigned)k));
    if (of && *of & COMPUTED)
      return true;
  }
  return false;
}

static void find_computed(values *v) {
  for (bool again = true; again;) {
    again = false;
    for (size_t k = 0; k < v->doubted.count; ++k) {
      uint64_t *how = &v->doubted.entries[k].value;
      if (*how & COMPUTED || !becomes_computed(v, at(&v->doubted, k)))
        continue;
      *how |= COMPUTED;
      again = true;
    }
  }
}

// ---- Shadows of memory and of arguments

static LLVMTypeRef number_type(const values *v, uint64_t bits) {
  return LLVMIntTypeInContext(v->c->unit->context, (unsigned)bits);
}

// The address some bytes on; NULL and constant null stay.
static LLVMValueRef behind(const values *v, LLVMValueRef address,
                           uint64_t bytes) {
  LLVMValueRef offset = qn_cpu_number64(v->c, bytes);
  return !bytes || LLVMIsNull(address)
             ? address
             : LLVMBuildGEP2(v->c->builder, number_type(v, 8), address, &offset,
                             1, "");
}

// Bytes of a local array's shadow, 8 at most, as a number, and the call that
// notes where they are read.
static LLVMValueRef load_local(values *v, LLVMValueRef load,
                               const qn_cpu_object *o, uint64_t at,
                               uint64_t bytes) {
  LLVMBuilderRef b = v->c->builder;
  LLVMTypeRef i64 = number_type(v, 64);
  LLVMValueRef address = LLVMGetOperand(load, 0);
  const uint64_t *site = qn_map_find(&v->sites, (uintptr_t)load);
  LLVMValueRef from = qn_cpu_shadow_at(v->c, address);
  LLVMValueRef offset = qn_cpu_offset_of(v->c, address, 1);
  if (!from || !offset)
    return qn_cpu_number64(v->c, 0);
  LLVMValueRef got =
      LLVMBuildLoad2(b, number_type(v, 8 * bytes), behind(v, from, at), "");
  LLVMSetAlignment(got, at ? 1 : LLVMGetAlignment(load));
  got = LLVMBuildIntCast2(b, got, i64, false, "");
  LLVMValueRef arguments[] = {
      qn_cpu_context_of(v->function),
      got,
      qn_cpu_number64(v->c, bytes),
      qn_cpu_number32(v->c, site ? *site : 0),
      LLVMBuildAdd(b, offset, qn_cpu_number64(v->c, at), ""),
      qn_cpu_name_of(v->c, o->base)};
  qn_cpu_finish_call(qn_devlib_call(b, QN_DEVLIB_CHECK_LOCAL, arguments, 6),
                     load);
  return got;
}

// Bytes of what is loaded, 8 at most, from an offset on.
static LLVMValueRef load_part(values *v, LLVMValueRef load,
                              const qn_cpu_object *o, uint64_t at,
                              uint64_t bytes) {
  LLVMValueRef address = LLVMGetOperand(load, 0);
  const uint64_t *site = qn_map_find(&v->sites, (uintptr_t)load);
  LLVMValueRef none =
      LLVMConstPointerNull(LLVMPointerTypeInContext(v->c->unit->context, 0));
  if (o->base && o->space == QN_CHECK_LOCAL)
    return load_local(v, load, o, at, bytes);
  LLVMValueRef arguments[] = {qn_cpu_context_of(v->function),
                              behind(v, qn_cpu_plain(v->c, address), at),
                              qn_cpu_number64(v->c, bytes),
                              qn_cpu_number32(v->c, site ? *site : 0),
                              o->base ? qn_cpu_plain(v->c, o->base) : none,
                              o->base ? qn_cpu_name_of(v->c, o->base) : none};
  LLVMValueRef got =
      qn_devlib_call(v->c->builder, QN_DEVLIB_CHECK_SHADOW, arguments, 6);
  qn_cpu_finish_call(got, load);
  return got;
}

static LLVMValueRef shifted(const values *v, LLVMOpcode opcode,
                            LLVMValueRef value, uint64_t by) {
  return by ? LLVMBuildBinOp(v->c->builder, opcode, value,
                             LLVMConstInt(LLVMTypeOf(value), by, false), "")
            : value;
}

// Vectors are put together by their elements, as those of packets are taken
// apart to: 0 for others, and for elements that are not of whole bytes.
static uint64_t element_bits(const values *v, LLVMTypeRef shadow) {
  if (LLVMGetTypeKind(shadow) != LLVMVectorTypeKind)
    return 0;
  const uint64_t bits = bits_of(v, LLVMGetElementType(shadow));
  return bits <= 64 && bits >= 8 && !(bits & (bits - 1)) ? bits : 0;
}

static LLVMValueRef load_elements(values *v, LLVMValueRef load,
                                  const qn_cpu_object *o, LLVMTypeRef type) {
  LLVMBuilderRef b = v->c->builder;
  const uint64_t own = element_bits(v, type), bits = bits_of(v, type);
  LLVMValueRef all = LLVMConstNull(type), part = NULL;
  for (uint64_t at = 0; at < bits; at += own) {
    if (at % 64 == 0)
      part =
          load_part(v, load, o, at / 8, (bits - at < 64 ? bits - at : 64) / 8);
    LLVMValueRef one = LLVMBuildIntCast2(b, shifted(v, LLVMLShr, part, at % 64),
                                         LLVMGetElementType(type), false, "");
    all = LLVMBuildInsertElement(b, all, one, qn_cpu_number32(v->c, at / own),
                                 "");
  }
  return all;
}

static LLVMValueRef load_shadow(values *v, LLVMValueRef load) {
  LLVMBuilderRef b = v->c->builder;
  const qn_cpu_object o = qn_cpu_object_of(v->c, LLVMGetOperand(load, 0));
  const uint64_t bits = bits_of(v, LLVMTypeOf(load));
  LLVMTypeRef whole = number_type(v, bits);
  LLVMValueRef all = NULL;
  if (element_bits(v, shadow_type(v, load)))
    return load_elements(v, load, &o, shadow_type(v, load));
  for (uint64_t done = 0; done < bits; done += 64) {
    LLVMValueRef got = load_part(v, load, &o, done / 8,
                                 (bits - done < 64 ? bits - done : 64) / 8);
    got =
        shifted(v, LLVMShl, LLVMBuildIntCast2(b, got, whole, false, ""), done);
    all = all ? LLVMBuildOr(b, all, got, "") : got;
  }
  return LLVMBuildBitCast(b, all, shadow_type(v, load), "");
}

// A shadow of up to 64 bits as a number, and back.
static LLVMValueRef as_number(const values *v, LLVMValueRef shadow) {
  LLVMBuilderRef b = v->c->builder;
  const uint64_t bits = bits_of(v, LLVMTypeOf(shadow));
  shadow = LLVMBuildBitCast(b, shadow, number_type(v, bits), "");
  return LLVMBuildIntCast2(b, shadow, number_type(v, 64), false, "");
}

static LLVMValueRef passed_shadow(values *v, LLVMValueRef value, unsigned k,
                                  LLVMValueRef instruction) {
  LLVMBuilderRef b = v->c->builder;
  LLVMValueRef arguments[] = {qn_cpu_context_of(v->function),
                              qn_cpu_number32(v->c, k)};
  LLVMValueRef got = qn_devlib_call(b, QN_DEVLIB_CHECK_PASSED, arguments, 2);
  if (instruction)
    qn_cpu_finish_call(got, instruction);
  got = LLVMBuildIntCast2(b, got, number_type(v, bits_of(v, LLVMTypeOf(value))),
                          false, "");
  return LLVMBuildBitCast(b, got, shadow_type(v, value), "");
}

static void pass_shadow(values *v, LLVMValueRef value, unsigned k,
                        LLVMValueRef instruction) {
  LLVMValueRef shadow = qn_cpu_shadow_of(&v->shadows, value);
  LLVMValueRef arguments[] = {
      qn_cpu_context_of(v->function), qn_cpu_number32(v->c, k),
      shadow ? as_number(v, shadow) : qn_cpu_number64(v->c, 0)};
  qn_cpu_finish_call(
      qn_devlib_call(v->c->builder, QN_DEVLIB_CHECK_PASS, arguments, 3),
      instruction);
}

// ---- Shadows of all values

static qn_status keep(values *v, LLVMValueRef value, LLVMValueRef shadow) {
  return qn_map_put(&v->shadows.of, (uintptr_t)value, (uintptr_t)shadow,
                    v->diag);
}

static qn_status shade_parameters(values *v) {
  LLVMBuilderRef b = v->c->builder;
  LLVMValueRef first =
      LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(v->function));
  while (LLVMIsAAllocaInst(first))
    first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBefore(b, first);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(first));
  for (unsigned k = 1; k < LLVMCountParams(v->function) && k < PARAMETERS_MAX;
       ++k) {
    LLVMValueRef value = LLVMGetParam(v->function, k);
    if (qn_map_find(&v->doubted, (uintptr_t)value))
      QN_TRY(keep(v, value, passed_shadow(v, value, k, first)));
  }
  return qn_ok();
}

static qn_status shade(values *v, LLVMValueRef i) {
  LLVMBuilderRef b = v->c->builder;
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
  if (LLVMIsAPHINode(i)) {
    LLVMPositionBuilderBefore(b, i);
    return keep(v, i, LLVMBuildPhi(b, shadow_type(v, i), ""));
  }
  LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(i));
  if (LLVMIsALoadInst(i))
    return keep(v, i, load_shadow(v, i));
  if (followed_callee(i))
    return keep(v, i, passed_shadow(v, i, 0, i));
  return keep(v, i, qn_cpu_shadow_build(&v->shadows, i));
}

static void finish_phi(values *v, LLVMValueRef phi) {
  LLVMValueRef shadow = qn_cpu_shadow_of(&v->shadows, phi);
  for (unsigned k = 0; shadow && k < LLVMCountIncoming(phi); ++k) {
    LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, k);
    LLVMValueRef of =
        qn_cpu_shadow_of(&v->shadows, LLVMGetIncomingValue(phi, k));
    of = of ? of : LLVMConstNull(LLVMTypeOf(shadow));
    LLVMAddIncoming(shadow, &of, &block, 1);
  }
}

static qn_status shade_all(values *v) {
  QN_TRY(shade_parameters(v));
  for (size_t k = 0; k < v->order.count; ++k)
    if (qn_map_find(&v->doubted, (uintptr_t)at(&v->order, k)))
      QN_TRY(shade(v, at(&v->order, k)));
  for (size_t k = 0; k < v->order.count; ++k)
    if (LLVMIsAPHINode(at(&v->order, k)))
      finish_phi(v, at(&v->order, k));
  return qn_ok();
}

// ---- Uses

// The numbers of the loads that a value comes from, up to four, of 16 bits
// each.
static uint64_t sites_of(const values *v, LLVMValueRef value) {
  enum { NODES_MAX = 64, SITES = 4 };
  LLVMValueRef nodes[NODES_MAX] = {value};
  unsigned count = 1, found = 0;
  uint64_t sites = 0;
  for (unsigned n = 0; n < count && found < SITES; ++n) {
    const uint64_t *site = qn_map_find(&v->sites, (uintptr_t)nodes[n]);
    if (site)
      sites |= *site << 16 * found++;
    const bool goes_on = !site && LLVMIsAInstruction(nodes[n]);
    for (int k = 0; goes_on && k < LLVMGetNumOperands(nodes[n]); ++k) {
      LLVMValueRef operand = LLVMGetOperand(nodes[n], (unsigned)k);
      bool known = !qn_map_find(&v->doubted, (uintptr_t)operand);
      for (unsigned m = 0; m < count && !known; ++m)
        known = nodes[m] == operand;
      if (!known && count < NODES_MAX)
        nodes[count++] = operand;
    }
  }
  return sites;
}

static LLVMValueRef sites_number(const values *v, LLVMValueRef value) {
  return qn_cpu_number64(v->c, sites_of(v, value));
}

// The instruction does something by the value.
static void use(values *v, LLVMValueRef instruction, LLVMValueRef value) {
  LLVMBuilderRef b = v->c->builder;
  LLVMValueRef shadow = qn_cpu_shadow_of(&v->shadows, value);
  if (!shadow)
    return;
  LLVMPositionBuilderBefore(b, instruction);
  LLVMValueRef any = qn_cpu_shadow_any(&v->shadows, shadow);
  LLVMValueRef arguments[] = {
      qn_cpu_context_of(v->function),
      LLVMBuildIntCast2(b, any, number_type(v, 64), false, ""),
      sites_number(v, value)};
  qn_cpu_finish_call(qn_devlib_call(b, QN_DEVLIB_CHECK_VALUE, arguments, 3),
                     instruction);
}

// 64 bits of a shadow at most, from a multiple of that on.
static LLVMValueRef part_of(const values *v, LLVMValueRef shadow, uint64_t at) {
  LLVMBuilderRef b = v->c->builder;
  const uint64_t own = element_bits(v, LLVMTypeOf(shadow));
  const uint64_t bits = bits_of(v, LLVMTypeOf(shadow));
  LLVMTypeRef i64 = number_type(v, 64);
  LLVMValueRef all = NULL;
  if (!own) {
    shadow = LLVMBuildBitCast(b, shadow, number_type(v, bits), "");
    return LLVMBuildIntCast2(b, shifted(v, LLVMLShr, shadow, at), i64, false,
                             "");
  }
  for (uint64_t done = 0; done < 64 && at + done < bits; done += own) {
    LLVMValueRef one = LLVMBuildExtractElement(
        b, shadow, qn_cpu_number32(v->c, (at + done) / own), "");
    one = LLVMBuildIntCast2(b, one, i64, false, "");
    one = shifted(v, LLVMShl, one, done);
    all = all ? LLVMBuildOr(b, all, one, "") : one;
  }
  return all;
}

static void put_local(values *v, LLVMValueRef store, LLVMValueRef to,
                      LLVMValueRef part, uint64_t at, uint64_t bytes) {
  LLVMBuilderRef b = v->c->builder;
  LLVMValueRef made = LLVMBuildStore(
      b, LLVMBuildIntCast2(b, part, number_type(v, 8 * bytes), false, ""),
      behind(v, to, at));
  LLVMSetAlignment(made, at ? 1 : LLVMGetAlignment(store));
}

static void put_part(values *v, LLVMValueRef store, LLVMValueRef shadow,
                     uint64_t at) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  LLVMValueRef address = LLVMGetOperand(store, 1);
  const uint64_t bits = bits_of(v, LLVMTypeOf(shadow)) - at;
  const uint64_t bytes = (bits < 64 ? bits : 64) / 8;
  const uint64_t *how = qn_map_find(&v->doubted, (uintptr_t)value);
  LLVMValueRef local = qn_cpu_shadow_at(v->c, address);
  LLVMValueRef part = part_of(v, shadow, at);
  if (local) {
    put_local(v, store, local, part, at / 8, bytes);
    return;
  }
  LLVMValueRef arguments[] = {qn_cpu_context_of(v->function),
                              behind(v, qn_cpu_plain(v->c, address), at / 8),
                              qn_cpu_number64(v->c, bytes),
                              part,
                              qn_cpu_number32(v->c, how ? *how & COMPUTED : 0),
                              sites_number(v, value)};
  qn_cpu_finish_call(
      qn_devlib_call(v->c->builder, QN_DEVLIB_CHECK_STORED, arguments, 6),
      store);
}

// Behind the store, whose own check makes all of it written.
static void put(values *v, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  LLVMValueRef address = LLVMGetOperand(store, 1);
  LLVMValueRef shadow = qn_cpu_shadow_of(&v->shadows, value);
  const qn_cpu_object o = qn_cpu_object_of(v->c, address);
  if (!shadow || !qn_map_find(&v->doubted, (uintptr_t)value) ||
      !is_whole_bytes(v, LLVMTypeOf(value)) ||
      (o.base && o.space == QN_CHECK_LOCAL && !is_watched(v, address)))
    return;
  LLVMPositionBuilderBefore(v->c->builder, LLVMGetNextInstruction(store));
  for (uint64_t at = 0; at < bits_of(v, LLVMTypeOf(shadow)); at += 64)
    put_part(v, store, shadow, at);
}

static void pass_arguments(values *v, LLVMValueRef call) {
  LLVMValueRef callee = followed_callee(call);
  LLVMPositionBuilderBefore(v->c->builder, call);
  for (unsigned k = 1; callee && k < LLVMGetNumArgOperands(call) &&
                       k < LLVMCountParams(callee) && k < PARAMETERS_MAX;
       ++k)
    if (is_passed(v, LLVMGetParam(callee, k)) && !qn_ir_pointee(callee, k))
      pass_shadow(v, LLVMGetOperand(call, k), k, call);
}

static void pass_result(values *v, LLVMValueRef last) {
  LLVMValueRef value =
      LLVMGetNumOperands(last) ? LLVMGetOperand(last, 0) : NULL;
  if (!value || qn_ir_is_kernel(v->function) || !is_passed(v, value))
    return;
  LLVMPositionBuilderBefore(v->c->builder, last);
  pass_shadow(v, value, 0, last);
}

static void watch_uses(values *v, LLVMValueRef i) {
  LLVMSetCurrentDebugLocation2(v->c->builder, LLVMInstructionGetDebugLoc(i));
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMBr:
    if (LLVMIsConditional(i))
      use(v, i, LLVMGetCondition(i));
    break;
  case LLVMSwitch:
  case LLVMLoad:
    use(v, i, LLVMGetOperand(i, 0));
    break;
  case LLVMStore:
    use(v, i, LLVMGetOperand(i, 1));
    put(v, i);
    break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    for (int k = 0; k < LLVMGetNumOperands(i); ++k)
      use(v, i, LLVMGetOperand(i, (unsigned)k));
    break;
  case LLVMRet:
    pass_result(v, i);
    break;
  case LLVMCall:
    pass_arguments(v, i);
    break;
  default:
    break;
  }
}

static qn_status check_all(values *v) {
  QN_TRY(qn_cpu_mark_arrays(v->c, v->function, v->diag));
  QN_TRY(order_instructions(v));
  QN_TRY(find_sources(v));
  QN_TRY(spread_doubt(v));
  find_computed(v);
  QN_TRY(shade_all(v));
  for (size_t k = 0; k < v->order.count; ++k)
    watch_uses(v, at(&v->order, k));
  return qn_ok();
}

// ---- Packets

bool qn_cpu_follows_values(const qn_unit *unit) {
  return qn_cpu_checks_in(unit) & QN_CPU_CHECK_INIT;
}

static bool calls_others(LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (qn_ir_is_indirect_call(i) || followed_callee(i))
        return true;
  return false;
}

// LLVM takes a minute for twice as many.
enum { CHECKS_MAX = 400 };

const char *qn_cpu_refuse_values(LLVMValueRef item) {
  unsigned count = 0;
  if (calls_others(item))
    return "calls of functions under --check=init";
  QN_EACH_BLOCK (block, item)
    QN_EACH_INSTRUCTION (i, block)
      count += qn_devlib_is_check(qn_devlib_called_by(i));
  return count > CHECKS_MAX
             ? "its size, more than 400 checks under --check=init"
             : NULL;
}

static bool passes_shadows(LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (qn_devlib_called_by(i) == QN_DEVLIB_CHECK_PASS)
        return true;
  return false;
}

// A shadow on its way, in a variable by its number: what is there is taken.
static void forward(LLVMBuilderRef b, LLVMValueRef i, LLVMValueRef variable) {
  const qn_devlib_function function = qn_devlib_called_by(i);
  if (function != QN_DEVLIB_CHECK_PASS && function != QN_DEVLIB_CHECK_PASSED)
    return;
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(i)));
  LLVMValueRef index = LLVMGetOperand(i, 1);
  LLVMPositionBuilderBefore(b, i);
  LLVMValueRef place = LLVMBuildInBoundsGEP2(b, i64, variable, &index, 1, "");
  LLVMValueRef left = LLVMConstNull(i64);
  if (function == QN_DEVLIB_CHECK_PASSED)
    LLVMReplaceAllUsesWith(i, LLVMBuildLoad2(b, i64, place, ""));
  else
    left = LLVMGetOperand(i, 2);
  LLVMBuildStore(b, left, place);
  LLVMInstructionEraseFromParent(i);
}

static void forward_in(LLVMValueRef item) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(item));
  LLVMTypeRef type =
      LLVMArrayType2(LLVMInt64TypeInContext(context), PARAMETERS_MAX);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(
      b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(item)));
  LLVMValueRef variable = LLVMBuildAlloca(b, type, "quern.passed");
  LLVMBuildStore(b, LLVMConstNull(type), variable);
  QN_EACH_BLOCK (block, item)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      forward(b, i, variable);
    }
  LLVMDisposeBuilder(b);
}

bool qn_cpu_forward_shadows(LLVMModuleRef module) {
  bool any = false;
  QN_EACH_FUNCTION (function, module)
    if (qn_str_starts(qn_ir_name(function), QN_STR("quern.item")) &&
        passes_shadows(function) && !calls_others(function)) {
      forward_in(function);
      any = true;
    }
  return any;
}

qn_status qn_cpu_check_values(qn_cpu_checker *c, LLVMValueRef function,
                              qn_diag *diag) {
  values v = {.c = c,
              .function = function,
              .shadows = {.builder = c->builder, .module = c->unit->module},
              .diag = diag};
  const qn_status status = check_all(&v);
  qn_map_finish(&v.shadows.of);
  qn_map_finish(&v.doubted);
  qn_map_finish(&v.sites);
  qn_map_finish(&v.done);
  qn_map_finish(&v.order);
  return status;
}
