// SPDX-License-Identifier: Apache-2.0
// Accesses of lanes each at its own address: gathers and scatters, and plain
// vectors where addresses turn out to be consecutive.
#include <llvm-c/Target.h>

#include "compiler/spmd/analysis/operation.h"
#include "compiler/spmd/emit/interleaved.h"
#include "compiler/spmd/analysis/lanes.h"
#include "compiler/spmd/emit/window.h"

// ---- Which addresses may be consecutive

// Deeper expressions are not analysed.
enum { DEPTH_MAX = 10 };

// Whether an index is computed from work-items' indices, without loads.
typedef struct making {
  bool known;
  bool has_parts; // with a quotient, a remainder, bits or a select
} making;

static making making_of(const qn_spmd_emitter *e, LLVMValueRef value,
                        unsigned depth);

static making both(making a, making b) {
  return (making){a.known && b.known, a.has_parts || b.has_parts};
}

static making making_of_operands(const qn_spmd_emitter *e, LLVMValueRef i,
                                 unsigned first, unsigned depth) {
  making all = {.known = true};
  const unsigned count = (unsigned)LLVMGetNumOperands(i);
  for (unsigned k = first; k < count && all.known; ++k)
    all = both(all, making_of(e, LLVMGetOperand(i, k), depth + 1));
  return all;
}

static making making_of(const qn_spmd_emitter *e, LLVMValueRef value,
                        unsigned depth) {
  if (qn_spmd_shape_of(e->shapes, value).kind < QN_SPMD_ROWS)
    return (making){.known = true};
  if (depth > DEPTH_MAX || !LLVMIsAInstruction(value))
    return (making){0};
  making made;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMTrunc:
  case LLVMGetElementPtr:
    return making_of_operands(e, value, 0, depth);
  case LLVMMul: // an unknown stride is hardly ever 1
  case LLVMShl:
    return LLVMIsAConstantInt(LLVMGetOperand(value, 1))
               ? making_of(e, LLVMGetOperand(value, 0), depth + 1)
               : (making){0};
  case LLVMSelect:
    made = making_of_operands(e, value, 1, depth);
    break;
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
    made = making_of_operands(e, value, 0, depth);
    break;
  default:
    return (making){0};
  }
  made.has_parts = true;
  return made;
}

static bool may_be_row(const qn_spmd_emitter *e, LLVMValueRef address) {
  if (e->rows > 1 ||
      qn_spmd_shape_of(e->shapes, address).kind != QN_SPMD_VARYING)
    return false;
  const making made = making_of(e, address, 0);
  return made.known && made.has_parts;
}

// ---- Testing whether they are

// What the addresses of lanes differ by.
typedef struct stepping {
  LLVMValueRef index; // the only one; NULL: there are several, or none
  uint64_t scale;     // bytes
  bool is_here;       // it is available at the access
  // What `index` extends, if it is linear but may wrap between the lanes.
  LLVMValueRef narrow;
} stepping;

// Whether the operands of an address are available at the builder's position.
static bool is_available(const qn_spmd_emitter *e, LLVMValueRef address) {
  for (; LLVMIsAGetElementPtrInst(address);
       address = LLVMGetOperand(address, 0))
    for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(address); ++k) {
      LLVMValueRef index = LLVMGetOperand(address, k);
      if (qn_spmd_is_uniform(e->shapes, index) &&
          !qn_spmd_is_available(e, index))
        return false;
    }
  return qn_spmd_is_available(e, address);
}

enum { STEP_MAX = 64 };

static LLVMValueRef narrow_of(const qn_spmd_emitter *e, LLVMValueRef index) {
  if (!LLVMIsASExtInst(index) && !LLVMIsAZExtInst(index))
    return NULL;
  LLVMValueRef narrow = LLVMGetOperand(index, 0);
  const qn_spmd_shape shape = qn_spmd_shape_of(e->shapes, narrow);
  const bool is_small =
      shape.stride && shape.stride >= -STEP_MAX && shape.stride <= STEP_MAX;
  return shape.kind == QN_SPMD_LINEAR && is_small &&
                 LLVMGetIntTypeWidth(LLVMTypeOf(narrow)) == 32 &&
                 qn_spmd_is_available(e, narrow)
             ? narrow
             : NULL;
}

