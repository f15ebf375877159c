// SPDX-License-Identifier: Apache-2.0
// What was written, in packets (quern cc --check=init): of all lanes at once.
// Of device memory there is a bit for each byte that was written, of shared
// memory a byte (device/cpu/init.c). Where all lanes' bytes are such the shadow
// of what they load is 0, and shadows that are 0 in all lanes need no more;
// anything else is looked at lane by lane. Shadows of local arrays are
// variables like others.
#include <llvm-c/Target.h>

#include "compiler/spmd/emit/check.h"
#include "quern/cpu_abi.h"

// The operands of the calls (contract/functions.def).
enum { ADDRESS = 1, SIZE = 2, SPACE = 8 };

enum {
  ROW_MAX = 512,    // bytes that are looked at together
  ELEMENT_MAX = 64, // of a lane's access
  EXACT_MAX = 56,   // bytes whose bits are in one word, wherever they begin
  PART = 16,        // the same of half a word, for each lane
  HEAP_MARGIN = 4096,
};

typedef qn_spmd_access access;
static bool is_object(const access *c) {
  return c->function == QN_DEVLIB_CHECK_OBJECT;
}

static qn_check_space space_of(const access *c) {
  return (qn_check_space)LLVMConstIntGetZExtValue(
      LLVMGetOperand(c->call, SPACE));
}

// Whether it is known to be of shared memory; else it is mostly of the heap.
static bool is_of_group(const access *c) {
  return (is_object(c) && space_of(c) == QN_CHECK_SHARED) ||
         qn_spmd_is_group_memory(c->address);
}

static bool looks_for(const access *c, unsigned kind) {
  return c->how >> QN_CPU_ACCESS_KINDS_SHIFT & kind;
}

bool qn_spmd_is_noted(const access *c) {
  return looks_for(c, QN_CPU_CHECK_INIT) && c->how & QN_CPU_ACCESS_WRITE &&
         c->size && c->size <= ELEMENT_MAX &&
         (!is_object(c) || space_of(c) == QN_CHECK_SHARED);
}

// ---- Numbers

static LLVMValueRef like(const qn_spmd_emitter *e, LLVMValueRef value,
                         uint64_t number) {
  return qn_spmd_number_like(e, value, number);
}

static LLVMValueRef plus(qn_spmd_emitter *e, LLVMValueRef value,
                         uint64_t number) {
  return number ? LLVMBuildAdd(e->b, value, like(e, value, number), "") : value;
}

static LLVMValueRef number_of(qn_spmd_emitter *e, qn_check_number which,
                              LLVMValueRef as) {
  LLVMValueRef number = qn_spmd_check_number(e, which);
  return qn_spmd_is_many(as) ? qn_spmd_splat(e, number) : number;
}

static LLVMValueRef pointers(qn_spmd_emitter *e, LLVMValueRef numbers) {
  return LLVMBuildIntToPtr(e->b, numbers,
                           qn_spmd_is_many(numbers)
                               ? LLVMVectorType(e->pointer, e->width)
                               : e->pointer,
                           "");
}

// Whether all active lanes are such.
static LLVMValueRef all_active(qn_spmd_emitter *e, LLVMValueRef lanes) {
  if (e->mask)
    lanes = LLVMBuildOr(e->b, lanes, LLVMBuildNot(e->b, e->mask, ""), "");
  return qn_spmd_all(e, lanes);
}

// What memory has at a place, or at one for each lane, with the first byte
// lowest.
static LLVMValueRef load_at(qn_spmd_emitter *e, LLVMTypeRef type,
                            LLVMValueRef at) {
  LLVMValueRef from = pointers(e, at), made;
  if (qn_spmd_is_many(at)) {
    type = LLVMVectorType(type, e->width);
    LLVMTypeRef types[] = {type, LLVMTypeOf(from)};
    LLVMValueRef args[] = {from, qn_spmd_all_lanes(e), LLVMConstNull(type)};
    made = qn_spmd_intrinsic(e, "llvm.masked.gather", qn_spmd_types(types, 2),
                             args, 3);
    qn_spmd_set_alignment(e, made, 0, 1);
  } else {
    made = LLVMBuildLoad2(e->b, type, from, "");
    LLVMSetAlignment(made, 1);
  }
  return LLVMByteOrder(e->layout) == LLVMBigEndian
             ? qn_spmd_intrinsic(e, "llvm.bswap", qn_spmd_types(&type, 1),
                                 &made, 1)
             : made;
}

