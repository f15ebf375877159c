// SPDX-License-Identifier: Apache-2.0
// Memory accesses of a packet: one scalar, a vector, or gathers and scatters.
#include <llvm-c/Target.h>
#include <stdio.h>

#include "compiler/spmd/emit/emit.h"
#include "compiler/contract/functions.h"
#include "quern/cpu_abi.h"

enum { STREAM_ALIGNMENT = 32 }; // bytes of a streaming store

// ---- What kind of access

typedef enum access_kind {
  ACCESS_SCALAR,    // one address for all lanes
  ACCESS_ROW,       // lanes at consecutive addresses
  ACCESS_DIVERGENT, // an address for each lane
  ACCESS_LANES,     // one lane after another
} access_kind;

// Types whose vectors have the same layout in memory as an array.
static bool has_rows(const qn_spmd_emitter *e, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMPointerTypeKind: {
    const uint64_t bits = LLVMSizeOfTypeInBits(e->layout, type);
    return bits >= 8 && bits <= 64 && (bits & (bits - 1)) == 0;
  }
  default:
    return false;
  }
}

static access_kind kind_of(const qn_spmd_emitter *e, LLVMValueRef i,
                           LLVMValueRef address, LLVMTypeRef type) {
  const qn_spmd_shape shape = qn_spmd_shape_of(e->shapes, address);
  if (shape.kind == QN_SPMD_UNIFORM)
    return ACCESS_SCALAR;
  if (LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic ||
      !has_rows(e, type))
    return ACCESS_LANES;
  return qn_spmd_is_strided(shape) &&
                 shape.stride == (int64_t)LLVMABISizeOfType(e->layout, type)
             ? ACCESS_ROW
             : ACCESS_DIVERGENT;
}

void qn_spmd_copy_metadata(const qn_spmd_emitter *e, LLVMValueRef from,
                           LLVMValueRef to) {
  static const char *const kinds[] = {"tbaa", "alias.scope", "noalias",
                                      "invariant.load", "nontemporal"};
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); ++i) {
    const unsigned id = qn_ir_metadata_kind(e->context, kinds[i]);
    LLVMValueRef node = LLVMGetMetadata(from, id);
    if (node && LLVMIsAInstruction(to))
      LLVMSetMetadata(to, id, node);
  }
}

static void set_nontemporal(const qn_spmd_emitter *e, LLVMValueRef store) {
  LLVMMetadataRef one = LLVMValueAsMetadata(qn_spmd_int(e, e->i32, 1));
  LLVMSetMetadata(store, qn_ir_metadata_kind(e->context, "nontemporal"),
                  LLVMMetadataAsValue(
                      e->context, LLVMMDNodeInContext2(e->context, &one, 1)));
}

void qn_spmd_set_alignment(const qn_spmd_emitter *e, LLVMValueRef call,
                           unsigned parameter, unsigned alignment) {
  const unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
  LLVMAddCallSiteAttribute(
      call, parameter + 1,
      LLVMCreateEnumAttribute(e->context, kind, alignment));
}

static LLVMValueRef base_of(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address))
    address = LLVMGetOperand(address, 0);
  return address;
}

bool qn_spmd_is_group_memory(LLVMValueRef address) {
  return qn_spmd_context_field(base_of(address)) == QN_ITEM_SHARED;
}

bool qn_spmd_is_by_argument(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address) || LLVMIsAAddrSpaceCastInst(address))
    address = LLVMGetOperand(address, 0);
  if (!LLVMIsALoadInst(address) || LLVMGetVolatile(address))
    return false;
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(address));
  return base_of(LLVMGetOperand(address, 0)) == LLVMGetParam(function, 1);
}

// Keeps LLVM from turning a load, a select and a store into a masked store, on
// machines where it does.
static LLVMValueRef hide_load(qn_spmd_emitter *e, LLVMValueRef loaded) {
  LLVMTypeRef type = LLVMTypeOf(loaded);
  LLVMTypeRef element = LLVMGetElementType(type);
  const LLVMTypeKind kind = LLVMGetTypeKind(element);
  const uint64_t bits = LLVMSizeOfTypeInBits(e->layout, element);
  if (bits < 32 || kind == LLVMPointerTypeKind || !e->machine.fuses_choices)
    return loaded;
  return qn_ir_fence_words(e->b, loaded, (unsigned)bits);
}