static stepping stepping_of(const qn_spmd_emitter *e, LLVMValueRef address,
                            LLVMBasicBlockRef home) {
  stepping s = {.is_here = true};
  LLVMValueRef outer = address;
  while (LLVMIsAGetElementPtrInst(address)) {
    const unsigned count = (unsigned)LLVMGetNumOperands(address);
    s.is_here &= LLVMGetInstructionParent(address) == home;
    for (unsigned k = 1; k < count; ++k) {
      LLVMValueRef index = LLVMGetOperand(address, k);
      if (qn_spmd_is_uniform(e->shapes, index))
        continue;
      if (count != 2 || s.index)
        return (stepping){0};
      s.index = index;
      s.scale =
          LLVMABISizeOfType(e->layout, LLVMGetGEPSourceElementType(address));
    }
    address = LLVMGetOperand(address, 0);
  }
  if (!s.index || !qn_spmd_is_uniform(e->shapes, address))
    return (stepping){0};
  if (e->rows == 1 && is_available(e, outer))
    s.narrow = narrow_of(e, s.index);
  return s;
}

// Whether each lane's number is that of the lane before plus `step`. Inactive
// lanes may have any number.
static LLVMValueRef grows(qn_spmd_emitter *e, LLVMValueRef numbers,
                          uint64_t step) {
  LLVMTypeRef type = LLVMGetElementType(LLVMTypeOf(numbers));
  LLVMValueRef steps[64];
  for (unsigned i = 0; i < e->width; ++i)
    steps[i] = LLVMConstInt(type, step * i, false);
  LLVMValueRef zero = qn_spmd_int(e, e->i32, 0);
  LLVMValueRef first = LLVMBuildExtractElement(e->b, numbers, zero, "");
  LLVMValueRef due = LLVMBuildAdd(e->b, qn_spmd_splat(e, first),
                                  LLVMConstVector(steps, e->width), "");
  return qn_spmd_all(e, LLVMBuildICmp(e->b, LLVMIntEQ, numbers, due, ""));
}

// The same for narrow numbers, which must not wrap between the first lane and
// the last.
static LLVMValueRef grows_narrow(qn_spmd_emitter *e, LLVMValueRef numbers,
                                 bool is_signed) {
  LLVMValueRef zero = qn_spmd_int(e, e->i32, 0);
  LLVMValueRef end = qn_spmd_int(e, e->i32, e->width - 1);
  LLVMValueRef ordered =
      LLVMBuildICmp(e->b, is_signed ? LLVMIntSLT : LLVMIntULT,
                    LLVMBuildExtractElement(e->b, numbers, zero, ""),
                    LLVMBuildExtractElement(e->b, numbers, end, ""), "");
  return LLVMBuildAnd(e->b, grows(e, numbers, 1), ordered, "");
}

// The address of the first lane, from its narrow index.
static LLVMValueRef first_address(qn_spmd_emitter *e, LLVMValueRef address,
                                  const stepping *s) {
  if (!LLVMIsAGetElementPtrInst(address))
    return qn_spmd_scalar(e, address);
  LLVMValueRef indices[QN_SPMD_OPERANDS_MAX];
  const unsigned count = (unsigned)LLVMGetNumOperands(address) - 1;
  for (unsigned k = 0; k < count; ++k) {
    LLVMValueRef index = LLVMGetOperand(address, k + 1);
    indices[k] =
        index == s->index
            ? LLVMBuildCast(e->b, LLVMGetInstructionOpcode(index),
                            qn_spmd_scalar(e, s->narrow), LLVMTypeOf(index), "")
            : qn_spmd_scalar(e, index);
  }
  return LLVMBuildGEP2(e->b, LLVMGetGEPSourceElementType(address),
                       first_address(e, LLVMGetOperand(address, 0), s), indices,
                       count, "");
}

// Whether the narrow index does not wrap between the first and the last lane.
static LLVMValueRef stays(qn_spmd_emitter *e, const stepping *s) {
  const bool is_signed = LLVMIsASExtInst(s->index) != NULL;
  const int64_t way =
      qn_spmd_shape_of(e->shapes, s->narrow).stride * (int64_t)(e->width - 1);
  const int64_t end = way > 0 ? (is_signed ? INT32_MAX : (int64_t)UINT32_MAX)
                              : (is_signed ? INT32_MIN : 0);
  const LLVMIntPredicate within = way > 0
                                      ? (is_signed ? LLVMIntSLE : LLVMIntULE)
                                      : (is_signed ? LLVMIntSGE : LLVMIntUGE);
  return LLVMBuildICmp(
      e->b, within, qn_spmd_scalar(e, s->narrow),
      qn_spmd_int(e, LLVMTypeOf(s->narrow), (uint64_t)(end - way)), "");
}

