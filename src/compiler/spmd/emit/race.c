// SPDX-License-Identifier: Apache-2.0
// Who accesses what in packets that are watched for races: of all lanes at
// once, by the notes of QN_CPU_CHECK_NOTES. An access is plainly good where
// nobody else of the launch wrote there or, if it writes, read there; it is
// noted then. Anything else is for the host, lane by lane, which knows more:
// same values, other operations, what one of a packet's lanes did to another.
//
// A packet runs by itself on its thread, and launches that are watched so run
// on one: nobody notes anything between a look and a note.
//
// What atomic operations do, and lanes of one warp behind its operations, is
// noted by a function that looks at one lane after the other
// (device/cpu/notes.c), as are accesses beside them that are not plainly good.
#include "compiler/spmd/emit/check.h"
#include "quern/cpu_abi.h"
#include "quern/cpu_notes.h"

// The operands of the calls (contract/functions.def).
enum { ADDRESS = 1, HOW = 3 };
enum { GRANULE = QN_CPU_CHECK_GRANULE, PARTS_MAX = 4, NOTES_MAX = 256 };
enum { STEP = QN_CPU_NUMBER_STEP };

// Whether an access is of less than a granule: 1 or 2 bytes, by multiples.
static bool is_part(const qn_spmd_access *c) { return c->size < GRANULE; }

// ---- What a kernel does

enum {
  LOOKED = 1,
  RACES = 2,         // accesses are watched
  ATOMIC = 4,        // operations on memory that is not known to be the group's
  ATOMIC_SHARED = 8, // on memory that may be the group's
  WARPS = 16         // operations of warps
};

static bool is_of_shared(LLVMValueRef check) {
  return qn_devlib_is_access_of(check, QN_CHECK_SHARED);
}

static unsigned watched_by(LLVMValueRef i) {
  const qn_devlib_function function = qn_devlib_called_by(i);
  if (qn_devlib_is_warp_op(function))
    return WARPS;
  if (!qn_devlib_is_access(function))
    return 0;
  const uint64_t how = LLVMConstIntGetZExtValue(LLVMGetOperand(i, HOW));
  const unsigned atomic = is_of_shared(i) ? ATOMIC_SHARED
                          : function == QN_DEVLIB_CHECK_OBJECT
                              ? ATOMIC
                              : ATOMIC | ATOMIC_SHARED;
  return (how >> QN_CPU_ACCESS_KINDS_SHIFT & QN_CPU_CHECK_RACE ? RACES : 0) |
         (how & QN_CPU_ACCESS_ATOMIC ? atomic : 0);
}

// A packet with warp operations begins with none passed.
static unsigned watched(qn_spmd_emitter *e) {
  if (!e->watched) {
    e->watched = LOOKED;
    QN_EACH_BLOCK (block, e->source)
      QN_EACH_INSTRUCTION (i, block)
        e->watched |= watched_by(i);
    LLVMValueRef item = LLVMGetParam(e->made, 0);
    if (e->watched & RACES && e->watched & WARPS)
      (void)qn_devlib_call(e->first, QN_DEVLIB_CHECK_WARPS, &item, 1);
  }
  return e->watched;
}

// ---- What a region does to shared memory

static bool may_write_shared(LLVMValueRef i) {
  const qn_devlib_function function = qn_devlib_called_by(i);
  const bool is_access =
      function == QN_DEVLIB_CHECK_ACCESS || function == QN_DEVLIB_CHECK_UNLESS;
  if (!is_access && !is_of_shared(i))
    return false;
  return LLVMConstIntGetZExtValue(LLVMGetOperand(i, HOW)) &
             QN_CPU_ACCESS_WRITE &&
         !(is_access && qn_spmd_is_by_argument(LLVMGetOperand(i, ADDRESS)));
}

// Whether a region, which all of a group's work-items run between two barriers,
// only reads shared memory.
static bool only_reads_shared(qn_spmd_emitter *e) {
  enum { NOT_ASKED, READS, WRITES };
  if (e->shared_use == NOT_ASKED) {
    e->shared_use = READS;
    for (unsigned n = 0; n < e->graph->count; ++n)
      QN_EACH_INSTRUCTION (i, e->graph->nodes[n].block)
        if (may_write_shared(i))
          e->shared_use = WRITES;
  }
  return e->shared_use == READS;
}

bool qn_spmd_is_watched(qn_spmd_emitter *e, const qn_spmd_access *c) {
  const bool races = c->how >> QN_CPU_ACCESS_KINDS_SHIFT & QN_CPU_CHECK_RACE;
  return races && !qn_devlib_is_access_of(c->call, QN_CHECK_LOCAL) &&
         !(is_of_shared(c->call) && only_reads_shared(e));
}

void qn_spmd_watch_warp(qn_spmd_emitter *e) {
  if (!(watched(e) & RACES))
    return;
  LLVMValueRef any =
      e->mask ? LLVMBuildZExt(e->b, qn_spmd_any(e, e->mask), e->i32, "")
              : qn_spmd_int(e, e->i32, 1);
  LLVMValueRef values[] = {LLVMGetParam(e->made, 0), any};
  (void)qn_devlib_call(e->b, QN_DEVLIB_CHECK_PASSES, values, 2);
}

// ---- Numbers of work-items

// Whether work-items have new numbers behind each barrier.
static bool is_phased(const qn_spmd_emitter *e) {
  return e->regions || e->is_ahead;
}

static LLVMValueRef own_of(qn_spmd_emitter *e) {
  return qn_spmd_check_number(e, is_phased(e) ? QN_CHECK_OWN_IN_PHASE
                                              : QN_CHECK_OWN);
}

// How lanes in a row come to granules: each has some, or several share one.
typedef struct sharing {
  unsigned parts; // granules of a lane's access
  unsigned lanes; // that a granule is of
  unsigned count; // granules of all lanes
} sharing;

static sharing sharing_of(const qn_spmd_emitter *e, uint64_t size) {
  const unsigned parts = size < GRANULE ? 1 : (unsigned)size / GRANULE;
  const unsigned lanes = size < GRANULE ? GRANULE / (unsigned)size : 1;
  return (sharing){parts, lanes, e->width * parts / lanes};
}

