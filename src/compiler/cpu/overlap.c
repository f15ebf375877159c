// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/overlap.h"

#include "compiler/contract/functions.h"
#include "compiler/ir/ir.h"
#include "compiler/spmd/analysis/shape.h"

enum { DEPTH_MAX = 12, WARP = 32 };

// ---- Sums

// Whether two values are the same, or the same field of the item.
static bool same(LLVMValueRef a, LLVMValueRef b) {
  if (a == b)
    return true;
  if (!LLVMIsALoadInst(a) || !LLVMIsALoadInst(b))
    return false;
  const int64_t field = qn_spmd_context_field(a);
  return field >= 0 && field == qn_spmd_context_field(b);
}

static void add_term(qn_written *p, LLVMValueRef value, int64_t factor) {
  unsigned i = 0;
  while (i < p->term_count && !same(p->terms[i].value, value))
    ++i;
  if (i == QN_WRITTEN_TERMS_MAX) {
    p->is_known = false;
    return;
  }
  if (i == p->term_count)
    p->terms[p->term_count++].value = value;
  p->terms[i].factor += factor;
  if (!p->terms[i].factor) {
    --p->term_count;
    memmove(&p->terms[i], &p->terms[i + 1],
            (p->term_count - i) * sizeof(p->terms[0]));
  }
}

static bool constant_of(LLVMValueRef v, int64_t *out) {
  if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
    return false;
  *out = LLVMConstIntGetSExtValue(v);
  return true;
}

static bool is_sum(LLVMValueRef v) {
  return LLVMIsAInstruction(v) &&
         (LLVMGetInstructionOpcode(v) == LLVMAdd ||
          (LLVMGetInstructionOpcode(v) == LLVMOr && LLVMGetIsDisjoint(v)));
}

// The factor of a product by a constant; 0: it is none.
static int64_t factor_of(LLVMValueRef v) {
  int64_t c;
  if (!LLVMIsAInstruction(v) || LLVMGetNumOperands(v) != 2 ||
      !constant_of(LLVMGetOperand(v, 1), &c))
    return 0;
  if (LLVMGetInstructionOpcode(v) == LLVMMul)
    return c;
  return LLVMGetInstructionOpcode(v) == LLVMShl && c >= 0 && c < 32
             ? (int64_t)1 << c
             : 0;
}

static void add_value(qn_written *p, LLVMValueRef v, int64_t factor,
                      unsigned depth) {
  int64_t c;
  if (constant_of(v, &c)) {
    p->constant += c * factor;
  } else if (depth < DEPTH_MAX && (LLVMIsASExtInst(v) || LLVMIsAZExtInst(v) ||
                                   LLVMIsATruncInst(v))) {
    add_value(p, LLVMGetOperand(v, 0), factor, depth + 1);
  } else if (depth < DEPTH_MAX && is_sum(v)) {
    add_value(p, LLVMGetOperand(v, 0), factor, depth + 1);
    add_value(p, LLVMGetOperand(v, 1), factor, depth + 1);
  } else if (depth < DEPTH_MAX && factor_of(v)) {
    add_value(p, LLVMGetOperand(v, 0), factor * factor_of(v), depth + 1);
  } else {
    add_term(p, v, factor);
  }
}

static void add_indices(qn_written *p, LLVMTargetDataRef layout,
                        LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  const int count = LLVMGetNumOperands(gep);
  for (int i = 1; i < count; ++i) {
    uint64_t size;
    LLVMValueRef index = qn_ir_index(layout, gep, (unsigned)i, &type, &size);
    if (index)
      add_value(p, index, (int64_t)size, 0);
    else
      p->constant += (int64_t)size;
  }
}

// A variable's address: a constant distance from the group's shared memory.
static bool is_variable(LLVMValueRef gep) {
  LLVMValueRef from = LLVMGetOperand(gep, 0);
  int64_t c;
  return LLVMIsALoadInst(from) &&
         qn_spmd_context_field(from) == QN_ITEM_SHARED &&
         LLVMGetNumOperands(gep) == 2 &&
         constant_of(LLVMGetOperand(gep, 1), &c);
}