bool qn_spmd_find_steps(qn_spmd_emitter *e, LLVMValueRef address,
                        LLVMBasicBlockRef home, qn_spmd_steps *out) {
  const stepping s = stepping_of(e, address, home);
  if (!s.narrow)
    return false;
  const int64_t step = qn_spmd_shape_of(e->shapes, s.narrow).stride;
  *out = (qn_spmd_steps){.stride = (int64_t)s.scale * step,
                         .first = first_address(e, address, &s),
                         .stays = stays(e, &s)};
  return true;
}

// Whether the addresses of `i` have the stride `stride`, and the first lane's
// address.
static LLVMValueRef test_steps(qn_spmd_emitter *e, LLVMValueRef i,
                               const stepping *s, int64_t stride,
                               LLVMValueRef *out_first) {
  LLVMValueRef address = LLVMGetOperand(i, LLVMIsAStoreInst(i) ? 1 : 0);
  LLVMBasicBlockRef home = LLVMGetInstructionParent(i);
  LLVMValueRef zero = qn_spmd_int(e, e->i32, 0);
  if (s->narrow) {
    *out_first = first_address(e, address, s);
    return stays(e, s);
  }
  if (s->index && s->is_here && !e->mask) {
    LLVMValueRef index = s->index;
    const bool is_signed = LLVMIsASExtInst(index) != NULL;
    *out_first = qn_spmd_lane_of(e, address, zero, home);
    if ((is_signed || LLVMIsAZExtInst(index)) &&
        LLVMGetInstructionParent(index) == home)
      return grows_narrow(e, qn_spmd_vector(e, LLVMGetOperand(index, 0)),
                          is_signed);
    if (LLVMGetIntTypeWidth(LLVMTypeOf(index)) ==
        8 * LLVMPointerSize(e->layout))
      return grows(e, qn_spmd_vector(e, index), 1);
  }
  // Frozen: inactive lanes may have any address, but always the same one.
  LLVMValueRef all = LLVMBuildFreeze(e->b, qn_spmd_vector(e, address), "");
  *out_first = LLVMBuildExtractElement(e->b, all, zero, "");
  LLVMValueRef numbers =
      LLVMBuildPtrToInt(e->b, all, LLVMVectorType(e->i64, e->width), "");
  return grows(e, numbers, (uint64_t)stride);
}

// ---- Gathers and scatters

// Redirects inactive lanes to a variable of our own, which saves a branch per
// lane on machines without masked gathers and scatters of the type.
static LLVMValueRef elsewhere(qn_spmd_emitter *e, LLVMValueRef addresses) {
  if (!e->elsewhere)
    e->elsewhere = qn_spmd_variable(e, e->i64, "elsewhere");
  return LLVMBuildSelect(e->b, e->mask, addresses,
                         qn_spmd_splat(e, e->elsewhere), "");
}

static LLVMValueRef moved(qn_spmd_emitter *e, LLVMValueRef addresses,
                          int64_t offset) {
  LLVMValueRef by = qn_spmd_int(e, e->i64, (uint64_t)offset);
  return offset ? LLVMBuildGEP2(e->b, e->i8, addresses, &by, 1, "") : addresses;
}

// Machines have no gathers and scatters of types smaller than words.
static bool is_small(const qn_spmd_emitter *e, LLVMTypeRef type) {
  return LLVMSizeOfTypeInBits(e->layout, type) < 32;
}

static bool goes_by_lane(const qn_spmd_emitter *e, LLVMTypeRef type) {
  return e->machine.only_words && is_small(e, type);
}

// The alignment of what lies so many bytes from what a load or store accesses.
static unsigned alignment_at(LLVMValueRef i, int64_t offset) {
  const unsigned own = LLVMGetAlignment(i);
  const uint64_t lowest = (uint64_t)offset & -(uint64_t)offset;
  return lowest && lowest < own ? (unsigned)lowest : own;
}

// Loads lane by lane; all lanes may read their address.
static LLVMValueRef gather_lanes(qn_spmd_emitter *e, LLVMTypeRef vector,
                                 LLVMValueRef addresses, unsigned alignment) {
  LLVMValueRef made = LLVMGetPoison(vector);
  for (unsigned lane = 0; lane < e->width; ++lane) {
    LLVMValueRef index = qn_spmd_int(e, e->i32, lane);
    LLVMValueRef one =
        LLVMBuildLoad2(e->b, LLVMGetElementType(vector),
                       LLVMBuildExtractElement(e->b, addresses, index, ""), "");
    LLVMSetAlignment(one, alignment);
    made = LLVMBuildInsertElement(e->b, made, one, index, "");
  }
  return made;
}