// The first lane of a granule of a row.
static unsigned lane_at(const sharing *s, unsigned granule) {
  return granule / s->parts * s->lanes;
}

// The numbers of those who access a row's granules.
static LLVMValueRef own_of_row(qn_spmd_emitter *e, const sharing *s) {
  LLVMValueRef steps[NOTES_MAX];
  const unsigned how = s->lanes == 1   ? QN_CPU_BYTES_WHOLE
                       : s->lanes == 2 ? QN_CPU_BYTES_HALVES
                                       : QN_CPU_BYTES_EACH;
  for (unsigned i = 0; i < s->count; ++i)
    steps[i] = qn_spmd_int(e, e->i32, STEP * lane_at(s, i) + how);
  return LLVMBuildAdd(e->b, qn_spmd_splat_some(e, own_of(e), s->count),
                      LLVMConstVector(steps, s->count), "");
}

static LLVMValueRef own_of_lanes(qn_spmd_emitter *e) {
  const sharing alone = {1, 1, e->width};
  return own_of_row(e, &alone);
}

// ---- The place in the code, as a number of 32 bits

// Where the machine is: what comes behind the instruction, as with calls.
static const char *place_text(const qn_spmd_emitter *e) {
  const qn_str triple = qn_str_from(LLVMGetTarget(e->module));
  return qn_str_starts(triple, QN_STR("x86_64"))    ? "leaq 0(%rip), $0"
         : qn_str_starts(triple, QN_STR("aarch64")) ? "adr $0, .+4"
         : qn_str_starts(triple, QN_STR("riscv64"))
             ? "auipc $0, 0\n\taddi $0, $0, 8"
             : "";
}

bool qn_spmd_can_watch(LLVMModuleRef module) {
  const qn_spmd_emitter e = {.module = module};
  return place_text(&e)[0] != '\0';
}

static LLVMValueRef place_of(qn_spmd_emitter *e) {
  const char *text = place_text(e);
  LLVMTypeRef type = LLVMFunctionType(e->i64, NULL, 0, false);
  LLVMValueRef assembly = LLVMGetInlineAsm(
      type, text, strlen(text), "=r", 2, /*HasSideEffects=*/true,
      /*IsAlignStack=*/false, LLVMInlineAsmDialectATT, /*CanThrow=*/false);
  LLVMValueRef made = LLVMBuildCall2(e->b, type, assembly, NULL, 0, "");
  qn_ir_keep_place(made);
  return LLVMBuildTrunc(e->b, made, e->i32, "");
}

// ---- Notes

// What a packet's access looks at and writes: in a row, or of each lane's
// address the granule `part`.
typedef struct notes {
  bool shared; // about the group's memory
  bool writes;
  LLVMValueRef at;   // the first lane's address, or those of all
  unsigned count;    // of notes
  bool shared_out;   // several lanes have a granule
  LLVMValueRef mask; // of notes; NULL: all
  LLVMValueRef own, code;
  LLVMValueRef epoch; // of the warp; NULL: it has no operations
} notes;

// A number as `like` is: alone, or for each lane or note.
static LLVMValueRef spread(qn_spmd_emitter *e, LLVMValueRef like,
                           LLVMValueRef number) {
  return qn_spmd_is_many(like)
             ? qn_spmd_splat_some(e, number,
                                  LLVMGetVectorSize(LLVMTypeOf(like)))
             : number;
}

// How far notes are from the address that they are about.
static LLVMValueRef distance_of(qn_spmd_emitter *e, bool shared,
                                unsigned which) {
  if (!shared)
    return qn_spmd_int(e, e->i64, QN_CPU_CHECK_NOTE(which) - QN_CPU_CHECK_HEAP);
  LLVMValueRef begin = qn_spmd_check_number(e, QN_CHECK_NOTES);
  LLVMValueRef more =
      LLVMBuildMul(e->b, qn_spmd_check_number(e, QN_CHECK_STRIDE),
                   qn_spmd_int(e, e->i64, which), "");
  return LLVMBuildAdd(e->b, begin, more, "");
}

static LLVMValueRef notes_at(qn_spmd_emitter *e, const notes *n,
                             unsigned which) {
  LLVMValueRef at = LLVMBuildAdd(
      e->b, n->at, spread(e, n->at, distance_of(e, n->shared, which)), "");
  return LLVMBuildIntToPtr(
      e->b, at,
      qn_spmd_is_many(at) ? LLVMVectorType(e->pointer, e->width) : e->pointer,
      "");
}

static bool is_row(const notes *n) { return !qn_spmd_is_many(n->at); }

static LLVMValueRef all_notes(const qn_spmd_emitter *e, const notes *n) {
  return LLVMConstAllOnes(LLVMVectorType(e->i1, n->count));
}

static LLVMValueRef read_notes(qn_spmd_emitter *e, const notes *n,
                               unsigned which) {
  LLVMTypeRef type = LLVMVectorType(e->i32, n->count);
  LLVMValueRef at = notes_at(e, n, which);
  if (is_row(n)) {
    LLVMValueRef made = LLVMBuildLoad2(e->b, type, at, "");
    LLVMSetAlignment(made, GRANULE);
    return made;
  }
  LLVMTypeRef types[] = {type, LLVMTypeOf(at)};
  LLVMValueRef args[] = {at, n->mask ? n->mask : all_notes(e, n),
                         LLVMConstNull(type)};
  LLVMValueRef made = qn_spmd_intrinsic(e, "llvm.masked.gather",
                                        qn_spmd_types(types, 2), args, 3);
  qn_spmd_set_alignment(e, made, 0, GRANULE);
  return made;
}

