// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/shape.h"

#include <llvm-c/Target.h>

#include "compiler/contract/functions.h"
#include "compiler/spmd/analysis/operation.h"

// Deeper expressions are not analysed.
enum { DEPTH_MAX = 12 };

static const qn_spmd_shape uniform = {QN_SPMD_UNIFORM, 0};
static const qn_spmd_shape varying = {QN_SPMD_VARYING, 0};

static qn_spmd_shape linear(int64_t stride) {
  return stride ? (qn_spmd_shape){QN_SPMD_LINEAR, stride} : uniform;
}

static qn_spmd_shape by_row(int64_t stride) {
  return (qn_spmd_shape){QN_SPMD_ROWS, stride};
}

// ---- Known shapes

qn_spmd_shape qn_spmd_shape_of(const qn_spmd_shapes *shapes,
                               LLVMValueRef value) {
  if (!LLVMIsAInstruction(value))
    return uniform;
  const uint64_t *found = qn_map_find(&shapes->kinds, (uintptr_t)value);
  if (!found)
    return (qn_spmd_shape){QN_SPMD_UNKNOWN, 0};
  const qn_spmd_kind kind = (qn_spmd_kind)(*found & 0xff);
  return (qn_spmd_shape){kind, kind == QN_SPMD_LINEAR || kind == QN_SPMD_ROWS
                                   ? shapes->strides[*found >> 8]
                                   : 0};
}

bool qn_spmd_is_uniform(const qn_spmd_shapes *shapes, LLVMValueRef value) {
  return qn_spmd_shape_of(shapes, value).kind <= QN_SPMD_UNIFORM;
}

bool qn_spmd_is_row_uniform(const qn_spmd_shapes *shapes, LLVMValueRef value) {
  const qn_spmd_shape shape = qn_spmd_shape_of(shapes, value);
  return shape.kind <= QN_SPMD_UNIFORM ||
         (shape.kind == QN_SPMD_ROWS && shape.stride == 0);
}

static qn_status set_shape(qn_spmd_shapes *shapes, LLVMValueRef value,
                           qn_spmd_shape shape, qn_diag *diag) {
  uint64_t word = shape.kind;
  if (shape.kind == QN_SPMD_LINEAR || shape.kind == QN_SPMD_ROWS) {
    int64_t *grown =
        qn_arena_grow(shapes->arena, shapes->strides, shapes->stride_count,
                      &shapes->stride_capacity, sizeof(*grown));
    if (!grown)
      return qn_fail_memory(diag, "shapes of values");
    shapes->strides = grown;
    word |= (uint64_t)shapes->stride_count << 8;
    shapes->strides[shapes->stride_count++] = shape.stride;
  }
  return qn_map_put(&shapes->kinds, (uintptr_t)value, word, diag);
}

// ---- The context

int64_t qn_spmd_context_field(LLVMValueRef instruction) {
  if (!LLVMIsALoadInst(instruction))
    return -1;
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
  LLVMValueRef context = LLVMGetParam(function, 0);
  LLVMValueRef address = LLVMGetOperand(instruction, 0);
  if (address == context)
    return 0;
  if (!LLVMIsAGetElementPtrInst(address) ||
      LLVMGetOperand(address, 0) != context ||
      LLVMGetNumOperands(address) != 2 ||
      !LLVMIsAConstantInt(LLVMGetOperand(address, 1)))
    return -1;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return -1;
  const int64_t size = LLVMGetIntTypeWidth(type) / 8;
  return size * LLVMConstIntGetSExtValue(LLVMGetOperand(address, 1));
}

bool qn_spmd_reads_field(LLVMValueRef function, int64_t field) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (qn_spmd_context_field(i) == field)
        return true;
  return false;
}

bool qn_spmd_is_argument(LLVMValueRef instruction) {
  if (!LLVMIsALoadInst(instruction) || LLVMGetVolatile(instruction))
    return false;
  LLVMValueRef from = LLVMGetOperand(instruction, 0);
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
  if (LLVMIsAGetElementPtrInst(from) && LLVMGetNumOperands(from) == 2 &&
      LLVMIsAConstantInt(LLVMGetOperand(from, 1)))
    from = LLVMGetOperand(from, 0);
  return from == LLVMGetParam(function, 1);
}

// Whether it is a field of the vector that begins with `first`.
static bool is_of(int64_t field, int64_t first) {
  return field >= first && field < first + 12;
}

static bool is_field(LLVMValueRef value, int64_t first) {
  return is_of(qn_spmd_context_field(value), first);
}

static bool is_opcode(LLVMValueRef value, LLVMOpcode opcode) {
  return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode;
}

static bool is_block_start(LLVMValueRef value) {
  if (!is_opcode(value, LLVMMul))
    return false;
  for (unsigned i = 0; i < 2; ++i) {
    LLVMValueRef block = LLVMGetOperand(value, i);
    LLVMValueRef size = LLVMGetOperand(value, 1 - i);
    if (is_field(block, QN_ITEM_BLOCK_X) &&
        is_field(size, QN_ITEM_BLOCK_DIM_X) &&
        qn_spmd_context_field(block) - QN_ITEM_BLOCK_X ==
            qn_spmd_context_field(size) - QN_ITEM_BLOCK_DIM_X)
      return true;
  }
  return false;
}

