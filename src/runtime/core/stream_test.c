// SPDX-License-Identifier: Apache-2.0
// Streams and events on the CPU: order, waiting, many threads. The sanitizer
// builds run it too.
#include "runtime/core/stream.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/core/memory.h"
#include "support/test.h"

#define CHECK_RESULT(expr) CHECK_INT((int)(expr), QN_R_OK)

static qn_device *device;

static qn_stream *new_stream(unsigned flags) {
  qn_stream *s = NULL;
  CHECK_RESULT(qn_stream_create(device, flags, 0, &s));
  return s;
}

static qn_event *new_event(unsigned flags) {
  qn_event *e = NULL;
  CHECK_RESULT(qn_event_create(device, flags, &e));
  return e;
}

static void host(qn_stream *s, void (*fn)(void *), void *user) {
  const qn_op op = {.kind = QN_OP_HOST, .host = {.fn = fn, .user = user}};
  CHECK_RESULT(qn_stream_submit(s, &op));
}

// ---- Order within a stream

enum { STEPS_MAX = 2000 };
typedef struct sequence {
  unsigned next;
  bool good;
} sequence;
typedef struct step {
  sequence *of;
  unsigned number;
} step;

static void take_step(void *user) {
  const step *s = user;
  s->of->good &= s->of->next++ == s->number;
}

static void test_order(unsigned flags) {
  static step steps[STEPS_MAX];
  sequence seen = {0, true};
  qn_stream *s = new_stream(flags);
  for (unsigned i = 0; i < STEPS_MAX; ++i) {
    steps[i] = (step){&seen, i};
    host(s, take_step, &steps[i]);
  }
  CHECK_RESULT(qn_stream_wait(s, true));
  CHECK_INT(seen.next, STEPS_MAX);
  CHECK(seen.good);
  CHECK_RESULT(qn_stream_destroy(s->handle));
}

// ---- Work starts without waiting, and a destroyed stream finishes its work

static void set_flag(void *user) { atomic_store((atomic_int *)user, 1); }

static void wait_flag(void *user) {
  while (!atomic_load((atomic_int *)user))
    usleep(100);
}

static bool comes(atomic_int *flag) {
  for (int i = 0; i < 50000 && !atomic_load(flag); ++i)
    usleep(100);
  return atomic_load(flag);
}

static void test_unattended(void) {
  static atomic_int done, other, hold;
  qn_stream *s = new_stream(0);
  host(s, set_flag, &done);
  CHECK(comes(&done));
  host(s, wait_flag, &hold);
  host(s, set_flag, &other);
  CHECK_INT((int)qn_stream_wait(s, false), QN_R_NOT_READY);
  CHECK_RESULT(qn_stream_destroy(s->handle));
  atomic_store(&hold, 1);
  CHECK(comes(&other));
}

// ---- Streams run concurrently: each waits for the other

static void test_beside(void) {
  static atomic_int first, second;
  qn_stream *a = new_stream(0);
  qn_stream *b = new_stream(0);
  host(a, set_flag, &first);
  host(a, wait_flag, &second);
  host(b, wait_flag, &first);
  host(b, set_flag, &second);
  CHECK_RESULT(qn_device_synchronize(device));
  CHECK_RESULT(qn_stream_destroy(a->handle));
  CHECK_RESULT(qn_stream_destroy(b->handle));
}

// ---- Events between streams, back and forth

static void add_one(void *user) { ++*(unsigned *)user; } // in order: no atomics