// Stores lane by lane; all lanes may write to their address.
static void scatter_lanes(qn_spmd_emitter *e, LLVMValueRef value,
                          LLVMValueRef addresses, unsigned alignment) {
  for (unsigned lane = 0; lane < e->width; ++lane) {
    LLVMValueRef index = qn_spmd_int(e, e->i32, lane);
    LLVMValueRef made =
        LLVMBuildStore(e->b, LLVMBuildExtractElement(e->b, value, index, ""),
                       LLVMBuildExtractElement(e->b, addresses, index, ""));
    LLVMSetAlignment(made, alignment);
  }
}

// ---- Lanes at known distances

// What lanes access, each place once, by rising address.
typedef struct places {
  int64_t at[64]; // bytes from lane 0's address
  unsigned count;
  unsigned of_lane[64];
  unsigned last_lane[64]; // of those at a place
} places;

static bool find_places(const qn_spmd_emitter *e, LLVMValueRef address,
                        places *out) {
  int64_t lanes[64];
  *out = (places){.count = 0};
  if (e->mask || !qn_spmd_find_distances(e->shapes, address, lanes))
    return false;
  for (unsigned k = 0; k < e->width; ++k) {
    unsigned n = 0;
    while (n < out->count && out->at[n] < lanes[k])
      ++n;
    if (n < out->count && out->at[n] == lanes[k])
      continue;
    memmove(out->at + n + 1, out->at + n,
            (out->count++ - n) * sizeof(*out->at));
    out->at[n] = lanes[k];
  }
  for (unsigned k = 0; k < e->width; ++k)
    for (unsigned n = 0; n < out->count; ++n)
      if (out->at[n] == lanes[k]) {
        out->of_lane[k] = n;
        out->last_lane[n] = k;
      }
  return true;
}

// Places from `first` on that follow one another, as many as a vector has.
static unsigned count_run(const places *p, unsigned first, int64_t size) {
  unsigned count = 1, run;
  while (first + count < p->count &&
         p->at[first + count] == p->at[first] + (int64_t)count * size)
    ++count;
  for (run = 1; 2 * run <= count; run *= 2)
    ;
  return run;
}

static LLVMValueRef lane_0_of(qn_spmd_emitter *e, LLVMValueRef i) {
  return qn_spmd_lane_of(e, LLVMGetOperand(i, LLVMIsAStoreInst(i) ? 1 : 0),
                         qn_spmd_int(e, e->i32, 0),
                         LLVMGetInstructionParent(i));
}

// `run` elements put into `all` at `first`.
static LLVMValueRef put_run(qn_spmd_emitter *e, LLVMValueRef all,
                            unsigned count, LLVMValueRef some, unsigned first,
                            unsigned run) {
  LLVMValueRef lanes[64];
  if (run == count)
    return some;
  if (run == 1)
    return LLVMBuildInsertElement(e->b, all, some,
                                  qn_spmd_int(e, e->i32, first), "");
  for (unsigned k = 0; k < count; ++k)
    lanes[k] = k < run ? qn_spmd_int(e, e->i32, k) : LLVMGetPoison(e->i32);
  LLVMValueRef wide =
      LLVMBuildShuffleVector(e->b, some, LLVMGetPoison(LLVMTypeOf(some)),
                             LLVMConstVector(lanes, count), "");
  for (unsigned k = 0; k < count; ++k)
    lanes[k] = qn_spmd_int(
        e, e->i32, k >= first && k < first + run ? count + k - first : k);
  return LLVMBuildShuffleVector(e->b, all, wide, LLVMConstVector(lanes, count),
                                "");
}

