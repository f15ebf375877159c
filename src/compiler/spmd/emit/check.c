// SPDX-License-Identifier: Apache-2.0
// Checks of a packet's accesses of memory (compiler/cpu/check.h): of all lanes
// at once. Only where that does not say that all is good is each lane looked
// at, as if it were alone, by the function that scalar code calls.
#include <llvm-c/Target.h>

#include "compiler/spmd/emit/check.h"
#include "quern/cpu_abi.h"

// The operands of the calls (contract/functions.def).
enum { ADDRESS = 1, SIZE, HOW, VALUE, BASE, OBJECT_SIZE };
enum { GOOD = 5 };

enum {
  ROW_MAX = 512,    // bytes whose marks are looked at together
  ELEMENT_MAX = 64, // bytes of a lane's access, looked at with those of others
  GRANULE_LOG = 3,  // bytes that have one mark
  WHOLE = 8,        // the mark of those that may all be accessed
  HEAP_MARGIN = 4096, // at the end of the heap nothing is plainly good
};

typedef qn_spmd_access check;

// ---- Numbers

bool qn_spmd_is_many(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
}

LLVMValueRef qn_spmd_both(qn_spmd_emitter *e, LLVMValueRef a, LLVMValueRef b) {
  return b ? LLVMBuildAnd(e->b, a, b, "") : a;
}

LLVMValueRef qn_spmd_check_number(qn_spmd_emitter *e, qn_check_number which) {
  LLVMValueRef values[] = {LLVMGetParam(e->made, 0),
                           qn_spmd_int(e, e->i32, which)};
  if (!e->numbers[which]) {
    // Groups with barriers have notes about shared memory when they begin.
    if (which == QN_CHECK_NOTES && !e->regions)
      (void)qn_devlib_call(e->first, QN_DEVLIB_CHECK_SHARED, values, 1);
    LLVMValueRef made =
        qn_devlib_call(e->first, QN_DEVLIB_CHECK_NUMBER, values, 2);
    e->numbers[which] = which >= QN_CHECK_NOTES
                            ? made
                            : LLVMBuildTrunc(e->first, made, e->i32, "");
  }
  return e->numbers[which];
}

LLVMValueRef qn_spmd_number_like(const qn_spmd_emitter *e, LLVMValueRef like,
                                 uint64_t value) {
  LLVMTypeRef type = LLVMTypeOf(like);
  LLVMValueRef lanes[64];
  if (!qn_spmd_is_many(like))
    return LLVMConstInt(type, value, false);
  for (unsigned i = 0; i < e->width; ++i)
    lanes[i] = LLVMConstInt(LLVMGetElementType(type), value, false);
  return LLVMConstVector(lanes, e->width);
}

static LLVMValueRef number(const qn_spmd_emitter *e, LLVMValueRef like,
                           uint64_t value) {
  return qn_spmd_number_like(e, like, value);
}

static uint64_t alignment_of(LLVMValueRef call, unsigned how) {
  return QN_CPU_ACCESS_ALIGNMENT(
      LLVMConstIntGetZExtValue(LLVMGetOperand(call, how)));
}

LLVMValueRef qn_spmd_address_number(qn_spmd_emitter *e, LLVMValueRef address) {
  LLVMTypeRef type =
      qn_spmd_is_many(address) ? LLVMVectorType(e->i64, e->width) : e->i64;
  return LLVMBuildPtrToInt(e->b, address, type, "");
}

// All lanes of an address. Where it has a stride they are made of the first
// one's number: LLVM 22 makes wrong code of an address that vectors of
// addresses and numbers are made of.
LLVMValueRef qn_spmd_address_numbers(qn_spmd_emitter *e, LLVMValueRef address) {
  const qn_spmd_shape shape = qn_spmd_shape_of(e->shapes, address);
  LLVMValueRef steps[64], rows[QN_SPMD_ROWS_MAX];
  const unsigned here = e->row;
  if (shape.kind == QN_SPMD_VARYING)
    return qn_spmd_address_number(e, qn_spmd_vector(e, address));
  for (unsigned i = 0; i < e->columns; ++i)
    steps[i] = qn_spmd_int(e, e->i64, (uint64_t)shape.stride * i);
  for (e->row = 0; e->row < e->rows; ++e->row) {
    LLVMValueRef first = qn_spmd_address_number(e, qn_spmd_scalar(e, address));
    rows[e->row] = LLVMBuildAdd(e->b, qn_spmd_splat_row(e, first),
                                LLVMConstVector(steps, e->columns), "");
  }
  e->row = here;
  return qn_spmd_join_rows(e, rows);
}