// ---- Rows under masks that the machine does not have for memory

// LLVM makes a branch for each lane, at each access: they are functions, one
// for each size and number of elements. Loads have no value then.
static LLVMValueRef declare_lanes(qn_spmd_emitter *e, const char *name,
                                  LLVMTypeRef type, bool loads) {
  LLVMTypeRef bits = LLVMIntTypeInContext(e->context, e->width);
  LLVMTypeRef loading[] = {e->pointer, bits};
  LLVMTypeRef storing[] = {type, e->pointer, bits};
  LLVMTypeRef result = loads ? type : LLVMVoidTypeInContext(e->context);
  LLVMValueRef made =
      LLVMAddFunction(e->module, name,
                      LLVMFunctionType(result, loads ? loading : storing,
                                       loads ? 2 : 3, false));
  // Of LLVM's memory effects: reads, or writes, what arguments point to.
  const unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
  LLVMAddAttributeAtIndex(
      made, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
      LLVMCreateEnumAttribute(e->context, kind, loads ? 1 : 2));
  LLVMSetLinkage(made, LLVMInternalLinkage);
  qn_ir_add_flag(made, "noinline");
  // Registers that a call spills are those of the code around it, not of loops
  // over whole packets.
  qn_ir_add_flag(made, "cold");
  qn_ir_add_flag(made, "nounwind");
  qn_ir_add_flag(made, "willreturn");
  return made;
}

static void define_lanes(qn_spmd_emitter *e, LLVMValueRef made,
                         LLVMTypeRef type, unsigned alignment, bool loads) {
  LLVMBuilderRef kept = e->b;
  LLVMTypeRef types[] = {type, e->pointer};
  e->b = LLVMCreateBuilderInContext(e->context);
  LLVMPositionBuilderAtEnd(e->b,
                           LLVMAppendBasicBlockInContext(e->context, made, ""));
  LLVMValueRef mask = LLVMBuildBitCast(e->b, LLVMGetParam(made, loads ? 1 : 2),
                                       qn_spmd_mask_type(e), "");
  LLVMValueRef loading[] = {LLVMGetParam(made, 0), mask, LLVMGetPoison(type)};
  LLVMValueRef storing[] = {LLVMGetParam(made, 0),
                            loads ? NULL : LLVMGetParam(made, 1), mask};
  LLVMValueRef access =
      qn_spmd_intrinsic(e, loads ? "llvm.masked.load" : "llvm.masked.store",
                        qn_spmd_types(types, 2), loads ? loading : storing, 3);
  qn_spmd_set_alignment(e, access, loads ? 0 : 1, alignment);
  if (loads)
    LLVMBuildRet(e->b, access);
  else
    LLVMBuildRetVoid(e->b);
  LLVMDisposeBuilder(e->b);
  e->b = kept;
}

// Loads (`value` NULL), or stores, the elements of active lanes by a function;
// NULL where the machine has masks for them.
static LLVMValueRef access_lanes(qn_spmd_emitter *e, LLVMTypeRef type,
                                 unsigned alignment, LLVMValueRef address,
                                 LLVMValueRef value, LLVMValueRef mask) {
  LLVMTypeRef element = LLVMGetElementType(type);
  const unsigned bits = (unsigned)LLVMSizeOfTypeInBits(e->layout, element);
  char name[64];
  if (bits >= e->machine.mask_memory || e->rows > 1 ||
      LLVMGetTypeKind(element) == LLVMPointerTypeKind)
    return NULL;
  LLVMTypeRef whole =
      LLVMVectorType(LLVMIntTypeInContext(e->context, bits), e->width);
  snprintf(name, sizeof(name), "quern.%s.%ux%u.%u", value ? "store" : "load",
           e->width, bits, alignment);
  LLVMValueRef made = LLVMGetNamedFunction(e->module, name);
  if (!made) {
    made = declare_lanes(e, name, whole, !value);
    define_lanes(e, made, whole, alignment, !value);
  }
  LLVMValueRef lanes = qn_spmd_mask_bits(e, mask);
  LLVMValueRef args[] = {address, lanes, NULL};
  if (value) {
    args[0] = LLVMBuildBitCast(e->b, value, whole, "");
    args[1] = address;
    args[2] = lanes;
  }
  LLVMValueRef call = LLVMBuildCall2(e->b, LLVMGlobalGetValueType(made), made,
                                     args, value ? 3 : 2, "");
  return value ? call : LLVMBuildBitCast(e->b, call, type, "");
}