// ---- Device memory: bits

static LLVMValueRef in_heap(qn_spmd_emitter *e, LLVMValueRef at) {
  return LLVMBuildICmp(e->b, LLVMIntULT, at,
                       like(e, at, QN_CPU_CHECK_HEAP_SIZE - HEAP_MARGIN), "");
}

// Where the bit of a byte of the heap is; what tells nothing for others.
static LLVMValueRef bits_of(qn_spmd_emitter *e, LLVMValueRef at,
                            LLVMValueRef inside) {
  LLVMValueRef log = like(e, at, 3), none = qn_spmd_nothing(e);
  return LLVMBuildSelect(
      e->b, inside,
      plus(e, LLVMBuildLShr(e->b, at, log, ""), QN_CPU_CHECK_WRITTEN),
      qn_spmd_is_many(at) ? qn_spmd_splat(e, none) : none, "");
}

// Whether the bits of so many bytes from `at` on, which a word has, are all
// set.
static LLVMValueRef are_bits_set(qn_spmd_emitter *e, LLVMTypeRef word,
                                 LLVMValueRef at, LLVMValueRef bits,
                                 uint64_t bytes) {
  LLVMValueRef found = load_at(e, word, bits);
  LLVMValueRef by = LLVMBuildAnd(e->b, at, like(e, at, 7), "");
  by = LLVMBuildIntCast2(e->b, by, LLVMTypeOf(found), false, "");
  const uint64_t mask = (UINT64_C(1) << bytes) - 1; // at most EXACT_MAX
  found = LLVMBuildAnd(e->b, LLVMBuildLShr(e->b, found, by, ""),
                       like(e, found, mask), "");
  return LLVMBuildICmp(e->b, LLVMIntEQ, found, like(e, found, mask), "");
}

static LLVMValueRef unset_bits(qn_spmd_emitter *e, LLVMValueRef at,
                               unsigned count) {
  LLVMTypeRef type = LLVMIntTypeInContext(e->context, 8 * count);
  LLVMValueRef made = LLVMBuildLoad2(e->b, type, pointers(e, at), "");
  LLVMSetAlignment(made, 1);
  return LLVMBuildNot(e->b, made, "");
}

// Whether so many bytes were all written, and with more than EXACT_MAX those
// around them whose bits are in the same bytes: two loads that may overlap are
// of all bits.
static LLVMValueRef is_heap_row_written(qn_spmd_emitter *e, const access *c,
                                        LLVMValueRef address, uint64_t bytes) {
  LLVMValueRef at =
      LLVMBuildSub(e->b, address, like(e, address, QN_CPU_CHECK_HEAP), "");
  LLVMValueRef inside = in_heap(e, at), bits = bits_of(e, at, inside);
  if (bytes <= EXACT_MAX)
    return qn_spmd_both(e, inside, are_bits_set(e, e->i64, at, bits, bytes));
  const uint64_t granules = ((bytes - 1) >> 3) + 1;
  unsigned part = 1;
  while (2 * part <= granules)
    part *= 2;
  LLVMValueRef bad = unset_bits(e, bits, part);
  if (granules != part || c->alignment < 8) {
    LLVMValueRef over = LLVMBuildAnd(e->b, at, like(e, at, 7), "");
    over = LLVMBuildLShr(e->b, plus(e, over, bytes - 1), like(e, at, 3), "");
    LLVMValueRef last = LLVMBuildAdd(e->b, bits, over, "");
    bad = LLVMBuildOr(
        e->b, bad, unset_bits(e, plus(e, last, 1 - (uint64_t)part), part), "");
  }
  return qn_spmd_both(
      e, inside,
      LLVMBuildICmp(e->b, LLVMIntEQ, bad, LLVMConstNull(LLVMTypeOf(bad)), ""));
}

