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
  uint64_t id; // of one that may overlap; 0: free
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

int quern_trace_is_on(void) {
  const char *path = getenv("QUERN_TRACE");
  return path && path[0] && strcmp(path, "0") != 0 &&
         qn_trace_file_open(path) == QN_R_OK;
}

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
  if (!quern_trace_is_on())
    return;
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
  if (!quern_trace_is_on())
    return NONE;
  ranges *r = qn_thread_memory_get(&mine);
  if (!r || r->depth == DEPTH_MAX)
    return -1;
  range *top = &r->stack[r->depth++];
  top->domain = domain;
  top->begin_ns = qn_clock_ns();
  keep_name(top, name);
  return depth_of(r, domain) - 1;
}

int quern_trace_pop(const void *domain) {
  if (!quern_trace_is_on())
    return NONE;
  ranges *r = qn_thread_memory_get(&mine);
  int at = r ? r->depth - 1 : -1;
  while (at >= 0 && r->stack[at].domain != domain)
    --at;
  if (at < 0)
    return -1;
  write_range(&r->stack[at], 'X');
  memmove(&r->stack[at], &r->stack[at + 1],
          (size_t)(r->depth - 1 - at) * sizeof(*r->stack));
  --r->depth;
  return depth_of(r, domain);
}

uint64_t quern_trace_begin(const char *name) {
  if (!quern_trace_is_on())
    return 0;
  uint64_t id = 0;
  qn_mutex_lock(&mutex);
  for (int i = 0; i < OPEN_MAX && !id; ++i)
    if (!open_ranges[i].id) {
      id = open_ranges[i].id = ++last_id;
      open_ranges[i].begin_ns = qn_clock_ns();
      keep_name(&open_ranges[i], name);
    }
  qn_mutex_unlock(&mutex);
  return id;
}

void quern_trace_end(uint64_t id) {
  qn_mutex_lock(&mutex);
  for (int i = 0; i < OPEN_MAX && id; ++i)
    if (open_ranges[i].id == id) {
      write_range(&open_ranges[i], 'X');
      open_ranges[i].id = 0;
      break;
    }
  qn_mutex_unlock(&mutex);
}
