// SPDX-License-Identifier: Apache-2.0
// Interleaved accesses: loads and stores of lanes with a constant stride, such
// as of the fields of structs. What is contiguous in memory is loaded at once
// and sorted out by shuffles.
#include "compiler/spmd/emit/interleaved.h"

#include <llvm-c/Target.h>

// ---- Which accesses belong together

// Numbers beyond are not followed, so that none wraps.
enum { FAR = 1 << 24 };

// An address without constant offsets: a pointer, and `scale` times an index of
// 64 bits, unless that is NULL.
typedef struct origin {
  LLVMValueRef pointer, index;
  int64_t scale;
} origin;

static bool are_same(origin a, origin b) {
  return a.pointer == b.pointer && a.index == b.index && a.scale == b.scale;
}

// Takes a factor or a sum off the index, as far as they are constant; false:
// there is none.
static bool strip_index(origin *p, int64_t *offset) {
  LLVMValueRef i = p->index;
  if (p->scale >= FAR || !LLVMIsABinaryOperator(i) ||
      !LLVMIsAConstantInt(LLVMGetOperand(i, 1)))
    return false;
  const int64_t by = LLVMConstIntGetSExtValue(LLVMGetOperand(i, 1));
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (opcode == LLVMShl && by >= 0 && by < 16)
    p->scale *= INT64_C(1) << by;
  else if ((opcode == LLVMAdd || (opcode == LLVMOr && LLVMGetIsDisjoint(i))) &&
           by > -FAR && by < FAR)
    *offset += by * p->scale;
  else
    return false;
  p->index = LLVMGetOperand(i, 0);
  return true;
}

// The address without constant offsets, whose sum is added to `offset`.
static origin strip(const qn_spmd_emitter *e, LLVMValueRef address,
                    int64_t *offset) {
  while (LLVMIsAGetElementPtrInst(address) &&
         LLVMGetNumOperands(address) == 2) {
    LLVMValueRef index = LLVMGetOperand(address, 1);
    const int64_t size = (int64_t)LLVMABISizeOfType(
        e->layout, LLVMGetGEPSourceElementType(address));
    if (!LLVMIsAConstantInt(index)) {
      origin p = {LLVMGetOperand(address, 0), index, size};
      while (LLVMTypeOf(index) == e->i64 && strip_index(&p, offset))
        ;
      return p;
    }
    *offset += LLVMConstIntGetSExtValue(index) * size;
    address = LLVMGetOperand(address, 0);
  }
  return (origin){address, NULL, 0};
}

static LLVMValueRef address_of(LLVMValueRef i) {
  return LLVMGetOperand(i, LLVMIsAStoreInst(i) ? 1 : 0);
}

static LLVMTypeRef type_of(LLVMValueRef i) {
  return LLVMTypeOf(LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 0) : i);
}

static bool is_simple(LLVMValueRef i) {
  return !LLVMGetVolatile(i) &&
         LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
}

// Rounds down.
static int64_t quotient(int64_t a, int64_t b) { return a / b - (a % b < 0); }

typedef struct search {
  const qn_spmd_emitter *e;
  LLVMValueRef start;
  origin base;
  int64_t period; // the number of the stride that it is in, from the base
  qn_spmd_fields *out;
  LLVMValueRef found[QN_SPMD_INTERLEAVED_MAX]; // by element of the step
} search;

// Adds `i` if it belongs to them. False ends the search, as accesses must not
// be moved across `i`.
static bool visit(search *s, LLVMValueRef i) {
  const bool stores = LLVMIsAStoreInst(s->start);
  const bool is_kind =
      LLVMGetInstructionOpcode(i) == LLVMGetInstructionOpcode(s->start);
  int64_t offset = 0;
  if (is_kind && is_simple(i) && type_of(i) == type_of(s->start) &&
      are_same(strip(s->e, address_of(i), &offset), s->base)) {
    const int64_t within = offset - s->period * s->out->stride;
    const bool is_field =
        within >= 0 && within < s->out->stride && within % s->out->size == 0;
    LLVMValueRef *place = is_field ? &s->found[within / s->out->size] : NULL;
    if (place && !*place) {
      *place = i;
      return true;
    }
  }
  if (qn_devlib_is_check(qn_devlib_called_by(i)))
    return true;
  if (stores)
    return !qn_spmd_has_effect(i) && !LLVMIsALoadInst(i);
  return LLVMIsALoadInst(i) || !qn_spmd_has_effect(i);
}