// Nobody else writes notes of the heap meanwhile, and what lies beside them is
// theirs, too: under a mask the others are written back. (A masked store takes
// AMD's processors before AVX-512 twelve cycles.)
static void write_notes(qn_spmd_emitter *e, const notes *n, unsigned which,
                        LLVMValueRef value, LLVMValueRef mask) {
  LLVMValueRef at = notes_at(e, n, which);
  if (is_row(n) && (!mask || !n->shared)) {
    if (mask)
      value = LLVMBuildSelect(e->b, mask, value, read_notes(e, n, which), "");
    LLVMSetAlignment(LLVMBuildStore(e->b, value, at), GRANULE);
    return;
  }
  LLVMTypeRef types[] = {LLVMTypeOf(value), LLVMTypeOf(at)};
  LLVMValueRef args[] = {value, at, mask ? mask : all_notes(e, n)};
  LLVMValueRef made = qn_spmd_intrinsic(
      e, is_row(n) ? "llvm.masked.store" : "llvm.masked.scatter",
      qn_spmd_types(types, 2), args, 3);
  qn_spmd_set_alignment(e, made, 1, GRANULE);
}

static LLVMValueRef active(qn_spmd_emitter *e, const notes *n,
                           LLVMValueRef found) {
  return n->mask ? qn_spmd_both(e, found, n->mask) : found;
}

static LLVMValueRef none_of(qn_spmd_emitter *e, LLVMValueRef found) {
  LLVMTypeRef bits =
      LLVMIntTypeInContext(e->context, LLVMGetVectorSize(LLVMTypeOf(found)));
  LLVMValueRef all = LLVMBuildBitCast(e->b, found, bits, "");
  return LLVMBuildICmp(e->b, LLVMIntEQ, all, LLVMConstNull(bits), "");
}

// The first number that is not of before the launch or, in shared memory, which
// is the group's alone, of before the phase or the group.
static LLVMValueRef first_of(qn_spmd_emitter *e, const notes *n) {
  return qn_spmd_check_number(e, !n->shared     ? QN_CHECK_FIRST
                                 : is_phased(e) ? QN_CHECK_PHASE
                                                : QN_CHECK_GROUP);
}

// Whether a note may be of an earlier phase of the group that is not of before
// the launch.
static bool has_phases(const qn_spmd_emitter *e, const notes *n) {
  return is_phased(e) && !n->shared;
}

// Whether a note, or each of several, is.
static LLVMValueRef is_of_phases(qn_spmd_emitter *e, LLVMValueRef note) {
  LLVMValueRef begin = qn_spmd_check_number(e, QN_CHECK_BLOCK);
  LLVMValueRef span =
      LLVMBuildSub(e->b, qn_spmd_check_number(e, QN_CHECK_PHASE), begin, "");
  LLVMValueRef since = LLVMBuildSub(e->b, note, spread(e, note, begin), "");
  return LLVMBuildICmp(e->b, LLVMIntULT, since, spread(e, note, span), "");
}

// Whether a note, or each of several, is of no matter.
static LLVMValueRef is_old(qn_spmd_emitter *e, const notes *n,
                           LLVMValueRef note) {
  LLVMValueRef old = LLVMBuildICmp(e->b, LLVMIntULT, note,
                                   spread(e, note, first_of(e, n)), "");
  return has_phases(e, n) ? LLVMBuildOr(e->b, old, is_of_phases(e, note), "")
                          : old;
}

static LLVMValueRef is_others(qn_spmd_emitter *e, const notes *n,
                              LLVMValueRef note) {
  LLVMValueRef other = LLVMBuildICmp(e->b, LLVMIntNE, note, n->own, "");
  return qn_spmd_both(e, LLVMBuildNot(e->b, is_old(e, n, note), ""), other);
}

// Of numbers as many as the machine compares at once, each made `with` those of
// several: masks of more than that take long to be made one.
typedef LLVMValueRef combine_fn(qn_spmd_emitter *e, LLVMValueRef a,
                                LLVMValueRef b);

static LLVMValueRef part_of(qn_spmd_emitter *e, LLVMValueRef numbers,
                            unsigned from, unsigned count) {
  LLVMValueRef places[NOTES_MAX];
  for (unsigned i = 0; i < count; ++i)
    places[i] = qn_spmd_int(e, e->i32, from + i);
  return LLVMBuildShuffleVector(e->b, numbers,
                                LLVMGetPoison(LLVMTypeOf(numbers)),
                                LLVMConstVector(places, count), "");
}

static LLVMValueRef fold(qn_spmd_emitter *e, LLVMValueRef numbers,
                         combine_fn *with) {
  const unsigned most = e->machine.mask_bits == 1 ? 16 : 8;
  unsigned count = LLVMGetVectorSize(LLVMTypeOf(numbers));
  while (count > most && count % 2 == 0) {
    count /= 2;
    numbers = with(e, part_of(e, numbers, 0, count),
                   part_of(e, numbers, count, count));
  }
  return numbers;
}

static LLVMValueRef larger(qn_spmd_emitter *e, LLVMValueRef a, LLVMValueRef b) {
  LLVMTypeRef type = LLVMTypeOf(a);
  LLVMValueRef args[] = {a, b};
  return qn_spmd_intrinsic(e, "llvm.umax", qn_spmd_types(&type, 1), args, 2);
}

static LLVMValueRef smaller(qn_spmd_emitter *e, LLVMValueRef a,
                            LLVMValueRef b) {
  LLVMTypeRef type = LLVMTypeOf(a);
  LLVMValueRef args[] = {a, b};
  return qn_spmd_intrinsic(e, "llvm.umin", qn_spmd_types(&type, 1), args, 2);
}

static LLVMValueRef both(qn_spmd_emitter *e, LLVMValueRef a, LLVMValueRef b) {
  return LLVMBuildAnd(e->b, a, b, "");
}

static LLVMValueRef either(qn_spmd_emitter *e, LLVMValueRef a, LLVMValueRef b) {
  return LLVMBuildOr(e->b, a, b, "");
}

// Whether all numbers are smaller than the first that matters.
static LLVMValueRef are_before(qn_spmd_emitter *e, const notes *n,
                               LLVMValueRef numbers) {
  LLVMValueRef some = fold(e, numbers, larger);
  LLVMValueRef matters = LLVMBuildICmp(e->b, LLVMIntUGE, some,
                                       spread(e, some, first_of(e, n)), "");
  return none_of(e, matters);
}

