// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/event_ipc.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "runtime/core/memory.h"

enum { SLOTS = 508 }; // records that may be pending at the same time

// Two pages. When record number n is done, it writes n to slot n % SLOTS.
typedef struct shared {
  char magic[8];
  atomic_uint_fast64_t issued;
  uint64_t reserved[2];
  uint64_t slots[SLOTS];
} shared;
_Static_assert(sizeof(shared) == 4096, "a page");

typedef struct qn_shared_event {
  shared *memory;
  int fd;
} qn_shared_event;

typedef struct token {
  char magic[8];
  int64_t pid;
  int64_t fd;
} token;
static const char magic[8] = "quernevt";

static qn_result open_token(const uint8_t *bytes, int *out_fd) {
  token t;
  char path[64];
  memcpy(&t, bytes, sizeof(t));
  if (memcmp(t.magic, magic, sizeof(magic)) != 0)
    return qn_refuse(QN_R_INVALID_VALUE, "that is no handle of an event");
  if (t.pid == getpid())
    return qn_refuse(QN_R_INVALID_CONTEXT,
                     "the event is of this process: a handle is for another");
  snprintf(path, sizeof(path), "/proc/%lld/fd/%lld", (long long)t.pid,
           (long long)t.fd);
  *out_fd = open(path, O_RDWR | O_CLOEXEC);
  return *out_fd >= 0
             ? QN_R_OK
             : qn_refuse(QN_R_MAP_FAILED,
                         "process %lld, which made the event, is gone, "
                         "or is not ours",
                         (long long)t.pid);
}

static bool make_file(int *out_fd) {
  *out_fd = memfd_create("quern-event", MFD_CLOEXEC);
  return *out_fd >= 0 && ftruncate(*out_fd, sizeof(shared)) == 0;
}

// Maps the file for the host and the device, as devices write to it and wait
// for it.
static qn_result map(qn_device *device, qn_shared_event *e) {
  void *address;
  shared *m =
      mmap(NULL, sizeof(*m), PROT_READ | PROT_WRITE, MAP_SHARED, e->fd, 0);
  if (m == MAP_FAILED)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an event");
  e->memory = m;
  if (device->backend->on_host)
    return QN_R_OK;
  const qn_memory_request request = {
      .kind = QN_MEMORY_REGISTERED, .size = sizeof(*m), .host = m};
  return qn_memory_allocate(device, &request, &address);
}

qn_result qn_shared_event_create(qn_device *device, const uint8_t *from,
                                 qn_shared_event **out) {
  qn_shared_event *e = qn_alloc_array(1, sizeof(*e));
  if (!e)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an event");
  e->fd = -1;
  qn_result result = QN_R_OK;
  if (from)
    result = open_token(from, &e->fd);
  else if (!make_file(&e->fd))
    result = qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an event");
  if (result == QN_R_OK)
    result = map(device, e);
  if (result == QN_R_OK && from &&
      memcmp(e->memory->magic, magic, sizeof(magic)) != 0)
    result = qn_refuse(QN_R_INVALID_VALUE, "that is no handle of an event");
  if (result != QN_R_OK) {
    qn_shared_event_destroy(&e);
    return result;
  }
  memcpy(e->memory->magic, magic, sizeof(magic));
  *out = e;
  return QN_R_OK;
}

void qn_shared_event_destroy(qn_shared_event **event) {
  qn_shared_event *e = *event;
  qn_range range;
  if (!e)
    return;
  *event = NULL;
  if (e->memory && qn_memory_find(e->memory, &range))
    (void)qn_memory_free(e->memory, 1u << QN_MEMORY_REGISTERED, "an event");
  if (e->memory)
    munmap(e->memory, sizeof(*e->memory));
  if (e->fd >= 0)
    close(e->fd);
  qn_free(e);
}

void qn_shared_event_token(const qn_shared_event *e, uint8_t *out) {
  token t = {.pid = getpid(), .fd = e->fd};
  memcpy(t.magic, magic, sizeof(magic));
  memset(out, 0, QN_TOKEN_SIZE);
  memcpy(out, &t, sizeof(t));
}

qn_result qn_shared_event_record(qn_shared_event *e, qn_stream *stream) {
  const uint64_t number = atomic_fetch_add(&e->memory->issued, 1) + 1;
  const qn_op op = {.kind = QN_OP_WRITE,
                    .value = {.address = &e->memory->slots[number % SLOTS],
                              .value = number,
                              .size = 8}};
  return qn_stream_submit_now(stream, &op);
}

qn_result qn_shared_event_await(qn_shared_event *e, qn_stream *stream) {
  const uint64_t number = atomic_load(&e->memory->issued);
  const qn_op op = {.kind = QN_OP_POLL,
                    .value = {.address = &e->memory->slots[number % SLOTS],
                              .value = number,
                              .mask = UINT64_MAX,
                              .size = 8}};
  return number ? qn_stream_submit_now(stream, &op) : QN_R_OK;
}

qn_result qn_shared_event_wait(qn_shared_event *e, bool block) {
  const uint64_t number = atomic_load(&e->memory->issued);
  const uint64_t *slot = &e->memory->slots[number % SLOTS];
  long pause_ns = 1000;
  while (number && __atomic_load_n(slot, __ATOMIC_ACQUIRE) < number) {
    if (!block)
      return QN_R_NOT_READY;
    nanosleep(&(struct timespec){.tv_nsec = pause_ns}, NULL);
    if (pause_ns < 100 * 1000)
      pause_ns *= 2;
  }
  return QN_R_OK;
}