// Finds the accesses around `i` in its block with the same base.
bool qn_spmd_find_fields(const qn_spmd_emitter *e, LLVMValueRef i,
                         int64_t stride, qn_spmd_fields *out) {
  const int64_t size = (int64_t)LLVMABISizeOfType(e->layout, type_of(i));
  *out = (qn_spmd_fields){.stride = stride, .size = size};
  if (e->rows > 1 || stride <= 0 || stride % size ||
      stride / size > QN_SPMD_INTERLEAVED_MAX)
    return false;
  int64_t offset = 0;
  const origin base = strip(e, address_of(i), &offset);
  search s = {.e = e,
              .start = i,
              .base = base,
              .period = quotient(offset, stride),
              .out = out};
  // Elements at other offsets than multiples of their size are no fields.
  if ((offset - s.period * stride) % size)
    return false;
  (void)visit(&s, i);
  LLVMValueRef k = i;
  do
    k = LLVMGetPreviousInstruction(k);
  while (k && visit(&s, k));
  k = i;
  do
    k = LLVMGetNextInstruction(k);
  while (k && visit(&s, k));
  const unsigned steps = (unsigned)(stride / size);
  unsigned low = 0, high = steps - 1;
  while (!s.found[low])
    ++low;
  while (!s.found[high])
    --high;
  out->count = high - low + 1;
  for (unsigned n = 0; n < out->count; ++n) {
    out->fields[n] = s.found[low + n];
    out->present += out->fields[n] != NULL;
  }
  out->offset = s.period * stride + (int64_t)low * size - offset;
  out->steps = steps;
  return true;
}

// ---- Shuffles

// The maximum of elements in a vector for shuffles.
enum { SORTED_MAX = 256 };

static LLVMValueRef shuffle(qn_spmd_emitter *e, LLVMValueRef a, LLVMValueRef b,
                            const int *lanes, unsigned count) {
  LLVMValueRef constants[SORTED_MAX];
  for (unsigned i = 0; i < count; ++i)
    constants[i] = lanes[i] < 0 ? LLVMGetPoison(e->i32)
                                : qn_spmd_int(e, e->i32, (uint64_t)lanes[i]);
  return LLVMBuildShuffleVector(e->b, a, b, LLVMConstVector(constants, count),
                                "");
}

// Interleaves vectors of `size` elements into one: all first elements, then all
// second ones, and so on. `count` is a power of 2.
static LLVMValueRef interleave(qn_spmd_emitter *e, LLVMValueRef *vectors,
                               unsigned count, unsigned size) {
  int lanes[SORTED_MAX];
  for (unsigned half = count / 2; half > 0; half /= 2, size *= 2) {
    for (unsigned i = 0; i < 2 * size; ++i)
      lanes[i] = (int)(i / 2 + i % 2 * size);
    for (unsigned k = 0; k < half; ++k)
      vectors[k] = shuffle(e, vectors[k], vectors[k + half], lanes, 2 * size);
  }
  return vectors[0];
}

static LLVMValueRef cut(qn_spmd_emitter *e, LLVMValueRef vector, unsigned first,
                        unsigned count) {
  int lanes[64];
  for (unsigned i = 0; i < count; ++i)
    lanes[i] = (int)(first + i);
  return shuffle(e, vector, LLVMGetPoison(LLVMTypeOf(vector)), lanes, count);
}

static LLVMValueRef at_offset(qn_spmd_emitter *e, LLVMValueRef address,
                              int64_t offset) {
  LLVMValueRef by = qn_spmd_int(e, e->i64, (uint64_t)offset);
  return offset ? LLVMBuildGEP2(e->b, e->i8, address, &by, 1, "") : address;
}

// ---- Loads

// Loads a vector at `address`, with the attributes of the load `like`.
static LLVMValueRef load_some(qn_spmd_emitter *e, LLVMValueRef like,
                              LLVMValueRef address, unsigned count) {
  LLVMTypeRef element = LLVMTypeOf(like);
  LLVMValueRef made = LLVMBuildLoad2(
      e->b, count > 1 ? LLVMVectorType(element, count) : element, address, "");
  LLVMSetAlignment(made, (unsigned)LLVMABISizeOfType(e->layout, element));
  if (LLVMGetAlignment(like) < LLVMGetAlignment(made))
    LLVMSetAlignment(made, LLVMGetAlignment(like));
  return made;
}