static void test_ping_pong(void) {
  enum { ROUNDS = 3000 };
  unsigned count = 0;
  qn_stream *a = new_stream(0);
  qn_stream *b = new_stream(1);
  qn_event *from_a = new_event(2);
  qn_event *from_b = new_event(2);
  for (int i = 0; i < ROUNDS; ++i) {
    host(a, add_one, &count);
    CHECK_RESULT(qn_event_record(from_a, a));
    CHECK_RESULT(qn_stream_wait_event(b, from_a));
    host(b, add_one, &count);
    CHECK_RESULT(qn_event_record(from_b, b));
    CHECK_RESULT(qn_stream_wait_event(a, from_b));
  }
  CHECK_RESULT(qn_stream_wait(a, true));
  CHECK_INT(count, 2 * ROUNDS);
  CHECK_RESULT(qn_event_destroy(from_a->handle));
  CHECK_RESULT(qn_event_destroy(from_b->handle));
  CHECK_RESULT(qn_stream_destroy(a->handle));
  CHECK_RESULT(qn_stream_destroy(b->handle));
}

// ---- The null stream waits for the blocking ones, and they for it

static void test_null(void) {
  unsigned count = 0;
  sequence seen = {0, true};
  step steps[4];
  for (unsigned i = 0; i < 4; ++i)
    steps[i] = (step){&seen, i};
  qn_stream *a = new_stream(0);
  qn_stream *b = new_stream(0);
  qn_stream *null = qn_stream_null(device);
  host(a, take_step, &steps[0]);
  host(null, take_step, &steps[1]);
  host(b, take_step, &steps[2]);
  host(null, take_step, &steps[3]);
  CHECK_RESULT(qn_stream_wait(null, true));
  CHECK(seen.good && seen.next == 4);
  // A non-blocking stream is not ordered with the null stream.
  static atomic_int hold;
  qn_stream *other = new_stream(1);
  host(other, wait_flag, &hold);
  host(null, add_one, &count);
  CHECK_RESULT(qn_stream_wait(null, true));
  CHECK_INT(count, 1);
  atomic_store(&hold, 1);
  CHECK_RESULT(qn_device_synchronize(device));
  CHECK_RESULT(qn_stream_destroy(a->handle));
  CHECK_RESULT(qn_stream_destroy(b->handle));
  CHECK_RESULT(qn_stream_destroy(other->handle));
}

// ---- Events

static void nap(void *user) {
  (void)user;
  usleep(3000);
}

static void test_events(void) {
  float ms = -1;
  qn_stream *s = new_stream(0);
  qn_event *start = new_event(0);
  qn_event *stop = new_event(0);
  qn_event *untimed = new_event(2);
  CHECK_RESULT(qn_event_wait(stop, false)); // never recorded: done
  CHECK_RESULT(qn_event_record(start, s));
  host(s, nap, NULL);
  CHECK_RESULT(qn_event_record(stop, s));
  CHECK_INT((int)qn_event_elapsed(start, stop, &ms), QN_R_NOT_READY);
  CHECK_RESULT(qn_event_wait(stop, true));
  CHECK_RESULT(qn_event_elapsed(start, stop, &ms));
  CHECK(ms >= 3 && ms < 3000);
  CHECK_INT((int)qn_event_elapsed(start, untimed, &ms), QN_R_INVALID_HANDLE);
  // After another record, the event stands for the later one.
  static atomic_int hold;
  host(s, wait_flag, &hold);
  CHECK_RESULT(qn_event_record(stop, s));
  CHECK_INT((int)qn_event_wait(stop, false), QN_R_NOT_READY);
  atomic_store(&hold, 1);
  CHECK_RESULT(qn_event_wait(stop, true));
  const void *handle = start->handle;
  CHECK_RESULT(qn_event_destroy(handle));
  CHECK_INT((int)qn_event_destroy(handle), QN_R_INVALID_HANDLE);
  CHECK_RESULT(qn_event_destroy(stop->handle));
  CHECK_RESULT(qn_event_destroy(untimed->handle));
  CHECK_RESULT(qn_stream_destroy(s->handle));
}