static LLVMValueRef are_heap_lanes_written(qn_spmd_emitter *e,
                                           const access *c) {
  LLVMValueRef at =
      LLVMBuildSub(e->b, c->lanes, like(e, c->lanes, QN_CPU_CHECK_HEAP), "");
  LLVMValueRef inside = in_heap(e, at), good = inside;
  for (uint64_t done = 0; done < c->size; done += PART) {
    LLVMValueRef here = plus(e, at, done);
    const uint64_t left = c->size - done;
    good = qn_spmd_both(e, good,
                        are_bits_set(e, e->i32, here, bits_of(e, here, inside),
                                     left < PART ? left : PART));
  }
  return good;
}

// ---- Shared memory: bytes

// Whether so many bytes, of one address or of each lane's, are in the group's
// shared memory.
static LLVMValueRef is_in_group(qn_spmd_emitter *e, LLVMValueRef address,
                                uint64_t bytes) {
  LLVMValueRef size = number_of(e, QN_CHECK_SHARED_SIZE, address);
  LLVMValueRef at = LLVMBuildSub(e->b, address,
                                 number_of(e, QN_CHECK_SHARED_AT, address), "");
  LLVMValueRef begins = LLVMBuildICmp(e->b, LLVMIntULT, at, size, "");
  return qn_spmd_both(
      e, begins, LLVMBuildICmp(e->b, LLVMIntULE, plus(e, at, bytes), size, ""));
}

// Where the bytes about shared memory are; for other addresses where its own
// begin.
static LLVMValueRef group_marks(qn_spmd_emitter *e, LLVMValueRef address,
                                LLVMValueRef inside) {
  LLVMValueRef at = LLVMBuildSelect(
      e->b, inside, address, number_of(e, QN_CHECK_SHARED_AT, address), "");
  return LLVMBuildAdd(e->b, at, number_of(e, QN_CHECK_WRITTEN, address), "");
}

static uint64_t ones(unsigned bytes) {
  return UINT64_C(0x0101010101010101) >> (64 - 8 * bytes);
}

// A number for so many bytes in a row, or several of 64 bits; NULL: there is no
// such type.
static LLVMTypeRef row_type(const qn_spmd_emitter *e, uint64_t bytes) {
  if (bytes > ROW_MAX || (bytes > 8 && bytes % 8))
    return NULL;
  return bytes > 8 ? LLVMVectorType(e->i64, (unsigned)bytes / 8)
         : bytes & (bytes - 1)
             ? NULL
             : LLVMIntTypeInContext(e->context, 8 * (unsigned)bytes);
}

static LLVMValueRef row_of_ones(const qn_spmd_emitter *e, LLVMTypeRef type) {
  LLVMValueRef words[ROW_MAX / 8];
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return LLVMConstInt(type, ones(8), false);
  const unsigned count = LLVMGetVectorSize(type);
  for (unsigned i = 0; i < count; ++i)
    words[i] = qn_spmd_int(e, e->i64, ones(8));
  return LLVMConstVector(words, count);
}

static LLVMValueRef is_group_row_written(qn_spmd_emitter *e,
                                         LLVMValueRef address, uint64_t bytes) {
  LLVMTypeRef type = row_type(e, bytes);
  LLVMValueRef inside = is_in_group(e, address, bytes);
  LLVMValueRef made = LLVMBuildLoad2(
      e->b, type, pointers(e, group_marks(e, address, inside)), "");
  LLVMSetAlignment(made, 1);
  LLVMValueRef bad =
      LLVMBuildICmp(e->b, LLVMIntNE, made, row_of_ones(e, type), "");
  if (qn_spmd_is_many(bad))
    bad = qn_spmd_any(e, bad);
  return qn_spmd_both(e, inside, LLVMBuildNot(e->b, bad, ""));
}

