// SPDX-License-Identifier: Apache-2.0
// Routines for devices whose memory this machine's processor does not reach, on
// copies of it: how large the arrays of each are.
#include <string.h>

#include "base/alloc.h"
#include "libs/core/mirror.h"
#include "libs/solver/solver.h"

enum { POINTERS_MAX = 6, NUMBERS_MAX = 8 };

// An array: elements, real numbers or ints, of rows and columns.
typedef struct extent {
  char what; // e r i; 0: there is none
  int64_t rows, columns, ld;
} extent;

// Of a routine the numbers and letters of its call, in order.
typedef struct shape {
  const char *name;
  int64_t n[NUMBERS_MAX];
  char letters[NUMBERS_MAX];
  extent out[POINTERS_MAX];
} shape;

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static extent matrix(int64_t rows, int64_t columns, int64_t ld) {
  return (extent){'e', rows, columns, ld};
}
static extent vector(char what, int64_t n) {
  n = n > 0 ? n : 0;
  return (extent){what, n, 1, n};
}
static bool is(const shape *s, const char *name) {
  return strcmp(s->name, name) == 0;
}
// Of real types "or", of complex ones "un"; and "sy", "he".
static bool is_by(const shape *s, const char *rest) {
  return strcmp(s->name + 2, rest) == 0 && strchr("ousho", s->name[0]);
}

static bool set_factors(shape *s) {
  const int64_t *n = s->n;
  extent *o = s->out;
  if (is(s, "potrf") || is(s, "potri") || is(s, "lauum") || is(s, "trtri")) {
    o[0] = matrix(n[0], n[0], n[1]);
  } else if (is(s, "potrs")) {
    o[0] = matrix(n[0], n[0], n[2]);
    o[1] = matrix(n[0], n[1], n[3]);
  } else if (is(s, "sytrf") || is(s, "sytri2")) {
    o[0] = matrix(n[0], n[0], n[1]);
    o[1] = vector('i', n[0]);
  } else if (is(s, "getrf")) {
    o[0] = matrix(n[0], n[1], n[2]);
    o[1] = vector('i', least(n[0], n[1]));
  } else if (is(s, "getrs")) {
    o[0] = matrix(n[0], n[0], n[2]);
    o[1] = vector('i', n[0]);
    o[2] = matrix(n[0], n[1], n[3]);
  } else if (is(s, "geqrf")) {
    o[0] = matrix(n[0], n[1], n[2]);
    o[1] = vector('e', least(n[0], n[1]));
  } else {
    return false;
  }
  return true;
}

static bool set_products(shape *s) {
  const int64_t *n = s->n;
  extent *o = s->out;
  const bool left = s->letters[0] == 'L';
  const int64_t order = left ? n[0] : n[1];
  if (is_by(s, "gqr")) {
    o[0] = matrix(n[0], n[1], n[3]);
    o[1] = vector('e', n[2]);
  } else if (is_by(s, "mqr")) {
    o[0] = matrix(order, n[2], n[3]);
    o[1] = vector('e', n[2]);
    o[2] = matrix(n[0], n[1], n[4]);
  } else if (is_by(s, "gbr")) {
    o[0] = matrix(n[0], n[1], n[3]);
    o[1] = vector('e', least(s->letters[0] == 'Q' ? n[0] : n[1], n[2]));
  } else if (is_by(s, "gtr")) {
    o[0] = matrix(n[0], n[0], n[1]);
    o[1] = vector('e', n[0] - 1);
  } else if (is_by(s, "mtr")) {
    o[0] = matrix(order, order, n[2]);
    o[1] = vector('e', order - 1);
    o[2] = matrix(n[0], n[1], n[3]);
  } else {
    return false;
  }
  return true;
}

static extent singular(char job, int64_t all, int64_t few, bool is_left,
                       int64_t ld) {
  if (job != 'A' && job != 'S')
    return (extent){0};
  const int64_t some = job == 'A' ? all : few;
  return is_left ? matrix(all, some, ld) : matrix(some, all, ld);
}