// How closely notes are looked at: mostly all are of before the launch, but for
// what those who write have read.
typedef enum closeness {
  OLD_ALONE,
  NOT_OWN, // own numbers are good, too
  CLOSE,   // and so are those of earlier phases
} closeness;

static closeness first_look(bool writes) {
  return writes ? NOT_OWN : OLD_ALONE;
}

static closeness last_look(const qn_spmd_emitter *e, const notes *n) {
  return has_phases(e, n) ? CLOSE : NOT_OWN;
}

// The note, but 0 where it is good. An odd number is nobody's own.
static LLVMValueRef unless_good(qn_spmd_emitter *e, const notes *n,
                                unsigned which, closeness how) {
  LLVMValueRef note = read_notes(e, n, which);
  if (how == OLD_ALONE)
    return note;
  LLVMValueRef good = LLVMBuildICmp(e->b, LLVMIntEQ, note, n->own, "");
  if (how == CLOSE)
    good = LLVMBuildOr(e->b, good, is_of_phases(e, note), "");
  return LLVMBuildSelect(e->b, good, LLVMConstNull(LLVMTypeOf(note)), note, "");
}

// Of the notes of each lane the largest that may stand against its access; with
// warp operations readers are noted here where there is no other.
static LLVMValueRef others_of(qn_spmd_emitter *e, const notes *n,
                              closeness how) {
  LLVMValueRef all = unless_good(e, n, QN_CPU_NOTE_WRITER, how);
  if (n->writes || n->epoch)
    all = larger(e, all, unless_good(e, n, QN_CPU_NOTE_READER, how));
  if (watched(e) & (n->shared ? ATOMIC_SHARED : ATOMIC))
    all = larger(e, all, unless_good(e, n, QN_CPU_NOTE_ATOMIC, how));
  return n->mask ? LLVMBuildSelect(e->b, n->mask, all,
                                   LLVMConstNull(LLVMTypeOf(all)), "")
                 : all;
}

// Goes on at `good` if nobody else's access stands against one of the lanes',
// of so many granules each, and a further condition (or NULL) is met; else to a
// new block.
static void leave_if_none(qn_spmd_emitter *e, const notes *n, unsigned parts,
                          LLVMValueRef too, LLVMBasicBlockRef good) {
  const closeness looks[] = {first_look(n->writes), last_look(e, n)};
  for (unsigned i = 0; i < 1u + (looks[0] != looks[1]); ++i) {
    LLVMValueRef all = NULL;
    for (unsigned k = 0; k < parts; ++k) {
      LLVMValueRef others = others_of(e, &n[k], looks[i]);
      all = all ? larger(e, all, others) : others;
    }
    qn_spmd_leave_if(e, qn_spmd_both(e, are_before(e, n, all), too), good);
  }
}

// ---- Noting

// Goes on in a new block if some were `found`; returns where to go behind it.
static LLVMBasicBlockRef begin_if_any(qn_spmd_emitter *e, LLVMValueRef found) {
  LLVMBasicBlockRef then = qn_spmd_block(e, "note");
  LLVMBasicBlockRef after = qn_spmd_block(e, "noted");
  LLVMBuildCondBr(e->b, none_of(e, found), after, then);
  LLVMPositionBuilderAtEnd(e->b, then);
  return after;
}

static void end_if_any(qn_spmd_emitter *e, LLVMBasicBlockRef after) {
  LLVMBuildBr(e->b, after);
  LLVMPositionBuilderAtEnd(e->b, after);
}

// How many operations of the warp were passed; NULL: it has none.
static LLVMValueRef epoch_of(qn_spmd_emitter *e) {
  LLVMValueRef values[] = {LLVMGetParam(e->made, 0),
                           qn_spmd_int(e, e->i32, QN_CHECK_EPOCH)};
  return watched(e) & WARPS
             ? LLVMBuildTrunc(
                   e->b,
                   qn_devlib_call(e->b, QN_DEVLIB_CHECK_NUMBER, values, 2),
                   e->i32, "")
             : NULL;
}

static LLVMValueRef codes(qn_spmd_emitter *e, const notes *n) {
  return qn_spmd_splat_some(e, n->code, n->count);
}

// The lanes whose number is not there though they wrote it: another's is.
static LLVMValueRef lost_of(qn_spmd_emitter *e, const notes *n, unsigned which,
                            LLVMValueRef written) {
  LLVMValueRef found = read_notes(e, n, which);
  LLVMValueRef lost = LLVMBuildICmp(e->b, LLVMIntNE, found, n->own, "");
  return qn_spmd_both(e, lost, written);
}

// What is noted beside a number.
typedef struct beside {
  unsigned count;
  unsigned which[3];
  LLVMValueRef value[3];
} beside;

static beside beside_of(qn_spmd_emitter *e, const notes *n, unsigned which) {
  beside b = {1, {which + QN_CPU_NOTE_CODE_OF}, {codes(e, n)}};
  if (n->shared_out) {
    b.which[b.count] = which + QN_CPU_NOTE_BYTES_OF;
    b.value[b.count++] = qn_spmd_splat_some(
        e, qn_spmd_int(e, e->i32, QN_CPU_ALL_BYTES), n->count);
  }
  if (n->epoch) {
    b.which[b.count] = which + QN_CPU_NOTE_EPOCH_OF;
    b.value[b.count++] = qn_spmd_splat_some(e, n->epoch, n->count);
  }
  return b;
}

// Of a row of the heap only what is not there yet: kernels that run again do
// the same, and what is not written does not leave the caches.
static LLVMBasicBlockRef begin_unless_there(qn_spmd_emitter *e, const notes *n,
                                            const beside *b) {
  LLVMValueRef all = NULL;
  for (unsigned k = 0; k < b->count; ++k) {
    LLVMValueRef differs =
        LLVMBuildXor(e->b, read_notes(e, n, b->which[k]), b->value[k], "");
    all = all ? LLVMBuildOr(e->b, all, differs, "") : differs;
  }
  all = fold(e, all, either);
  return begin_if_any(e, LLVMBuildICmp(e->b, LLVMIntNE, all,
                                       LLVMConstNull(LLVMTypeOf(all)), ""));
}