bool qn_spmd_is_total_index(LLVMValueRef value) {
  if (is_field(value, QN_ITEM_THREAD_X) || is_block_start(value))
    return true;
  if (!is_opcode(value, LLVMAdd))
    return false;
  for (unsigned i = 0; i < 2; ++i) {
    LLVMValueRef start = LLVMGetOperand(value, i);
    LLVMValueRef thread = LLVMGetOperand(value, 1 - i);
    if (is_block_start(start) && is_field(thread, QN_ITEM_THREAD_X)) {
      LLVMValueRef block = LLVMGetOperand(start, 0);
      block =
          is_field(block, QN_ITEM_BLOCK_X) ? block : LLVMGetOperand(start, 1);
      return qn_spmd_context_field(block) - QN_ITEM_BLOCK_X ==
             qn_spmd_context_field(thread) - QN_ITEM_THREAD_X;
    }
  }
  return false;
}

// ---- Widening

static bool has_flag(LLVMValueRef value, bool is_signed) {
  return is_signed ? LLVMGetNSW(value) : LLVMGetNUW(value);
}

static bool widens(const qn_spmd_shapes *shapes, LLVMValueRef value,
                   bool is_signed, unsigned depth);

static bool both_widen(const qn_spmd_shapes *shapes, LLVMValueRef value,
                       unsigned first, bool is_signed, unsigned depth) {
  return widens(shapes, LLVMGetOperand(value, first), is_signed, depth + 1) &&
         widens(shapes, LLVMGetOperand(value, first + 1), is_signed, depth + 1);
}

// Whether it is a loop's induction variable that does not wrap.
static bool phi_widens(const qn_spmd_shapes *shapes, LLVMValueRef phi,
                       bool is_signed, unsigned depth) {
  const unsigned count = LLVMCountIncoming(phi);
  for (unsigned i = 0; i < count; ++i) {
    LLVMValueRef value = LLVMGetIncomingValue(phi, i);
    const bool steps =
        is_opcode(value, LLVMAdd) &&
        (LLVMGetOperand(value, 0) == phi || LLVMGetOperand(value, 1) == phi);
    if (steps ? !has_flag(value, is_signed)
              : !widens(shapes, value, is_signed, depth + 1))
      return false;
  }
  return true;
}

// A work-item's index in its block is below 1,024, and so sums and products
// with small constants do not wrap.
static bool is_near_index(LLVMValueRef i) {
  enum { NEAR = 1 << 16, NEAR_BITS = 16 };
  LLVMValueRef by = LLVMGetOperand(i, 1);
  return qn_spmd_context_field(LLVMGetOperand(i, 0)) == QN_ITEM_THREAD_X &&
         LLVMIsAConstantInt(by) &&
         LLVMConstIntGetZExtValue(by) <=
             (LLVMGetInstructionOpcode(i) == LLVMShl ? NEAR_BITS : NEAR);
}

static bool widens(const qn_spmd_shapes *shapes, LLVMValueRef value,
                   bool is_signed, unsigned depth) {
  if (qn_spmd_is_uniform(shapes, value) || qn_spmd_is_total_index(value))
    return true;
  if (depth > DEPTH_MAX || !LLVMIsAInstruction(value))
    return false;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMAdd:
  case LLVMMul:
  case LLVMShl:
    return (has_flag(value, is_signed) || is_near_index(value)) &&
           both_widen(shapes, value, 0, is_signed, depth);
  case LLVMSub:
    return has_flag(value, is_signed) &&
           both_widen(shapes, value, 0, is_signed, depth);
  case LLVMOr:
    return LLVMGetIsDisjoint(value) &&
           both_widen(shapes, value, 0, is_signed, depth);
  case LLVMLoad:
    return qn_spmd_context_field(value) == QN_ITEM_LINEAR ||
           qn_spmd_context_field(value) == QN_ITEM_LANE;
  case LLVMSExt: // linear only if exact
    return is_signed || qn_spmd_is_total_index(LLVMGetOperand(value, 0));
  case LLVMZExt:
    return true;
  case LLVMAnd: // of a thread index: else its shape would not be LINEAR
  case LLVMURem:
  case LLVMSRem:
    return true;
  case LLVMSelect:
    return both_widen(shapes, value, 1, is_signed, depth);
  case LLVMPHI:
    return phi_widens(shapes, value, is_signed, depth);
  default:
    return false;
  }
}

bool qn_spmd_can_widen(const qn_spmd_shapes *shapes, LLVMValueRef value,
                       bool is_signed) {
  return widens(shapes, value, is_signed, 0);
}

// ---- Transfer