qn_written qn_cpu_written(LLVMTargetDataRef layout, LLVMValueRef instruction,
                          LLVMValueRef address, uint64_t size) {
  qn_written p = {.block = LLVMGetInstructionParent(instruction),
                  .size = size,
                  .is_known = true};
  for (;;) {
    if (LLVMIsACastInst(address)) {
      address = LLVMGetOperand(address, 0);
    } else if (LLVMIsAGetElementPtrInst(address) && !is_variable(address)) {
      add_indices(&p, layout, address);
      address = LLVMGetOperand(address, 0);
    } else {
      break;
    }
  }
  p.root = address;
  return p;
}

// ---- Comparison

// Variables' addresses are computed once for each function.
static bool is_same_variable(LLVMValueRef a, LLVMValueRef b) {
  return a == b ||
         (LLVMIsAGetElementPtrInst(a) && LLVMIsAGetElementPtrInst(b) &&
          LLVMConstIntGetSExtValue(LLVMGetOperand(a, 1)) ==
              LLVMConstIntGetSExtValue(LLVMGetOperand(b, 1)));
}

static uint64_t greatest_common(uint64_t a, uint64_t b) {
  while (b) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// What divides all factors; 0: there are no terms.
static uint64_t stride_of(const qn_written *p) {
  uint64_t stride = 0;
  for (unsigned i = 0; i < p->term_count; ++i) {
    const int64_t f = p->terms[i].factor;
    stride = greatest_common(stride, (uint64_t)(f < 0 ? -f : f));
  }
  return stride;
}

// What a value has the bits of, at least some that lanes differ in: an index as
// `t & 31`, `t | 31` or `t ^ 1`.
static LLVMValueRef lane_bits(LLVMValueRef value) {
  int64_t c;
  for (;;) {
    if (LLVMIsACastInst(value)) {
      value = LLVMGetOperand(value, 0);
      continue;
    }
    const LLVMOpcode opcode =
        LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMCall;
    if ((opcode != LLVMAnd && opcode != LLVMOr && opcode != LLVMXor) ||
        !constant_of(LLVMGetOperand(value, 1), &c) ||
        (opcode == LLVMAnd && !(c & (WARP - 1))) ||
        (opcode == LLVMOr && !(~c & (WARP - 1))))
      return value;
    value = LLVMGetOperand(value, 0);
  }
}

// Whether a value is a thread's index, which lanes differ in.
static bool is_by_lane(LLVMValueRef value) {
  value = lane_bits(value);
  switch (LLVMIsALoadInst(value) ? qn_spmd_context_field(value) : -1) {
  case QN_ITEM_LANE:
  case QN_ITEM_LINEAR:
  case QN_ITEM_THREAD_X:
  case QN_ITEM_THREAD_Y:
  case QN_ITEM_THREAD_Z:
    return true;
  default:
    return false;
  }
}

static unsigned count_by_lane(const qn_written *w) {
  unsigned count = 0;
  for (unsigned i = 0; i < w->term_count; ++i)
    count += is_by_lane(w->terms[i].value);
  return count;
}

// Of stores at the same terms, `apart` bytes from each other.
static qn_overlap compare(const qn_written *first, const qn_written *second,
                          int64_t apart) {
  const uint64_t distance = (uint64_t)(apart < 0 ? -apart : apart);
  const uint64_t stride = stride_of(first);
  bool meet;
  if (!apart) { // the same lanes in the same order, if all lanes store
    meet = first->block != second->block && !count_by_lane(first);
  } else if (!stride) {
    meet = distance < (apart < 0 ? second->size : first->size);
  } else {
    const uint64_t within =
        apart < 0 ? stride - 1 - (distance - 1) % stride : distance % stride;
    const bool is_other_part = // of structs, or of rows
        within >= first->size && within + second->size <= stride;
    meet = !is_other_part && distance < WARP * stride;
  }
  return meet ? QN_OVERLAP_LIKELY : QN_OVERLAP_NONE;
}

qn_overlap qn_cpu_overlap(const qn_written *first, const qn_written *second) {
  const qn_overlap unknown =
      first->block == second->block ? QN_OVERLAP_POSSIBLE : QN_OVERLAP_LIKELY;
  if (!is_same_variable(first->root, second->root))
    return LLVMIsAGetElementPtrInst(first->root) &&
                   LLVMIsAGetElementPtrInst(second->root)
               ? QN_OVERLAP_NONE
               : unknown;
  qn_written rest = *second;
  for (unsigned i = 0; i < first->term_count && rest.is_known; ++i)
    add_term(&rest, first->terms[i].value, -first->terms[i].factor);
  if (!rest.is_known || !first->is_known)
    return unknown;
  if (rest.term_count) // only in lanes: such as one from each end
    return count_by_lane(&rest) == rest.term_count ? QN_OVERLAP_LIKELY
                                                   : unknown;
  return compare(first, second, second->constant - first->constant);
}

// Whether a block reads nothing else of shared memory. Elements at constant
// places look like variables of their own.
static bool is_only_read(const qn_written *read) {
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(read->block));
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
  QN_EACH_INSTRUCTION (i, read->block) {
    if (!LLVMIsALoadInst(i))
      continue;
    const qn_written other = qn_cpu_written(layout, i, LLVMGetOperand(i, 0), 1);
    const bool is_shared =
        (LLVMIsAGetElementPtrInst(other.root) && is_variable(other.root)) ||
        (LLVMIsALoadInst(other.root) &&
         qn_spmd_context_field(other.root) == QN_ITEM_SHARED);
    if (is_shared && (!is_same_variable(other.root, read->root) ||
                      other.term_count || other.constant != read->constant))
      return false;
  }
  return true;
}