static void put_notes(qn_spmd_emitter *e, const notes *n, unsigned which,
                      LLVMValueRef mask) {
  const beside b = beside_of(e, n, which);
  const bool looks = is_row(n) && !mask && !n->shared;
  write_notes(e, n, which, n->own, mask);
  LLVMBasicBlockRef after = looks ? begin_unless_there(e, n, &b) : NULL;
  for (unsigned k = 0; k < b.count; ++k)
    write_notes(e, n, b.which[k], b.value[k], mask);
  if (looks)
    end_if_any(e, after);
}

// Those of `mask`, which has some, in a row mostly all: what is stored under a
// mask takes long to be read again.
static void put_some(qn_spmd_emitter *e, const notes *n, unsigned which,
                     LLVMValueRef mask) {
  if (!is_row(n)) {
    put_notes(e, n, which, mask);
    return;
  }
  LLVMBasicBlockRef after = qn_spmd_block(e, "noted");
  LLVMBasicBlockRef some = begin_if_any(e, LLVMBuildNot(e->b, mask, ""));
  put_notes(e, n, which, mask);
  LLVMBuildBr(e->b, after);
  LLVMPositionBuilderAtEnd(e->b, some);
  put_notes(e, n, which, NULL);
  end_if_any(e, after);
}

// Whether a note says that there is another one.
static LLVMValueRef has_another(qn_spmd_emitter *e, LLVMValueRef note) {
  LLVMTypeRef bits = LLVMVectorType(e->i1, LLVMGetVectorSize(LLVMTypeOf(note)));
  return LLVMBuildTrunc(e->b, note, bits, "");
}

// The first reader that is not the one that is noted. Of several lanes that
// read one place any one is.
static void note_others(qn_spmd_emitter *e, const notes *n,
                        LLVMValueRef wanted) {
  LLVMBasicBlockRef after = begin_if_any(e, wanted);
  LLVMValueRef reader = read_notes(e, n, QN_CPU_NOTE_READER);
  LLVMValueRef one = qn_spmd_splat_some(e, qn_spmd_int(e, e->i32, 1), n->count);
  put_some(e, n, QN_CPU_NOTE_OTHER, wanted);
  write_notes(e, n, QN_CPU_NOTE_READER, LLVMBuildOr(e->b, reader, one, ""),
              wanted);
  end_if_any(e, after);
}

// Where all notes of a row are old, as they mostly are, there is nothing else
// to see. Goes on in a new block for all others.
static void put_whole_row(qn_spmd_emitter *e, const notes *n,
                          LLVMValueRef reader, LLVMBasicBlockRef after) {
  LLVMBasicBlockRef whole = qn_spmd_block(e, "note");
  LLVMBasicBlockRef other = qn_spmd_block(e, "note");
  LLVMValueRef old = are_before(e, n, reader);
  if (n->mask)
    old = LLVMBuildAnd(e->b, old, none_of(e, LLVMBuildNot(e->b, n->mask, "")),
                       "");
  LLVMBuildCondBr(e->b, old, whole, other);
  LLVMPositionBuilderAtEnd(e->b, whole);
  put_notes(e, n, QN_CPU_NOTE_READER, NULL);
  LLVMBuildBr(e->b, after);
  LLVMPositionBuilderAtEnd(e->b, other);
}

// Whether numbers, the smallest of several each, are none of which is before
// `first`.
static LLVMValueRef none_before(qn_spmd_emitter *e, LLVMValueRef numbers,
                                LLVMValueRef first) {
  LLVMValueRef some = fold(e, numbers, smaller);
  return none_of(
      e, LLVMBuildICmp(e->b, LLVMIntULT, some, spread(e, some, first), ""));
}

// Whether two readers are noted of each granule, or the one that reads now, as
// where many read the same: there is nothing to note.
static LLVMValueRef are_settled(qn_spmd_emitter *e, const notes *n,
                                LLVMValueRef reader) {
  LLVMValueRef all = LLVMConstAllOnes(LLVMTypeOf(reader));
  LLVMValueRef own = LLVMBuildICmp(e->b, LLVMIntEQ, reader, n->own, "");
  LLVMValueRef two = LLVMBuildSelect(e->b, own, all, reader, "");
  if (n->mask)
    two = LLVMBuildSelect(e->b, n->mask, two, all, "");
  LLVMValueRef odd = has_another(e, fold(e, two, both));
  LLVMValueRef good = none_of(e, LLVMBuildNot(e->b, odd, ""));
  good = qn_spmd_both(e, good, none_before(e, two, first_of(e, n)));
  if (!has_phases(e, n))
    return good;
  LLVMValueRef begin = qn_spmd_check_number(e, QN_CHECK_BLOCK);
  LLVMValueRef phase = qn_spmd_check_number(e, QN_CHECK_PHASE);
  LLVMValueRef since = LLVMBuildSub(e->b, two, spread(e, two, begin), "");
  LLVMValueRef span = LLVMBuildSub(e->b, phase, begin, "");
  return qn_spmd_both(e, good, none_before(e, since, span));
}

static void note_reads(qn_spmd_emitter *e, const notes *n) {
  LLVMValueRef reader = read_notes(e, n, QN_CPU_NOTE_READER);
  LLVMBasicBlockRef done = qn_spmd_block(e, "noted");
  if (is_row(n))
    put_whole_row(e, n, reader, done);
  LLVMBasicBlockRef next = qn_spmd_block(e, "note");
  LLVMBuildCondBr(e->b, are_settled(e, n, reader), done, next);
  LLVMPositionBuilderAtEnd(e->b, next);
  LLVMValueRef old = active(e, n, is_old(e, n, reader));
  LLVMValueRef others =
      active(e, n,
             qn_spmd_both(e, is_others(e, n, reader),
                          LLVMBuildNot(e->b, has_another(e, reader), "")));
  LLVMValueRef none = LLVMConstNull(LLVMTypeOf(old));
  LLVMBasicBlockRef before = LLVMGetInsertBlock(e->b);
  LLVMBasicBlockRef after = begin_if_any(e, old);
  put_notes(e, n, QN_CPU_NOTE_READER, old);
  LLVMValueRef lost = is_row(n) ? none : lost_of(e, n, QN_CPU_NOTE_READER, old);
  LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b);
  end_if_any(e, after);
  LLVMValueRef more = LLVMBuildPhi(e->b, LLVMTypeOf(old), "");
  LLVMAddIncoming(more, &lost, &from, 1);
  LLVMAddIncoming(more, &none, &before, 1);
  note_others(e, n, LLVMBuildOr(e->b, others, more, ""));
  end_if_any(e, done);
}