static bool is_same_in_blocks(int64_t field) {
  return is_of(field, QN_ITEM_THREAD_X) || is_of(field, QN_ITEM_BLOCK_DIM_X) ||
         is_of(field, QN_ITEM_GRID_DIM_X) || field == QN_ITEM_LANE ||
         field == QN_ITEM_LINEAR || field == QN_ITEM_DYNAMIC_SIZE ||
         field == QN_ITEM_SHARED;
}

static qn_spmd_shape context_shape(const qn_spmd_shapes *shapes,
                                   int64_t field) {
  const bool rows = shapes->rows > 1;
  if (shapes->of_blocks)
    return is_same_in_blocks(field) ? uniform : varying;
  if (field == QN_ITEM_LANE)
    return shapes->packet_is_warp && !shapes->of_group ? linear(1) : varying;
  if (field == QN_ITEM_THREAD_X)
    return shapes->of_group ? varying : linear(1);
  if (field == QN_ITEM_LINEAR)
    return shapes->of_group ? varying : rows ? by_row(1) : linear(1);
  if (field == QN_ITEM_THREAD_Y)
    return shapes->of_group ? varying : rows ? by_row(0) : uniform;
  if (field == QN_ITEM_THREAD_Z)
    return shapes->of_group ? varying : uniform;
  return uniform;
}

static qn_spmd_shape operand_shape(const qn_spmd_shapes *shapes,
                                   LLVMValueRef instruction, unsigned i) {
  return qn_spmd_shape_of(shapes, LLVMGetOperand(instruction, i));
}

// UNIFORM when all operands are, the same for rows; UNKNOWN when one is,
// VARYING otherwise.
static qn_spmd_shape plain_shape(const qn_spmd_shapes *shapes,
                                 LLVMValueRef instruction) {
  const unsigned count = (unsigned)LLVMGetNumOperands(instruction);
  bool unknown = false, rows = false;
  for (unsigned i = 0; i < count; ++i) {
    LLVMValueRef operand = LLVMGetOperand(instruction, i);
    if (LLVMValueIsBasicBlock(operand))
      continue;
    const qn_spmd_shape s = qn_spmd_shape_of(shapes, operand);
    if (s.kind > QN_SPMD_UNIFORM && (s.kind != QN_SPMD_ROWS || s.stride))
      return varying;
    rows |= s.kind == QN_SPMD_ROWS;
    unknown |= s.kind == QN_SPMD_UNKNOWN;
  }
  return unknown ? (qn_spmd_shape){QN_SPMD_UNKNOWN, 0}
         : rows  ? by_row(0)
                 : uniform;
}

// The same for operations that must not run for a row without active lanes.
static qn_spmd_shape guarded_shape(const qn_spmd_shapes *shapes,
                                   LLVMValueRef instruction) {
  const qn_spmd_shape s = plain_shape(shapes, instruction);
  return s.kind == QN_SPMD_ROWS ? varying : s;
}

// a + b, or a - b with `sign` -1.
static qn_spmd_shape sum_shape(qn_spmd_shape a, qn_spmd_shape b, int sign) {
  if (a.kind == QN_SPMD_VARYING || b.kind == QN_SPMD_VARYING)
    return varying;
  if (a.kind == QN_SPMD_UNKNOWN || b.kind == QN_SPMD_UNKNOWN)
    return (qn_spmd_shape){QN_SPMD_UNKNOWN, 0};
  const uint64_t second = (uint64_t)b.stride;
  const int64_t stride = (int64_t)((uint64_t)a.stride +
                                   (sign < 0 ? UINT64_C(0) - second : second));
  return a.kind == QN_SPMD_ROWS || b.kind == QN_SPMD_ROWS ? by_row(stride)
                                                          : linear(stride);
}

static qn_spmd_shape scaled_shape(qn_spmd_shape a, uint64_t factor) {
  const int64_t stride = (int64_t)((uint64_t)a.stride * factor);
  return a.kind == QN_SPMD_LINEAR ? linear(stride)
         : a.kind == QN_SPMD_ROWS ? by_row(stride)
                                  : a;
}

static qn_spmd_shape multiply_shape(const qn_spmd_shapes *shapes,
                                    LLVMValueRef i, bool shift) {
  LLVMValueRef factor = LLVMGetOperand(i, 1);
  if (!LLVMIsAConstantInt(factor) ||
      LLVMGetIntTypeWidth(LLVMTypeOf(factor)) > 64)
    return plain_shape(shapes, i);
  const uint64_t value = shift ? LLVMConstIntGetZExtValue(factor)
                               : (uint64_t)LLVMConstIntGetSExtValue(factor);
  if (shift && value > 62)
    return plain_shape(shapes, i);
  return scaled_shape(operand_shape(shapes, i, 0),
                      shift ? UINT64_C(1) << value : value);
}

// ~x is -1 - x.
static qn_spmd_shape complement_shape(const qn_spmd_shapes *shapes,
                                      LLVMValueRef i) {
  LLVMValueRef by = LLVMGetOperand(i, 1);
  const unsigned bits =
      LLVMIsAConstantInt(by) ? LLVMGetIntTypeWidth(LLVMTypeOf(by)) : 0;
  return bits > 1 && bits <= 64 && LLVMConstIntGetSExtValue(by) == -1
             ? scaled_shape(operand_shape(shapes, i, 0), UINT64_MAX)
             : plain_shape(shapes, i);
}