// Whether one lane alone reads, by its index, what itself has stored, as behind
// `if (t == 0)`: the end of many sums.
static bool reads_own(const qn_written *store, const qn_written *read) {
  int64_t lane;
  LLVMValueRef end = qn_ir_only_branch_to(read->block);
  if (read->term_count || store->term_count != 1 || !end ||
      !LLVMIsABranchInst(end) || !LLVMIsConditional(end))
    return false;
  LLVMValueRef asked = LLVMGetCondition(end);
  const bool where_so = LLVMGetSuccessor(end, 0) == read->block;
  if (!LLVMIsAICmpInst(asked) ||
      LLVMGetICmpPredicate(asked) != (where_so ? LLVMIntEQ : LLVMIntNE) ||
      !constant_of(LLVMGetOperand(asked, 1), &lane))
    return false;
  LLVMValueRef index = LLVMGetOperand(asked, 0);
  while (LLVMIsACastInst(index))
    index = LLVMGetOperand(index, 0);
  return index == store->terms[0].value && is_by_lane(index) &&
         store->constant + store->terms[0].factor * lane == read->constant &&
         is_only_read(read);
}

// Whether a sum moves within a warp's elements, `stride` bytes from lane to
// lane. A product is likely to be one with the number of lanes.
static bool steps_in_warp(const qn_written *sum, uint64_t stride) {
  for (unsigned i = 0; i < sum->term_count; ++i) {
    const int64_t f = sum->terms[i].factor;
    LLVMValueRef value = sum->terms[i].value;
    const bool is_product = LLVMIsAInstruction(value) &&
                            (LLVMGetInstructionOpcode(value) == LLVMMul ||
                             LLVMGetInstructionOpcode(value) == LLVMShl);
    if (!is_product && (uint64_t)(f < 0 ? -f : f) < WARP * stride)
      return true;
  }
  return false;
}

bool qn_cpu_reads_others(const qn_written *store, const qn_written *read) {
  if (!is_same_variable(store->root, read->root) || !store->is_known ||
      reads_own(store, read))
    return false;
  qn_written rest = *read;
  for (unsigned i = 0; i < store->term_count && rest.is_known; ++i)
    add_term(&rest, store->terms[i].value, -store->terms[i].factor);
  if (!rest.is_known)
    return false;
  if (rest.term_count) // each lane may have stored more than one element
    return count_by_lane(&rest) > 0 ||
           (count_by_lane(store) == store->term_count &&
            steps_in_warp(&rest, stride_of(store)));
  const int64_t apart = read->constant - store->constant;
  return apart && count_by_lane(store) &&
         compare(store, read, apart) == QN_OVERLAP_LIKELY;
}
