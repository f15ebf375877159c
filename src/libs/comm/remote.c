// SPDX-License-Identifier: Apache-2.0
#include "libs/comm/remote.h"

#include <sched.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"

void qn_remote_release(qn_remote *r) {
  if (atomic_fetch_sub(&r->refs, 1) != 1)
    return;
  qn_segment_close(&r->segment);
  qn_free(r);
}

void qn_remote_free_ops(qn_remote_op *first) {
  for (qn_remote_op *op = first, *next; op; op = next) {
    next = op->next;
    qn_free(op->moved);
    qn_free(op);
  }
}

// ---- Parts of an array: which elements a rank owns

static bool sums(qn_comm_kind kind) {
  return kind == QN_COMM_ALL_REDUCE || kind == QN_COMM_REDUCE ||
         kind == QN_COMM_REDUCE_SCATTER;
}
static bool delivers(qn_comm_kind kind) {
  return kind == QN_COMM_ALL_REDUCE || kind == QN_COMM_BROADCAST ||
         kind == QN_COMM_ALL_GATHER;
}

typedef struct range {
  size_t begin, count; // elements
} range;

static range part_of(const qn_comm_work *w, int owner) {
  const size_t ranks = (size_t)w->ranks, at = (size_t)owner;
  const size_t each = w->count / ranks, more = w->count % ranks;
  switch (w->kind) {
  case QN_COMM_ALL_REDUCE:
    return (range){at * each + (at < more ? at : more), each + (at < more)};
  case QN_COMM_REDUCE_SCATTER:
  case QN_COMM_ALL_GATHER:
    return (range){at * w->count, w->count};
  default: // what the root has, or gets
    return (range){0, owner == w->root ? w->count : 0};
  }
}

// ---- Steps, each of which may find nothing to do

typedef struct step {
  qn_remote *r;
  qn_remote_op *op;
  bool moved;
  bool waits[QN_SEGMENT_RANKS_MAX]; // for whom
} step;

static size_t piece_count(const step *s, size_t rest) {
  const size_t most =
      qn_segment_piece_max(s->r->segment) / qn_comm_size(s->op->work.type);
  return rest < most ? rest : most;
}

static void put(const step *s, qn_lane lane, int to, const void *from,
                size_t count) {
  const qn_comm_work *w = &s->op->work;
  qn_piece *slot = qn_segment_slot(s->r->segment, lane, s->r->rank, to);
  const size_t size = count * qn_comm_size(w->type);
  *slot = (qn_piece){(uint32_t)w->kind, (uint32_t)w->type, (uint32_t)w->op,
                     (uint32_t)w->root, w->count,          size,
                     s->op->factor};
  memcpy(slot + 1, from, size);
  qn_segment_send(s->r->segment, lane, s->r->rank, to);
}

// A piece of another operation is an error of all.
static const qn_piece *take(step *s, qn_lane lane, int from, size_t count) {
  const qn_comm_work *w = &s->op->work;
  const qn_piece *p = qn_segment_first(s->r->segment, lane, from, s->r->rank);
  if (!p) {
    s->waits[from] = true;
    return NULL;
  }
  if (p->kind == (uint32_t)w->kind && p->type == (uint32_t)w->type &&
      p->op == (uint32_t)w->op && p->root == (uint32_t)w->root &&
      p->count == w->count && p->size == count * qn_comm_size(w->type))
    return p;
  qn_segment_fail(s->r->segment, ncclInvalidArgument);
  return NULL;
}

static const char *at_element(const step *s, const void *p, size_t index) {
  return (const char *)p + index * qn_comm_size(s->op->work.type);
}

// To the owner of a part, for its sum.
static bool bring(step *s, int owner) {
  const range part = part_of(&s->op->work, owner);
  size_t *sent = &s->op->moved[owner];
  if (*sent == part.count)
    return true;
  if (!qn_segment_slot(s->r->segment, QN_LANE_PARTS, s->r->rank, owner)) {
    s->waits[owner] = true;
    return false;
  }
  const size_t count = piece_count(s, part.count - *sent);
  put(s, QN_LANE_PARTS, owner, at_element(s, s->op->send, part.begin + *sent),
      count);
  *sent += count;
  s->moved = true;
  return *sent == part.count;
}