static unsigned columns(const qn_spmd_shapes *shapes) {
  return shapes->width / shapes->rows;
}

static bool is_quotient(LLVMValueRef i) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  return opcode == LLVMLShr || opcode == LLVMAShr || opcode == LLVMSDiv ||
         opcode == LLVMUDiv;
}

// The 2^k that `i` is a quotient or remainder by; or 0.
static uint64_t part_size(LLVMValueRef i) {
  LLVMValueRef constant = LLVMGetOperand(i, 1);
  if (!LLVMIsAConstantInt(constant) ||
      LLVMGetIntTypeWidth(LLVMTypeOf(constant)) > 64)
    return 0;
  const uint64_t value = LLVMConstIntGetZExtValue(constant);
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  const bool shifts = opcode == LLVMLShr || opcode == LLVMAShr;
  const uint64_t size = shifts ? (value < 31 ? UINT64_C(1) << value : 0)
                        : opcode == LLVMAnd ? value + 1
                                            : value;
  return size && size <= INT32_MAX && !(size & (size - 1)) ? size : 0;
}

static LLVMValueRef index_of_part(LLVMValueRef i) {
  LLVMValueRef index = LLVMGetOperand(i, 0);
  return is_opcode(index, LLVMZExt) || is_opcode(index, LLVMSExt)
             ? LLVMGetOperand(index, 0)
             : index;
}

static bool is_total_x(LLVMValueRef value) {
  return is_opcode(value, LLVMAdd) && qn_spmd_is_total_index(value) &&
         (qn_spmd_context_field(LLVMGetOperand(value, 0)) == QN_ITEM_THREAD_X ||
          qn_spmd_context_field(LLVMGetOperand(value, 1)) == QN_ITEM_THREAD_X);
}

// Whether it is a quotient or remainder of the index along x in the grid, in
// warps, which start at multiples of their size.
static bool is_part_of_total(const qn_spmd_shapes *shapes, LLVMValueRef i) {
  return shapes->packet_is_warp && is_total_x(index_of_part(i));
}

bool qn_spmd_needs_whole_warps(const qn_spmd_shapes *shapes) {
  for (unsigned n = 0; n < shapes->graph->count; ++n)
    QN_EACH_INSTRUCTION (i, shapes->graph->nodes[n].block)
      if (LLVMIsABinaryOperator(i) && part_size(i) &&
          is_part_of_total(shapes, i) &&
          qn_spmd_shape_of(shapes, i).kind != QN_SPMD_VARYING)
        return true;
  return false;
}

// The shape of the low or high bits of an index (QN_SPMD_ALIGNED_METADATA).
static qn_spmd_shape marked_shape(const qn_spmd_shapes *shapes,
                                  LLVMValueRef i) {
  enum { ALIGNED = 32 };
  const int64_t mask = LLVMIsAConstantInt(LLVMGetOperand(i, 1))
                           ? LLVMConstIntGetSExtValue(LLVMGetOperand(i, 1))
                           : 0;
  if (shapes->of_group || ALIGNED % columns(shapes) || shapes->rows > 1)
    return varying;
  return mask == -ALIGNED ? uniform : mask == ALIGNED - 1 ? linear(1) : varying;
}

static bool has_mark(LLVMValueRef i, const char *name) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(i));
  return LLVMGetMetadata(i, qn_ir_metadata_kind(context, name)) != NULL;
}

static bool is_marked(LLVMValueRef i) {
  return is_opcode(i, LLVMAnd) && has_mark(i, QN_SPMD_ALIGNED_METADATA);
}

bool qn_spmd_is_case(LLVMValueRef terminator) {
  return has_mark(terminator, QN_SPMD_CASE_METADATA);
}

// The shape of x / 2^k or x % 2^k of an index, as it is not negative and
// packets start at multiples of their columns.
static qn_spmd_shape part_shape(const qn_spmd_shapes *shapes, LLVMValueRef i,
                                qn_spmd_shape otherwise) {
  const uint64_t size = part_size(i);
  if (is_marked(i) && !shapes->of_blocks)
    return marked_shape(shapes, i);
  if (shapes->of_group || !size || size % columns(shapes) ||
      (qn_spmd_context_field(index_of_part(i)) != QN_ITEM_THREAD_X &&
       !is_part_of_total(shapes, i)))
    return otherwise;
  return is_quotient(i) ? uniform : linear(1);
}