static LLVMValueRef is_aligned(qn_spmd_emitter *e, const check *c,
                               LLVMValueRef at) {
  return LLVMBuildICmp(
      e->b, LLVMIntEQ,
      LLVMBuildAnd(e->b, at, number(e, at, c->alignment - 1), ""),
      number(e, at, 0), "");
}

// ---- Rows: addresses that go on by a stride

static bool has_strides(const qn_spmd_emitter *e, const check *c) {
  return qn_spmd_shape_of(e->shapes, c->address).kind != QN_SPMD_VARYING &&
         (!c->base ||
          qn_spmd_shape_of(e->shapes, c->base).kind != QN_SPMD_VARYING);
}

static int64_t stride_of(const qn_spmd_emitter *e, LLVMValueRef value) {
  return qn_spmd_shape_of(e->shapes, value).stride;
}

// How far the last lane's address is from the first one's.
static int64_t span_of(const qn_spmd_emitter *e, const check *c) {
  return c->stride * (int64_t)(e->columns - 1);
}

// Whether the two ends of a row of addresses with that stride tell.
static bool is_row(const qn_spmd_emitter *e, const check *c, int64_t stride) {
  if (!c->size || stride % (int64_t)c->alignment)
    return false;
  const int64_t span = span_of(e, c);
  const uint64_t bytes = (uint64_t)(span < 0 ? -span : span) + c->size;
  return bytes <= (c->base ? INT32_MAX : ROW_MAX);
}

// Where marks may be read that tell nothing, for addresses that are not of the
// heap: there may be no marks in this process.
LLVMValueRef qn_spmd_nothing(const qn_spmd_emitter *e) {
  static const char name[] = "quern.nothing";
  // Two parts of a row's marks.
  LLVMTypeRef type = LLVMArrayType2(e->i8, 2 * (ROW_MAX >> GRANULE_LOG));
  LLVMValueRef made = LLVMGetNamedGlobal(e->module, name);
  if (!made) {
    made = LLVMAddGlobal(e->module, type, name);
    LLVMSetInitializer(made, LLVMConstNull(type));
    LLVMSetGlobalConstant(made, true);
    LLVMSetLinkage(made, LLVMPrivateLinkage);
  }
  return LLVMBuildPtrToInt(e->b, made, e->i64, "");
}

static LLVMValueRef marks_at(qn_spmd_emitter *e, LLVMValueRef granule,
                             unsigned count) {
  LLVMTypeRef type = LLVMIntTypeInContext(e->context, 8 * count);
  uint64_t words[ROW_MAX / 64];
  for (unsigned k = 0; k < sizeof(words) / sizeof(*words); ++k)
    words[k] = UINT64_C(0x0101010101010101) * WHOLE;
  LLVMValueRef at =
      LLVMBuildAdd(e->b, granule, number(e, granule, QN_CPU_CHECK_MARKS), "");
  LLVMValueRef marks = LLVMBuildLoad2(
      e->b, type, LLVMBuildIntToPtr(e->b, at, e->pointer, ""), "");
  LLVMSetAlignment(marks, 1);
  LLVMValueRef whole =
      count < 8 ? LLVMConstInt(type, words[0] >> (64 - 8 * count), false)
                : LLVMConstIntOfArbitraryPrecision(type, count / 8, words);
  return LLVMBuildXor(e->b, marks, whole, "");
}