// Whether the bytes about each lane's are all set, four at a time.
static LLVMValueRef are_bytes_set(qn_spmd_emitter *e, LLVMValueRef at,
                                  uint64_t bytes) {
  LLVMValueRef good = NULL;
  for (uint64_t done = 0; done < bytes; done += 4) {
    const unsigned part = bytes - done < 4 ? (unsigned)(bytes - done) : 4;
    LLVMValueRef found = load_at(e, e->i32, plus(e, at, done));
    found = LLVMBuildAnd(e->b, found,
                         like(e, found, UINT32_MAX >> (32 - 8 * part)), "");
    LLVMValueRef is_set =
        LLVMBuildICmp(e->b, LLVMIntEQ, found, like(e, found, ones(part)), "");
    good = good ? qn_spmd_both(e, good, is_set) : is_set;
  }
  return good;
}

static void set_bytes_of_lanes(qn_spmd_emitter *e, LLVMValueRef at,
                               unsigned bytes) {
  LLVMTypeRef type = LLVMIntTypeInContext(e->context, 8 * bytes);
  const qn_spmd_walk loop = qn_spmd_begin_lanes(e);
  LLVMValueRef to = LLVMBuildExtractElement(e->b, at, loop.index, "");
  LLVMSetAlignment(LLVMBuildStore(e->b, LLVMConstInt(type, ones(bytes), false),
                                  pointers(e, to)),
                   1);
  qn_spmd_end_lanes(e, &loop);
}

// Sets the bytes about what active lanes write.
static void set_bytes(qn_spmd_emitter *e, LLVMValueRef at, uint64_t bytes) {
  LLVMTypeRef words = LLVMVectorType(e->i32, e->width);
  for (uint64_t done = 0; done < bytes; done += 4) {
    LLVMValueRef here = plus(e, at, done);
    if (bytes - done < 4) {
      set_bytes_of_lanes(e, here, (unsigned)(bytes - done));
      return;
    }
    LLVMValueRef to = pointers(e, here);
    LLVMTypeRef types[] = {words, LLVMTypeOf(to)};
    LLVMValueRef args[] = {qn_spmd_splat(e, qn_spmd_int(e, e->i32, ones(4))),
                           to, e->mask ? e->mask : qn_spmd_all_lanes(e)};
    LLVMValueRef made = qn_spmd_intrinsic(e, "llvm.masked.scatter",
                                          qn_spmd_types(types, 2), args, 3);
    qn_spmd_set_alignment(e, made, 1, 1);
  }
}

// ---- Rows and lanes

// How many bytes a row is about, and where it begins.
static uint64_t row_bytes(const qn_spmd_emitter *e, const access *c) {
  const int64_t span = c->stride * (int64_t)(e->columns - 1);
  return (uint64_t)(span < 0 ? -span : span) + c->size;
}

static LLVMValueRef row_begin(qn_spmd_emitter *e, const access *c,
                              unsigned row) {
  LLVMValueRef first = qn_spmd_address_number(e, c->first[row]);
  return c->stride < 0 ? plus(e, first, (uint64_t)c->stride * (e->columns - 1))
                       : first;
}

static bool has_rows(const qn_spmd_emitter *e, const access *c) {
  return c->rows && row_bytes(e, c) <= ROW_MAX &&
         (!is_of_group(c) || row_type(e, row_bytes(e, c)));
}

static LLVMValueRef are_rows_written(qn_spmd_emitter *e, const access *c) {
  const uint64_t bytes = row_bytes(e, c);
  LLVMValueRef all = NULL;
  for (unsigned row = 0; row < c->rows; ++row) {
    LLVMValueRef begin = row_begin(e, c, row);
    LLVMValueRef good = is_of_group(c)
                            ? is_group_row_written(e, begin, bytes)
                            : is_heap_row_written(e, c, begin, bytes);
    all = all ? qn_spmd_both(e, all, good) : good;
  }
  return qn_spmd_both(e, all, c->stays);
}

