// SPDX-License-Identifier: Apache-2.0
// The order of operations, by vector clocks: each stream counts its operations,
// and an operation knows how far it comes after those of each stream. What the
// host has waited for comes before all that it submits later, on any thread.
#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "base/system/thread.h"
#include "runtime/check/check.h"

// For each stream by its number, how many of its operations come before.
// Immutable once an operation has it.
typedef struct qn_check_clock {
  uint32_t count;
  uint32_t seqs[];
} clock_of;

typedef struct stream {
  const void *native; // NULL: gone
  bool null, non_blocking;
  // It waited for a value in memory, which anybody may have written, or for a
  // stream that did.
  bool polled;
  uint32_t seq;
  const clock_of *clock; // NULL: after nothing
  uint32_t *numbers;     // of its operations, `seq` of them
  uint32_t capacity;
} stream;

static qn_mutex mutex = QN_MUTEX_INIT;
static stream *streams;
static uint32_t stream_count;
static qn_map
    events; // to clocks, with the lowest bit as in `polled` of streams
static const clock_of *host;
static qn_check_op **ops;
static uint32_t op_count, op_capacity;
static uint32_t launches;

static _Thread_local uint32_t submitting, running;

uint32_t qn_check_submitting(void) { return submitting; }
void qn_check_set_running(uint32_t op) { running = op; }
uint32_t qn_check_running(void) { return running; }

// ---- Clocks

static uint32_t seq_in(const clock_of *c, uint32_t index) {
  return c && index < c->count ? c->seqs[index] : 0;
}

static bool covers(const clock_of *a, const clock_of *b) {
  for (uint32_t i = 0; b && i < b->count; ++i)
    if (seq_in(a, i) < b->seqs[i])
      return false;
  return true;
}

// Both; shares one that has the other in it. Clocks are never freed: operations
// are looked at until the end.
static const clock_of *join(const clock_of *a, const clock_of *b) {
  if (covers(a, b))
    return a;
  if (covers(b, a))
    return b;
  const uint32_t size = a->count > b->count ? a->count : b->count;
  clock_of *made = qn_alloc(sizeof(*made) + size * sizeof(uint32_t));
  if (!made)
    return a;
  made->count = size;
  for (uint32_t i = 0; i < size; ++i) {
    const uint32_t x = seq_in(a, i), y = seq_in(b, i);
    made->seqs[i] = x > y ? x : y;
  }
  return made;
}

// After all of a stream's operations so far.
static const clock_of *after(const clock_of *c, const stream *s) {
  const uint32_t index = (uint32_t)(s - streams);
  c = join(c, s->clock);
  if (!s->seq || seq_in(c, index) >= s->seq)
    return c;
  const uint32_t size = c && c->count > index ? c->count : index + 1;
  clock_of *made = qn_alloc(sizeof(*made) + size * sizeof(uint32_t));
  if (!made)
    return c;
  made->count = size;
  for (uint32_t i = 0; i < size; ++i)
    made->seqs[i] = seq_in(c, i);
  made->seqs[index] = s->seq;
  return made;
}

// ---- Streams

static stream *find_stream(const void *native) {
  for (uint32_t i = 0; i < stream_count; ++i)
    if (streams[i].native == native)
      return &streams[i];
  return NULL;
}

void qn_check_stream_made(const void *native, bool null, bool non_blocking) {
  qn_mutex_lock(&mutex);
  stream *grown = qn_realloc(streams, (stream_count + 1) * sizeof(*streams));
  if (grown) {
    streams = grown;
    streams[stream_count++] =
        (stream){.native = native, .null = null, .non_blocking = non_blocking};
  }
  qn_mutex_unlock(&mutex);
}

// Its operations stay known; what runs on it may go on.
void qn_check_stream_gone(const void *native) {
  qn_mutex_lock(&mutex);
  stream *s = find_stream(native);
  if (s)
    s->native = NULL;
  qn_mutex_unlock(&mutex);
}

// The null stream waits for the blocking streams, and they for it.
static void order_with_null(stream *s) {
  s->clock = join(s->clock, host);
  for (uint32_t i = 0; i < stream_count; ++i) {
    const stream *other = &streams[i];
    if (other == s || other->non_blocking || s->non_blocking)
      continue;
    if (s->null || other->null) {
      s->clock = after(s->clock, other);
      s->polled |= other->polled;
    }
  }
}

// ---- Operations

const qn_check_op *qn_check_op_at(uint32_t number) {
  qn_mutex_lock(&mutex);
  const qn_check_op *op = number && number <= op_count ? ops[number - 1] : NULL;
  qn_mutex_unlock(&mutex);
  return op;
}

static qn_check_op *add_op(void) {
  if (op_count == op_capacity) {
    const uint32_t grown = op_capacity * 2 + 64;
    qn_check_op **more = qn_realloc(ops, grown * sizeof(*more));
    if (!more)
      return NULL;
    ops = more;
    op_capacity = grown;
  }
  qn_check_op *op = qn_alloc_array(1, sizeof(*op));
  if (op) {
    ops[op_count++] = op;
    op->number = op_count;
    op->fd = -1;
  }
  return op;
}

static void set_event(const void *event, const stream *s) {
  const uintptr_t clock = (uintptr_t)after(s->clock, s);
  (void)qn_map_put(&events, (uintptr_t)event, clock | s->polled, NULL);
}