// Whether so many bytes from an address on are all of allocations: two loads
// that may overlap are of all marks, whichever byte of a granule it begins at.
static LLVMValueRef is_row_marked(qn_spmd_emitter *e, const check *c,
                                  LLVMValueRef address, uint64_t bytes) {
  LLVMValueRef at =
      LLVMBuildSub(e->b, address, number(e, address, QN_CPU_CHECK_HEAP), "");
  LLVMValueRef inside =
      LLVMBuildICmp(e->b, LLVMIntULT, at,
                    number(e, at, QN_CPU_CHECK_HEAP_SIZE - HEAP_MARGIN), "");
  const uint64_t granules = ((bytes - 1) >> GRANULE_LOG) + 1;
  unsigned part = 1;
  while (2 * part <= granules)
    part *= 2;
  // An offset whose marks would be there: the shifts below are of signed
  // numbers.
  LLVMValueRef log = number(e, at, GRANULE_LOG);
  LLVMValueRef other =
      LLVMBuildShl(e->b,
                   LLVMBuildSub(e->b, qn_spmd_nothing(e),
                                number(e, at, QN_CPU_CHECK_MARKS), ""),
                   log, "");
  at = LLVMBuildSelect(e->b, inside, at, other, "");
  LLVMValueRef bad = marks_at(e, LLVMBuildAShr(e->b, at, log, ""), part);
  if (granules != part ||
      (bytes > c->alignment && c->alignment < 1 << GRANULE_LOG)) {
    LLVMValueRef end = LLVMBuildAdd(e->b, at, number(e, at, bytes - 1), "");
    LLVMValueRef last = LLVMBuildSub(e->b, LLVMBuildAShr(e->b, end, log, ""),
                                     number(e, at, part - 1), "");
    bad = LLVMBuildOr(e->b, bad, marks_at(e, last, part), "");
  }
  return qn_spmd_both(
      e, inside,
      LLVMBuildICmp(e->b, LLVMIntEQ, bad, LLVMConstNull(LLVMTypeOf(bad)), ""));
}

// Whether both ends of a row are in the variable.
static LLVMValueRef is_row_inside(qn_spmd_emitter *e, const check *c,
                                  LLVMValueRef address) {
  LLVMValueRef offset = LLVMBuildSub(
      e->b, address, qn_spmd_address_number(e, qn_spmd_scalar(e, c->base)), "");
  LLVMValueRef limit = number(e, offset, c->object_size - c->size);
  LLVMValueRef good = LLVMBuildICmp(e->b, LLVMIntULE, offset, limit, "");
  const int64_t span = span_of(e, c);
  if (!span)
    return good;
  LLVMValueRef last =
      LLVMBuildAdd(e->b, offset, number(e, offset, (uint64_t)span), "");
  return qn_spmd_both(e, good,
                      LLVMBuildICmp(e->b, LLVMIntULE, last, limit, ""));
}

static LLVMValueRef is_row_good(qn_spmd_emitter *e, const check *c,
                                unsigned row) {
  const int64_t span = span_of(e, c);
  LLVMValueRef first = qn_spmd_address_number(e, c->first[row]), good;
  if (c->base) {
    good = is_row_inside(e, c, first);
  } else {
    LLVMValueRef low =
        span < 0
            ? LLVMBuildAdd(e->b, first, number(e, first, (uint64_t)span), "")
            : first;
    good =
        is_row_marked(e, c, low, (uint64_t)(span < 0 ? -span : span) + c->size);
  }
  return c->alignment > 1 ? qn_spmd_both(e, good, is_aligned(e, c, first))
                          : good;
}

LLVMValueRef qn_spmd_are_rows_good(qn_spmd_emitter *e, const check *c) {
  LLVMValueRef all = NULL;
  const unsigned here = e->row;
  for (e->row = 0; e->row < c->rows; ++e->row) {
    LLVMValueRef good = is_row_good(e, c, e->row);
    all = all ? qn_spmd_both(e, all, good) : good;
  }
  e->row = here;
  return c->stays ? qn_spmd_both(e, all, c->stays) : all;
}

// ---- Any addresses: a mark, or several, for each lane