// Loads each place once, those that follow one another together, and gives
// lanes their elements: no vector of addresses, and no gather, which takes a
// load for each lane all the same.
static LLVMValueRef load_places(qn_spmd_emitter *e, LLVMValueRef i,
                                LLVMTypeRef type, int64_t offset,
                                const places *p) {
  const int64_t size = (int64_t)LLVMABISizeOfType(e->layout, type);
  LLVMValueRef base = lane_0_of(e, i), lanes[64];
  LLVMValueRef all = LLVMGetPoison(LLVMVectorType(type, p->count));
  for (unsigned n = 0, run; n < p->count; n += run) {
    run = count_run(p, n, size);
    LLVMValueRef made =
        LLVMBuildLoad2(e->b, run > 1 ? LLVMVectorType(type, run) : type,
                       moved(e, base, offset + p->at[n]), "");
    LLVMSetAlignment(made, alignment_at(i, offset));
    if (type == LLVMTypeOf(i))
      qn_spmd_copy_metadata(e, i, made);
    all = p->count > 1 ? put_run(e, all, p->count, made, n, run) : made;
  }
  if (p->count == 1)
    return qn_spmd_splat(e, all);
  for (unsigned k = 0; k < e->width; ++k)
    lanes[k] = qn_spmd_int(e, e->i32, p->of_lane[k]);
  return LLVMBuildShuffleVector(e->b, all, LLVMGetPoison(LLVMTypeOf(all)),
                                LLVMConstVector(lanes, e->width), "");
}

// Where lanes share a place, the last one's element stays. In the lanes' order,
// as elements may reach into each other.
static void store_places(qn_spmd_emitter *e, LLVMValueRef i, LLVMValueRef value,
                         int64_t offset, const places *p) {
  LLVMValueRef base = lane_0_of(e, i);
  for (unsigned k = 0; k < e->width; ++k) {
    const unsigned n = p->of_lane[k];
    if (p->last_lane[n] != k)
      continue;
    LLVMValueRef one =
        LLVMBuildExtractElement(e->b, value, qn_spmd_int(e, e->i32, k), "");
    LLVMValueRef made =
        LLVMBuildStore(e->b, one, moved(e, base, offset + p->at[n]));
    LLVMSetAlignment(made, alignment_at(i, offset));
    qn_spmd_copy_metadata(e, i, made);
  }
}

// ---- Gathers and scatters of all kinds

// Gathers elements of `type`, `offset` bytes after the address of `i`.
static LLVMValueRef gather_type(qn_spmd_emitter *e, LLVMValueRef i,
                                LLVMTypeRef type, int64_t offset) {
  LLVMTypeRef vector = LLVMVectorType(type, e->width);
  places known;
  if (find_places(e, LLVMGetOperand(i, 0), &known))
    return load_places(e, i, type, offset, &known);
  LLVMValueRef addresses =
      moved(e, qn_spmd_vector(e, LLVMGetOperand(i, 0)), offset);
  const bool is_narrow = is_small(e, type);
  LLVMValueRef mask = e->mask && !is_narrow ? e->mask : qn_spmd_all_lanes(e);
  if (e->mask && is_narrow)
    addresses = elsewhere(e, addresses);
  if (goes_by_lane(e, type))
    return gather_lanes(e, vector, addresses, alignment_at(i, offset));
  LLVMTypeRef types[] = {vector, LLVMTypeOf(addresses)};
  LLVMValueRef args[] = {addresses, mask, LLVMGetPoison(vector)};
  LLVMValueRef made = qn_spmd_intrinsic(e, "llvm.masked.gather",
                                        qn_spmd_types(types, 2), args, 3);
  qn_spmd_set_alignment(e, made, 0, alignment_at(i, offset));
  return made;
}

static LLVMValueRef gather(qn_spmd_emitter *e, LLVMValueRef i, int64_t offset) {
  LLVMValueRef made = gather_type(e, i, LLVMTypeOf(i), offset);
  if (LLVMIsACallInst(made))
    qn_spmd_copy_metadata(e, i, made);
  return made;
}

static void scatter(qn_spmd_emitter *e, LLVMValueRef i, LLVMValueRef value,
                    int64_t offset) {
  places known;
  if (find_places(e, LLVMGetOperand(i, 1), &known)) {
    store_places(e, i, value, offset, &known);
    return;
  }
  LLVMValueRef addresses =
      moved(e, qn_spmd_vector(e, LLVMGetOperand(i, 1)), offset);
  const bool each = goes_by_lane(e, LLVMTypeOf(LLVMGetOperand(i, 0)));
  const bool has_scatter = e->machine.has_scatter && !each;
  LLVMValueRef mask = e->mask && has_scatter ? e->mask : qn_spmd_all_lanes(e);
  if (e->mask && !has_scatter)
    addresses = elsewhere(e, addresses);
  if (each) {
    scatter_lanes(e, value, addresses, alignment_at(i, offset));
    return;
  }
  LLVMTypeRef types[] = {LLVMTypeOf(value), LLVMTypeOf(addresses)};
  LLVMValueRef args[] = {value, addresses, mask};
  LLVMValueRef made = qn_spmd_intrinsic(e, "llvm.masked.scatter",
                                        qn_spmd_types(types, 2), args, 3);
  qn_spmd_set_alignment(e, made, 1, alignment_at(i, offset));
  if (!e->mask || has_scatter)
    qn_spmd_copy_metadata(e, i, made);
}