// ---- Loads

LLVMValueRef qn_spmd_load_some(qn_spmd_emitter *e, LLVMValueRef i,
                               LLVMValueRef address, LLVMValueRef mask) {
  LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(i), e->columns);
  LLVMValueRef made;
  const bool is_whole =
      !mask || (e->rows == 1 && qn_spmd_is_group_memory(LLVMGetOperand(i, 0)));
  made = is_whole
             ? NULL
             : access_lanes(e, type, LLVMGetAlignment(i), address, NULL, mask);
  if (made)
    return made;
  if (is_whole) {
    made = LLVMBuildLoad2(e->b, type, address, "");
    LLVMSetAlignment(made, LLVMGetAlignment(i));
  } else {
    LLVMTypeRef types[] = {type, e->pointer};
    LLVMValueRef args[] = {address, mask, LLVMGetPoison(type)};
    made = qn_spmd_intrinsic(e, "llvm.masked.load", qn_spmd_types(types, 2),
                             args, 3);
    qn_spmd_set_alignment(e, made, 0, LLVMGetAlignment(i));
  }
  qn_spmd_copy_metadata(e, i, made);
  return made;
}

// The columns that are active in any row, when rows have one address; NULL:
// all.
static LLVMValueRef mask_of_columns(qn_spmd_emitter *e) {
  LLVMValueRef any = e->mask ? qn_spmd_cut_row(e, e->mask, 0) : NULL;
  for (unsigned r = 1; any && r < e->rows; ++r)
    any = LLVMBuildOr(e->b, any, qn_spmd_cut_row(e, e->mask, r), "");
  return any;
}

static LLVMValueRef load_of(qn_spmd_emitter *e, LLVMValueRef i,
                            LLVMValueRef mask) {
  return qn_spmd_load_some(e, i, qn_spmd_scalar(e, LLVMGetOperand(i, 0)), mask);
}

static LLVMValueRef load_row(qn_spmd_emitter *e, LLVMValueRef i) {
  LLVMValueRef rows[QN_SPMD_ROWS_MAX];
  if (qn_spmd_shape_of(e->shapes, LLVMGetOperand(i, 0)).kind ==
      QN_SPMD_LINEAR) {
    rows[0] = load_of(e, i, mask_of_columns(e));
    for (unsigned r = 1; r < e->rows; ++r)
      rows[r] = rows[0];
    return qn_spmd_join_rows(e, rows);
  }
  for (e->row = 0; e->row < e->rows; ++e->row)
    rows[e->row] =
        load_of(e, i, e->mask ? qn_spmd_cut_row(e, e->mask, e->row) : NULL);
  e->row = 0;
  return qn_spmd_join_rows(e, rows);
}

// The index in the block of the first lane of a row.
static LLVMValueRef linear_of_row(qn_spmd_emitter *e, LLVMTypeRef type,
                                  unsigned row) {
  LLVMValueRef base = qn_spmd_field(e, type, QN_ITEM_LINEAR);
  LLVMValueRef size = qn_spmd_field(e, type, QN_ITEM_BLOCK_DIM_X);
  return row == 0
             ? base
             : LLVMBuildAdd(
                   e->b, base,
                   LLVMBuildMul(e->b, size, qn_spmd_int(e, type, row), ""), "");
}