// All lanes have addresses in a row, without gaps.
static bool is_filled(const qn_spmd_emitter *e, const access *c) {
  return has_rows(e, c) && c->rows == 1 && !c->stays && !e->mask &&
         (c->stride == (int64_t)c->size || c->stride == -(int64_t)c->size ||
          e->columns == 1);
}

static LLVMValueRef are_lanes_written(qn_spmd_emitter *e, const access *c) {
  if (!is_of_group(c))
    return are_heap_lanes_written(e, c);
  LLVMValueRef inside = is_in_group(e, c->lanes, c->size);
  return qn_spmd_both(
      e, inside, are_bytes_set(e, group_marks(e, c->lanes, inside), c->size));
}

// ---- Writes

// Ends the block: goes to a new one if `good`, where the builder is then;
// returns where to go on otherwise.
static LLVMBasicBlockRef begin_note(qn_spmd_emitter *e, LLVMValueRef good) {
  LLVMBasicBlockRef note = qn_spmd_block(e, "note");
  qn_spmd_leave_if(e, good, note);
  LLVMBasicBlockRef otherwise = LLVMGetInsertBlock(e->b);
  LLVMPositionBuilderAtEnd(e->b, note);
  return otherwise;
}

static void end_note(qn_spmd_emitter *e, LLVMBasicBlockRef after,
                     LLVMBasicBlockRef otherwise) {
  LLVMBuildBr(e->b, after);
  LLVMPositionBuilderAtEnd(e->b, otherwise);
}

static bool checks_memory(const access *c) {
  return looks_for(c, QN_CPU_CHECK_MEMORY);
}

static LLVMValueRef are_lanes_good(qn_spmd_emitter *e, const access *c) {
  return checks_memory(c) ? qn_spmd_are_lanes_good(e, c) : NULL;
}

static LLVMValueRef are_rows_good(qn_spmd_emitter *e, const access *c) {
  return checks_memory(c) ? qn_spmd_are_rows_good(e, c) : NULL;
}

// What was written before needs no more, as mostly; else a row is noted by the
// library.
static void note_heap(qn_spmd_emitter *e, const access *c,
                      LLVMBasicBlockRef after) {
  if (has_rows(e, c))
    qn_spmd_leave_if(
        e, qn_spmd_both(e, are_rows_written(e, c), are_rows_good(e, c)), after);
  LLVMValueRef written = all_active(e, are_lanes_written(e, c));
  qn_spmd_leave_if(e, qn_spmd_both(e, written, are_lanes_good(e, c)), after);
  if (e->is_ahead || !is_filled(e, c) || c->how & QN_CPU_ACCESS_BOTH)
    return;
  LLVMValueRef values[] = {pointers(e, row_begin(e, c, 0)),
                           qn_spmd_int(e, e->i64, row_bytes(e, c)),
                           qn_spmd_int(e, e->i32, c->how)};
  LLVMValueRef done = qn_devlib_call(e->b, QN_DEVLIB_CHECK_ROW, values, 3);
  qn_spmd_leave_if(
      e, LLVMBuildICmp(e->b, LLVMIntNE, done, like(e, done, 0), ""), after);
}

// Whether the group repeats what others did, now: it does so no longer once it
// writes what nobody wrote.
static LLVMValueRef repeats_writes(qn_spmd_emitter *e) {
  LLVMValueRef values[] = {LLVMGetParam(e->made, 0),
                           qn_spmd_int(e, e->i32, QN_CHECK_REPEATS_WRITES)};
  return qn_devlib_call(e->b, QN_DEVLIB_CHECK_NUMBER, values, 2);
}