// For machines without scatters: one store after another, at constant offsets.
static void store_each(qn_spmd_emitter *e, LLVMValueRef i, LLVMValueRef value,
                       int64_t stride) {
  LLVMValueRef first = qn_spmd_scalar(e, LLVMGetOperand(i, 1));
  for (unsigned lane = 0; lane < e->width; ++lane) {
    LLVMValueRef index = qn_spmd_int(e, e->i32, lane);
    LLVMValueRef made =
        LLVMBuildStore(e->b, LLVMBuildExtractElement(e->b, value, index, ""),
                       moved(e, first, stride * (int64_t)lane));
    LLVMSetAlignment(made, LLVMGetAlignment(i));
    qn_spmd_copy_metadata(e, i, made);
  }
}

// ---- Choosing at run time

typedef struct ways {
  LLVMBasicBlockRef steps, diverge, join;
} ways;

static ways part_ways(qn_spmd_emitter *e, LLVMValueRef goes_by_steps) {
  const ways w = {.steps = qn_spmd_block(e, "steps"),
                  .diverge = qn_spmd_block(e, "diverge"),
                  .join = qn_spmd_block(e, "together")};
  LLVMBuildCondBr(e->b, goes_by_steps, w.steps, w.diverge);
  LLVMPositionBuilderAtEnd(e->b, w.steps);
  return w;
}

// Ends the path that the builder is on, and begins `next`.
static LLVMBasicBlockRef end_way(qn_spmd_emitter *e, const ways *w,
                                 LLVMBasicBlockRef next) {
  LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b);
  LLVMBuildBr(e->b, w->join);
  LLVMPositionBuilderAtEnd(e->b, next);
  return from;
}

// The layout of an access's addresses, as far as it is known or to be tested.
typedef struct layout {
  bool is_known; // by its shape
  bool may_be;   // has to be tested
  int64_t stride;
  stepping stepping;
  bool has_fields; // interleaved, not consecutive elements
  qn_spmd_fields fields;
} layout;

static layout layout_of(const qn_spmd_emitter *e, LLVMValueRef i) {
  const bool stores = LLVMIsAStoreInst(i);
  LLVMValueRef address = LLVMGetOperand(i, stores);
  LLVMTypeRef type = LLVMTypeOf(stores ? LLVMGetOperand(i, 0) : i);
  const int64_t size = (int64_t)LLVMABISizeOfType(e->layout, type);
  const qn_spmd_shape shape = qn_spmd_shape_of(e->shapes, address);
  layout l = {.is_known = shape.kind == QN_SPMD_LINEAR && !e->mask,
              .stride = shape.stride};
  if (!l.is_known) {
    int64_t distances[64];
    if (!e->mask && qn_spmd_find_distances(e->shapes, address, distances))
      return l; // no need for a test
    l.stepping = stepping_of(e, address, LLVMGetInstructionParent(i));
    // Elements in the other order are for gathers.
    if (l.stepping.narrow &&
        qn_spmd_shape_of(e->shapes, l.stepping.narrow).stride < 0)
      l.stepping.narrow = NULL;
    if (!l.stepping.narrow && !may_be_row(e, address))
      return l;
    l.stride = l.stepping.index ? (int64_t)l.stepping.scale : size;
    if (l.stepping.narrow)
      l.stride *= qn_spmd_shape_of(e->shapes, l.stepping.narrow).stride;
    if (l.stride == size) {
      l.may_be = true;
      return l;
    }
  }
  l.has_fields = !e->mask && qn_spmd_find_fields(e, i, l.stride, &l.fields) &&
                 (stores ? qn_spmd_may_store_fields(&l.fields)
                         : qn_spmd_may_load_fields(&l.fields));
  l.may_be = !l.is_known && l.has_fields;
  return l;
}

// ---- Loads

static int64_t offset_of(const qn_spmd_fields *f, unsigned field) {
  return f->offset + (int64_t)field * f->size;
}