// Returns the lanes that another one of the packet has noted over; NULL: there
// are none.
static LLVMValueRef note_all(qn_spmd_emitter *e, const notes *n,
                             unsigned which) {
  put_notes(e, n, which, n->mask);
  return is_row(n) ? NULL
                   : lost_of(e, n, which, n->mask ? n->mask : all_notes(e, n));
}

// ---- Accesses

// Of each granule of a row the bit of one of its lanes.
static LLVMValueRef mask_at(qn_spmd_emitter *e, const sharing *s,
                            unsigned lane) {
  LLVMValueRef places[NOTES_MAX];
  for (unsigned i = 0; i < s->count; ++i)
    places[i] = qn_spmd_int(e, e->i32, lane_at(s, i) + lane);
  return LLVMBuildShuffleVector(e->b, e->mask,
                                LLVMGetPoison(LLVMTypeOf(e->mask)),
                                LLVMConstVector(places, s->count), "");
}

// The granules whose lanes are active; NULL: all. `out_torn`: of which some
// are, and some not; NULL: none.
static LLVMValueRef mask_of_row(qn_spmd_emitter *e, const sharing *s,
                                LLVMValueRef *out_torn) {
  *out_torn = NULL;
  if (!e->mask || (s->parts == 1 && s->lanes == 1))
    return e->mask;
  LLVMValueRef mask = mask_at(e, s, 0);
  for (unsigned lane = 1; lane < s->lanes; ++lane) {
    LLVMValueRef other = LLVMBuildXor(e->b, mask, mask_at(e, s, lane), "");
    *out_torn = *out_torn ? LLVMBuildOr(e->b, *out_torn, other, "") : other;
  }
  return mask;
}

static LLVMValueRef granule_of(qn_spmd_emitter *e, LLVMValueRef address) {
  return LLVMBuildAnd(e->b, address,
                      qn_spmd_int(e, e->i64, ~(uint64_t)(GRANULE - 1)), "");
}

// Addresses in a row, without gaps. What begins within a granule, or ends in
// one, is for each lane.
static void watch_row(qn_spmd_emitter *e, const qn_spmd_access *c,
                      LLVMBasicBlockRef after) {
  const bool writes = c->how & QN_CPU_ACCESS_WRITE;
  const sharing s = sharing_of(e, c->size);
  LLVMValueRef begin = qn_spmd_address_number(e, c->first[0]), torn;
  notes n = {.shared = is_of_shared(c->call),
             .writes = writes,
             .at = is_part(c) ? granule_of(e, begin) : begin,
             .count = s.count,
             .shared_out = s.lanes > 1,
             .mask = mask_of_row(e, &s, &torn),
             .own = own_of_row(e, &s),
             .epoch = epoch_of(e)};
  LLVMBasicBlockRef note = qn_spmd_block(e, "note");
  LLVMValueRef whole = torn ? none_of(e, torn) : NULL;
  if (is_part(c))
    whole =
        qn_spmd_both(e, LLVMBuildICmp(e->b, LLVMIntEQ, begin, n.at, ""), whole);
  leave_if_none(e, &n, 1, whole, note);
  LLVMBasicBlockRef slow = LLVMGetInsertBlock(e->b);
  LLVMPositionBuilderAtEnd(e->b, note);
  n.code = place_of(e);
  if (writes || n.epoch)
    (void)note_all(e, &n, writes ? QN_CPU_NOTE_WRITER : QN_CPU_NOTE_READER);
  else
    note_reads(e, &n);
  LLVMBuildBr(e->b, after);
  LLVMPositionBuilderAtEnd(e->b, slow);
}

// Which of a granule's bytes an access of one address is of.
static LLVMValueRef bytes_of_one(qn_spmd_emitter *e, const qn_spmd_access *c,
                                 LLVMValueRef address) {
  LLVMValueRef all = qn_spmd_int(
      e, e->i32, UINT32_MAX >> (32 - (is_part(c) ? c->size : GRANULE)));
  LLVMValueRef by =
      LLVMBuildAnd(e->b, LLVMBuildTrunc(e->b, address, e->i32, ""),
                   qn_spmd_int(e, e->i32, GRANULE - 1), "");
  return is_part(c) ? LLVMBuildShl(e->b, all, by, "") : all;
}

