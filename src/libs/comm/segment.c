// SPDX-License-Identifier: Apache-2.0
#include "libs/comm/segment.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"

enum { SLOTS = 2, LINE = 64, FEW = 8 };

typedef struct member {
  atomic_int pid; // 0: not there yet
  atomic_int has_left;
  _Atomic uint64_t born; // so that a number given anew is not taken for it
} member;

typedef struct lane {
  _Alignas(LINE) _Atomic uint64_t sent;
  _Alignas(LINE) _Atomic uint64_t dropped;
} lane;

typedef struct shared {
  atomic_int error, joined;
  member members[QN_SEGMENT_RANKS_MAX];
  // Of each division and rank its value; SAID marks those that are there.
  _Atomic uint64_t said[QN_SEGMENT_SPLITS_MAX][QN_SEGMENT_RANKS_MAX];
  _Alignas(LINE) lane lanes[];
} shared;

struct qn_segment {
  shared *shared;
  size_t size, slot_size;
  int ranks;
  char name[128];
};

static const uint64_t said_bit = (uint64_t)1 << 63;

static size_t lane_count(int ranks) {
  return (size_t)ranks * (size_t)ranks * QN_LANE_COUNT;
}

// All of it is there from the beginning: memory that is lacking later would end
// the process.
static shared *map(const char *name, size_t size) {
  const int file = shm_open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0)
    return NULL;
  void *p = MAP_FAILED;
  if (posix_fallocate(file, 0, (off_t)size) == 0)
    p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  return p == MAP_FAILED ? NULL : p;
}

qn_segment *qn_segment_open(const char *name, int ranks) {
  qn_segment *s = qn_alloc_array(1, sizeof(*s));
  if (!s)
    return NULL;
  s->ranks = ranks;
  s->slot_size = (size_t)(ranks <= FEW ? 32 : 8) << 10;
  s->size = sizeof(shared) +
            lane_count(ranks) * (sizeof(lane) + SLOTS * s->slot_size);
  snprintf(s->name, sizeof(s->name), "%s", name);
  s->shared = map(name, s->size);
  if (!s->shared) {
    (void)shm_unlink(name);
    qn_free(s);
    return NULL;
  }
  return s;
}

void qn_segment_close(qn_segment **segment) {
  qn_segment *s = *segment;
  if (!s)
    return;
  *segment = NULL;
  if (atomic_load(&s->shared->joined) < s->ranks)
    (void)shm_unlink(s->name); // nobody else will
  (void)munmap(s->shared, s->size);
  qn_free(s);
}

// ---- Who is there

// When the process began, in ticks since the machine did; 0: it is not, or has
// ended and nobody has asked for its status.
static uint64_t birth_of(int pid) {
  char path[64], text[512];
  snprintf(path, sizeof(path), "/proc/%d/stat", pid);
  FILE *file = fopen(path, "re");
  if (!file)
    return 0;
  const size_t size = fread(text, 1, sizeof(text) - 1, file);
  fclose(file);
  text[size] = 0;
  // The name may have any letters. Behind it the state, and as 20th the time.
  enum { BORN = 20 };
  const char *at = strrchr(text, ')');
  if (!at || at[1] != ' ' || at[2] == 'Z' || at[2] == 'X')
    return 0;
  for (int field = 0; field < BORN && at; ++field)
    at = strchr(at + 1, ' ');
  return at ? strtoull(at, NULL, 10) : 0;
}

bool qn_segment_join(qn_segment *s, int rank) {
  member *m = &s->shared->members[rank];
  int none = 0;
  const int own = (int)getpid();
  if (!atomic_compare_exchange_strong(&m->pid, &none, -own))
    return false;
  atomic_store(&m->born, birth_of(own));
  atomic_store(&m->pid, own);
  if (atomic_fetch_add(&s->shared->joined, 1) + 1 == s->ranks)
    (void)shm_unlink(s->name); // all have it open
  return true;
}