// Every `steps`-th lane of the concatenated vectors, from `first` on.
static LLVMValueRef pick(qn_spmd_emitter *e, const LLVMValueRef *parts,
                         unsigned steps, unsigned first) {
  const unsigned width = e->width;
  int lanes[64];
  if (steps == 1)
    return parts[0];
  if (steps % 2 == 0) {
    LLVMValueRef halves[QN_SPMD_INTERLEAVED_MAX / 2];
    for (unsigned i = 0; i < width; ++i)
      lanes[i] = (int)(2 * i + first % 2);
    for (unsigned k = 0; k < steps / 2; ++k)
      halves[k] = shuffle(e, parts[2 * (size_t)k], parts[2 * (size_t)k + 1],
                          lanes, width);
    return pick(e, halves, steps / 2, first / 2);
  }
  LLVMValueRef all = LLVMGetPoison(LLVMTypeOf(parts[0]));
  for (unsigned k = 0; k < steps; ++k) {
    for (unsigned i = 0; i < width; ++i) {
      const unsigned from = i * steps + first;
      lanes[i] = from / width == k  ? (int)(width + from % width)
                 : from / width < k ? (int)i
                                    : -1;
    }
    all = shuffle(e, all, parts[k], lanes, width);
  }
  return all;
}

// Loads everything from the first lane's first field to the last lane's last
// one.
static void load_together(qn_spmd_emitter *e, const qn_spmd_fields *f,
                          LLVMValueRef like, LLVMValueRef first,
                          LLVMValueRef *out) {
  LLVMValueRef parts[QN_SPMD_INTERLEAVED_MAX];
  const unsigned gap = f->steps - f->count, width = e->width;
  for (unsigned k = 0; k < f->steps; ++k) {
    // Nothing after the last field is read.
    const unsigned back = k + 1 == f->steps ? gap : 0;
    const int64_t at = ((int64_t)k * width - back) * f->size;
    parts[k] = load_some(e, like, at_offset(e, first, at), width);
    if (!back)
      continue;
    int lanes[64];
    for (unsigned i = 0; i < width; ++i)
      lanes[i] = i + back < width ? (int)(i + back) : -1;
    parts[k] =
        shuffle(e, parts[k], LLVMGetPoison(LLVMTypeOf(parts[k])), lanes, width);
  }
  for (unsigned k = 0; k < f->count; ++k)
    out[k] = f->fields[k] ? pick(e, parts, f->steps, k) : NULL;
}

// Transposes `count` vectors, each with the `size` elements of one lane, into
// `size` runs of `count` lanes, each run with one element of all lanes; both
// are powers of 2. Each pass interleaves the first half of all elements with
// the second.
static void transpose(qn_spmd_emitter *e, LLVMValueRef *vectors, unsigned count,
                      unsigned size) {
  LLVMValueRef made[64];
  int lanes[2][QN_SPMD_FIELDS_TOGETHER];
  for (unsigned i = 0; i < size; ++i)
    for (unsigned k = 0; k < 2; ++k)
      lanes[k][i] = (int)(i / 2 + k * size / 2 + i % 2 * size);
  for (unsigned step = 1; step < count; step *= 2) {
    for (unsigned i = 0; i < count; ++i)
      made[i] = shuffle(e, vectors[i / 2], vectors[i / 2 + count / 2],
                        lanes[i % 2], size);
    memcpy(vectors, made, count * sizeof(*vectors));
  }
}

static LLVMValueRef join(qn_spmd_emitter *e, LLVMValueRef *parts,
                         unsigned count, unsigned size) {
  int lanes[64];
  for (unsigned i = 0; i < count * size; ++i)
    lanes[i] = (int)i;
  for (; count > 1; count /= 2, size *= 2)
    for (unsigned i = 0; i < count / 2; ++i)
      parts[i] = shuffle(e, parts[2 * (size_t)i], parts[2 * (size_t)i + 1],
                         lanes, 2 * size);
  return parts[0];
}