// One address that all lanes read: after the first two nobody counts.
static void watch_one(qn_spmd_emitter *e, const qn_spmd_access *c,
                      LLVMBasicBlockRef after) {
  LLVMValueRef address = qn_spmd_address_number(e, c->first[0]);
  const notes n = {.shared = is_of_shared(c->call),
                   .at = is_part(c) ? granule_of(e, address) : address,
                   .count = 1};
  LLVMValueRef note[3], old[3];
  static const unsigned which[] = {QN_CPU_NOTE_WRITER, QN_CPU_NOTE_READER,
                                   QN_CPU_NOTE_ATOMIC};
  const bool atomics = watched(e) & (n.shared ? ATOMIC_SHARED : ATOMIC);
  for (unsigned i = 0; i < 2u + atomics; ++i) {
    note[i] = LLVMBuildLoad2(e->b, e->i32, notes_at(e, &n, which[i]), "");
    LLVMSetAlignment(note[i], GRANULE);
    old[i] = is_old(e, &n, note[i]);
  }
  LLVMValueRef alone =
      LLVMBuildNot(e->b, LLVMBuildTrunc(e->b, note[1], e->i1, ""), "");
  LLVMBasicBlockRef good = qn_spmd_block(e, "note");
  qn_spmd_leave_if(e, atomics ? qn_spmd_both(e, old[0], old[2]) : old[0], good);
  LLVMBasicBlockRef slow = LLVMGetInsertBlock(e->b);
  LLVMPositionBuilderAtEnd(e->b, good);
  LLVMBasicBlockRef count = qn_spmd_block(e, "count");
  LLVMBuildCondBr(e->b, LLVMBuildOr(e->b, old[1], alone, ""), count, after);
  LLVMPositionBuilderAtEnd(e->b, count);
  LLVMValueRef lanes =
      e->mask ? LLVMBuildZExtOrBitCast(e->b, qn_spmd_mask_bits(e, e->mask),
                                       e->i64, "")
              : qn_spmd_int(e, e->i64, UINT64_MAX >> (64 - e->width));
  LLVMValueRef stride = n.shared
                            ? qn_spmd_check_number(e, QN_CHECK_STRIDE)
                            : qn_spmd_int(e, e->i64, QN_CPU_CHECK_NOTE_STRIDE);
  LLVMValueRef values[] = {notes_at(e, &n, QN_CPU_NOTE_READER),
                           stride,
                           own_of(e),
                           lanes,
                           place_of(e),
                           bytes_of_one(e, c, address),
                           LLVMBuildZExt(e->b, old[1], e->i32, "")};
  (void)qn_devlib_call(e->b, QN_DEVLIB_CHECK_READERS, values, 7);
  LLVMBuildBr(e->b, after);
  LLVMPositionBuilderAtEnd(e->b, slow);
}

static notes notes_of_part(qn_spmd_emitter *e, const qn_spmd_access *c,
                           unsigned part) {
  return (notes){
      .shared = is_of_shared(c->call),
      .writes = c->how & QN_CPU_ACCESS_WRITE,
      .at = LLVMBuildAdd(e->b, c->lanes,
                         qn_spmd_number_like(e, c->lanes, part * GRANULE), ""),
      .count = e->width,
      .mask = e->mask,
      .own = own_of_lanes(e),
      .epoch = epoch_of(e)};
}

// Where lanes of the packet write to one place, none has written yet: each is
// looked at by itself. Of readers no other was noted, and two are.
static void undo_if_lost(qn_spmd_emitter *e, const notes *n, unsigned parts,
                         unsigned which, LLVMValueRef lost,
                         LLVMBasicBlockRef slow) {
  LLVMBasicBlockRef good = begin_if_any(e, lost);
  for (unsigned k = 0; k < parts; ++k)
    write_notes(e, &n[k], which, LLVMConstNull(LLVMTypeOf(n[k].own)),
                n[k].mask);
  LLVMBuildBr(e->b, slow);
  LLVMPositionBuilderAtEnd(e->b, good);
}

// Addresses all over the place.
static void watch_each(qn_spmd_emitter *e, const qn_spmd_access *c,
                       LLVMBasicBlockRef after) {
  const bool writes = c->how & QN_CPU_ACCESS_WRITE;
  const unsigned which = writes ? QN_CPU_NOTE_WRITER : QN_CPU_NOTE_READER;
  const bool all = writes || watched(e) & WARPS;
  const unsigned parts = (unsigned)c->size / GRANULE;
  notes n[PARTS_MAX] = {0};
  LLVMValueRef lost = NULL;
  for (unsigned k = 0; k < parts; ++k)
    n[k] = notes_of_part(e, c, k);
  LLVMBasicBlockRef note = qn_spmd_block(e, "note");
  leave_if_none(e, n, parts, NULL, note);
  LLVMBasicBlockRef slow = LLVMGetInsertBlock(e->b);
  LLVMPositionBuilderAtEnd(e->b, note);
  LLVMValueRef code = place_of(e);
  for (unsigned k = 0; k < parts; ++k) {
    n[k].code = code;
    if (!all) {
      note_reads(e, &n[k]);
      continue;
    }
    LLVMValueRef own = note_all(e, &n[k], which);
    lost = lost ? LLVMBuildOr(e->b, lost, own, "") : own;
  }
  if (all)
    undo_if_lost(e, n, parts, which, lost, slow);
  LLVMBuildBr(e->b, after);
  LLVMPositionBuilderAtEnd(e->b, slow);
}

// Granules are of lanes in whole.
static bool is_in_row(const qn_spmd_emitter *e, const qn_spmd_access *c) {
  return c->rows == 1 && c->stride == (int64_t)c->size &&
         e->width % sharing_of(e, c->size).lanes == 0;
}

static bool is_atomic(const qn_spmd_access *c) {
  return c->how & QN_CPU_ACCESS_ATOMIC;
}

static bool is_one(qn_spmd_emitter *e, const qn_spmd_access *c) {
  return c->rows == 1 && !c->stride && !(c->how & QN_CPU_ACCESS_WRITE) &&
         c->size <= GRANULE && e->width > 1 && !(watched(e) & WARPS);
}

// Whether lanes are noted one after the other where it is not plain that all
// is good.
static bool has_more_notes(qn_spmd_emitter *e) {
  return watched(e) & (WARPS | ATOMIC | ATOMIC_SHARED);
}

bool qn_spmd_watches_lanes(qn_spmd_emitter *e, const qn_spmd_access *c) {
  return c->watched && (has_more_notes(e) || is_part(c) ||
                        (!is_in_row(e, c) && !is_one(e, c)));
}