void qn_segment_leave(qn_segment *s, int rank) {
  atomic_store(&s->shared->members[rank].has_left, 1);
}

bool qn_segment_is_full(const qn_segment *s) {
  return atomic_load(&s->shared->joined) == s->ranks;
}

bool qn_segment_is_own(const qn_segment *s) {
  bool own = true;
  for (int r = 0; r < s->ranks; ++r)
    own = own && atomic_load(&s->shared->members[r].pid) == (int)getpid();
  return own;
}

static bool is_dead(const member *m) {
  const int pid = atomic_load(&m->pid);
  return pid > 0 && birth_of(pid) != atomic_load(&m->born);
}

bool qn_segment_is_gone(const qn_segment *s, int rank) {
  const member *m = &s->shared->members[rank];
  return atomic_load(&m->has_left) || is_dead(m);
}

bool qn_segment_has_dead(const qn_segment *s) {
  bool found = false;
  for (int r = 0; r < s->ranks; ++r) {
    const member *m = &s->shared->members[r];
    found = found || (!atomic_load(&m->has_left) && is_dead(m));
  }
  return found;
}

void qn_segment_fail(qn_segment *s, int error) {
  int none = 0;
  (void)atomic_compare_exchange_strong(&s->shared->error, &none, error);
}
int qn_segment_error(const qn_segment *s) {
  return atomic_load(&s->shared->error);
}

void qn_segment_say(qn_segment *s, int n, int rank, int64_t value) {
  atomic_store(&s->shared->said[n][rank], (uint64_t)value | said_bit);
}

bool qn_segment_hear(const qn_segment *s, int n, int64_t *values) {
  bool all = true;
  for (int r = 0; r < s->ranks; ++r) {
    const uint64_t said = atomic_load(&s->shared->said[n][r]);
    all = all && (said & said_bit);
    values[r] = (int64_t)(said & ~said_bit);
  }
  return all;
}

// ---- Lanes

static size_t index_of(const qn_segment *s, qn_lane l, int from, int to) {
  return ((size_t)l * (size_t)s->ranks + (size_t)from) * (size_t)s->ranks +
         (size_t)to;
}

static lane *lane_of(const qn_segment *s, qn_lane l, int from, int to) {
  return &s->shared->lanes[index_of(s, l, from, to)];
}

static qn_piece *slot_of(const qn_segment *s, size_t at, uint64_t turn) {
  char *first = (char *)&s->shared->lanes[lane_count(s->ranks)];
  return (qn_piece *)(void *)(first +
                              (at * SLOTS + turn % SLOTS) * s->slot_size);
}

size_t qn_segment_piece_max(const qn_segment *s) {
  return s->slot_size - sizeof(qn_piece);
}

qn_piece *qn_segment_slot(qn_segment *s, qn_lane l, int from, int to) {
  lane *way = lane_of(s, l, from, to);
  const uint64_t sent = atomic_load_explicit(&way->sent, memory_order_relaxed);
  if (sent - atomic_load(&way->dropped) == SLOTS)
    return NULL;
  return slot_of(s, index_of(s, l, from, to), sent);
}
void qn_segment_send(qn_segment *s, qn_lane l, int from, int to) {
  (void)atomic_fetch_add(&lane_of(s, l, from, to)->sent, 1);
}

const qn_piece *qn_segment_first(qn_segment *s, qn_lane l, int from, int to) {
  lane *way = lane_of(s, l, from, to);
  const uint64_t dropped =
      atomic_load_explicit(&way->dropped, memory_order_relaxed);
  if (atomic_load(&way->sent) == dropped)
    return NULL;
  return slot_of(s, index_of(s, l, from, to), dropped);
}
void qn_segment_drop(qn_segment *s, qn_lane l, int from, int to) {
  (void)atomic_fetch_add(&lane_of(s, l, from, to)->dropped, 1);
}