// Whether each lane's marks, at the number of a granule, are those of memory
// that may be accessed.
static LLVMValueRef are_marked(qn_spmd_emitter *e, LLVMValueRef granules,
                               LLVMValueRef inside) {
  LLVMTypeRef words = LLVMVectorType(e->i32, e->width);
  LLVMTypeRef pointers = LLVMVectorType(e->pointer, e->width);
  LLVMTypeRef types[] = {words, pointers};
  LLVMValueRef at =
      LLVMBuildAdd(e->b, granules, number(e, granules, QN_CPU_CHECK_MARKS), "");
  at = LLVMBuildSelect(e->b, inside, at, qn_spmd_splat(e, qn_spmd_nothing(e)),
                       "");
  LLVMValueRef args[] = {LLVMBuildIntToPtr(e->b, at, pointers, ""),
                         qn_spmd_all_lanes(e), LLVMGetPoison(words)};
  LLVMValueRef marks = qn_spmd_intrinsic(e, "llvm.masked.gather",
                                         qn_spmd_types(types, 2), args, 3);
  qn_spmd_set_alignment(e, marks, 0, 1);
  // The mark is the first of four.
  const bool big = LLVMByteOrder(e->layout) == LLVMBigEndian;
  LLVMValueRef own =
      big ? LLVMBuildLShr(e->b, marks, number(e, marks, 24), "")
          : LLVMBuildAnd(e->b, marks, number(e, marks, 0xff), "");
  return LLVMBuildICmp(e->b, LLVMIntEQ, own, number(e, own, WHOLE), "");
}

static LLVMValueRef are_lanes_marked(qn_spmd_emitter *e, const check *c,
                                     LLVMValueRef addresses) {
  LLVMValueRef at = LLVMBuildSub(e->b, addresses,
                                 number(e, addresses, QN_CPU_CHECK_HEAP), "");
  LLVMValueRef inside =
      LLVMBuildICmp(e->b, LLVMIntULT, at,
                    number(e, at, QN_CPU_CHECK_HEAP_SIZE - HEAP_MARGIN), "");
  LLVMValueRef log = number(e, at, GRANULE_LOG);
  LLVMValueRef first = LLVMBuildLShr(e->b, at, log, ""), good = inside;
  for (uint64_t k = 0; k <= (c->size - 1) >> GRANULE_LOG; ++k)
    good = qn_spmd_both(
        e, good,
        are_marked(e, LLVMBuildAdd(e->b, first, number(e, at, k), ""), inside));
  if (c->size > c->alignment && c->alignment < 1 << GRANULE_LOG) {
    LLVMValueRef end = LLVMBuildAdd(e->b, at, number(e, at, c->size - 1), "");
    good = qn_spmd_both(
        e, good, are_marked(e, LLVMBuildLShr(e->b, end, log, ""), inside));
  }
  return good;
}

static LLVMValueRef are_lanes_inside(qn_spmd_emitter *e, const check *c) {
  LLVMValueRef offsets = LLVMBuildSub(e->b, c->lanes, c->bases, "");
  return LLVMBuildICmp(e->b, LLVMIntULE, offsets,
                       number(e, offsets, c->object_size - c->size), "");
}

static LLVMValueRef are_all_lanes_good(qn_spmd_emitter *e, const check *c) {
  LLVMValueRef good =
      c->base ? are_lanes_inside(e, c) : are_lanes_marked(e, c, c->lanes);
  if (c->alignment > 1)
    good = qn_spmd_both(e, good, is_aligned(e, c, c->lanes));
  if (e->mask)
    good = LLVMBuildOr(e->b, good, LLVMBuildNot(e->b, e->mask, ""), "");
  return qn_spmd_all(e, good);
}

// The address of the only active lane.
static LLVMValueRef is_only_lane_good(qn_spmd_emitter *e, const check *c,
                                      LLVMValueRef bits) {
  LLVMTypeRef type = LLVMTypeOf(bits);
  LLVMValueRef args[] = {bits, qn_spmd_int(e, e->i1, 1)};
  LLVMValueRef lane =
      qn_spmd_intrinsic(e, "llvm.cttz", qn_spmd_types(&type, 1), args, 2);
  LLVMValueRef address = LLVMBuildExtractElement(e->b, c->lanes, lane, "");
  LLVMValueRef good = is_row_marked(e, c, address, c->size);
  return c->alignment > 1 ? qn_spmd_both(e, good, is_aligned(e, c, address))
                          : good;
}