// Loads `size` fields from `start` on, one load per lane.
static void load_part(qn_spmd_emitter *e, const qn_spmd_fields *f,
                      LLVMValueRef like, LLVMValueRef first, unsigned start,
                      unsigned size, LLVMValueRef *out) {
  LLVMValueRef parts[QN_SPMD_FIELDS_TOGETHER][64], lanes[64];
  const unsigned count = e->width < size ? e->width : size;
  for (unsigned from = 0; from < e->width; from += count) {
    for (unsigned i = 0; i < count; ++i)
      lanes[i] = load_some(
          e, like,
          at_offset(e, first, (from + i) * f->stride + start * f->size), size);
    transpose(e, lanes, count, size);
    for (unsigned k = 0; k < size; ++k)
      parts[k][from / count] = count == size ? lanes[k]
                                             : cut(e, lanes[k * count / size],
                                                   k * count % size, count);
  }
  for (unsigned k = 0; k < size; ++k)
    out[start + k] = join(e, parts[k], e->width / count, count);
}

static LLVMValueRef load_single(qn_spmd_emitter *e, const qn_spmd_fields *f,
                                LLVMValueRef like, LLVMValueRef first,
                                unsigned field) {
  LLVMValueRef all = LLVMGetPoison(LLVMVectorType(LLVMTypeOf(like), e->width));
  for (unsigned i = 0; i < e->width; ++i) {
    LLVMValueRef address = at_offset(e, first, i * f->stride + field * f->size);
    all = LLVMBuildInsertElement(e->b, all, load_some(e, like, address, 1),
                                 qn_spmd_int(e, e->i32, i), "");
  }
  return all;
}

// Loads fields lane by lane, as many at once as a small register holds.
static void load_by_lane(qn_spmd_emitter *e, const qn_spmd_fields *f,
                         LLVMValueRef like, LLVMValueRef first,
                         LLVMValueRef *out) {
  unsigned size = QN_SPMD_FIELDS_TOGETHER / (unsigned)f->size;
  for (unsigned start = 0; start < f->count; start += size) {
    while (size > f->count - start)
      size /= 2;
    if (size == 1)
      out[start] = load_single(e, f, like, first, start);
    else
      load_part(e, f, like, first, start, size, out);
  }
}

// Machines have no gathers of types smaller than words.
static bool is_narrow(const qn_spmd_fields *f) { return f->size < 4; }

static bool are_together(const qn_spmd_fields *f) {
  return f->steps <= 4 ||
         (f->steps == 8 && (is_narrow(f) || f->steps <= 2 * f->present));
}

bool qn_spmd_may_load_fields(const qn_spmd_fields *f) {
  const bool dense = 2 * f->present >= f->count && f->present > 1;
  return are_together(f) || dense || (is_narrow(f) && f->count == 1);
}

void qn_spmd_load_fields(qn_spmd_emitter *e, const qn_spmd_fields *f,
                         LLVMValueRef like, LLVMValueRef address,
                         LLVMValueRef *out) {
  LLVMValueRef first = at_offset(e, address, f->offset);
  if (are_together(f))
    load_together(e, f, like, first, out);
  else
    load_by_lane(e, f, like, first, out);
}

// ---- Stores

bool qn_spmd_may_store_fields(const qn_spmd_fields *f) {
  return f->present == f->steps && (f->steps == 2 || f->steps == 4);
}

LLVMValueRef qn_spmd_last_field(const qn_spmd_fields *f) {
  LLVMValueRef last = NULL;
  for (unsigned k = 0; k < f->count; ++k) {
    LLVMValueRef i = f->fields[k];
    while (i && last && i != last)
      i = LLVMGetNextInstruction(i);
    // From it the walk reached the last one so far, or the block's end.
    last = i ? last ? last : i : last && f->fields[k] ? f->fields[k] : last;
  }
  return last;
}

void qn_spmd_store_fields(qn_spmd_emitter *e, const qn_spmd_fields *f,
                          LLVMValueRef like, LLVMValueRef address) {
  LLVMValueRef values[QN_SPMD_INTERLEAVED_MAX];
  for (unsigned k = 0; k < f->count; ++k)
    values[k] = qn_spmd_vector(e, LLVMGetOperand(f->fields[k], 0));
  LLVMValueRef all = interleave(e, values, f->count, e->width);
  LLVMValueRef made =
      LLVMBuildStore(e->b, all, at_offset(e, address, f->offset));
  LLVMSetAlignment(made, LLVMGetAlignment(like) < (unsigned)f->size
                             ? LLVMGetAlignment(like)
                             : (unsigned)f->size);
}