// The shape of comparing an index in the block with a multiple of the columns,
// as packets start at such.
static qn_spmd_shape compare_shape(const qn_spmd_shapes *shapes,
                                   LLVMValueRef i) {
  LLVMValueRef constant = LLVMGetOperand(i, 1);
  if (shapes->of_group ||
      qn_spmd_context_field(LLVMGetOperand(i, 0)) != QN_ITEM_THREAD_X ||
      !LLVMIsAConstantInt(constant) || LLVMConstIntGetSExtValue(constant) < 0)
    return plain_shape(shapes, i);
  const uint64_t value = LLVMConstIntGetZExtValue(constant);
  switch (LLVMGetICmpPredicate(i)) {
  case LLVMIntULT:
  case LLVMIntUGE:
  case LLVMIntSLT:
  case LLVMIntSGE:
    return value % columns(shapes) ? varying : uniform;
  case LLVMIntULE:
  case LLVMIntUGT:
  case LLVMIntSLE:
  case LLVMIntSGT:
    return (value + 1) % columns(shapes) ? varying : uniform;
  default:
    return plain_shape(shapes, i);
  }
}

static qn_spmd_shape extend_shape(const qn_spmd_shapes *shapes, LLVMValueRef i,
                                  bool is_signed) {
  const qn_spmd_shape from = operand_shape(shapes, i, 0);
  if (!qn_spmd_is_strided(from))
    return from;
  LLVMValueRef value = LLVMGetOperand(i, 0);
  if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMIntegerTypeKind ||
      LLVMGetIntTypeWidth(LLVMTypeOf(i)) > 64)
    return varying;
  return qn_spmd_can_widen(shapes, value, is_signed) ? from : varying;
}

static qn_spmd_shape address_shape(const qn_spmd_shapes *shapes,
                                   LLVMValueRef i) {
  const unsigned count = (unsigned)LLVMGetNumOperands(i);
  if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMPointerTypeKind)
    return plain_shape(shapes, i);
  qn_spmd_shape sum = operand_shape(shapes, i, 0);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(i);
  for (unsigned k = 1; k < count; ++k) {
    LLVMValueRef index = LLVMGetOperand(i, k);
    if (k > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      type = LLVMStructGetTypeAtIndex(
          type, (unsigned)LLVMConstIntGetZExtValue(index));
      continue;
    }
    if (k > 1)
      type = LLVMGetElementType(type);
    const qn_spmd_shape s = qn_spmd_shape_of(shapes, index);
    // getelementptr extends an index to a pointer's width.
    const bool exact = !qn_spmd_is_strided(s) ||
                       LLVMGetIntTypeWidth(LLVMTypeOf(index)) ==
                           8 * LLVMPointerSize(shapes->layout) ||
                       qn_spmd_can_widen(shapes, index, true);
    sum = exact
              ? sum_shape(
                    sum,
                    scaled_shape(s, LLVMABISizeOfType(shapes->layout, type)), 1)
              : varying;
  }
  return sum;
}

// The shape of a value that is one of two for all lanes, or for all lanes of a
// row.
static qn_spmd_shape either_shape(qn_spmd_shape a, qn_spmd_shape b) {
  if (a.kind == QN_SPMD_VARYING || b.kind == QN_SPMD_VARYING ||
      a.stride != b.stride)
    return varying;
  return a.kind == QN_SPMD_ROWS ? a : b;
}

static qn_spmd_shape phi_shape(const qn_spmd_shapes *shapes, LLVMValueRef phi) {
  if (qn_map_find(&shapes->joins, (uintptr_t)phi))
    return varying;
  qn_spmd_shape all = {QN_SPMD_UNKNOWN, 0};
  const unsigned count = LLVMCountIncoming(phi);
  for (unsigned i = 0; i < count; ++i) {
    LLVMValueRef value = LLVMGetIncomingValue(phi, i);
    const qn_spmd_shape s = qn_spmd_shape_of(shapes, value);
    if (s.kind == QN_SPMD_UNKNOWN || LLVMIsUndef(value) || LLVMIsPoison(value))
      continue;
    all = all.kind == QN_SPMD_UNKNOWN ? s : either_shape(all, s);
  }
  // There are only undefined values.
  return all.kind == QN_SPMD_UNKNOWN && count ? plain_shape(shapes, phi) : all;
}

static qn_spmd_shape select_shape(const qn_spmd_shapes *shapes,
                                  LLVMValueRef i) {
  const qn_spmd_shape a = operand_shape(shapes, i, 1);
  const qn_spmd_shape b = operand_shape(shapes, i, 2);
  const qn_spmd_shape condition = operand_shape(shapes, i, 0);
  // With a stride, as of a truncated index, it would differ within the row.
  const bool by_rows = condition.kind == QN_SPMD_ROWS && condition.stride == 0;
  if (condition.kind > QN_SPMD_UNIFORM && !by_rows)
    return varying;
  if (a.kind == QN_SPMD_UNKNOWN || b.kind == QN_SPMD_UNKNOWN ||
      condition.kind == QN_SPMD_UNKNOWN)
    return (qn_spmd_shape){QN_SPMD_UNKNOWN, 0};
  const qn_spmd_shape s = either_shape(a, b);
  return by_rows && s.kind != QN_SPMD_VARYING ? by_row(s.stride) : s;
}

