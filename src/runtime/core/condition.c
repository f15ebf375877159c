// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/condition.h"

#include <pthread.h>

#include "base/alloc.h"
#include "runtime/check/check.h"
#include "runtime/core/memory.h"

enum {
  STREAM_NON_BLOCKING = 1,
  EVENT_NO_TIMING = 2,
  LINE = 64, // bytes from word to word
  PAGE = 4096,
};

static qn_result no_memory(void) {
  return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a conditional graph");
}

// ---- Words in pinned memory, used again but never freed, as a stream may
// still read one that nobody needs

typedef struct spare_word {
  const qn_device *device;
  unsigned generation;
  uint32_t *word;
  struct spare_word *next;
} spare_word;

static qn_mutex words_mutex = QN_MUTEX_INIT;
static spare_word *spare_words;

static void give_word(const qn_device *device, unsigned generation,
                      uint32_t *word) {
  spare_word *s = qn_alloc(sizeof(*s));
  if (!s)
    return;
  *s = (spare_word){.device = device, .generation = generation, .word = word};
  qn_mutex_lock(&words_mutex);
  s->next = spare_words;
  spare_words = s;
  qn_mutex_unlock(&words_mutex);
}

static uint32_t *find_word(const qn_device *device, unsigned generation) {
  uint32_t *word = NULL;
  qn_mutex_lock(&words_mutex);
  for (spare_word **at = &spare_words; *at && !word; at = &(*at)->next)
    if ((*at)->device == device && (*at)->generation == generation) {
      spare_word *s = *at;
      word = s->word;
      *at = s->next;
      qn_free(s);
      break;
    }
  qn_mutex_unlock(&words_mutex);
  return word;
}

static qn_result take_word(qn_device *device, unsigned generation,
                           uint32_t **out) {
  void *page;
  *out = find_word(device, generation);
  if (*out)
    return QN_R_OK;
  const qn_memory_request request = {.kind = QN_MEMORY_HOST, .size = PAGE};
  qn_check_ours = true;
  const qn_result result = qn_memory_allocate(device, &request, &page);
  qn_check_ours = false;
  QN_CHECK(result);
  for (size_t at = LINE; at < PAGE; at += LINE)
    give_word(device, generation, (uint32_t *)((uint8_t *)page + at));
  *out = page;
  return QN_R_OK;
}

// ---- Conditions

qn_result qn_condition_create(qn_device *device, qn_condition **out) {
  qn_condition *c = qn_alloc_array(1, sizeof(*c));
  if (!c)
    return no_memory();
  atomic_init(&c->refs, 1);
  c->device = device;
  c->generation = atomic_load(&device->generation);
  const qn_result result = take_word(device, c->generation, &c->word);
  if (result == QN_R_OK)
    *out = c;
  else
    qn_free(c);
  return result;
}

qn_condition *qn_condition_hold(qn_condition *c) {
  atomic_fetch_add(&c->refs, 1);
  return c;
}

void qn_condition_drop(qn_condition *c) {
  if (!c || atomic_fetch_sub(&c->refs, 1) != 1)
    return;
  give_word(c->device, c->generation, c->word);
  qn_free(c);
}

// ---- Programs

qn_program *qn_program_hold(qn_program *p) {
  atomic_fetch_add(&p->refs, 1);
  return p;
}

void qn_program_drop(qn_program *p) {
  if (!p || atomic_fetch_sub(&p->refs, 1) != 1)
    return;
  for (size_t i = 0; i < p->count; ++i) {
    qn_program_part *part = &p->parts[i];
    if (part->batch)
      qn_batch_drop(part->batch);
    qn_condition_drop(part->condition);
    for (size_t j = 0; j < part->body_count; ++j)
      qn_program_drop(part->bodies[j]);
    qn_free(part->bodies);
  }
  qn_free(p->parts);
  qn_free(p);
}

// ---- Turns

struct qn_turns {
  atomic_uint refs;
  qn_device *device;
  unsigned generation;
  qn_mutex mutex;
  qn_cond moved;
  uint32_t last;  // turn that was given
  uint32_t *done; // the last that ended, for streams to wait for
};

qn_result qn_turns_create(qn_device *device, qn_turns **out) {
  qn_turns *t = qn_alloc_array(1, sizeof(*t));
  if (!t)
    return no_memory();
  atomic_init(&t->refs, 1);
  t->device = device;
  t->generation = atomic_load(&device->generation);
  const qn_result result = take_word(device, t->generation, &t->done);
  if (result != QN_R_OK) {
    qn_free(t);
    return result;
  }
  t->last = __atomic_load_n(t->done, __ATOMIC_RELAXED);
  qn_mutex_init(&t->mutex);
  qn_cond_init(&t->moved);
  *out = t;
  return QN_R_OK;
}