static void test_dead_handles(void) {
  qn_stream *s = new_stream(0);
  qn_stream *found;
  void *handle = s->handle;
  CHECK_RESULT(qn_stream_destroy(handle));
  CHECK_INT((int)qn_stream_destroy(handle), QN_R_CONTEXT_DESTROYED);
  CHECK_INT((int)qn_stream_find(handle, &found), QN_R_CONTEXT_DESTROYED);
  CHECK_INT((int)qn_stream_find((void *)(uintptr_t)0x1234, &found),
            QN_R_INVALID_HANDLE);
  CHECK_INT((int)qn_stream_find(&s, &found), QN_R_INVALID_HANDLE);
}

// ---- Sixteen threads on eight streams

enum { THREADS = 16, STREAMS = 8, ROUNDS = 200, BYTES = 4096 };
static qn_stream *shared[STREAMS];
static unsigned counts[STREAMS]; // each changed in the order of its stream

static void *work(void *user) {
  unsigned seed = (unsigned)(uintptr_t)user;
  uint8_t out[BYTES];
  uint8_t in[BYTES];
  void *memory;
  const qn_memory_request request = {.kind = QN_MEMORY_DEVICE, .size = BYTES};
  qn_event *event = new_event(0);
  for (int i = 0; i < ROUNDS; ++i) {
    qn_op op;
    const unsigned which = (unsigned)rand_r(&seed) % STREAMS;
    qn_stream *s = shared[which];
    CHECK_RESULT(qn_memory_allocate(device, &request, &memory));
    memset(out, (int)(seed & 0xff), sizeof(out));
    CHECK_RESULT(
        qn_copy_plain(memory, out, BYTES, QN_COPY_HOST_TO_DEVICE, &op));
    CHECK_RESULT(qn_copy_submit(s, &op, QN_WAIT_NOT));
    host(s, add_one, &counts[which]);
    CHECK_RESULT(qn_event_record(event, s));
    qn_stream *other = shared[(unsigned)rand_r(&seed) % STREAMS];
    CHECK_RESULT(qn_stream_wait_event(other, event));
    CHECK_RESULT(qn_copy_plain(in, memory, BYTES, QN_COPY_DEVICE_TO_HOST, &op));
    CHECK_RESULT(qn_copy_submit(other, &op, QN_WAIT_SEEN));
    CHECK(memcmp(in, out, sizeof(in)) == 0);
    CHECK_RESULT(qn_memory_free(memory, 1u << QN_MEMORY_DEVICE, "test"));
  }
  CHECK_RESULT(qn_event_destroy(event->handle));
  return NULL;
}

static void test_threads(void) {
  pthread_t threads[THREADS];
  unsigned sum = 0;
  for (unsigned i = 0; i < STREAMS; ++i)
    shared[i] = new_stream(i & 1);
  for (uintptr_t i = 0; i < THREADS; ++i)
    CHECK(!pthread_create(&threads[i], NULL, work, (void *)(i + 1)));
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], NULL);
  CHECK_RESULT(qn_device_synchronize(device));
  for (unsigned i = 0; i < STREAMS; ++i) {
    sum += counts[i];
    CHECK_RESULT(qn_stream_destroy(shared[i]->handle));
  }
  CHECK_INT(sum, THREADS * ROUNDS);
}

// ---- Streams created and destroyed by many threads at the same time

static void *churn(void *user) {
  (void)user;
  for (int i = 0; i < ROUNDS; ++i) {
    static atomic_int ignored;
    qn_stream *s = new_stream(0);
    host(s, set_flag, &ignored);
    CHECK_RESULT(qn_device_synchronize(device));
    CHECK_RESULT(qn_stream_destroy(s->handle));
  }
  return NULL;
}

static void test_churn(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    CHECK(!pthread_create(&threads[i], NULL, churn, NULL));
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], NULL);
}

int main(void) {
  qn_diag diag = {0};
  CHECK_OK(qn_device_open("cpu", NULL, &device, &diag), &diag);
  test_order(0);
  test_order(1);
  test_unattended();
  test_beside();
  test_ping_pong();
  test_null();
  test_events();
  test_dead_handles();
  test_threads();
  test_churn();
  qn_device_close(&device);
  CHECK(!device);
  return 0;
}