static qn_spmd_shape load_shape(const qn_spmd_shapes *shapes, LLVMValueRef i) {
  const int64_t field = qn_spmd_context_field(i);
  if (field >= 0)
    return context_shape(shapes, field);
  // What groups read may differ, but for arguments.
  if (shapes->of_blocks)
    return qn_spmd_is_argument(i) ? uniform : varying;
  // In a group, others may change the value between two packets' reads.
  if (shapes->of_group &&
      (LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic))
    return varying;
  return LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic
             ? guarded_shape(shapes, i)
             : plain_shape(shapes, i);
}

// The shape of a call: of intrinsics by their arguments; any other result may
// differ.
static qn_spmd_shape call_shape(const qn_spmd_shapes *shapes, LLVMValueRef i) {
  if (qn_devlib_called_by(i) == QN_DEVLIB_BARRIER_REDUCE)
    return shapes->of_blocks ? varying : uniform;
  // In packets it is about all lanes.
  if (qn_devlib_called_by(i) == QN_DEVLIB_CHECK_RANGE)
    return shapes->of_group ? varying : uniform;
  // What is in one place is for all lanes; other packets may have written it.
  if (qn_devlib_called_by(i) == QN_DEVLIB_CHECK_SHADOW)
    return shapes->of_group ? varying : plain_shape(shapes, i);
  if (shapes->packet_is_warp && !shapes->of_group &&
      qn_devlib_called_by(i) == QN_DEVLIB_ACTIVE_MASK)
    return uniform;
  if (shapes->packet_is_warp && !shapes->of_group &&
      qn_devlib_called_by(i) == QN_DEVLIB_BALLOT)
    return operand_shape(shapes, i, 1).kind <= QN_SPMD_UNIFORM ? uniform
                                                               : varying;
  return qn_spmd_is_plain(i) ? plain_shape(shapes, i) : varying;
}

static qn_spmd_shape stack_shape(const qn_spmd_shapes *shapes, LLVMValueRef i) {
  LLVMValueRef count = LLVMGetOperand(i, 0);
  if (shapes->of_group)
    return varying;
  const uint64_t copies =
      LLVMIsAConstantInt(count) ? LLVMConstIntGetZExtValue(count) : 1;
  const int64_t size =
      (int64_t)(copies *
                LLVMABISizeOfType(shapes->layout, LLVMGetAllocatedType(i)));
  return shapes->rows > 1 ? by_row(size) : linear(size);
}

static qn_spmd_shape transfer(const qn_spmd_shapes *shapes, LLVMValueRef i) {
  if (shapes->width == 1 && !shapes->of_group)
    return uniform;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAdd:
    return sum_shape(operand_shape(shapes, i, 0), operand_shape(shapes, i, 1),
                     1);
  case LLVMSub:
    return sum_shape(operand_shape(shapes, i, 0), operand_shape(shapes, i, 1),
                     -1);
  case LLVMOr:
    return LLVMGetIsDisjoint(i) ? sum_shape(operand_shape(shapes, i, 0),
                                            operand_shape(shapes, i, 1), 1)
                                : plain_shape(shapes, i);
  case LLVMXor:
    return complement_shape(shapes, i);
  case LLVMMul:
    return multiply_shape(shapes, i, false);
  case LLVMShl:
    return multiply_shape(shapes, i, true);
  case LLVMLShr:
  case LLVMAShr:
  case LLVMAnd:
    return part_shape(shapes, i, plain_shape(shapes, i));
  case LLVMICmp:
    return compare_shape(shapes, i);
  case LLVMSExt:
    return extend_shape(shapes, i, true);
  case LLVMZExt:
    return extend_shape(shapes, i, LLVMGetNNeg(i));
  case LLVMTrunc:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMFreeze:
    return LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVectorTypeKind
               ? plain_shape(shapes, i)
               : operand_shape(shapes, i, 0);
  case LLVMGetElementPtr:
    return address_shape(shapes, i);
  case LLVMPHI:
    return phi_shape(shapes, i);
  case LLVMSelect:
    return select_shape(shapes, i);
  case LLVMLoad:
    return load_shape(shapes, i);
  case LLVMAlloca:
    return stack_shape(shapes, i);
  case LLVMCall:
    return call_shape(shapes, i);
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
    return part_shape(shapes, i, guarded_shape(shapes, i));
  default:
    return qn_spmd_is_plain(i) ? plain_shape(shapes, i) : varying;
  }
}

// ---- Divergent control flow

static qn_status mark_phis(qn_spmd_shapes *shapes, unsigned node, bool *changed,
                           qn_diag *diag) {
  for (LLVMValueRef i =
           LLVMGetFirstInstruction(shapes->graph->nodes[node].block);
       i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
    if (qn_map_find(&shapes->joins, (uintptr_t)i))
      continue;
    bool differs = false;
    for (unsigned k = 1; k < LLVMCountIncoming(i); ++k)
      differs |= LLVMGetIncomingValue(i, k) != LLVMGetIncomingValue(i, 0);
    if (differs) {
      QN_TRY(qn_map_put(&shapes->joins, (uintptr_t)i, 0, diag));
      *changed = true;
    }
  }
  return qn_ok();
}