// The bytes about shared memory, which are the group's own, are set without a
// look at them.
static void note_group(qn_spmd_emitter *e, const access *c,
                       LLVMBasicBlockRef after) {
  if (e->is_alike)
    qn_spmd_leave_if_repeated(e, c, repeats_writes(e), after);
  if (c->how & QN_CPU_ACCESS_BOTH) {
    LLVMValueRef written = all_active(e, are_lanes_written(e, c));
    qn_spmd_leave_if(e, qn_spmd_both(e, written, are_lanes_good(e, c)), after);
    return;
  }
  if (is_filled(e, c)) {
    const uint64_t bytes = row_bytes(e, c);
    LLVMValueRef begin = row_begin(e, c, 0);
    LLVMValueRef inside = is_in_group(e, begin, bytes);
    LLVMBasicBlockRef otherwise =
        begin_note(e, qn_spmd_both(e, inside, are_rows_good(e, c)));
    LLVMValueRef to = group_marks(e, begin, inside);
    LLVMSetAlignment(LLVMBuildStore(e->b, row_of_ones(e, row_type(e, bytes)),
                                    pointers(e, to)),
                     1);
    end_note(e, after, otherwise);
  }
  LLVMValueRef inside = is_in_group(e, c->lanes, c->size);
  LLVMBasicBlockRef otherwise = begin_note(
      e, qn_spmd_both(e, all_active(e, inside), are_lanes_good(e, c)));
  set_bytes(e, group_marks(e, c->lanes, inside), c->size);
  end_note(e, after, otherwise);
}

void qn_spmd_note_written(qn_spmd_emitter *e, const access *c,
                          LLVMBasicBlockRef after) {
  if (is_of_group(c))
    note_group(e, c, after);
  else
    note_heap(e, c, after);
}

// ---- Shadows

// The place of a call among others: its operands, for a lane.
static LLVMValueRef call_for_lane(qn_spmd_emitter *e, LLVMValueRef i,
                                  qn_devlib_function function, unsigned first,
                                  LLVMValueRef index) {
  enum { OPERANDS_MAX = 8 };
  LLVMValueRef values[OPERANDS_MAX] = {qn_spmd_lane_context(e, index)};
  const unsigned count = LLVMGetNumArgOperands(i);
  for (unsigned k = first; k < count; ++k)
    values[k - first + 1] = qn_spmd_lane(e, LLVMGetOperand(i, k), index);
  LLVMValueRef call = qn_devlib_call(e->b, function, values, count - first + 1);
  qn_ir_keep_place(call);
  return call;
}

static void shadow_lanes(qn_spmd_emitter *e, LLVMValueRef i,
                         LLVMValueRef result, LLVMTypeRef type) {
  if (e->is_ahead) {
    qn_spmd_give_up(e);
    return;
  }
  const qn_spmd_walk loop = qn_spmd_begin_lanes(e);
  LLVMValueRef one =
      call_for_lane(e, i, QN_DEVLIB_CHECK_SHADOW_OTHERWISE, 1, loop.index);
  if (type != e->i64)
    one = LLVMBuildInsertElement(e->b, LLVMBuildLoad2(e->b, type, result, ""),
                                 one, loop.index, "");
  LLVMBuildStore(e->b, one, result);
  qn_spmd_end_lanes(e, &loop);
}

static access load_of(LLVMValueRef call) {
  return (access){.call = call,
                  .function = QN_DEVLIB_CHECK_SHADOW,
                  .address = LLVMGetOperand(call, ADDRESS),
                  .size = LLVMConstIntGetZExtValue(LLVMGetOperand(call, SIZE)),
                  .alignment = 1};
}

// Whether a look at the row, which is of one place, tells all.
static bool is_exact(const qn_spmd_emitter *e, const access *c) {
  return has_rows(e, c) && !c->stride && !c->stays && c->rows == 1;
}