// Loads all fields; those of later loads are kept as preloaded.
static LLVMValueRef load_fields(qn_spmd_emitter *e, LLVMValueRef i,
                                const layout *l) {
  const qn_spmd_fields *f = &l->fields;
  LLVMValueRef values[QN_SPMD_INTERLEAVED_MAX] = {0}, own = NULL;
  if (l->is_known) {
    qn_spmd_load_fields(e, f, i, qn_spmd_scalar(e, LLVMGetOperand(i, 0)),
                        values);
  } else {
    LLVMValueRef other[QN_SPMD_INTERLEAVED_MAX] = {0}, first;
    LLVMValueRef test = test_steps(e, i, &l->stepping, l->stride, &first);
    const ways w = part_ways(e, test);
    LLVMBasicBlockRef from[2];
    qn_spmd_load_fields(e, f, i, first, values);
    from[0] = end_way(e, &w, w.diverge);
    for (unsigned k = 0; k < f->count; ++k)
      if (f->fields[k])
        other[k] = gather(e, i, offset_of(f, k));
    from[1] = end_way(e, &w, w.join);
    for (unsigned k = 0; k < f->count; ++k) {
      if (!f->fields[k])
        continue;
      LLVMValueRef pair[2] = {values[k], other[k]};
      values[k] = LLVMBuildPhi(e->b, LLVMTypeOf(pair[0]), "");
      LLVMAddIncoming(values[k], pair, from, 2);
    }
  }
  for (unsigned k = 0; k < f->count; ++k)
    if (f->fields[k] == i)
      own = values[k];
    else if (f->fields[k])
      qn_spmd_put_preloaded(e, f->fields[k], values[k]);
  return own;
}

// Whether the other elements of a lane's word of so many bytes are loaded, too.
static bool fills_word(const qn_spmd_emitter *e, LLVMValueRef i, unsigned word,
                       qn_spmd_fields *f) {
  return LLVMSizeOfTypeInBits(e->layout, LLVMTypeOf(i)) < 8ull * word &&
         qn_spmd_find_fields(e, i, word, f) && f->present == f->steps;
}

// The bytes of the words that a load and others around it make up; 0: none. At
// known distances the longer, as those of several lanes are then loaded
// together (load_places).
static unsigned find_words(const qn_spmd_emitter *e, LLVMValueRef i,
                           qn_spmd_fields *f) {
  enum { WORD = 4, LONG = 8 };
  int64_t lanes[64];
  if (!e->mask &&
      qn_spmd_find_distances(e->shapes, LLVMGetOperand(i, 0), lanes) &&
      fills_word(e, i, LONG, f))
    return LONG;
  return fills_word(e, i, WORD, f) ? WORD : 0;
}

// Every second word of a vector of long ones, from the first or the second on.
static LLVMValueRef words_of(qn_spmd_emitter *e, LLVMValueRef both,
                             unsigned first) {
  LLVMValueRef lanes[64];
  for (unsigned k = 0; k < e->width; ++k)
    lanes[k] = qn_spmd_int(e, e->i32, 2 * k + first);
  return LLVMBuildShuffleVector(e->b, both, LLVMGetPoison(LLVMTypeOf(both)),
                                LLVMConstVector(lanes, e->width), "");
}

// Gathers words of so many bytes, for which the machine has an instruction, or
// which are fewer loads.
static LLVMValueRef load_words(qn_spmd_emitter *e, LLVMValueRef i,
                               unsigned word, const qn_spmd_fields *f) {
  const bool is_long = word > 4;
  LLVMValueRef words = gather_type(e, i, is_long ? e->i64 : e->i32, f->offset);
  LLVMValueRef parts[2] = {words}, own = NULL;
  if (is_long) {
    LLVMValueRef both =
        LLVMBuildBitCast(e->b, words, LLVMVectorType(e->i32, 2 * e->width), "");
    parts[0] = words_of(e, both, 0);
    parts[1] = words_of(e, both, 1);
  }
  const unsigned bits = 8 * (unsigned)f->size;
  LLVMTypeRef part = LLVMIntTypeInContext(e->context, bits);
  for (unsigned k = 0; k < f->count; ++k) {
    LLVMValueRef by = qn_spmd_splat(e, qn_spmd_int(e, e->i32, k * bits % 32));
    LLVMValueRef value = parts[k * bits / 32];
    if (bits < 32)
      value = LLVMBuildTrunc(e->b, LLVMBuildLShr(e->b, value, by, ""),
                             LLVMVectorType(part, e->width), "");
    value = LLVMBuildBitCast(e->b, value, qn_spmd_vector_type(e, LLVMTypeOf(i)),
                             "");
    if (f->fields[k] == i)
      own = value;
    else
      qn_spmd_put_preloaded(e, f->fields[k], value);
  }
  return own;
}