// The index along y of a row. It is at most 1,024, so the sum cannot wrap, and
// remains an index plus a constant when it is extended.
static LLVMValueRef index_of_row(qn_spmd_emitter *e, LLVMTypeRef type,
                                 int64_t field) {
  LLVMValueRef made = LLVMBuildNUWAdd(e->b, qn_spmd_field(e, type, field),
                                      qn_spmd_int(e, type, e->row), "");
  if (LLVMIsAInstruction(made))
    LLVMSetNSW(made, true);
  return made;
}

static void load_field_rows(qn_spmd_emitter *e, LLVMValueRef i, int64_t field) {
  LLVMTypeRef type = LLVMTypeOf(i);
  for (e->row = 0; e->row < e->rows; ++e->row)
    qn_spmd_define(e, i,
                   field == QN_ITEM_LINEAR ? linear_of_row(e, type, e->row)
                                           : index_of_row(e, type, field));
  e->row = 0;
}

static void load_field(qn_spmd_emitter *e, LLVMValueRef i, int64_t field) {
  const qn_spmd_kind kind = qn_spmd_shape_of(e->shapes, i).kind;
  if (kind == QN_SPMD_ROWS) {
    load_field_rows(e, i, field);
    return;
  }
  if (kind != QN_SPMD_VARYING) {
    qn_spmd_define(e, i, qn_spmd_field(e, LLVMTypeOf(i), field));
    return;
  }
  // The lane's number in its warp, in a packet that is no warp.
  LLVMValueRef lanes[64], rows[QN_SPMD_ROWS_MAX];
  for (unsigned k = 0; k < e->columns; ++k)
    lanes[k] = qn_spmd_int(e, LLVMTypeOf(i), k);
  for (unsigned r = 0; r < e->rows; ++r) {
    LLVMValueRef one = qn_spmd_splat_row(e, linear_of_row(e, LLVMTypeOf(i), r));
    rows[r] = LLVMBuildAdd(e->b, one, LLVMConstVector(lanes, e->columns), "");
  }
  LLVMValueRef all = qn_spmd_join_rows(e, rows);
  LLVMValueRef lowest =
      qn_spmd_splat(e, qn_spmd_int(e, LLVMTypeOf(i), QN_CPU_WARP_SIZE - 1));
  qn_spmd_define(e, i, LLVMBuildAnd(e->b, all, lowest, ""));
}

// A value that a row has in common, read only if the row has active lanes.
static LLVMValueRef load_of_row(qn_spmd_emitter *e, LLVMValueRef i) {
  if (!e->mask)
    return qn_spmd_clone(e, i);
  LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(i), 1);
  LLVMValueRef zero = qn_spmd_int(e, e->i32, 0);
  LLVMValueRef any = qn_spmd_any(e, qn_spmd_cut_row(e, e->mask, e->row));
  LLVMTypeRef types[] = {type, e->pointer};
  LLVMValueRef args[] = {
      qn_spmd_scalar(e, LLVMGetOperand(i, 0)),
      LLVMBuildInsertElement(e->b, LLVMGetPoison(LLVMVectorType(e->i1, 1)), any,
                             zero, ""),
      LLVMConstNull(type)};
  LLVMValueRef made = qn_spmd_intrinsic(e, "llvm.masked.load",
                                        qn_spmd_types(types, 2), args, 3);
  qn_spmd_set_alignment(e, made, 0, LLVMGetAlignment(i));
  return LLVMBuildExtractElement(e->b, made, zero, "");
}

void qn_spmd_load(qn_spmd_emitter *e, LLVMValueRef i) {
  const int64_t field = qn_spmd_context_field(i);
  if (field >= 0) {
    load_field(e, i, field);
    return;
  }
  const access_kind kind = kind_of(e, i, LLVMGetOperand(i, 0), LLVMTypeOf(i));
  if (kind == ACCESS_SCALAR && qn_spmd_is_uniform(e->shapes, i)) {
    qn_spmd_define(e, i, qn_spmd_clone(e, i));
    return;
  }
  if (qn_spmd_shape_of(e->shapes, i).kind == QN_SPMD_ROWS) {
    for (e->row = 0; e->row < e->rows; ++e->row)
      qn_spmd_define(e, i, load_of_row(e, i));
    e->row = 0;
    return;
  }
  if (!qn_spmd_vector_type(e, LLVMTypeOf(i)))
    return;
  if (kind == ACCESS_LANES || kind == ACCESS_SCALAR) {
    qn_spmd_lane_loop(e, i);
    return;
  }
  qn_spmd_define(e, i,
                 kind == ACCESS_ROW ? load_row(e, i) : qn_spmd_gather(e, i));
}