static unsigned forward_predecessors(const qn_spmd_graph *graph, unsigned node,
                                     const uint64_t *within, unsigned branch) {
  unsigned count = 0;
  for (unsigned i = 0; i < graph->nodes[node].predecessor_count; ++i) {
    const unsigned from = graph->nodes[node].predecessors[i];
    count += from < node && (from == branch || qn_spmd_bit(within, from));
  }
  return count;
}

// Makes values vary outside of a loop that lanes leave at different times.
static qn_status mark_exits(qn_spmd_shapes *shapes, unsigned loop,
                            bool *changed, qn_diag *diag) {
  const qn_spmd_graph *graph = shapes->graph;
  for (unsigned n = 0; n < graph->count; ++n) {
    if (qn_spmd_in_loop(graph, loop, n))
      continue;
    bool is_target = false;
    for (unsigned i = 0; i < graph->nodes[n].predecessor_count; ++i)
      is_target |=
          qn_spmd_in_loop(graph, loop, graph->nodes[n].predecessors[i]);
    if (!is_target)
      continue;
    for (LLVMValueRef i = LLVMGetFirstInstruction(graph->nodes[n].block);
         i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
      bool inside = false;
      for (unsigned k = 0; k < LLVMCountIncoming(i); ++k) {
        LLVMValueRef v = LLVMGetIncomingValue(i, k);
        inside |= LLVMIsAInstruction(v) &&
                  qn_spmd_in_loop(
                      graph, loop,
                      qn_spmd_node_of(graph, LLVMGetInstructionParent(v)));
      }
      if (inside && !qn_map_find(&shapes->joins, (uintptr_t)i)) {
        QN_TRY(qn_map_put(&shapes->joins, (uintptr_t)i, 0, diag));
        *changed = true;
      }
    }
    QN_TRY(mark_phis(shapes, n, changed, diag));
  }
  return qn_ok();
}

// Replaces two sets of nodes by their union and their intersection.
static void keep_either_and_both(const qn_spmd_graph *graph,
                                 uint64_t *sides[2]) {
  for (unsigned i = 0; i <= graph->count / 64; ++i) {
    const uint64_t both = sides[0][i] & sides[1][i];
    sides[0][i] |= sides[1][i];
    sides[1][i] = both;
  }
}

// Adds the nodes reached from `from` without a back edge, up to `stop`.
static void reach_ahead(const qn_spmd_graph *graph, unsigned from,
                        unsigned stop, uint64_t *set) {
  if (from == stop || from >= graph->count || qn_spmd_bit(set, from))
    return;
  qn_spmd_set_bit(set, from);
  const qn_spmd_node *node = &graph->nodes[from];
  for (unsigned i = 0; i < node->successor_count; ++i)
    if (node->successors[i] > from)
      reach_ahead(graph, node->successors[i], stop, set);
}

// Lanes diverge at `branch`, and some meet the others only in a later round of
// `loop`, or never: in each round, phis merge where both sides lead.
static qn_status spread_rounds(qn_spmd_shapes *shapes, unsigned branch,
                               unsigned loop, bool *changed, qn_diag *diag) {
  const qn_spmd_graph *graph = shapes->graph;
  const qn_spmd_node *node = &graph->nodes[branch];
  uint64_t *sides[2];
  const unsigned end = qn_spmd_loop_end(graph, loop, branch);
  for (unsigned k = 0; k < 2; ++k) {
    sides[k] = qn_spmd_bits(shapes->arena, graph->count + 1);
    if (!sides[k])
      return qn_fail_memory(diag, "a divergent branch");
    if (node->successors[k] > branch)
      reach_ahead(graph, node->successors[k], end, sides[k]);
  }
  for (unsigned n = 0; n < graph->count; ++n)
    if (qn_spmd_in_loop(graph, loop, n))
      qn_spmd_set_bit(shapes->divergent_nodes, n);
  keep_either_and_both(graph, sides);
  for (unsigned n = 0; n < graph->count; ++n)
    if (qn_spmd_bit(sides[1], n) &&
        forward_predecessors(graph, n, sides[0], branch) > 1)
      QN_TRY(mark_phis(shapes, n, changed, diag));
  return qn_ok();
}