// From the owner of a part.
static bool get(step *s, int owner) {
  const range part = part_of(&s->op->work, owner);
  size_t *got = &s->op->moved[s->r->ranks + owner];
  if (*got == part.count)
    return true;
  const size_t count = piece_count(s, part.count - *got);
  const qn_piece *p = take(s, QN_LANE_RESULTS, owner, count);
  if (!p)
    return false;
  memcpy((void *)(uintptr_t)at_element(s, s->op->recv, part.begin + *got),
         p + 1, p->size);
  qn_segment_drop(s->r->segment, QN_LANE_RESULTS, owner, s->r->rank);
  *got += count;
  s->moved = true;
  return *got == part.count;
}

// Whether all others have sent their pieces, and have room for the result.
static bool is_ready(step *s, size_t count) {
  const qn_comm_kind kind = s->op->work.kind;
  bool ready = true;
  for (int r = 0; r < s->r->ranks; ++r) {
    if (r == s->r->rank)
      continue;
    if (sums(kind) && !take(s, QN_LANE_PARTS, r, count))
      ready = false;
    if (delivers(kind) &&
        !qn_segment_slot(s->r->segment, QN_LANE_RESULTS, s->r->rank, r)) {
      s->waits[r] = true;
      ready = false;
    }
  }
  return ready;
}

static void add_up(step *s, const void *own, void *to, size_t count) {
  qn_comm_rank ranks[QN_SEGMENT_RANKS_MAX] = {0};
  qn_comm_work w = s->op->work;
  w.kind = QN_COMM_REDUCE;
  w.root = s->r->rank;
  w.count = count;
  for (int r = 0; r < w.ranks; ++r) {
    const qn_piece *p =
        r == s->r->rank
            ? NULL
            : qn_segment_first(s->r->segment, QN_LANE_PARTS, r, s->r->rank);
    ranks[r] = (qn_comm_rank){p ? (const void *)(p + 1) : own, to,
                              p ? p->factor : s->op->factor};
  }
  qn_comm_run(&w, ranks);
  for (int r = 0; r < w.ranks; ++r)
    if (r != s->r->rank)
      qn_segment_drop(s->r->segment, QN_LANE_PARTS, r, s->r->rank);
}

// Of what this rank owns.
static bool own(step *s) {
  const qn_comm_work *w = &s->op->work;
  const range part = part_of(w, s->r->rank);
  size_t *done = &s->op->moved[s->r->rank];
  if (*done == part.count)
    return true;
  const size_t count = piece_count(s, part.count - *done);
  if (!is_ready(s, count))
    return false;
  const bool is_slice =
      w->kind == QN_COMM_ALL_REDUCE || w->kind == QN_COMM_REDUCE_SCATTER;
  const bool to_slice =
      w->kind == QN_COMM_ALL_REDUCE || w->kind == QN_COMM_ALL_GATHER;
  const char *from =
      at_element(s, s->op->send, (is_slice ? part.begin : 0) + *done);
  char *to = (char *)(uintptr_t)at_element(s, s->op->recv,
                                           (to_slice ? part.begin : 0) + *done);
  if (sums(w->kind))
    add_up(s, from, to, count);
  else if (from != to)
    memcpy(to, from, count * qn_comm_size(w->type));
  for (int r = 0; r < s->r->ranks && delivers(w->kind); ++r)
    if (r != s->r->rank)
      put(s, QN_LANE_RESULTS, r, to, count);
  *done += count;
  s->moved = true;
  return *done == part.count;
}

static bool move_pair(step *s) {
  qn_remote_op *op = s->op;
  const size_t count = piece_count(s, op->work.count - op->moved[0]);
  if (op->moved[0] == op->work.count)
    return true;
  if (op->sends) {
    if (!qn_segment_slot(s->r->segment, QN_LANE_PAIRS, s->r->rank, op->peer)) {
      s->waits[op->peer] = true;
      return false;
    }
    put(s, QN_LANE_PAIRS, op->peer, at_element(s, op->send, op->moved[0]),
        count);
  } else {
    const qn_piece *p = take(s, QN_LANE_PAIRS, op->peer, count);
    if (!p)
      return false;
    memcpy((void *)(uintptr_t)at_element(s, op->recv, op->moved[0]), p + 1,
           p->size);
    qn_segment_drop(s->r->segment, QN_LANE_PAIRS, op->peer, s->r->rank);
  }
  op->moved[0] += count;
  s->moved = true;
  return op->moved[0] == op->work.count;
}