LLVMValueRef qn_spmd_begin_if_one(qn_spmd_emitter *e, LLVMBasicBlockRef more) {
  LLVMBasicBlockRef one = qn_spmd_block(e, "one");
  LLVMValueRef bits = qn_spmd_mask_bits(e, e->mask);
  LLVMTypeRef type = LLVMTypeOf(bits);
  LLVMValueRef count =
      qn_spmd_intrinsic(e, "llvm.ctpop", qn_spmd_types(&type, 1), &bits, 1);
  LLVMBuildCondBr(
      e->b,
      LLVMBuildICmp(e->b, LLVMIntEQ, count, LLVMConstInt(type, 1, false), ""),
      one, more);
  LLVMPositionBuilderAtEnd(e->b, one);
  return bits;
}

// Often one lane writes for all of a warp: gathers would take longer.
LLVMValueRef qn_spmd_are_lanes_good(qn_spmd_emitter *e, const check *c) {
  if (!e->mask || c->base || e->width == 1)
    return are_all_lanes_good(e, c);
  LLVMBasicBlockRef more = qn_spmd_block(e, "more"), from[2];
  LLVMBasicBlockRef after = qn_spmd_block(e, "lanes");
  LLVMValueRef bits = qn_spmd_begin_if_one(e, more), good[2];
  good[0] = is_only_lane_good(e, c, bits);
  from[0] = LLVMGetInsertBlock(e->b);
  LLVMBuildBr(e->b, after);
  LLVMPositionBuilderAtEnd(e->b, more);
  good[1] = are_all_lanes_good(e, c);
  from[1] = LLVMGetInsertBlock(e->b);
  LLVMBuildBr(e->b, after);
  LLVMPositionBuilderAtEnd(e->b, after);
  LLVMValueRef made = LLVMBuildPhi(e->b, e->i1, "");
  LLVMAddIncoming(made, good, from, 2);
  return made;
}

// ---- One lane after the other

LLVMValueRef qn_spmd_lane_context(qn_spmd_emitter *e, LLVMValueRef index) {
  if (!e->own) {
    e->own = qn_spmd_variable(e, LLVMArrayType2(e->i8, QN_CHECK_CONTEXT_SIZE),
                              "own");
    LLVMSetAlignment(e->own, 16);
  }
  LLVMValueRef values[] = {e->own, LLVMGetParam(e->made, 0), index,
                           qn_spmd_int(e, e->i32, e->columns)};
  qn_devlib_call(e->b, QN_DEVLIB_CHECK_LANE, values, 4);
  return e->own;
}

// A store of a lane, as a number: what the next lane's check compares with.
static void store_lane(qn_spmd_emitter *e, const check *c, LLVMValueRef address,
                       LLVMValueRef value) {
  LLVMTypeRef type = LLVMIntTypeInContext(e->context, (unsigned)c->size * 8);
  LLVMValueRef store = LLVMBuildStore(
      e->b, LLVMBuildTruncOrBitCast(e->b, value, type, ""), address);
  LLVMSetAlignment(store, 1);
}

// Work-items of one packet that write to one place are told apart by what they
// write: each does when it is looked at, and again with all.
static bool stores_lanes(const check *c) {
  return c->watched && c->how & QN_CPU_ACCESS_WRITE &&
         !(c->how & QN_CPU_ACCESS_ATOMIC) && c->size && c->size <= 8 &&
         !(c->size & (c->size - 1));
}

void qn_spmd_give_up(qn_spmd_emitter *e) {
  LLVMValueRef item = LLVMGetParam(e->made, 0);
  (void)qn_devlib_call(e->b, QN_DEVLIB_CHECK_AMISS, &item, 1);
}

void qn_spmd_check_lanes(qn_spmd_emitter *e, const check *c) {
  enum { OPERANDS_MAX = 9 };
  if (e->is_ahead) {
    qn_spmd_give_up(e);
    return;
  }
  const bool known = c->function == QN_DEVLIB_CHECK_OBJECT;
  const unsigned count = known ? 9 : 5;
  LLVMValueRef values[OPERANDS_MAX];
  const qn_spmd_walk loop = qn_spmd_begin_lanes(e);
  values[0] = qn_spmd_lane_context(e, loop.index);
  for (unsigned k = 1; k < count; ++k)
    values[k] = k == HOW
                    ? qn_spmd_int(e, e->i32, c->how)
                    : qn_spmd_lane(e, LLVMGetOperand(c->call, k), loop.index);
  LLVMValueRef call = qn_devlib_call(e->b,
                                     known ? QN_DEVLIB_CHECK_OBJECT_OTHERWISE
                                           : QN_DEVLIB_CHECK_OTHERWISE,
                                     values, count);
  qn_ir_keep_place(call); // the access's
  if (stores_lanes(c))
    store_lane(e, c, values[ADDRESS], values[VALUE]);
  qn_spmd_end_lanes(e, &loop);
}