static qn_status spread_branch(qn_spmd_shapes *shapes, unsigned branch,
                               bool *changed, qn_diag *diag) {
  const qn_spmd_graph *graph = shapes->graph;
  const qn_spmd_node *node = &graph->nodes[branch];
  const unsigned join = node->postdominator;
  uint64_t *sides[2];
  for (unsigned k = 0; k < 2; ++k) {
    sides[k] = qn_spmd_bits(shapes->arena, graph->count + 1);
    if (!sides[k])
      return qn_fail_memory(diag, "a divergent branch");
    qn_spmd_reach(graph, node->successors[k], join, sides[k]);
  }
  keep_either_and_both(graph, sides);
  for (unsigned n = 0; n < graph->count; ++n)
    if (qn_spmd_bit(sides[0], n))
      qn_spmd_set_bit(shapes->divergent_nodes, n);
  for (unsigned n = 0; n < graph->count; ++n)
    if ((n == join || qn_spmd_bit(sides[1], n)) &&
        forward_predecessors(graph, n, sides[0], branch) > 1)
      QN_TRY(mark_phis(shapes, n, changed, diag));
  for (unsigned loop = node->loop; loop != QN_SPMD_NONE;
       loop = graph->loops[loop].parent) {
    if (qn_spmd_meets_in_loop(graph, loop, branch))
      break;
    if (!qn_spmd_bit(shapes->divergent_loops, loop)) {
      qn_spmd_set_bit(shapes->divergent_loops, loop);
      *changed = true;
    }
    QN_TRY(mark_exits(shapes, loop, changed, diag));
    QN_TRY(spread_rounds(shapes, branch, loop, changed, diag));
  }
  return qn_ok();
}

bool qn_spmd_diverges(const qn_spmd_shapes *shapes, const qn_spmd_graph *graph,
                      unsigned n) {
  const qn_spmd_node *node = &graph->nodes[n];
  LLVMValueRef end = LLVMGetBasicBlockTerminator(node->block);
  return node->successor_count == 2 &&
         node->successors[0] != node->successors[1] &&
         qn_spmd_shape_of(shapes, LLVMGetCondition(end)).kind > QN_SPMD_UNIFORM;
}

bool qn_spmd_loop_diverges(const qn_spmd_shapes *shapes,
                           const qn_spmd_graph *graph, unsigned loop) {
  for (unsigned n = 0; n < graph->count; ++n)
    if (qn_spmd_in_loop(graph, loop, n) && qn_spmd_diverges(shapes, graph, n) &&
        !qn_spmd_meets_in_loop(graph, loop, n))
      return true;
  return false;
}

// ---- The fixed point

static bool is_single(LLVMTypeRef type) {
  const LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind &&
         kind != LLVMVectorTypeKind;
}

static qn_status update(qn_spmd_shapes *shapes, LLVMValueRef i, bool *changed,
                        qn_diag *diag) {
  const qn_spmd_shape old = qn_spmd_shape_of(shapes, i);
  qn_spmd_shape made = transfer(shapes, i);
  if (made.kind == QN_SPMD_ROWS && !is_single(LLVMTypeOf(i)))
    made = varying;
  // Shapes only rise in the lattice, so this ends.
  if (made.kind == QN_SPMD_UNKNOWN || old.kind == QN_SPMD_VARYING)
    made = old;
  else if (made.kind < old.kind)
    made = either_shape(old, made);
  else if (old.kind != QN_SPMD_UNKNOWN && made.kind != QN_SPMD_VARYING &&
           made.stride != old.stride && old.kind != QN_SPMD_UNIFORM)
    made = varying;
  if (made.kind == old.kind)
    return qn_ok();
  *changed = true;
  return set_shape(shapes, i, made, diag);
}

static qn_status pass(qn_spmd_shapes *shapes, bool *changed, qn_diag *diag) {
  for (unsigned n = 0; n < shapes->graph->count; ++n)
    QN_EACH_INSTRUCTION (i, shapes->graph->nodes[n].block)
      if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
        QN_TRY(update(shapes, i, changed, diag));
  return qn_ok();
}

qn_status qn_spmd_shapes_init(qn_spmd_shapes *shapes,
                              const qn_spmd_shape_params *params,
                              qn_diag *diag) {
  *shapes = (qn_spmd_shapes){.function = params->function,
                             .graph = params->graph,
                             .layout = params->layout,
                             .width = params->width,
                             .rows = params->rows ? params->rows : 1,
                             .packet_is_warp = params->packet_is_warp,
                             .of_group = params->of_group,
                             .of_blocks = params->of_blocks,
                             .arena = params->arena};
  const unsigned count = params->graph->count;
  shapes->divergent_loops = qn_spmd_bits(params->arena, count);
  shapes->divergent_nodes = qn_spmd_bits(params->arena, count);
  uint64_t *spread = qn_spmd_bits(params->arena, count);
  if (!shapes->divergent_loops || !shapes->divergent_nodes || !spread)
    return qn_fail_memory(diag, "shapes of values");
  for (bool changed = true; changed;) {
    changed = false;
    QN_TRY(pass(shapes, &changed, diag));
    for (unsigned n = 0; n < count; ++n)
      if (!qn_spmd_bit(spread, n) &&
          qn_spmd_diverges(shapes, params->graph, n)) {
        qn_spmd_set_bit(spread, n);
        changed = true;
        QN_TRY(spread_branch(shapes, n, &changed, diag));
      }
  }
  return qn_ok();
}

void qn_spmd_shapes_finish(qn_spmd_shapes *shapes) {
  qn_map_finish(&shapes->kinds);
  qn_map_finish(&shapes->joins);
}