static const clock_of *event_clock(const void *event, bool *out_polled) {
  const uint64_t *found = qn_map_find(&events, (uintptr_t)event);
  const uintptr_t value = found ? (uintptr_t)*found : 0;
  *out_polled = value & 1;
  return (const clock_of *)(value & ~(uintptr_t)1);
}

// The host has waited for what came behind a value in memory: whoever wrote it
// was submitted before, as was what came before that.
static void see_all(void) {
  for (uint32_t i = 0; i < stream_count; ++i)
    host = after(host, &streams[i]);
}

static void host_sees(const stream *s) {
  host = after(host, s);
  if (s->polled)
    see_all();
}

// Values in memory order what the program makes of them, and functions of the
// host may tell it anything: what comes before is taken to be seen.
static bool tells_host(qn_op_kind kind) {
  return kind == QN_OP_HOST || kind == QN_OP_WRITE || kind == QN_OP_NATIVE;
}

static void note_number(stream *s, uint32_t number) {
  if (s->seq == s->capacity) {
    const uint32_t grown = s->capacity * 2 + 64;
    uint32_t *more = qn_realloc(s->numbers, grown * sizeof(*more));
    if (!more)
      return;
    s->numbers = more;
    s->capacity = grown;
  }
  s->numbers[s->seq] = number;
}

// The last operation of those, from the first on, that all come before one.
static uint32_t all_before(const qn_check_op *op) {
  uint32_t last = op->number - 1;
  for (uint32_t i = 0; i < stream_count; ++i) {
    const uint32_t seen = seq_in(op->clock, i);
    if (i != op->stream && seen < streams[i].seq &&
        seen < streams[i].capacity && streams[i].numbers[seen] - 1 < last)
      last = streams[i].numbers[seen] - 1;
  }
  return last;
}

static qn_check_op *add_to(stream *s, qn_op_kind kind, qn_check_site at) {
  qn_check_op *made = add_op();
  if (!made)
    return NULL;
  made->stream = (uint32_t)(s - streams);
  note_number(s, made->number);
  made->seq = ++s->seq;
  made->kind = kind;
  made->clock = s->clock;
  made->at = at;
  s->polled |= kind == QN_OP_POLL;
  made->polled = s->polled;
  made->all_before = all_before(made);
  return made;
}

static void submit(stream *s, const qn_op *op, qn_check_site at) {
  order_with_null(s);
  submitting = 0;
  if (op->kind == QN_OP_RECORD) {
    set_event(op->event.event, s);
    return;
  }
  if (op->kind == QN_OP_WAIT) {
    bool polled;
    s->clock = join(s->clock, event_clock(op->event.event, &polled));
    s->polled |= polled;
    return;
  }
  qn_check_op *made = add_to(s, op->kind, at);
  if (!made)
    return;
  if (op->kind == QN_OP_KERNEL || op->kind == QN_OP_BATCH)
    made->launch = ++launches;
  submitting = made->number;
  if (tells_host(op->kind))
    host_sees(s);
}

void qn_check_submit(const void *native, const qn_op *op) {
  const bool places = op->kind != QN_OP_RECORD && op->kind != QN_OP_WAIT;
  const qn_check_site at = places ? qn_check_here() : 0;
  qn_mutex_lock(&mutex);
  stream *s = find_stream(native);
  if (s)
    submit(s, op, at);
  qn_mutex_unlock(&mutex);
}

uint32_t qn_check_mark(const void *native) {
  const qn_check_site at = qn_check_here();
  uint32_t number = 0;
  qn_mutex_lock(&mutex);
  stream *s = find_stream(native);
  if (s) {
    order_with_null(s);
    const qn_check_op *made = add_to(s, QN_OP_HOST, at);
    number = made ? made->number : 0;
  }
  qn_mutex_unlock(&mutex);
  return number;
}

uint32_t qn_check_continue(uint32_t number) {
  const qn_check_op *from = qn_check_op_at(number);
  if (!from)
    return number;
  qn_mutex_lock(&mutex);
  qn_check_op *made = add_op();
  if (made) {
    const uint32_t own = made->number;
    *made = *from;
    made->number = own;
    number = own;
  }
  qn_mutex_unlock(&mutex);
  return number;
}

void qn_check_stream_waited(const void *native) {
  qn_mutex_lock(&mutex);
  stream *s = find_stream(native);
  if (s) {
    if (s->null)
      order_with_null(s);
    host_sees(s);
  }
  qn_mutex_unlock(&mutex);
}

void qn_check_event_waited(const void *event) {
  bool polled;
  qn_mutex_lock(&mutex);
  host = join(host, event_clock(event, &polled));
  if (polled)
    see_all();
  qn_mutex_unlock(&mutex);
}

static bool is_ordered(uint32_t first, uint32_t second) {
  const qn_check_op *a = qn_check_op_at(first), *b = qn_check_op_at(second);
  return !a || !b || a->stream == b->stream || b->polled ||
         seq_in(b->clock, a->stream) >= a->seq;
}

// A kernel asks for the same pair at each access.
bool qn_check_is_ordered(uint32_t first, uint32_t second) {
  enum { KEPT = 8 }; // thread-local data has little room
  static _Thread_local struct {
    uint32_t first, second;
    bool ordered;
  } cache[KEPT];
  if (!first || !second)
    return true;
  const uint32_t at = (first * 7 + second) % KEPT;
  if (cache[at].first != first || cache[at].second != second) {
    cache[at].first = first;
    cache[at].second = second;
    cache[at].ordered = is_ordered(first, second);
  }
  return cache[at].ordered;
}