void qn_spmd_load_shadow(qn_spmd_emitter *e, LLVMValueRef i) {
  access c = load_of(i);
  const bool varies = qn_spmd_shape_of(e->shapes, i).kind == QN_SPMD_VARYING;
  LLVMTypeRef type = varies ? LLVMVectorType(e->i64, e->width) : e->i64;
  LLVMValueRef result = qn_spmd_variable(e, type, "shadow");
  LLVMBasicBlockRef after = qn_spmd_block(e, "shadow");
  // All values are made before the first branch.
  qn_spmd_prepare_operands(e, i);
  LLVMBuildStore(e->b, LLVMConstNull(type), result);
  qn_spmd_find_rows(e, &c);
  c.lanes = qn_spmd_address_numbers(e, c.address);
  if (e->is_alike && is_of_group(&c))
    qn_spmd_leave_if_repeated(e, &c, repeats_writes(e), after);
  if (has_rows(e, &c))
    qn_spmd_leave_if(e, are_rows_written(e, &c), after);
  if (!is_exact(e, &c))
    qn_spmd_leave_if(e, all_active(e, are_lanes_written(e, &c)), after);
  shadow_lanes(e, i, result, type);
  LLVMBuildBr(e->b, after);
  LLVMPositionBuilderAtEnd(e->b, after);
  qn_spmd_define(e, i, LLVMBuildLoad2(e->b, type, result, ""));
}

// Whether no active lane has a bit in its shadow.
static LLVMValueRef is_plain(qn_spmd_emitter *e, LLVMValueRef shadow) {
  if (qn_spmd_is_uniform(e->shapes, shadow)) {
    LLVMValueRef one = qn_spmd_scalar(e, shadow);
    return LLVMBuildICmp(e->b, LLVMIntEQ, one, like(e, one, 0), "");
  }
  LLVMValueRef all = qn_spmd_vector(e, shadow);
  LLVMValueRef bad = LLVMBuildICmp(e->b, LLVMIntNE, all, like(e, all, 0), "");
  if (e->mask)
    bad = qn_spmd_and(e, e->mask, bad);
  return LLVMBuildNot(e->b, qn_spmd_any(e, bad), "");
}

// What each lane with a bit in its shadow calls: the operand that this is, and
// the first one that the function takes beside the context.
typedef struct shadow_use {
  qn_devlib_function function;
  unsigned shadow, first;
} shadow_use;

static shadow_use use_of(LLVMValueRef i) {
  switch (qn_devlib_called_by(i)) {
  case QN_DEVLIB_CHECK_STORED:
    return (shadow_use){QN_DEVLIB_CHECK_STORED_OTHERWISE, 3, 1};
  case QN_DEVLIB_CHECK_LOCAL:
    return (shadow_use){QN_DEVLIB_CHECK_LOCAL_OTHERWISE, 1, 2};
  default:
    return (shadow_use){QN_DEVLIB_CHECK_VALUE_OTHERWISE, 1, 2};
  }
}

void qn_spmd_use_shadow(qn_spmd_emitter *e, LLVMValueRef i) {
  const shadow_use use = use_of(i);
  LLVMValueRef shadow = LLVMGetOperand(i, use.shadow);
  if (LLVMIsConstant(shadow) && LLVMIsNull(shadow))
    return;
  LLVMBasicBlockRef after = qn_spmd_block(e, "plain");
  qn_spmd_prepare_operands(e, i);
  qn_spmd_leave_if(e, is_plain(e, shadow), after);
  const qn_spmd_walk loop = qn_spmd_begin_lanes(e);
  LLVMBasicBlockRef used = qn_spmd_block(e, "used");
  LLVMValueRef own = qn_spmd_lane(e, shadow, loop.index);
  LLVMBuildCondBr(e->b,
                  LLVMBuildICmp(e->b, LLVMIntNE, own, like(e, own, 0), ""),
                  used, loop.next);
  LLVMPositionBuilderAtEnd(e->b, used);
  (void)call_for_lane(e, i, use.function, use.first, loop.index);
  qn_spmd_end_lanes(e, &loop);
  LLVMBuildBr(e->b, after);
  LLVMPositionBuilderAtEnd(e->b, after);
}