static bool move(step *s) {
  const qn_comm_kind kind = s->op->work.kind;
  if (kind == QN_COMM_PAIR)
    return move_pair(s);
  bool all = own(s);
  for (int r = 0; r < s->r->ranks; ++r) {
    if (r == s->r->rank)
      continue;
    if (sums(kind) && !bring(s, r))
      all = false;
    if (delivers(kind) && !get(s, r))
      all = false;
  }
  return all;
}

// ---- Waiting

enum { SPINS = 200, LOOKS = 100 }; // of those that sleep, one that looks

static void pause_for(unsigned idle) {
  const struct timespec time = {0, 50000};
  if (idle < SPINS)
    (void)sched_yield();
  else
    (void)nanosleep(&time, NULL);
}

static bool is_time_to_look(unsigned idle) {
  return idle >= SPINS && (idle - SPINS) % LOOKS == LOOKS - 1;
}

// Steps of all that go on side by side. `waits`, where it is not NULL, gets for
// whom they do.
static bool move_all(qn_remote *r, qn_remote_op *first, bool *moved,
                     bool *waits) {
  bool all = true;
  *moved = false;
  for (qn_remote_op *op = first; op; op = op->next) {
    if (op->is_finished)
      continue;
    step s = {.r = r, .op = op};
    op->is_finished = move(&s);
    all = all && op->is_finished;
    *moved = *moved || s.moved;
    for (int i = 0; i < r->ranks && waits; ++i)
      waits[i] = waits[i] || s.waits[i];
  }
  return all;
}

// What is waited for cannot come any more: whoever was to send it is gone, and
// had not sent it before.
static bool is_hopeless(qn_remote *r, qn_remote_op *first) {
  bool waits[QN_SEGMENT_RANKS_MAX] = {0}, gone[QN_SEGMENT_RANKS_MAX] = {0};
  bool moved, found = false;
  for (int i = 0; i < r->ranks; ++i)
    gone[i] = qn_segment_is_gone(r->segment, i);
  if (move_all(r, first, &moved, waits) || moved)
    return false;
  for (int i = 0; i < r->ranks; ++i)
    found = found || (waits[i] && gone[i]);
  return found;
}

typedef struct item {
  qn_remote *remote;
  qn_remote_op *first;
  uint64_t turn;
} item;

static void run_ops(qn_remote *r, qn_remote_op *first) {
  bool moved;
  unsigned idle = 0;
  for (qn_remote_op *op = first; op; op = op->next)
    if (op->scale)
      op->factor = qn_comm_number(op->work.type, op->scale);
  while (!qn_segment_error(r->segment) && !move_all(r, first, &moved, NULL)) {
    idle = moved ? 0 : idle + 1;
    if (is_time_to_look(idle) && is_hopeless(r, first))
      qn_segment_fail(r->segment, ncclRemoteError);
    if (idle)
      pause_for(idle);
  }
}

static void run(void *data) {
  const item *i = data;
  qn_remote *r = i->remote;
  for (unsigned idle = 0; atomic_load(&r->done) != i->turn; ++idle)
    pause_for(idle);
  run_ops(r, i->first);
  atomic_store(&r->done, i->turn + 1);
}

static void free_item(void *data) {
  item *i = data;
  qn_remote_free_ops(i->first);
  qn_remote_release(i->remote);
  qn_free(i);
}

hipError_t qn_remote_submit(qn_remote *r, hipStream_t stream,
                            qn_remote_op *first) {
  item *i = qn_alloc(sizeof(*i));
  if (!i) {
    qn_remote_free_ops(first);
    return hipErrorOutOfMemory;
  }
  atomic_fetch_add(&r->refs, 1);
  *i = (item){r, first, atomic_fetch_add(&r->issued, 1)};
  return qn_libs_submit(stream, run, free_item, i);
}