// Whether the load's block stores to shared memory. Pairs that are stored
// behind a branch only, as those of a sort, are stored in windows, and loaded
// so, too: LLVM sees that what a window keeps is what was loaded.
static bool stores_shared(LLVMValueRef load) {
  QN_EACH_INSTRUCTION (i, LLVMGetInstructionParent(load))
    if (LLVMIsAStoreInst(i) && qn_spmd_is_group_memory(LLVMGetOperand(i, 1)))
      return true;
  return false;
}

LLVMValueRef qn_spmd_gather(qn_spmd_emitter *e, LLVMValueRef i) {
  LLVMValueRef found = qn_spmd_take_preloaded(e, i);
  if (found)
    return found;
  (void)qn_spmd_vector(e, LLVMGetOperand(i, 0));
  const layout l = layout_of(e, i);
  qn_spmd_window w;
  const bool is_known =
      l.has_fields && l.is_known && (l.fields.steps != 2 || stores_shared(i));
  if (!is_known && qn_spmd_find_window(e, i, &w))
    return qn_spmd_load_window(e, i, &w);
  if (l.has_fields)
    return load_fields(e, i, &l);
  qn_spmd_fields f;
  if (!l.may_be) {
    const unsigned word = find_words(e, i, &f);
    return word ? load_words(e, i, word, &f) : gather(e, i, 0);
  }
  LLVMValueRef first, values[2];
  LLVMBasicBlockRef from[2];
  LLVMValueRef test = test_steps(e, i, &l.stepping, l.stride, &first);
  const ways either = part_ways(e, test);
  values[0] = qn_spmd_load_some(e, i, first, e->mask);
  from[0] = end_way(e, &either, either.diverge);
  values[1] = gather(e, i, 0);
  from[1] = end_way(e, &either, either.join);
  LLVMValueRef made = LLVMBuildPhi(e->b, LLVMTypeOf(values[0]), "");
  LLVMAddIncoming(made, values, from, 2);
  return made;
}

// ---- Stores

// Stores all fields at the place of the last one.
static void store_fields(qn_spmd_emitter *e, LLVMValueRef i, const layout *l) {
  const qn_spmd_fields *f = &l->fields;
  if (i != qn_spmd_last_field(f))
    return;
  if (l->is_known) {
    qn_spmd_store_fields(e, f, i, qn_spmd_scalar(e, LLVMGetOperand(i, 1)));
    return;
  }
  LLVMValueRef first;
  for (unsigned k = 0; k < f->count; ++k)
    (void)qn_spmd_vector(e, LLVMGetOperand(f->fields[k], 0));
  LLVMValueRef test = test_steps(e, i, &l->stepping, l->stride, &first);
  const ways w = part_ways(e, test);
  qn_spmd_store_fields(e, f, i, first);
  (void)end_way(e, &w, w.diverge);
  for (unsigned k = 0; k < f->count; ++k)
    scatter(e, i, qn_spmd_vector(e, LLVMGetOperand(f->fields[k], 0)),
            offset_of(f, k));
  (void)end_way(e, &w, w.join);
}

void qn_spmd_scatter(qn_spmd_emitter *e, LLVMValueRef i) {
  LLVMValueRef value = qn_spmd_vector(e, LLVMGetOperand(i, 0));
  (void)qn_spmd_vector(e, LLVMGetOperand(i, 1));
  const layout l = layout_of(e, i);
  qn_spmd_window window;
  if (!(l.has_fields && l.is_known) && qn_spmd_find_window(e, i, &window) &&
      window.is_permutation) {
    qn_spmd_store_window(e, i, &window);
  } else if (l.has_fields) {
    store_fields(e, i, &l);
  } else if (l.may_be) {
    LLVMValueRef first;
    LLVMValueRef test = test_steps(e, i, &l.stepping, l.stride, &first);
    const ways w = part_ways(e, test);
    qn_spmd_store_some(e, i, first, value, e->mask);
    (void)end_way(e, &w, w.diverge);
    scatter(e, i, value, 0);
    (void)end_way(e, &w, w.join);
  } else if (l.is_known && e->rows == 1 && !e->machine.has_scatter) {
    store_each(e, i, value, l.stride);
  } else {
    scatter(e, i, value, 0);
  }
}
