// SPDX-License-Identifier: Apache-2.0
// What a program itself writes into its trace.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/system/thread.h"
#include "quern/run.h"
#include "runtime/backends/wrap/trace_file.h"
#include "runtime/core/observe.h"

enum {
  HOST_TRACK = 1, // of trace.c
  DEPTH_MAX = 64,
  OPEN_MAX = 1024,
  NAME_SIZE = 120,
  TEXT_SIZE = 6 * NAME_SIZE + 64,
  NONE = -2,
};

typedef struct range {
  const void *domain;
  uint64_t begin_ns;
  uint64_t id;   // of one that may overlap; 0: free
  uint32_t mark; // its id for who watches
  bool is_nested;
  char name[NAME_SIZE];
} range;

typedef struct ranges {
  range stack[DEPTH_MAX];
  int depth;
} ranges;
static qn_thread_memory mine = QN_THREAD_MEMORY(sizeof(ranges), NULL);

static qn_mutex mutex = QN_MUTEX_INIT;
static range open_ranges[OPEN_MAX];
static uint64_t last_id;
static atomic_uint last_mark;

// The trace's file.
static bool has_file(void) {
  const char *path = getenv("QUERN_TRACE");
  return path && path[0] && strcmp(path, "0") != 0 &&
         qn_trace_file_open(path) == QN_R_OK;
}

// ---- Who watches

static const qn_observer *observer(void) {
  return atomic_load_explicit(&qn_observing, memory_order_acquire);
}

static bool is_wanted(void) { return observer() || has_file(); }

int quern_trace_is_on(void) { return is_wanted(); }

static void tell(qn_observed_mark_kind kind, range *r, const char *name) {
  const qn_observer *o = observer();
  if (kind != QN_MARK_END)
    r->mark = atomic_fetch_add(&last_mark, 1) + 1;
  if (o)
    o->mark(&(qn_observed_mark){kind, r->is_nested, r->mark, name});
}

// ---- The trace's file

// A string of JSON, with quotes.
static void quote(const char *name, char *out) {
  static const char digits[] = "0123456789abcdef";
  *out++ = '"';
  for (; *name; ++name) {
    const unsigned char c = (unsigned char)*name;
    if (c == '"' || c == '\\') {
      *out++ = '\\';
      *out++ = (char)c;
    } else if (c < 0x20) {
      memcpy(out, "\\u00", 4);
      out[4] = digits[c >> 4];
      out[5] = digits[c & 15];
      out += 6;
    } else {
      *out++ = (char)c;
    }
  }
  *out++ = '"';
  *out = 0;
}

static void keep_name(range *r, const char *name) {
  size_t size = name ? strlen(name) : 0;
  if (size >= NAME_SIZE) { // whole characters of UTF-8
    size = NAME_SIZE - 1;
    while (size && ((unsigned char)name[size] & 0xc0) == 0x80)
      --size;
  }
  memcpy(r->name, name ? name : "", size);
  r->name[size] = 0;
}

static void write_range(const range *r, char phase) {
  char text[TEXT_SIZE], quoted[TEXT_SIZE - 32];
  if (!has_file())
    return;
  const uint64_t now = qn_clock_ns();
  quote(r->name, quoted);
  snprintf(text, sizeof(text), "\"name\":%s%s", quoted,
           phase == 'i' ? ",\"s\":\"t\"" : "");
  qn_trace_file_add(
      &(qn_trace_event){.phase = phase,
                        .process = HOST_TRACK,
                        .thread = (uint64_t)syscall(SYS_gettid),
                        .begin_ns = phase == 'i' ? now : r->begin_ns,
                        .duration_ns = phase == 'i' ? 0 : now - r->begin_ns,
                        .text = text});
}

void quern_trace_mark(const char *name) {
  range r = {0};
  if (!is_wanted())
    return;
  tell(QN_MARK_POINT, &r, name);
  keep_name(&r, name);
  write_range(&r, 'i');
}

static int depth_of(const ranges *r, const void *domain) {
  int count = 0;
  for (int i = 0; i < r->depth; ++i)
    count += r->stack[i].domain == domain;
  return count;
}

int quern_trace_push(const void *domain, const char *name) {
  if (!is_wanted())
    return NONE;
  ranges *r = qn_thread_memory_get(&mine);
  if (!r || r->depth == DEPTH_MAX)
    return -1;
  range *top = &r->stack[r->depth++];
  top->domain = domain;
  top->is_nested = true;
  top->begin_ns = qn_clock_ns();
  tell(QN_MARK_BEGIN, top, name);
  keep_name(top, name);
  return depth_of(r, domain) - 1;
}

int quern_trace_pop(const void *domain) {
  if (!is_wanted())
    return NONE;
  ranges *r = qn_thread_memory_get(&mine);
  int at = r ? r->depth - 1 : -1;
  while (at >= 0 && r->stack[at].domain != domain)
    --at;
  if (at < 0)
    return -1;
  tell(QN_MARK_END, &r->stack[at], NULL);
  write_range(&r->stack[at], 'X');
  memmove(&r->stack[at], &r->stack[at + 1],
          (size_t)(r->depth - 1 - at) * sizeof(*r->stack));
  --r->depth;
  return depth_of(r, domain);
}

uint64_t quern_trace_begin(const char *name) {
  if (!is_wanted())
    return 0;
  uint64_t id = 0;
  range told = {0};
  tell(QN_MARK_BEGIN, &told, name); // before: it may call the program
  qn_mutex_lock(&mutex);
  for (int i = 0; i < OPEN_MAX && !id; ++i)
    if (!open_ranges[i].id) {
      id = open_ranges[i].id = ++last_id;
      open_ranges[i].begin_ns = qn_clock_ns();
      open_ranges[i].mark = told.mark;
      keep_name(&open_ranges[i], name);
    }
  qn_mutex_unlock(&mutex);
  return id;
}

void quern_trace_end(uint64_t id) {
  range ended = {0};
  qn_mutex_lock(&mutex);
  for (int i = 0; i < OPEN_MAX && id; ++i)
    if (open_ranges[i].id == id) {
      ended = open_ranges[i];
      write_range(&open_ranges[i], 'X');
      open_ranges[i].id = 0;
      break;
    }
  qn_mutex_unlock(&mutex);
  if (ended.id)
    tell(QN_MARK_END, &ended, NULL);
}