void qn_turns_drop(qn_turns *t) {
  if (!t || atomic_fetch_sub(&t->refs, 1) != 1)
    return;
  give_word(t->device, t->generation, t->done);
  qn_mutex_finish(&t->mutex);
  qn_cond_finish(&t->moved);
  qn_free(t);
}

static void await_turn(qn_turns *t, uint32_t turn) {
  qn_mutex_lock(&t->mutex);
  while (__atomic_load_n(t->done, __ATOMIC_RELAXED) + 1 != turn)
    qn_cond_wait(&t->moved, &t->mutex);
  qn_mutex_unlock(&t->mutex);
}

static void end_turn(qn_turns *t, uint32_t turn) {
  qn_mutex_lock(&t->mutex);
  __atomic_store_n(t->done, turn, __ATOMIC_RELEASE);
  qn_cond_broadcast(&t->moved);
  qn_mutex_unlock(&t->mutex);
}

// ---- Running

// Of an event in a program. The event is recorded, or waited for, when the
// program is launched, as the host and other streams see it from then on; that
// happens in a stream of its own, which is joined to the program's by a word:
// it waits for the word before it records, and writes it after it has waited.
typedef struct join {
  uint32_t *word;
  uint32_t target; // of the word
  qn_stream *stream;
} join;

typedef struct job {
  qn_program *program;
  qn_turns *turns;
  uint32_t turn;
  qn_stream *stream; // its own
  qn_event *start;
  qn_stream *records; // where events are recorded, one after the other
  size_t join_count;
  join *joins; // of the program's events, in order
  size_t next; // join to come to
} job;

static qn_result submit_word(qn_stream *stream, const join *j, bool waits) {
  const qn_op op = {.kind = waits ? QN_OP_POLL : QN_OP_WRITE,
                    .value = {.address = j->word,
                              .value = j->target,
                              .mask = UINT32_MAX,
                              .size = sizeof(*j->word)}};
  return qn_stream_submit_now(stream, &op);
}

static qn_result create_stream(const job *j, qn_stream **out) {
  return qn_stream_create_ours(j->turns->device, STREAM_NON_BLOCKING, out);
}

static qn_result start_join(job *j, const qn_program_part *part, join *to) {
  QN_CHECK(take_word(j->turns->device, j->turns->generation, &to->word));
  __atomic_store_n(to->word, 0, __ATOMIC_RELEASE);
  to->target = 1;
  if (part->awaits) {
    QN_CHECK(create_stream(j, &to->stream));
    QN_CHECK(qn_stream_wait_event(to->stream, part->event));
    return submit_word(to->stream, to, false);
  }
  if (!j->records)
    QN_CHECK(create_stream(j, &j->records));
  QN_CHECK(submit_word(j->records, to, true));
  return qn_event_record(part->event, j->records);
}

static qn_result start_joins(job *j) {
  const qn_program *p = j->program;
  j->joins = qn_alloc_array(p->count + 1, sizeof(*j->joins));
  if (!j->joins)
    return no_memory();
  for (size_t i = 0; i < p->count; ++i)
    if (p->parts[i].event)
      QN_CHECK(start_join(j, &p->parts[i], &j->joins[j->join_count++]));
  return QN_R_OK;
}

static qn_result wait(qn_stream *stream) {
  return stream->device->backend->stream_wait(stream->native, true);
}

static void end_stream(qn_stream *stream) {
  if (!stream)
    return;
  (void)wait(stream);
  (void)qn_stream_destroy(stream->handle);
}

// What is not joined by now, as when a launch fails, goes on without.
static void end_joins(job *j) {
  for (size_t i = 0; i < j->join_count; ++i)
    if (j->joins[i].word)
      __atomic_store_n(j->joins[i].word, j->joins[i].target, __ATOMIC_RELEASE);
  end_stream(j->records);
  for (size_t i = 0; i < j->join_count; ++i) {
    end_stream(j->joins[i].stream);
    if (j->joins[i].word)
      give_word(j->turns->device, j->turns->generation, j->joins[i].word);
  }
  qn_free(j->joins);
  j->records = NULL;
  j->joins = NULL;
  j->join_count = 0;
}