static bool set_values(shape *s) {
  const int64_t *n = s->n;
  extent *o = s->out;
  const int64_t few = least(n[0], n[1]);
  if (is(s, "gebrd")) {
    o[0] = matrix(n[0], n[1], n[2]);
    o[1] = vector('r', few);
    o[2] = vector('r', few - 1);
    o[3] = o[4] = vector('e', few);
  } else if (is_by(s, "trd")) {
    o[0] = matrix(n[0], n[0], n[1]);
    o[1] = vector('r', n[0]);
    o[2] = vector('r', n[0] - 1);
    o[3] = vector('e', n[0] - 1);
  } else if (is_by(s, "evd")) {
    o[0] = matrix(n[0], n[0], n[1]);
    o[1] = vector('r', n[0]);
  } else if (is_by(s, "gvd")) {
    o[0] = matrix(n[1], n[1], n[2]);
    o[1] = matrix(n[1], n[1], n[3]);
    o[2] = vector('r', n[1]);
  } else if (is(s, "gesvd")) {
    o[0] = matrix(n[0], n[1], n[2]);
    o[1] = vector('r', few);
    o[2] = singular(s->letters[0], n[0], few, true, n[3]);
    o[3] = singular(s->letters[1], n[1], few, false, n[4]);
  } else {
    return false;
  }
  return true;
}

// ---- A call

typedef struct job {
  qn_routine routine;
  qn_libs_region regions[POINTERS_MAX + 1];
  const void **slots[POINTERS_MAX + 1]; // in `routine`: the address of each
  size_t count;
} job;

static void add(job *j, qn_libs_region region, const void **slot) {
  j->slots[j->count] = slot;
  j->regions[j->count++] = region;
}

static void add_extent(job *j, const extent *e, const void **slot) {
  const char type = j->routine.type;
  const size_t element = qn_solver_size(type);
  const size_t size = e->what == 'i' ? sizeof(int)
                      : e->what == 'r' && qn_solver_is_complex(type)
                          ? element / 2
                          : element;
  add(j,
      (qn_libs_region){.address = (void *)(uintptr_t)*slot,
                       .width = (size_t)e->rows * size,
                       .rows = (size_t)e->columns,
                       .pitch = (size_t)e->ld * size,
                       .members = 1,
                       .is_written = true},
      slot);
}

static bool describe(job *j) {
  qn_routine *r = &j->routine;
  shape s = {.name = r->name};
  int numbers = 0, letters = 0, pointers = 0;
  for (int i = 0; i < QN_SLOTS_MAX; ++i) {
    const qn_slot *slot = &r->slots[i];
    if (slot->kind == QN_SLOT_INFO)
      break;
    if (slot->kind == QN_SLOT_ARRAY || slot->kind == QN_SLOT_STRIDED ||
        numbers == NUMBERS_MAX || letters == NUMBERS_MAX)
      return false;
    if (slot->kind == QN_SLOT_NUMBER)
      s.n[numbers++] = slot->number;
    else if (slot->kind == QN_SLOT_LETTER)
      s.letters[letters++] = (char)slot->number;
  }
  if (r->count != 1 ||
      (!set_factors(&s) && !set_products(&s) && !set_values(&s)))
    return false;
  for (int i = 0; i < QN_SLOTS_MAX && r->slots[i].kind != QN_SLOT_INFO; ++i) {
    if (r->slots[i].kind != QN_SLOT_POINTER)
      continue;
    if (pointers == POINTERS_MAX)
      return false;
    if (s.out[pointers].what)
      add_extent(j, &s.out[pointers], &r->slots[i].pointer);
    ++pointers;
  }
  if (r->info)
    add(j, qn_libs_bytes(r->info, sizeof(int), true),
        (const void **)(void *)&r->info);
  return true;
}

static void run(void *data) {
  job *j = data;
  for (size_t i = 0; i < j->count; ++i)
    *j->slots[i] = j->regions[i].host;
  (void)qn_routine_run(&j->routine);
}

static void free_job(void *data) { qn_free(data); }

cusolverStatus_t qn_routine_submit_remote(const qn_solver *h,
                                          const qn_routine *r) {
  job *j = qn_alloc_array(1, sizeof(*j));
  if (!j)
    return CUSOLVER_STATUS_ALLOC_FAILED;
  j->routine = *r;
  if (!describe(j)) {
    qn_free(j);
    return qn_solver_refuse(CUSOLVER_STATUS_NOT_SUPPORTED,
                            "%s: nothing does it in the memory of this device",
                            r->name);
  }
  qn_libs_say_mirrored(r->name);
  const qn_libs_task task = {run, free_job, j};
  return qn_libs_submit_mirrored(h->stream, &task, j->regions, j->count) ==
                 hipSuccess
             ? CUSOLVER_STATUS_SUCCESS
             : CUSOLVER_STATUS_EXECUTION_FAILED;
}
