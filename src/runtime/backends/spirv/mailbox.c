// SPDX-License-Identifier: Apache-2.0
// What kernels say to the host: what they printed, and that one failed.
// docs/opencl.md has the layout, which the compiler writes.
#include <inttypes.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/system/log.h"
#include "runtime/backends/spirv/print.h"
#include "runtime/backends/spirv/spirv.h"

enum {
  RECORDS_SIZE = 4 << 20, // bytes of what is printed between two waits
  FAULT_ASSERT = 2,
  RECORD_FAULT = 2,
};

// In memory that the host and kernels share.
typedef struct shared {
  uint32_t fault, lost, used, capacity;
  uint64_t heap; // the address of a variable that points to the heap, or 0
  uint32_t reserved[10];
  uint8_t records[];
} shared;

typedef struct qn_spirv_mailbox {
  shared *shared;
  qn_memory memory;
  uint32_t read; // bytes of records that were printed
} qn_spirv_mailbox;

qn_result qn_spirv_mailbox_make(qn_spirv_code *code) {
  const qn_memory_request request = {.kind = QN_MEMORY_HOST,
                                     .size = sizeof(shared) + RECORDS_SIZE};
  qn_spirv_device *d = code->device;
  qn_spirv_mailbox *m = qn_alloc_array(1, sizeof(*m));
  if (!m)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a module");
  code->mailbox = m;
  QN_CHECK(d->ops->memory.allocate(d, &request, &m->memory));
  m->shared = m->memory.host;
  memset(m->shared, 0, request.size);
  m->shared->capacity = RECORDS_SIZE;
  qn_mutex_lock(&d->codes_mutex);
  code->next = d->codes;
  d->codes = code;
  qn_mutex_unlock(&d->codes_mutex);
  return QN_R_OK;
}

uint64_t qn_spirv_mailbox_address(const qn_spirv_code *code) {
  return (uintptr_t)code->mailbox->memory.address;
}

uint64_t qn_spirv_mailbox_heap(const qn_spirv_code *code) {
  return code->mailbox->shared->heap;
}

void qn_spirv_mailbox_finish(qn_spirv_code *code) {
  qn_spirv_device *d = code->device;
  qn_spirv_mailbox *m = code->mailbox;
  if (!m)
    return;
  if (m->shared)
    qn_spirv_collect(d);
  qn_mutex_lock(&d->codes_mutex);
  for (qn_spirv_code **at = &d->codes; *at; at = &(*at)->next)
    if (*at == code) {
      *at = code->next;
      break;
    }
  qn_mutex_unlock(&d->codes_mutex);
  (void)d->ops->memory.release(d, QN_MEMORY_HOST, &m->memory);
  qn_free(m);
  code->mailbox = NULL;
}

// ---- Collecting

static void write_out(const qn_spirv_device *d, const qn_buffer *text) {
  if (!text->size)
    return;
  if (d->options.print)
    d->options.print(d->options.user, (const char *)text->data, text->size);
  else
    fwrite(text->data, 1, text->size, stdout);
}

// Prints the records that are there, in order, up to one that is being written.
static void read_records(qn_spirv_mailbox *m, qn_buffer *printed,
                         qn_buffer *fault) {
  shared *s = m->shared;
  uint32_t end = __atomic_load_n(&s->used, __ATOMIC_ACQUIRE);
  end = end < s->capacity ? end : s->capacity;
  while (end - m->read >= QN_PRINT_HEADER) {
    uint8_t *record = s->records + m->read;
    const uint32_t size =
        __atomic_load_n((uint32_t *)(void *)record, __ATOMIC_ACQUIRE);
    if (size < QN_PRINT_HEADER || size > end - m->read)
      break;
    uint32_t kind;
    memcpy(&kind, record + 4, sizeof(kind));
    if (kind != RECORD_FAULT)
      qn_spirv_print((qn_span){record, size}, printed);
    else if (!fault->size) // the first of them is what happened
      qn_spirv_print((qn_span){record, size}, fault);
    memset(record, 0, size); // sizes of later records may lie anywhere
    m->read += size;
  }
}

static bool is_idle(qn_spirv_device *d) {
  bool idle = true;
  const qn_spirv_stream *null = atomic_load(&d->null);
  qn_mutex_lock(&d->streams_mutex);
  for (size_t i = 0; i < d->stream_count && idle; ++i)
    idle = qn_spirv_is_idle(d->streams[i]);
  qn_mutex_unlock(&d->streams_mutex);
  return idle && (!null || qn_spirv_is_idle(null));
}

// Starts over when everything was read; what was lost needs a device that does
// nothing, as it may be being lost just now.
static void start_over(qn_spirv_device *d, qn_spirv_mailbox *m) {
  shared *s = m->shared;
  uint32_t all = m->read;
  if (m->read &&
      __atomic_compare_exchange_n(&s->used, &all, 0, false, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE)) {
    m->read = 0;
    return;
  }
  const uint32_t lost = __atomic_load_n(&s->lost, __ATOMIC_ACQUIRE);
  if (!lost || !is_idle(d))
    return;
  QN_DEBUG(d->ops->area,
           "%u printfs were lost: more than %d bytes between waits", lost,
           (int)RECORDS_SIZE);
  memset(s->records, 0, s->capacity);
  __atomic_store_n(&s->lost, 0, __ATOMIC_RELEASE);
  __atomic_store_n(&s->used, 0, __ATOMIC_RELEASE);
  m->read = 0;
}

static void report_fault(qn_spirv_device *d, uint32_t fault,
                         qn_buffer *assertion) {
  const bool is_assert = fault == FAULT_ASSERT;
  const char *text = assertion->size ? qn_buffer_text(assertion)
                     : is_assert     ? "an assertion failed in a kernel"
                                     : "a kernel trapped";
  if (atomic_load(&d->failure))
    return;
  qn_spirv_fail(d, is_assert ? QN_R_ASSERT : QN_R_LAUNCH_FAILURE, text);
  if (is_assert) // reported as by the host's assert
    fprintf(stderr, "%s\n", text);
}

static void collect_code(qn_spirv_device *d, qn_spirv_mailbox *m) {
  const uint32_t fault = __atomic_load_n(&m->shared->fault, __ATOMIC_ACQUIRE);
  if (!fault && !__atomic_load_n(&m->shared->used, __ATOMIC_RELAXED))
    return;
  qn_buffer printed = {0};
  qn_buffer assertion = {0};
  read_records(m, &printed, &assertion);
  write_out(d, &printed);
  start_over(d, m);
  if (fault)
    report_fault(d, fault, &assertion);
  qn_buffer_finish(&printed);
  qn_buffer_finish(&assertion);
}

void qn_spirv_collect(qn_spirv_device *d) {
  if (!__atomic_load_n(&d->codes, __ATOMIC_RELAXED))
    return;
  qn_mutex_lock(&d->codes_mutex);
  for (qn_spirv_code *code = d->codes; code; code = code->next)
    collect_code(d, code->mailbox);
  qn_mutex_unlock(&d->codes_mutex);
}