static void assign(const qn_program *program) {
  for (size_t i = 0; i < program->count; ++i) {
    const qn_program_part *part = &program->parts[i];
    if (!part->condition)
      continue;
    if (part->condition->assigned)
      __atomic_store_n(part->condition->word, part->condition->initial,
                       __ATOMIC_RELEASE);
    for (size_t j = 0; j < part->body_count; ++j)
      assign(part->bodies[j]);
  }
}

static qn_result run(const qn_program *program, job *j);

// The value as the work so far has left it.
static qn_result read_value(const qn_program_part *part, qn_stream *stream,
                            uint32_t *out) {
  QN_CHECK(wait(stream));
  *out = __atomic_load_n(part->condition->word, __ATOMIC_ACQUIRE);
  return QN_R_OK;
}

static qn_result run_condition(const qn_program_part *part, job *j) {
  uint32_t value;
  QN_CHECK(read_value(part, j->stream, &value));
  if (part->kind == QN_CONDITION_WHILE) {
    while (value) {
      QN_CHECK(run(part->bodies[0], j));
      QN_CHECK(read_value(part, j->stream, &value));
    }
    return QN_R_OK;
  }
  if (part->kind == QN_CONDITION_IF)
    value = value ? 0 : 1; // the second graph is the alternative
  return value < part->body_count ? run(part->bodies[value], j) : QN_R_OK;
}

static qn_result run_part(const qn_program_part *part, job *j) {
  if (part->event)
    return submit_word(j->stream, &j->joins[j->next++], part->awaits);
  if (!part->batch)
    return run_condition(part, j);
  const qn_op op = {.kind = QN_OP_BATCH, .batch = part->batch};
  return qn_stream_submit_now(j->stream, &op);
}

static qn_result run(const qn_program *program, job *j) {
  for (size_t i = 0; i < program->count; ++i)
    QN_CHECK(run_part(&program->parts[i], j));
  return QN_R_OK;
}

static void free_job(job *j) {
  end_joins(j);
  if (j->start)
    (void)qn_event_destroy(j->start->handle);
  if (j->stream)
    (void)qn_stream_destroy(j->stream->handle);
  qn_program_drop(j->program);
  qn_turns_drop(j->turns);
  qn_free(j);
}

// A failure stays with the device, where later calls find it.
static void *run_job(void *user) {
  job *j = user;
  await_turn(j->turns, j->turn);
  const qn_result result = wait(j->stream);
  assign(j->program);
  if (result == QN_R_OK)
    (void)run(j->program, j);
  (void)wait(j->stream);
  end_joins(j);
  end_turn(j->turns, j->turn);
  free_job(j);
  return NULL;
}

static qn_result begin(job *j, qn_stream *stream) {
  qn_thread thread;
  qn_diag diag = {0};
  QN_CHECK(qn_event_create(stream->device, EVENT_NO_TIMING, &j->start));
  QN_CHECK(
      qn_stream_create_ours(stream->device, STREAM_NON_BLOCKING, &j->stream));
  QN_CHECK(qn_event_record(j->start, stream));
  QN_CHECK(qn_stream_wait_event(j->stream, j->start));
  QN_CHECK(start_joins(j));
  qn_mutex_lock(&j->turns->mutex);
  j->turn = ++j->turns->last;
  qn_mutex_unlock(&j->turns->mutex);
  qn_turns *turns = j->turns;
  const uint32_t turn = j->turn;
  const qn_op op = {.kind = QN_OP_POLL,
                    .value = {.address = turns->done,
                              .value = turn,
                              .mask = UINT32_MAX,
                              .size = sizeof(*turns->done)}};
  qn_result result = qn_stream_submit_now(stream, &op);
  if (result == QN_R_OK &&
      qn_failed(qn_thread_start(&thread, "qn-condition", run_job, j, &diag)))
    result = qn_refuse_diag(&diag, "launching a conditional graph");
  if (result == QN_R_OK) {
    (void)pthread_detach(thread);
    return QN_R_OK;
  }
  await_turn(turns, turn);
  end_turn(turns, turn);
  return result;
}

qn_result qn_program_launch(qn_program *program, qn_turns *turns,
                            qn_stream *stream) {
  job *j = qn_alloc_array(1, sizeof(*j));
  if (!j)
    return no_memory();
  j->program = qn_program_hold(program);
  atomic_fetch_add(&turns->refs, 1);
  j->turns = turns;
  const qn_result result = begin(j, stream);
  if (result != QN_R_OK)
    free_job(j);
  return result;
}
