// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/leak.h"

#include "base/map.h"
#include "base/system/thread.h"

static qn_mutex mutex = QN_MUTEX_INIT;
static qn_map things; // handles to kinds, in the order in which they were made
static qn_map places; // handles to sites
static qn_map names;  // handles to static texts

_Thread_local bool qn_check_ours;

void qn_check_made(int kind, const void *handle, const char *what) {
  const qn_check_site site = qn_check_here();
  const uint64_t key = (uintptr_t)handle;
  qn_check_frame frames[QN_CHECK_FRAMES];
  // What no frame of the program made is the runtime's own.
  if (qn_check_ours || !qn_check_site_frames(site, frames))
    return;
  qn_mutex_lock(&mutex);
  (void)qn_map_put(&things, key, (uint64_t)kind, NULL);
  (void)qn_map_put(&places, key, site, NULL);
  (void)qn_map_put(&names, key, (uintptr_t)what, NULL);
  qn_mutex_unlock(&mutex);
}

void qn_check_gone(int kind, const void *handle) {
  const uint64_t key = (uintptr_t)handle;
  (void)kind;
  qn_mutex_lock(&mutex);
  (void)qn_map_remove(&things, key);
  (void)qn_map_remove(&places, key);
  (void)qn_map_remove(&names, key);
  qn_mutex_unlock(&mutex);
}

static void report_block(const qn_check_block *b) {
  char text[160];
  qn_check_frame frames[QN_CHECK_FRAMES];
  qn_check_finding f = {.rule = QN_CHECK_LEAK, .has_block = true, .block = *b};
  // An array's handle is reported; what is idle in a pool was given back.
  if (b->kind == QN_MEMORY_ARRAY || b->idle)
    return;
  if (!b->in_kernel && !qn_check_site_frames(b->made, frames))
    return;
  qn_check_describe(b, text, sizeof(text));
  qn_check_say(&f, "%s was never freed", text);
  qn_check_report(&f);
}

void qn_check_report_leaks(void) {
  qn_check_each_block(report_block);
  qn_mutex_lock(&mutex);
  for (size_t i = 0; i < things.count; ++i) {
    const uint64_t key = things.entries[i].key;
    const uint64_t *site = qn_map_find(&places, key);
    const uint64_t *name = qn_map_find(&names, key);
    qn_check_finding f = {.rule = QN_CHECK_LEAK, .side_count = 1};
    f.sides[0] =
        (qn_check_side){.verb = "at", .site = site ? (qn_check_site)*site : 0};
    qn_check_say(&f, "%s was never destroyed",
                 name ? (const char *)(uintptr_t)*name : "an object");
    qn_check_report(&f);
  }
  qn_mutex_unlock(&mutex);
}