// ---- Stores

// All lanes write to one address: the last active one wins.
static void store_last(qn_spmd_emitter *e, LLVMValueRef i) {
  LLVMValueRef value = LLVMGetOperand(i, 0);
  LLVMValueRef last = qn_spmd_int(e, e->i32, e->width - 1);
  if (e->mask) {
    LLVMTypeRef type = LLVMIntTypeInContext(e->context, e->width);
    LLVMValueRef args[] = {qn_spmd_mask_bits(e, e->mask),
                           LLVMConstInt(e->i1, 0, false)};
    LLVMValueRef zeros =
        qn_spmd_intrinsic(e, "llvm.ctlz", qn_spmd_types(&type, 1), args, 2);
    LLVMValueRef wide = e->width <= 32
                            ? LLVMBuildZExtOrBitCast(e->b, zeros, e->i32, "")
                            : LLVMBuildTrunc(e->b, zeros, e->i32, "");
    last = LLVMBuildSub(e->b, last, wide, "");
  }
  LLVMValueRef made = LLVMBuildStore(e->b, qn_spmd_lane(e, value, last),
                                     qn_spmd_scalar(e, LLVMGetOperand(i, 1)));
  LLVMSetAlignment(made, LLVMGetAlignment(i));
  LLVMSetVolatile(made, LLVMGetVolatile(i));
  qn_spmd_copy_metadata(e, i, made);
}

// Whether whole vectors are written to memory that the kernel does not read:
// such stores may be streaming.
static bool can_stream(const qn_spmd_emitter *e, LLVMValueRef i,
                       LLVMTypeRef type) {
  LLVMValueRef base = base_of(LLVMGetOperand(i, 1));
  if (!e->may_stream || qn_spmd_is_group_memory(base) ||
      LLVMABISizeOfType(e->layout, type) % STREAM_ALIGNMENT)
    return false;
  QN_EACH_BLOCK (block, e->source)
    QN_EACH_INSTRUCTION (other, block)
      if (LLVMIsALoadInst(other) && base_of(LLVMGetOperand(other, 0)) == base)
        return false;
  return true;
}

// Whether the kernel reads an array at several places, as filters do.
static bool reads_around(const qn_spmd_emitter *e) {
  enum { READ_MAX = 16 };
  LLVMValueRef read[READ_MAX];
  unsigned count = 0;
  QN_EACH_BLOCK (block, e->source)
    QN_EACH_INSTRUCTION (i, block) {
      if (!LLVMIsALoadInst(i) || qn_spmd_context_field(i) >= 0 ||
          qn_spmd_is_argument(i))
        continue;
      LLVMValueRef base = base_of(LLVMGetOperand(i, 0));
      for (unsigned k = 0; k < count; ++k)
        if (read[k] == base)
          return true;
      if (count == READ_MAX)
        return true;
      read[count++] = base;
    }
  return false;
}

