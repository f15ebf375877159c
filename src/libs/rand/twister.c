// SPDX-License-Identifier: Apache-2.0
// The streams of cuRAND's MT19937. Of a block of all streams' 624 words, stream
// s has the places 65536 row + 8 s + lane: the first row has eight words of
// their own, and of those between each lane has 7 that follow one another, in 7
// rows.
#include "libs/rand/twister.h"

#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/core/work.h"

enum {
  LANES = 8,
  ROWS = QN_TWISTER_WORDS / LANES,
  ROW = QN_TWISTER_STREAMS * LANES,
  BLOCK = QN_TWISTER_STREAMS * QN_TWISTER_WORDS,
  GROUPS = QN_TWISTER_STREAMS / QN_TWISTER_GROUP,
  GROUP_ROW = QN_TWISTER_GROUP * LANES,
  RUN = 7, // words that follow one another in a lane
};

static const uint16_t first_row[LANES] = {0, 113, 170, 283, 340, 397, 510, 567};

typedef struct stream {
  uint32_t words[QN_TWISTER_WORDS];
  uint64_t turns; // of all its words
} stream;

// Streams are made when they are needed.
typedef struct group {
  uint32_t first[QN_TWISTER_WORDS]; // stream's words before all turns
  uint32_t next[QN_TWISTER_WORDS];  // of the stream to be made next
  uint64_t made;
} group;

// Which word is at each place of a stream.
typedef struct places {
  uint16_t words[ROWS][LANES];
} places;

struct qn_twister {
  places places;
  stream *streams;
  group *groups;
  uint64_t started; // groups
  uint64_t next;    // place in the block of all
  uint64_t turns;   // blocks that are done
};

static void fill_places(places *p) {
  unsigned next = 0, row = 0, lane = 0;
  for (unsigned word = 0; word < QN_TWISTER_WORDS; ++word) {
    if (next < LANES && word == first_row[next]) {
      p->words[0][next++] = (uint16_t)word;
      continue;
    }
    p->words[1 + row][lane] = (uint16_t)word;
    if (++row % RUN) // down the lane, then on in the next one
      continue;
    if (++lane < LANES)
      row -= RUN;
    else
      lane = 0;
  }
}

static void seed_words(uint32_t *x, uint32_t seed) {
  x[0] = seed;
  for (uint32_t i = 1; i < QN_TWISTER_WORDS; ++i)
    x[i] = 1812433253u * (x[i - 1] ^ x[i - 1] >> 30) + i;
}

qn_twister *qn_twister_create(uint32_t seed) {
  qn_twister *t = qn_alloc_array(1, sizeof(*t));
  if (!t)
    return NULL;
  t->streams = qn_alloc_array(QN_TWISTER_STREAMS, sizeof(*t->streams));
  t->groups = qn_alloc_array(GROUPS, sizeof(*t->groups));
  if (!t->streams || !t->groups) {
    qn_twister_destroy(t);
    return NULL;
  }
  fill_places(&t->places);
  seed_words(t->groups[0].first, seed);
  t->started = 1;
  return t;
}

void qn_twister_destroy(qn_twister *t) {
  if (!t)
    return;
  qn_free(t->streams);
  qn_free(t->groups);
  qn_free(t);
}

// ---- A job

typedef struct job {
  qn_twister *twister;
  const qn_twister_jumps *jumps;
  uint64_t count;
  qn_twister_put *put;
  const void *user;
  atomic_bool failed;
} job;

// How many streams of a group have a number of the job.
static uint64_t streams_needed(const job *j, uint64_t index) {
  const uint64_t last = j->twister->next + j->count;
  const uint64_t first = index * GROUP_ROW;
  if (last >= ROW || j->twister->turns)
    return QN_TWISTER_GROUP;
  const uint64_t streams = last <= first ? 0 : (last - first - 1) / LANES + 1;
  return streams < QN_TWISTER_GROUP ? streams : QN_TWISTER_GROUP;
}

static bool start_groups(const job *j) {
  qn_twister *t = j->twister;
  if (t->started == GROUPS || !streams_needed(j, t->started))
    return true;
  qn_twister_scratch *scratch = qn_twister_scratch_create();
  if (!scratch)
    return false;
  for (; t->started < GROUPS && streams_needed(j, t->started); ++t->started)
    qn_twister_jump_by(scratch, &j->jumps->group,
                       t->groups[t->started - 1].first,
                       t->groups[t->started].first);
  qn_twister_scratch_destroy(scratch);
  return true;
}

static bool make_streams(const job *j, uint64_t index) {
  group *g = &j->twister->groups[index];
  stream *s = j->twister->streams + index * QN_TWISTER_GROUP;
  const uint64_t needed = streams_needed(j, index);
  if (g->made >= needed)
    return true;
  qn_twister_scratch *scratch = qn_twister_scratch_create();
  if (!scratch)
    return false;
  for (; g->made < needed; ++g->made) {
    uint32_t *words = s[g->made].words;
    memcpy(words, g->made ? g->next : g->first, sizeof(g->next));
    if (g->made + 1 < QN_TWISTER_GROUP)
      qn_twister_jump_by(scratch, &j->jumps->stream, words, g->next);
  }
  qn_twister_scratch_destroy(scratch);
  return true;
}

static void turn(stream *s) {
  uint32_t *x = s->words;
  for (int i = 0; i < QN_TWISTER_WORDS; ++i)
    x[i] = qn_twister_step(x[i], x[(i + 1) % QN_TWISTER_WORDS],
                           x[(i + QN_TWISTER_MIDDLE) % QN_TWISTER_WORDS]);
  ++s->turns;
}

static uint32_t temper(uint32_t x) {
  x ^= x >> 11;
  x ^= x << 7 & 0x9d2c5680u;
  x ^= x << 15 & 0xefc60000u;
  return x ^ x >> 18;
}

// A stream's numbers of the job in one of its blocks, which begins `block`
// places behind the one that the job begins in.
static void put_stream(const job *j, uint64_t index, uint64_t block) {
  const stream *s = &j->twister->streams[index];
  const uint64_t first = j->twister->next, last = first + j->count;
  for (uint64_t a = 0; a < ROWS; ++a) {
    const uint64_t at = block + a * ROW + index * LANES;
    if (at + LANES <= first)
      continue;
    if (at >= last)
      return;
    for (uint64_t k = 0; k < LANES; ++k)
      if (at + k >= first && at + k < last)
        j->put(j->user, temper(s->words[j->twister->places.words[a][k]]),
               at + k - first);
  }
}

static void run_group(void *user, uint64_t index) {
  job *j = user;
  const uint64_t last = j->twister->next + j->count;
  if (!make_streams(j, index)) {
    atomic_store(&j->failed, true);
    return;
  }
  for (uint64_t i = 0; i < streams_needed(j, index); ++i) {
    const uint64_t at = index * QN_TWISTER_GROUP + i;
    stream *s = &j->twister->streams[at];
    for (uint64_t block = 0; block < last; block += BLOCK) {
      while (s->turns <= j->twister->turns + block / BLOCK)
        turn(s);
      put_stream(j, at, block);
    }
  }
}

bool qn_twister_run(qn_twister *t, uint64_t count, qn_twister_put *put,
                    const void *user) {
  job j = {.twister = t,
           .jumps = qn_twister_find_jumps(),
           .count = count,
           .put = put,
           .user = user};
  if (!j.jumps || !start_groups(&j))
    return false;
  qn_libs_share(run_group, &j, t->started);
  t->turns += (t->next + count) / BLOCK;
  t->next = (t->next + count) % BLOCK;
  return !atomic_load(&j.failed);
}