// ---- An access

static check check_of(LLVMValueRef call) {
  check c = {.call = call,
             .function = qn_devlib_called_by(call),
             .address = LLVMGetOperand(call, ADDRESS),
             .alignment = alignment_of(call, HOW),
             .how =
                 (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, HOW))};
  LLVMValueRef size = LLVMGetOperand(call, SIZE);
  if (LLVMIsAConstantInt(size))
    c.size = LLVMConstIntGetZExtValue(size);
  if (c.function == QN_DEVLIB_CHECK_OBJECT) {
    LLVMValueRef whole = LLVMGetOperand(call, OBJECT_SIZE);
    c.base = LLVMGetOperand(call, BASE);
    c.object_size =
        LLVMIsAConstantInt(whole) ? LLVMConstIntGetZExtValue(whole) : 0;
    if (c.size > c.object_size)
      c.size = 0; // never good
  }
  return c;
}

// Finds the rows of a check: their number and first addresses.
void qn_spmd_find_rows(qn_spmd_emitter *e, check *c) {
  const qn_spmd_shape address = qn_spmd_shape_of(e->shapes, c->address);
  const qn_spmd_shape base = c->base ? qn_spmd_shape_of(e->shapes, c->base)
                                     : (qn_spmd_shape){QN_SPMD_UNIFORM, 0};
  const unsigned here = e->row;
  LLVMBasicBlockRef home = LLVMGetInstructionParent(c->call);
  qn_spmd_steps steps;
  if (has_strides(e, c)) {
    c->stride = address.stride - base.stride;
    if (!is_row(e, c, address.stride))
      return;
    c->rows =
        address.kind == QN_SPMD_ROWS || base.kind == QN_SPMD_ROWS ? e->rows : 1;
    for (e->row = 0; e->row < c->rows; ++e->row) {
      c->first[e->row] = qn_spmd_scalar(e, c->address);
      if (c->base)
        (void)qn_spmd_scalar(e, c->base);
    }
    e->row = here;
  } else if (base.kind == QN_SPMD_UNIFORM &&
             qn_spmd_find_steps(e, c->address, home, &steps)) {
    c->stride = steps.stride;
    if (!is_row(e, c, c->stride))
      return;
    c->rows = 1;
    c->first[0] = steps.first;
    c->stays = steps.stays;
    if (c->base)
      (void)qn_spmd_scalar(e, c->base);
  }
}

void qn_spmd_leave_if(qn_spmd_emitter *e, LLVMValueRef good,
                      LLVMBasicBlockRef after) {
  LLVMBasicBlockRef next = qn_spmd_block(e, "check");
  LLVMValueRef branch = LLVMBuildCondBr(e->b, good, after, next);
  qn_spmd_foresee(e, branch, 1 << 20, 1);
  LLVMPositionBuilderAtEnd(e->b, next);
}

// Makes all values before the first branch: those that are made behind one are
// not there later.
static void prepare(qn_spmd_emitter *e, check *c) {
  qn_spmd_prepare_operands(e, c->call);
  qn_spmd_find_rows(e, c);
  const bool by_rows = c->rows && !c->stays && !e->mask;
  if ((by_rows && !qn_spmd_watches_lanes(e, c) && !qn_spmd_is_noted(c)) ||
      !c->size || c->size > ELEMENT_MAX)
    return;
  c->lanes = qn_spmd_address_numbers(e, c->address);
  c->bases = c->base ? qn_spmd_address_numbers(e, c->base) : NULL;
}

void qn_spmd_leave_if_known(qn_spmd_emitter *e, const check *c,
                            LLVMBasicBlockRef after) {
  if (c->function != QN_DEVLIB_CHECK_UNLESS)
    return;
  LLVMValueRef good = qn_spmd_scalar(e, LLVMGetOperand(c->call, GOOD));
  qn_spmd_leave_if(
      e, LLVMBuildICmp(e->b, LLVMIntNE, good, number(e, good, 0), ""), after);
}