// Streaming stores do not read cache lines before writing them, which would be
// a third of the traffic of a copy.
static void store_streaming(qn_spmd_emitter *e, LLVMValueRef i,
                            LLVMValueRef value, LLVMValueRef address) {
  LLVMTypeRef word = LLVMIntPtrTypeForASInContext(e->context, e->layout, 0);
  LLVMBasicBlockRef ways[] = {qn_spmd_block(e, "stream"),
                              qn_spmd_block(e, "store")};
  LLVMBasicBlockRef after = qn_spmd_block(e, "stored");
  LLVMValueRef off =
      LLVMBuildAnd(e->b, LLVMBuildPtrToInt(e->b, address, word, ""),
                   qn_spmd_int(e, word, STREAM_ALIGNMENT - 1), "");
  LLVMValueRef state = LLVMBuildAnd(
      e->b, qn_spmd_field(e, e->i32, QN_ITEM_STATE),
      qn_spmd_int(e, e->i32, reads_around(e) ? QN_CPU_TURNS : QN_CPU_STREAMING),
      "");
  LLVMValueRef asked =
      LLVMBuildICmp(e->b, LLVMIntNE, state, qn_spmd_int(e, e->i32, 0), "");
  LLVMValueRef fits =
      LLVMBuildICmp(e->b, LLVMIntEQ, off, qn_spmd_int(e, word, 0), "");
  LLVMBuildCondBr(e->b, LLVMBuildAnd(e->b, asked, fits, ""), ways[0], ways[1]);
  for (unsigned k = 0; k < 2; ++k) {
    LLVMPositionBuilderAtEnd(e->b, ways[k]);
    LLVMValueRef made = LLVMBuildStore(e->b, value, address);
    LLVMSetAlignment(made, k ? LLVMGetAlignment(i) : STREAM_ALIGNMENT);
    qn_spmd_copy_metadata(e, i, made);
    if (k == 0)
      set_nontemporal(e, made);
    LLVMBuildBr(e->b, after);
  }
  LLVMPositionBuilderAtEnd(e->b, after);
}

void qn_spmd_store_some(qn_spmd_emitter *e, LLVMValueRef i,
                        LLVMValueRef address, LLVMValueRef value,
                        LLVMValueRef mask) {
  LLVMValueRef made;
  if (!mask && can_stream(e, i, LLVMTypeOf(value))) {
    store_streaming(e, i, value, address);
    return;
  }
  const bool merges =
      mask && e->rows == 1 && qn_spmd_is_group_memory(LLVMGetOperand(i, 1));
  if (merges) {
    LLVMValueRef old = LLVMBuildLoad2(e->b, LLVMTypeOf(value), address, "");
    LLVMSetAlignment(old, LLVMGetAlignment(i));
    value = qn_spmd_blend(e, mask, value, hide_load(e, old));
  }
  if (mask && !merges &&
      access_lanes(e, LLVMTypeOf(value), LLVMGetAlignment(i), address, value,
                   mask))
    return;
  if (!mask || merges) {
    made = LLVMBuildStore(e->b, value, address);
    LLVMSetAlignment(made, LLVMGetAlignment(i));
  } else {
    LLVMTypeRef types[] = {LLVMTypeOf(value), e->pointer};
    LLVMValueRef args[] = {value, address, mask};
    made = qn_spmd_intrinsic(e, "llvm.masked.store", qn_spmd_types(types, 2),
                             args, 3);
    qn_spmd_set_alignment(e, made, 1, LLVMGetAlignment(i));
  }
  qn_spmd_copy_metadata(e, i, made);
}

// Rows that have one address are written in order.
static void store_row(qn_spmd_emitter *e, LLVMValueRef i, LLVMValueRef value) {
  for (e->row = 0; e->row < e->rows; ++e->row)
    qn_spmd_store_some(e, i, qn_spmd_scalar(e, LLVMGetOperand(i, 1)),
                       qn_spmd_cut_row(e, value, e->row),
                       e->mask ? qn_spmd_cut_row(e, e->mask, e->row) : NULL);
  e->row = 0;
}

void qn_spmd_store(qn_spmd_emitter *e, LLVMValueRef i) {
  LLVMValueRef value = LLVMGetOperand(i, 0);
  const access_kind kind =
      kind_of(e, i, LLVMGetOperand(i, 1), LLVMTypeOf(value));
  if (kind == ACCESS_SCALAR &&
      LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic) {
    store_last(e, i);
    return;
  }
  if (kind == ACCESS_SCALAR || kind == ACCESS_LANES) {
    qn_spmd_lane_loop(e, i);
    return;
  }
  if (kind == ACCESS_ROW)
    store_row(e, i, qn_spmd_vector(e, value));
  else
    qn_spmd_scatter(e, i);
}