static void watch_one_by_one(qn_spmd_emitter *e, const qn_spmd_access *c,
                             LLVMBasicBlockRef after) {
  enum { ALIGNMENT = 8 };
  LLVMValueRef memory =
      qn_spmd_variable(e, LLVMVectorType(e->i64, e->width), "lanes");
  LLVMSetAlignment(LLVMBuildStore(e->b, c->lanes, memory), ALIGNMENT);
  LLVMValueRef lanes =
      e->mask ? LLVMBuildZExtOrBitCast(e->b, qn_spmd_mask_bits(e, e->mask),
                                       e->i64, "")
              : qn_spmd_int(e, e->i64, UINT64_MAX >> (64 - e->width));
  LLVMValueRef values[] = {LLVMGetParam(e->made, 0),
                           memory,
                           lanes,
                           qn_spmd_int(e, e->i64, c->size),
                           qn_spmd_int(e, e->i32, c->how),
                           qn_spmd_int(e, e->i32, is_of_shared(c->call)),
                           place_of(e)};
  LLVMValueRef good = qn_devlib_call(e->b, QN_DEVLIB_CHECK_WATCH, values, 7);
  qn_spmd_leave_if(
      e, LLVMBuildICmp(e->b, LLVMIntNE, good, qn_spmd_int(e, e->i32, 0), ""),
      after);
}

// What one lane alone writes, as often for all of its warp.
static void watch_only_lane(qn_spmd_emitter *e, const qn_spmd_access *c,
                            LLVMBasicBlockRef after) {
  LLVMBasicBlockRef next = qn_spmd_block(e, "more");
  LLVMBasicBlockRef note = qn_spmd_block(e, "note");
  LLVMValueRef bits = qn_spmd_begin_if_one(e, next);
  LLVMTypeRef type = LLVMTypeOf(bits);
  LLVMValueRef args[] = {bits, qn_spmd_int(e, e->i1, 1)};
  LLVMValueRef lane =
      qn_spmd_intrinsic(e, "llvm.cttz", qn_spmd_types(&type, 1), args, 2);
  LLVMValueRef own =
      LLVMBuildMul(e->b, LLVMBuildIntCast2(e->b, lane, e->i32, false, ""),
                   qn_spmd_int(e, e->i32, STEP), "");
  own = LLVMBuildAdd(e->b, own, own_of(e), "");
  notes n = {.shared = is_of_shared(c->call),
             .writes = true,
             .at = LLVMBuildExtractElement(e->b, c->lanes, lane, ""),
             .count = 1,
             .own = qn_spmd_splat_some(e, own, 1),
             .epoch = epoch_of(e)};
  leave_if_none(e, &n, 1, NULL, note);
  LLVMBuildBr(e->b, next);
  LLVMPositionBuilderAtEnd(e->b, note);
  n.code = place_of(e);
  (void)note_all(e, &n, QN_CPU_NOTE_WRITER);
  LLVMBuildBr(e->b, after);
  LLVMPositionBuilderAtEnd(e->b, next);
}

// Few lanes are noted faster one by one.
static void watch_many(qn_spmd_emitter *e, const qn_spmd_access *c,
                       LLVMBasicBlockRef after) {
  enum { FEW = 4 };
  if (!e->mask) {
    watch_each(e, c, after);
    return;
  }
  LLVMBasicBlockRef many = qn_spmd_block(e, "many");
  LLVMBasicBlockRef few = qn_spmd_block(e, "few");
  LLVMValueRef bits = qn_spmd_mask_bits(e, e->mask);
  LLVMTypeRef type = LLVMTypeOf(bits);
  LLVMValueRef count =
      qn_spmd_intrinsic(e, "llvm.ctpop", qn_spmd_types(&type, 1), &bits, 1);
  LLVMBuildCondBr(e->b,
                  LLVMBuildICmp(e->b, LLVMIntUGT, count,
                                LLVMConstInt(type, FEW, false), ""),
                  many, few);
  LLVMPositionBuilderAtEnd(e->b, many);
  watch_each(e, c, after);
  LLVMBuildBr(e->b, few);
  LLVMPositionBuilderAtEnd(e->b, few);
}

// Goes on in a new block if all lanes' memory may be accessed; returns the
// block for what else is done.
static LLVMBasicBlockRef begin_good(qn_spmd_emitter *e, const qn_spmd_access *c,
                                    bool by_rows) {
  LLVMBasicBlockRef good = qn_spmd_block(e, "good");
  qn_spmd_leave_if_known(e, c, good);
  qn_spmd_leave_if(
      e, by_rows ? qn_spmd_are_rows_good(e, c) : qn_spmd_are_lanes_good(e, c),
      good);
  LLVMBasicBlockRef other = LLVMGetInsertBlock(e->b);
  LLVMPositionBuilderAtEnd(e->b, good);
  return other;
}

static void end_good(qn_spmd_emitter *e, LLVMBasicBlockRef other) {
  LLVMBuildBr(e->b, other);
  LLVMPositionBuilderAtEnd(e->b, other);
}

void qn_spmd_watch(qn_spmd_emitter *e, const qn_spmd_access *c,
                   LLVMBasicBlockRef after) {
  const uint64_t unit = is_part(c) ? c->size : GRANULE;
  if ((c->base && !is_of_shared(c->call)) || !c->size || c->size % unit ||
      c->alignment % unit || c->size == 3 || c->size / GRANULE > PARTS_MAX)
    return;
  if (e->is_alike &&
      (is_of_shared(c->call) || qn_spmd_is_group_memory(c->address)))
    qn_spmd_leave_if_repeated(e, c, qn_spmd_check_number(e, QN_CHECK_REPEATS),
                              after);
  const bool by_rows = !is_atomic(c) && (is_in_row(e, c) || is_one(e, c));
  if (by_rows) {
    LLVMBasicBlockRef other = begin_good(e, c, true);
    (is_in_row(e, c) ? watch_row : watch_one)(e, c, after);
    // What the packet's ends do not tell, and what others did.
    end_good(e, other);
  }
  if (!c->lanes)
    return;
  LLVMBasicBlockRef other = begin_good(e, c, false);
  if (!has_more_notes(e) && !is_part(c)) {
    watch_each(e, c, after);
  } else {
    const bool many = !is_atomic(c) && !by_rows && !is_part(c);
    if (many && e->mask && c->size == GRANULE && c->how & QN_CPU_ACCESS_WRITE)
      watch_only_lane(e, c, after);
    if (many)
      watch_many(e, c, after);
    watch_one_by_one(e, c, after);
  }
  end_good(e, other);
}