// Where the access needs no more than a look at the memory.
static void leave_if_good(qn_spmd_emitter *e, const check *c,
                          LLVMBasicBlockRef after) {
  qn_spmd_leave_if_known(e, c, after);
  if (c->rows)
    qn_spmd_leave_if(e, qn_spmd_are_rows_good(e, c), after);
  if (c->lanes)
    qn_spmd_leave_if(e, qn_spmd_are_lanes_good(e, c), after);
}

void qn_spmd_leave_if_repeated(qn_spmd_emitter *e, const check *c,
                               LLVMValueRef repeats, LLVMBasicBlockRef after) {
  LLVMBasicBlockRef known = qn_spmd_block(e, "repeats");
  LLVMBasicBlockRef other = qn_spmd_block(e, "other");
  LLVMValueRef is_known =
      LLVMBuildICmp(e->b, LLVMIntNE, repeats, number(e, repeats, 0), "");
  LLVMBuildCondBr(e->b, is_known, known, other);
  LLVMPositionBuilderAtEnd(e->b, known);
  const bool memory = c->how >> QN_CPU_ACCESS_KINDS_SHIFT & QN_CPU_CHECK_MEMORY;
  if (memory)
    leave_if_good(e, c, after);
  LLVMBuildBr(e->b, memory ? other : after);
  LLVMPositionBuilderAtEnd(e->b, other);
}

// Looks at an access by one way to tell that all lanes' are good.
static void check_by(qn_spmd_emitter *e, const check *c,
                     void look(qn_spmd_emitter *, const check *,
                               LLVMBasicBlockRef after)) {
  LLVMBasicBlockRef after = qn_spmd_block(e, "checked");
  look(e, c, after);
  qn_spmd_check_lanes(e, c);
  LLVMBuildBr(e->b, after);
  LLVMPositionBuilderAtEnd(e->b, after);
}

static void check_access(qn_spmd_emitter *e, LLVMValueRef i) {
  const unsigned written = QN_CPU_CHECK_INIT << QN_CPU_ACCESS_KINDS_SHIFT;
  check c = check_of(i);
  c.watched = qn_spmd_is_watched(e, &c);
  const bool noted = qn_spmd_is_noted(&c);
  if (!c.watched && c.how >> QN_CPU_ACCESS_KINDS_SHIFT == QN_CPU_CHECK_RACE)
    return;
  prepare(e, &c);
  if (!c.watched) {
    check_by(e, &c, noted ? qn_spmd_note_written : leave_if_good);
    return;
  }
  // What is written first: the host takes what a lane writes as written.
  if (noted) {
    check before = c;
    before.watched = false;
    before.how &= (1u << QN_CPU_ACCESS_KINDS_SHIFT) - 1;
    before.how |= written;
    check_by(e, &before, qn_spmd_note_written);
    c.how &= ~written;
  }
  check_by(e, &c, qn_spmd_watch);
}

// ---- All accesses of a loop

// The operands of check_range.
enum { RANGE_FIRST = 1, RANGE_COUNT = 4, RANGE_SIZE = 5, RANGE_HOW = 6 };

// Whether the first lane of each row tells of all: with all lanes active, and
// numbers of rounds that they have in common.
static bool has_row_ranges(const qn_spmd_emitter *e, LLVMValueRef i) {
  bool varies = e->mask != NULL &&
                !qn_spmd_is_uniform(e->shapes, LLVMGetOperand(i, RANGE_FIRST));
  const qn_spmd_shape first =
      qn_spmd_shape_of(e->shapes, LLVMGetOperand(i, RANGE_FIRST));
  varies |= first.stride % (int64_t)alignment_of(i, RANGE_HOW) != 0;
  for (unsigned k = RANGE_FIRST; k <= RANGE_COUNT; ++k) {
    const qn_spmd_shape shape =
        qn_spmd_shape_of(e->shapes, LLVMGetOperand(i, k));
    varies |= shape.kind == QN_SPMD_VARYING ||
              shape.stride != (k == RANGE_COUNT ? 0 : first.stride);
  }
  return !varies;
}

