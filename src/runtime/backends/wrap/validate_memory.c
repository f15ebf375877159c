// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/wrap/validate_memory.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/text.h"

enum {
  ZONE = 0xa5,       // what red zones are filled with
  FRESH = 0xff,      // new memory
  FREED = 0xde,      // freed memory
  DEVICE_ZONE = 512, // bytes; keeps the alignment that textures want
  PAGE_ZONE = 4096,  // bytes; of pinned and managed memory
  KEPT = 256,        // freed allocations
  KEPT_SIZE = 64 << 20,
  KEPT_LARGEST = 1 << 20,
  LEAKS_MAX = 10,
  LINE_SIZE = 480,
};

qn_mutex qn_watch_mutex = QN_MUTEX_INIT;

static qn_validate_options options;
static qn_validate_counts counts;

static struct {
  qn_watch **live; // by address
  size_t count, capacity;
  qn_watch *kept[KEPT]; // freed, oldest first
  size_t kept_count, kept_size;
  uint64_t last_number;
} table;

// ---- Reports

void qn_watch_configure(const qn_validate_options *with) { options = *with; }
void qn_watch_counts(qn_validate_counts *out_counts) { *out_counts = counts; }

void qn_watch_report(qn_severity severity, const char *format, ...) {
  char line[LINE_SIZE];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof(line), format, args);
  va_end(args);
  counts.errors += severity == QN_ERROR;
  counts.warnings += severity == QN_WARNING;
  if (options.report)
    options.report(options.user, severity, line);
  else
    fprintf(stderr, "quern: validate: %s%s\n",
            severity == QN_ERROR     ? "error: "
            : severity == QN_WARNING ? "warning: "
                                     : "",
            line);
}

static const char *kind_name(qn_memory_kind kind) {
  switch (kind) {
  case QN_MEMORY_HOST:
    return "pinned";
  case QN_MEMORY_MANAGED:
    return "managed";
  case QN_MEMORY_REGISTERED:
    return "registered";
  case QN_MEMORY_RESERVED:
    return "mapped";
  case QN_MEMORY_IMPORTED:
    return "imported";
  default:
    return "device";
  }
}

const char *qn_watch_name(const qn_watch *watch, char *text, size_t size) {
  if (watch->number)
    snprintf(text, size,
             "allocation %" PRIu64 " (%zu bytes of %s memory at 0x%" PRIxPTR
             ")",
             watch->number, watch->size, kind_name(watch->kind), watch->begin);
  else
    snprintf(text, size, "%zu bytes of %s memory at 0x%" PRIxPTR, watch->size,
             kind_name(watch->kind), watch->begin);
  return text;
}

// ---- The table

