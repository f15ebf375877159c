// SPDX-License-Identifier: Apache-2.0
// Routines of LAPACK by Fortran's convention: every argument is an address.
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/solver/solver.h"

// Further arguments than a routine has are not looked at, on the machines that
// there is LAPACK for; those that it has are letters' lengths: 1.
enum { ARGS_MAX = 24 };
typedef uintptr_t word;
#define WORDS_8 word, word, word, word, word, word, word, word
typedef void any_routine(WORDS_8, WORDS_8, WORDS_8);
#define ARGS_8(at)                                                             \
  a[(at)], a[(at) + 1], a[(at) + 2], a[(at) + 3], a[(at) + 4], a[(at) + 5],    \
      a[(at) + 6], a[(at) + 7]

static any_routine *find(char type, const char *name) {
  char text[16];
  any_routine *routine;
  snprintf(text, sizeof(text), "%c%s", type, name);
  void *address = qn_openblas_symbol(text);
  memcpy(&routine, &address, sizeof(routine));
  return routine;
}

cusolverStatus_t qn_routine_find(char type, const char *name) {
  return find(type, name) ? CUSOLVER_STATUS_SUCCESS
                          : CUSOLVER_STATUS_NOT_SUPPORTED;
}

// The arguments of one call, and what they point at.
typedef struct call {
  word args[ARGS_MAX];
  int count;
  int numbers[QN_SLOTS_MAX];
  char letters[QN_SLOTS_MAX];
  void *rooms[QN_SLOTS_MAX];      // workspaces
  double answer[QN_SLOTS_MAX][2]; // what a question for their size is told
  int info;
} call;

static void add(call *c, const void *address) {
  c->args[c->count++] = (word)address;
}

static bool is_room(qn_slot_kind kind) {
  return kind >= QN_SLOT_WORK && kind <= QN_SLOT_ROOM;
}

static size_t room_size(char type, qn_slot_kind kind) {
  return kind == QN_SLOT_INTS         ? sizeof(int)
         : kind == QN_SLOT_WORK       ? qn_solver_size(type)
         : type == 's' || type == 'c' ? sizeof(float)
                                      : sizeof(double);
}

// How much a workspace needs, by what the question was told.
static int64_t wanted(char type, qn_slot_kind kind, const void *answer) {
  int number;
  memcpy(&number, answer, sizeof(number));
  if (kind == QN_SLOT_INTS)
    return number;
  return room_size(type, QN_SLOT_REALS) == sizeof(float)
             ? (int64_t)*(const float *)answer
             : (int64_t)*(const double *)answer;
}

static const void *member(const qn_slot *s, int at) {
  return s->kind == QN_SLOT_ARRAY
             ? ((const void *const *)s->pointer)[at]
             : (const char *)s->pointer +
                   (s->kind == QN_SLOT_STRIDED ? at * s->by : 0);
}

// With `asks` sizes of workspaces are -1; else they are `rooms`.
static void add_room(call *c, const qn_routine *r, int i, bool asks) {
  const qn_slot *s = &r->slots[i];
  const bool is_there = s->kind == QN_SLOT_WORK || s->kind == QN_SLOT_INTS ||
                        qn_solver_is_complex(r->type);
  if (!is_there)
    return;
  add(c, asks && s->kind != QN_SLOT_ROOM ? (void *)c->answer[i] : c->rooms[i]);
  if (s->kind == QN_SLOT_ROOM)
    return;
  if (asks)
    c->numbers[i] = -1;
  add(c, &c->numbers[i]);
}

static void set_args(call *c, const qn_routine *r, int at, bool asks) {
  c->count = 0;
  for (int i = 0; i < QN_SLOTS_MAX; ++i) {
    const qn_slot *s = &r->slots[i];
    if (is_room(s->kind)) {
      add_room(c, r, i, asks);
    } else if (s->kind == QN_SLOT_LETTER) {
      c->letters[i] = (char)s->number;
      add(c, &c->letters[i]);
    } else if (s->kind == QN_SLOT_NUMBER) {
      c->numbers[i] = (int)s->number;
      add(c, &c->numbers[i]);
    } else if (s->kind == QN_SLOT_INFO) {
      add(c, &c->info);
      break;
    } else {
      add(c, member(s, at));
    }
  }
  for (int i = c->count; i < ARGS_MAX; ++i)
    c->args[i] = 1;
}

// About: a cube of the largest size.
static double work_of(const call *c) {
  double largest = 0;
  for (int i = 0; i < QN_SLOTS_MAX; ++i)
    largest = c->numbers[i] > largest ? c->numbers[i] : largest;
  return largest * largest * largest;
}

static void invoke(any_routine *routine, const call *c) {
  const word *a = c->args;
  qn_openblas_enter(work_of(c));
  routine(ARGS_8(0), ARGS_8(8), ARGS_8(16));
  qn_openblas_leave();
}

static bool asks_for_room(const qn_routine *r) {
  for (int i = 0; i < QN_SLOTS_MAX; ++i)
    if (is_room(r->slots[i].kind) && r->slots[i].kind != QN_SLOT_ROOM)
      return true;
  return false;
}

static void make_rooms(call *c, const qn_routine *r, any_routine *routine) {
  for (int i = 0; i < QN_SLOTS_MAX; ++i)
    if (r->slots[i].kind == QN_SLOT_ROOM)
      c->rooms[i] = qn_solver_memory((size_t)r->slots[i].number,
                                     room_size(r->type, QN_SLOT_ROOM));
  if (!asks_for_room(r))
    return;
  set_args(c, r, 0, true);
  invoke(routine, c);
  for (int i = 0; i < QN_SLOTS_MAX; ++i) {
    const qn_slot_kind kind = r->slots[i].kind;
    if (!is_room(kind) || kind == QN_SLOT_ROOM)
      continue;
    const int64_t count = wanted(r->type, kind, c->answer[i]);
    c->numbers[i] = count > 1 ? (int)count : 1;
    c->rooms[i] =
        qn_solver_memory((size_t)c->numbers[i], room_size(r->type, kind));
  }
}

int qn_routine_run(const qn_routine *r) {
  any_routine *routine = find(r->type, r->name);
  call c = {0};
  int first = 0;
  if (!routine)
    return 0;
  if (r->count > 0)
    make_rooms(&c, r, routine);
  for (int at = 0; at < r->count; ++at) {
    c.info = 0;
    set_args(&c, r, at, false);
    invoke(routine, &c);
    if (r->info)
      r->info[at] = c.info;
    first = first ? first : c.info;
  }
  for (int i = 0; i < QN_SLOTS_MAX; ++i)
    qn_free(c.rooms[i]);
  return first;
}

static void run(const void *args) { (void)qn_routine_run(args); }

cusolverStatus_t qn_routine_submit(const void *handle, const qn_routine *r) {
  const qn_solver *h = handle;
  QN_SOLVER_TRY(qn_routine_find(r->type, r->name));
  if (!qn_libs_on_host(h->device))
    return qn_routine_submit_remote(h, r);
  return qn_solver_submit(handle, (qn_solver_task){.run = run}, r, sizeof(*r));
}