static bool differs_by_row(const qn_spmd_emitter *e, LLVMValueRef i) {
  for (unsigned k = RANGE_FIRST; k <= RANGE_COUNT; ++k)
    if (qn_spmd_shape_of(e->shapes, LLVMGetOperand(i, k)).kind == QN_SPMD_ROWS)
      return true;
  return false;
}

static void store_word(qn_spmd_emitter *e, LLVMValueRef value,
                       LLVMValueRef words, unsigned at) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMValueRef index = qn_spmd_int(e, e->i64, at);
  LLVMValueRef place =
      LLVMBuildInBoundsGEP2(e->b, e->i64, words, &index, 1, "");
  LLVMValueRef number =
      LLVMGetTypeKind(type) == LLVMIntegerTypeKind ||
              (LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
               LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind)
          ? value
          : qn_spmd_address_number(e, value);
  LLVMSetAlignment(LLVMBuildStore(e->b, number, place), 8);
}

// Puts a loop's rounds where the library reads them: of each row's first lane,
// or of each lane. Returns how many these are.
static unsigned store_rounds(qn_spmd_emitter *e, LLVMValueRef i, bool by_row,
                             LLVMValueRef words) {
  const unsigned width = !by_row                ? e->width
                         : differs_by_row(e, i) ? e->rows
                                                : 1;
  const unsigned here = e->row;
  for (unsigned k = RANGE_FIRST; k <= RANGE_COUNT; ++k) {
    LLVMValueRef value = LLVMGetOperand(i, k);
    const unsigned at = (k - RANGE_FIRST) * width;
    if (!by_row) {
      store_word(e,
                 k == RANGE_COUNT ? qn_spmd_vector(e, value)
                                  : qn_spmd_address_numbers(e, value),
                 words, at);
      continue;
    }
    for (e->row = 0; e->row < width; ++e->row)
      store_word(e, qn_spmd_scalar(e, value), words, at + e->row);
    e->row = here;
  }
  return width;
}

// Whether all accesses of active lanes are good.
static void check_range(qn_spmd_emitter *e, LLVMValueRef i) {
  const bool by_row = has_row_ranges(e, i);
  const int64_t stride = stride_of(e, LLVMGetOperand(i, RANGE_FIRST));
  const int64_t span = by_row ? stride * (int64_t)(e->columns - 1) : 0;
  LLVMValueRef words = qn_spmd_variable(
      e, LLVMArrayType2(e->i64, 4 * (uint64_t)e->width), "rounds");
  const unsigned width = store_rounds(e, i, by_row, words);
  LLVMValueRef lanes =
      !by_row && e->mask ? LLVMBuildZExtOrBitCast(
                               e->b, qn_spmd_mask_bits(e, e->mask), e->i64, "")
                         : qn_spmd_int(e, e->i64, UINT64_MAX >> (64 - width));
  LLVMValueRef values[] = {LLVMGetParam(e->made, 0),
                           words,
                           qn_spmd_int(e, e->i32, width),
                           lanes,
                           qn_spmd_int(e, e->i64, (uint64_t)span),
                           LLVMGetOperand(i, RANGE_SIZE),
                           LLVMGetOperand(i, RANGE_HOW)};
  qn_spmd_define(e, i, qn_devlib_call(e->b, QN_DEVLIB_CHECK_RANGES, values, 7));
}

// Of all rounds together only the memory is looked at: who accesses what is
// noted one round after the other.
void qn_spmd_check(qn_spmd_emitter *e, LLVMValueRef i) {
  switch (qn_devlib_called_by(i)) {
  case QN_DEVLIB_CHECK_RANGE:
    check_range(e, i);
    return;
  case QN_DEVLIB_CHECK_SHADOW:
    qn_spmd_load_shadow(e, i);
    return;
  case QN_DEVLIB_CHECK_VALUE:
  case QN_DEVLIB_CHECK_LOCAL:
  case QN_DEVLIB_CHECK_STORED:
    qn_spmd_use_shadow(e, i);
    return;
  case QN_DEVLIB_CHECK_RETURN: // packets have no barriers behind it
    return;
  default:
    check_access(e, i);
  }
}