// Index of the first live allocation that begins after `address`.
static size_t upper(uintptr_t address) {
  size_t low = 0;
  size_t high = table.count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (table.live[middle]->begin - table.live[middle]->front <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool insert(qn_watch *watch) {
  if (table.count == table.capacity) {
    const size_t capacity = table.capacity ? 2 * table.capacity : 64;
    qn_watch **live = qn_realloc(table.live, capacity * sizeof(qn_watch *));
    if (!live)
      return false;
    table.live = live;
    table.capacity = capacity;
  }
  const size_t at = upper(watch->begin - watch->front);
  memmove(&table.live[at + 1], &table.live[at],
          (table.count - at) * sizeof(qn_watch *));
  table.live[at] = watch;
  ++table.count;
  return true;
}

static void remove_at(size_t at) {
  --table.count;
  memmove(&table.live[at], &table.live[at + 1],
          (table.count - at) * sizeof(qn_watch *));
}

// The live allocation that begins exactly there; table.count when none does.
static size_t index_of(uintptr_t begin) {
  const size_t at = upper(begin);
  return at && table.live[at - 1]->begin == begin ? at - 1 : table.count;
}

static qn_watch *find_kept(uintptr_t address) {
  for (size_t i = table.kept_count; i-- > 0;) {
    qn_watch *w = table.kept[i];
    if (address - (w->begin - w->front) < w->total)
      return w;
  }
  return NULL;
}

qn_watch *qn_watch_find(uintptr_t address, qn_watch_place *out_place) {
  const size_t at = upper(address);
  qn_watch *w = at ? table.live[at - 1] : NULL;
  *out_place = QN_WATCH_NOWHERE;
  if (w && address >= w->begin && address - w->begin <= w->size)
    *out_place = QN_WATCH_INSIDE;
  else if (w && address < w->begin)
    *out_place = QN_WATCH_BEFORE;
  else if (w && address - (w->begin - w->front) < w->total)
    *out_place = QN_WATCH_BEHIND;
  if (*out_place != QN_WATCH_NOWHERE)
    return w;
  w = find_kept(address);
  if (w)
    *out_place = QN_WATCH_FREED;
  return w;
}

// ---- Contents

static qn_result run(const qn_watch_device *device, const qn_op *op) {
  QN_CHECK(device->inner->submit(device->stream, op));
  return device->inner->stream_wait(device->stream, true);
}

// Its address for the host; NULL when the host cannot access it at any time.
static char *host_of(const qn_watch *w) {
  if (w->kind == QN_MEMORY_MANAGED && !w->device->info.concurrent_managed)
    return NULL;
  return w->inner.host;
}

static qn_result fill(const qn_watch *w, size_t offset, size_t size, int byte) {
  if (!size)
    return QN_R_OK;
  if (host_of(w)) {
    memset(host_of(w) + offset, byte, size);
    return QN_R_OK;
  }
  return run(w->device,
             &(qn_op){.kind = QN_OP_FILL,
                      .fill = {.address = (char *)w->inner.address + offset,
                               .value = (uint32_t)byte,
                               .value_size = 1,
                               .width = size,
                               .height = 1,
                               .depth = 1}});
}

static qn_result fetch(const qn_watch *w, size_t offset, size_t size,
                       uint8_t *bytes) {
  if (host_of(w)) {
    memcpy(bytes, host_of(w) + offset, size);
    return QN_R_OK;
  }
  return run(
      w->device,
      &(qn_op){.kind = QN_OP_COPY,
               .copy = {.to = {.address = bytes},
                        .from = {.address = (char *)w->inner.address + offset,
                                 .device = true},
                        .width = size,
                        .height = 1,
                        .depth = 1}});
}

typedef struct damage {
  size_t first, last; // offsets of bytes that were overwritten
  size_t count;
} damage;

// Compares memory with a pattern. False when it is intact or cannot be read.
static bool find_damage(const qn_watch *w, size_t offset, size_t size, int byte,
                        damage *out) {
  enum { PIECE = 4096 };
  uint8_t bytes[PIECE];
  *out = (damage){0};
  for (size_t done = 0; done < size;) {
    const size_t piece = size - done < PIECE ? size - done : PIECE;
    if (fetch(w, offset + done, piece, bytes) != QN_R_OK)
      return false;
    for (size_t i = 0; i < piece; ++i) {
      if (bytes[i] == byte)
        continue;
      if (!out->count++)
        out->first = done + i;
      out->last = done + i;
    }
    done += piece;
  }
  return out->count != 0;
}

// ---- Kernels since the last check

void qn_watch_note_kernel(qn_watch_device *device, const char *name) {
  const size_t count = device->recent_count++;
  for (size_t i = 0; i < count && i < QN_WATCH_RECENT; ++i)
    if (strcmp(device->recent[i], name) == 0) {
      --device->recent_count;
      return;
    }
  if (count < QN_WATCH_RECENT)
    snprintf(device->recent[count], QN_WATCH_NAME, "%s", name);
}

// Prints "'axpy'", "'axpy' or 'scale'".
static void name_suspects(const qn_watch_device *device, qn_buffer *out) {
  const size_t shown = device->recent_count < QN_WATCH_RECENT
                           ? device->recent_count
                           : QN_WATCH_RECENT;
  if (!shown)
    qn_buffer_printf(out, "something");
  for (size_t i = 0; i < shown; ++i)
    qn_buffer_printf(out, "%s'%s'",
                     i == 0                                            ? ""
                     : i + 1 == shown && shown == device->recent_count ? " or "
                                                                       : ", ",
                     device->recent[i]);
  if (device->recent_count > shown)
    qn_buffer_printf(out, " or %zu others", device->recent_count - shown);
}

// ---- Red zones

static void report_overrun(const qn_watch *w, const damage *d, bool front) {
  char name[160];
  qn_buffer who = {0};
  name_suspects(w->device, &who);
  // The distance of the farthest byte from the allocation.
  const size_t reach = front ? w->front - d->first : d->last + 1;
  qn_watch_report(QN_ERROR, "%s wrote %zu bytes %s %s: up to %zu bytes %s",
                  qn_buffer_text(&who), d->count,
                  front ? "before the start of" : "past the end of",
                  qn_watch_name(w, name, sizeof(name)), reach,
                  front ? "before it" : "past it");
  qn_buffer_finish(&who);
}

static void check_zones(const qn_watch *w) {
  damage d;
  const size_t behind = w->front + w->size;
  if (find_damage(w, 0, w->front, ZONE, &d)) {
    report_overrun(w, &d, true);
    (void)fill(w, 0, w->front, ZONE);
  }
  if (find_damage(w, behind, w->total - behind, ZONE, &d)) {
    report_overrun(w, &d, false);
    (void)fill(w, behind, w->total - behind, ZONE);
  }
}

static void check_all(const qn_watch_device *device) {
  for (size_t i = 0; i < table.count; ++i)
    if (table.live[i]->device == device && table.live[i]->total)
      check_zones(table.live[i]);
}

void qn_watch_check(qn_watch_device *device, bool idle) {
  if (!device->recent_count)
    return;
  check_all(device);
  if (idle)
    device->recent_count = 0;
}

// ---- Freed memory

static void check_freed(const qn_watch *w) {
  char name[160];
  damage d;
  if (find_damage(w, w->front, w->size, FREED, &d))
    qn_watch_report(QN_ERROR,
                    "%zu bytes of %s were written after it was freed, the "
                    "first at offset %zu",
                    d.count, qn_watch_name(w, name, sizeof(name)), d.first);
}

// Releases a freed allocation that was kept.
static void evict(size_t at) {
  qn_watch *w = table.kept[at];
  check_freed(w);
  (void)w->device->inner->release(w->device->device, w->kind, &w->inner);
  table.kept_size -= w->total;
  --table.kept_count;
  memmove(&table.kept[at], &table.kept[at + 1],
          (table.kept_count - at) * sizeof(qn_watch *));
  qn_free(w);
}

static qn_result keep(qn_watch *w) {
  const qn_memory_kind kind = w->kind;
  if (w->total > KEPT_LARGEST || fill(w, w->front, w->size, FREED) != QN_R_OK) {
    const qn_result result =
        w->device->inner->release(w->device->device, kind, &w->inner);
    qn_free(w);
    return result;
  }
  while (table.kept_count == KEPT || table.kept_size + w->total > KEPT_SIZE)
    evict(0);
  table.kept[table.kept_count++] = w;
  table.kept_size += w->total;
  return QN_R_OK;
}

// ---- Allocation

static qn_result allocate_inner(qn_watch_device *device,
                                const qn_memory_request *request,
                                qn_memory *out_memory) {
  qn_result result =
      device->inner->allocate(device->device, request, out_memory);
  if (result != QN_R_OUT_OF_MEMORY || !table.kept_count)
    return result;
  while (table.kept_count)
    evict(0);
  return device->inner->allocate(device->device, request, out_memory);
}

static qn_result make(qn_watch_device *device, const qn_memory_request *request,
                      qn_watch *w) {
  qn_memory_request larger = *request;
  const size_t zone =
      request->kind == QN_MEMORY_DEVICE ? DEVICE_ZONE : PAGE_ZONE;
  if (!qn_add_size(request->size, 2 * zone, &larger.size))
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for %zu bytes",
                     request->size);
  QN_CHECK(allocate_inner(device, &larger, &w->inner));
  w->kind = request->kind;
  w->device = device;
  w->size = request->size;
  w->front = zone;
  w->total = larger.size;
  w->begin = (uintptr_t)w->inner.address + zone;
  qn_result result = fill(w, 0, zone, ZONE);
  if (result == QN_R_OK)
    result = fill(w, zone, w->size, FRESH);
  if (result == QN_R_OK)
    result = fill(w, zone + w->size, zone, ZONE);
  if (result == QN_R_OK && !insert(w))
    result = qn_refuse(QN_R_OUT_OF_MEMORY, "no memory to watch an allocation");
  if (result != QN_R_OK)
    (void)device->inner->release(device->device, w->kind, &w->inner);
  return result;
}

qn_result qn_watch_allocate(qn_watch_device *device,
                            const qn_memory_request *request,
                            qn_memory *out_memory) {
  qn_watch *w = qn_alloc_array(1, sizeof(*w));
  if (!w)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory to watch an allocation");
  const qn_result result = make(device, request, w);
  if (result != QN_R_OK) {
    qn_free(w);
    return result;
  }
  w->number = ++table.last_number;
  *out_memory = w->inner;
  out_memory->address = (void *)w->begin;
  if (w->inner.host)
    out_memory->host = (char *)w->inner.host + w->front;
  return QN_R_OK;
}

static qn_result refuse_release(uintptr_t begin) {
  char name[160];
  const qn_watch *kept = find_kept(begin);
  if (kept) {
    qn_watch_report(QN_ERROR, "%s is freed twice",
                    qn_watch_name(kept, name, sizeof(name)));
    return qn_refuse(QN_R_INVALID_VALUE, "%s is freed twice", name);
  }
  qn_watch_report(QN_ERROR, "0x%" PRIxPTR " is freed, where nothing begins",
                  begin);
  return qn_refuse(QN_R_INVALID_VALUE,
                   "0x%" PRIxPTR " is freed, where nothing begins", begin);
}

qn_result qn_watch_release(qn_watch_device *device, qn_memory_kind kind,
                           qn_memory *memory) {
  char name[160];
  const uintptr_t begin = (uintptr_t)memory->address;
  const size_t at = index_of(begin);
  if (at == table.count)
    return refuse_release(begin);
  qn_watch *w = table.live[at];
  if (w->kind != kind || w->device != device) {
    qn_watch_report(QN_ERROR, "%s is freed as %s memory%s",
                    qn_watch_name(w, name, sizeof(name)), kind_name(kind),
                    w->device == device ? "" : " of another device");
    return qn_refuse(QN_R_INVALID_VALUE, "%s is freed as %s memory", name,
                     kind_name(kind));
  }
  check_zones(w);
  remove_at(at);
  const qn_result result = keep(w);
  if (result == QN_R_OK)
    *memory = (qn_memory){0};
  return result;
}

qn_result qn_watch_know(const qn_watch *watch) {
  if (index_of(watch->begin) != table.count)
    return QN_R_OK;
  qn_watch *w = qn_alloc_array(1, sizeof(*w));
  if (w) {
    *w = *watch;
    w->written = true;
    if (insert(w))
      return QN_R_OK;
  }
  qn_free(w);
  return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory to watch memory");
}

void qn_watch_forget(const void *address) {
  const size_t at = index_of((uintptr_t)address);
  if (at == table.count || table.live[at]->number)
    return;
  qn_free(table.live[at]);
  remove_at(at);
}

void qn_watch_forget_owned(const void *owner) {
  for (size_t i = table.count; i-- > 0;)
    if (owner && table.live[i]->owner == owner) {
      qn_free(table.live[i]);
      remove_at(i);
    }
}

// ---- The end

static void report_leak(qn_watch *w) {
  char name[160];
  ++counts.leaks;
  counts.leaked_size += w->size;
  if (w->device->leaks++ < LEAKS_MAX)
    qn_watch_report(QN_NOTE, "leak: %s was never freed",
                    qn_watch_name(w, name, sizeof(name)));
}

void qn_watch_leak(const void *address) {
  const size_t at = index_of((uintptr_t)address);
  if (at != table.count)
    report_leak(table.live[at]);
}

void qn_watch_check_all(qn_watch_device *device) {
  check_all(device);
  for (size_t i = 0; i < table.kept_count; ++i)
    if (table.kept[i]->device == device) {
      const qn_watch *w = table.kept[i];
      check_freed(w);
      (void)fill(w, w->front, w->size, FREED); // reported once
    }
}

void qn_watch_report_leaks(const qn_watch_device *device) {
  for (size_t i = 0; i < table.count; ++i)
    if (table.live[i]->device == device && table.live[i]->number)
      report_leak(table.live[i]);
}

void qn_watch_end(qn_watch_device *device) {
  check_all(device);
  for (size_t i = table.kept_count; i-- > 0;)
    if (table.kept[i]->device == device)
      evict(i);
  for (size_t i = table.count; i-- > 0;) {
    qn_watch *w = table.live[i];
    if (w->device != device)
      continue;
    if (w->number) {
      report_leak(w);
      (void)device->inner->release(device->device, w->kind, &w->inner);
    }
    remove_at(i);
    qn_free(w);
  }
  if (!table.count) {
    qn_free(table.live);
    table.live = NULL;
    table.capacity = 0;
  }
}
