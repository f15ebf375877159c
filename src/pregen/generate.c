// SPDX-License-Identifier: Apache-2.0
#include "pregen/generate.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/system/process.h"
#include "base/system/thread.h"
#include "pregen/history.h"
#include "pregen/jobserver.h"

enum {
  SLOTS_MAX = 1024,
  BUSY_MS = 50,     // between checks for another process's result
  UNKNOWN_MB = 400, // for a compilation that was never measured
};

typedef enum state {
  WAITING,
  BUSY, // in another process, or here under another name
  RUNNING,
  ENDED,
} state;

typedef struct task {
  const qn_pregen_job *job;
  state state;
  qn_buffer key; // empty: not cached
  bool locked, token;
  qn_history_cost cost; // expected
  uint64_t started;     // ns
  qn_make_params make;
  qn_worker worker;
} task;

typedef struct run {
  const qn_generate_params *params;
  qn_generate_result result;
  qn_objects objects;
  qn_history history;
  qn_jobserver server;
  qn_output output;
  qn_worker_pool *pool;
  task *tasks; // longest first, once the cached ones are removed
  size_t count;
  size_t ended;
  size_t next; // earlier ones are not WAITING
  unsigned slots;
  uint64_t budget, used; // bytes
  const qn_compiler_api *api;
  qn_diag no_api; // why it is missing
} run;

// ---- Ends

static void report_made(run *r, const task *t, const qn_made *made,
                        const qn_diag *failed) {
  ++r->ended;
  r->result.done += failed == NULL;
  if (r->params->on_job)
    r->params->on_job(r->params->user, t->job, made, failed);
  if (r->params->on_progress)
    r->params->on_progress(r->params->user, r->ended, r->count);
}

// Writes what was made or found, and completes the task.
static void finish(run *r, task *t, qn_made *made, qn_status status,
                   qn_diag *diag) {
  if (!qn_failed(status))
    status = qn_output_write(&r->output, t->job, made, diag);
  t->state = ENDED;
  if (t->locked)
    qn_cache_release(&r->objects.cache, qn_buffer_str(&t->key));
  t->locked = false;
  // Sources were found when the configuration was read: what is missing is a
  // tool.
  r->result.environment |= status.code == QN_E_NOT_FOUND;
  report_made(r, t, made, qn_failed(status) ? diag : NULL);
  qn_buffer_finish(&t->key);
}

static bool find_cached(run *r, task *t) {
  if (!t->key.size)
    return false;
  qn_made made = {0};
  qn_diag diag = {0};
  const qn_compile_params compile = qn_make_compile(t->job);
  qn_object_params object = qn_make_object(t->job, &compile);
  object.want_files = r->params->want_files;
  if (!qn_object_get(&r->objects, &object, qn_buffer_str(&t->key),
                     &made.object))
    return false;
  ++r->result.hits;
  finish(r, t, &made, qn_ok(), &diag);
  qn_made_finish(&made);
  return true;
}

static void fail(run *r, task *t, qn_diag *diag) {
  qn_made made = {0};
  finish(r, t, &made, (qn_status){diag->code}, diag);
}

// ---- Starting

static bool has_same_key(const run *r, const task *t) {
  for (size_t i = 0; i < r->count; ++i)
    if (r->tasks[i].state == RUNNING && t->key.size &&
        qn_str_equal(qn_buffer_str(&r->tasks[i].key), qn_buffer_str(&t->key)))
      return true;
  return false;
}

// Tries to take the lock of a task's key.
static bool lock(run *r, task *t) {
  if (!t->key.size)
    return true;
  if (has_same_key(r, t))
    return false;
  const qn_cache_lock got =
      qn_cache_take(&r->objects.cache, qn_buffer_str(&t->key), false);
  t->locked = got == QN_CACHE_LOCKED;
  return got != QN_CACHE_BUSY;
}

static bool load(run *r) {
  if (r->api || r->no_api.code != QN_OK)
    return r->api != NULL;
  if (qn_failed(r->params->load(&r->api, &r->no_api)))
    r->result.environment = true;
  return r->api != NULL;
}

static void start(run *r, task *t) {
  qn_diag diag = {0};
  if (!t->job->npu && !load(r)) {
    diag = r->no_api;
    fail(r, t, &diag);
    return;
  }
  t->make = (qn_make_params){.job = t->job, .api = r->api};
  t->worker = (qn_worker){
      .fn = qn_make_work, .user = &t->make, .name = t->job->kernel->name};
  t->started = qn_clock_ns();
  if (!qn_worker_pool_start(r->pool, &t->worker)) {
    qn_ignore(qn_fail_errno(&diag, "start", t->job->kernel->name),
              "it is in the diag");
    fail(r, t, &diag);
    return;
  }
  t->state = RUNNING;
  r->used += t->cost.bytes;
}

// Whether memory and workers allow another task.
static bool has_room(run *r, const task *t) {
  const unsigned running = qn_worker_pool_running(r->pool);
  return running < r->slots &&
         (!running || r->used + t->cost.bytes <= r->budget);
}

// Under make's jobserver every job but one needs a token.
static bool take_token(run *r, task *t) {
  if (!qn_jobserver_is_there(&r->server) || !qn_worker_pool_running(r->pool))
    return true;
  t->token = qn_jobserver_take(&r->server);
  return t->token;
}

// Starts a task that is WAITING or BUSY, or finds that another process has done
// it. False when it must wait for room.
static bool try_task(run *r, task *t) {
  if (!has_room(r, t))
    return false;
  if (!lock(r, t)) {
    t->state = BUSY;
    return true;
  }
  // The previous holder of the lock may have made it.
  if (!r->params->force && find_cached(r, t))
    return true;
  if (!take_token(r, t)) {
    if (t->locked)
      qn_cache_release(&r->objects.cache, qn_buffer_str(&t->key));
    t->locked = false;
    return false;
  }
  start(r, t);
  return true;
}

static void fill(run *r) {
  for (size_t i = r->next; i < r->count; ++i) {
    task *t = &r->tasks[i];
    if (t->state == WAITING && !try_task(r, t))
      break; // longest first, so that the last ones end together
    while (r->next < r->count && r->tasks[r->next].state != WAITING)
      ++r->next;
  }
}

// Checks again for the results of other processes. True when some are missing.
static bool look_at_busy(run *r) {
  bool left = false;
  for (size_t i = 0; i < r->count; ++i) {
    task *t = &r->tasks[i];
    if (t->state != BUSY)
      continue;
    if (try_task(r, t) && t->state != BUSY)
      continue;
    left = true;
  }
  return left;
}

// ---- Collecting

static void store(run *r, const task *t, const qn_made *made) {
  qn_diag diag = {0};
  const qn_compile_params compile = qn_make_compile(t->job);
  const qn_object_params object = qn_make_object(t->job, &compile);
  if (t->key.size)
    qn_ignore(qn_object_put(&r->objects, &object, qn_buffer_str(&t->key),
                            &made->object, &diag),
              "the work is done all the same");
}

static void collect(run *r, task *t) {
  qn_made made = {0};
  qn_diag diag = t->worker.diag;
  qn_status status = t->worker.status;
  const double seconds = (double)(qn_clock_ns() - t->started) * 1e-9;
  r->used -= t->cost.bytes;
  if (t->token)
    qn_jobserver_give(&r->server);
  t->token = false;
  if (t->worker.reply.size) {
    qn_diag wrong = {0};
    const qn_status read =
        qn_make_reply(qn_buffer_span(&t->worker.reply), &made, &wrong);
    if (qn_failed(read) && !qn_failed(status)) {
      status = read;
      diag = wrong;
    }
  }
  if (!qn_failed(status)) {
    store(r, t, &made);
    qn_history_learn(&r->history, t->job->arch, t->job->kernel->name,
                     (qn_history_cost){seconds, t->worker.peak});
  }
  qn_buffer_finish(&t->worker.reply);
  qn_buffer_finish(&t->worker.err);
  finish(r, t, &made, status, &diag);
  qn_made_finish(&made);
}

static void work(run *r) {
  while (r->ended < r->count) {
    fill(r);
    const bool busy = look_at_busy(r);
    if (r->ended == r->count)
      break;
    const bool waits = qn_jobserver_is_there(&r->server) &&
                       r->next < r->count &&
                       qn_worker_pool_running(r->pool) < r->slots;
    const qn_worker *ended = qn_worker_pool_wait(
        r->pool, busy ? BUSY_MS : -1, waits ? r->server.read_fd : -1);
    for (size_t i = 0; ended && i < r->count; ++i)
      if (&r->tasks[i].worker == ended) {
        collect(r, &r->tasks[i]);
        break;
      }
  }
}

// ---- Beginning

static int longest_first(const void *a, const void *b) {
  const task *x = a, *y = b;
  if (x->cost.seconds != y->cost.seconds)
    return x->cost.seconds < y->cost.seconds ? 1 : -1;
  return x->job < y->job ? -1 : x->job > y->job; // as configured
}

static void make_key(run *r, task *t) {
  qn_diag diag = {0};
  if (!qn_objects_on(&r->objects) || t->job->npu)
    return;
  const qn_compile_params compile = qn_make_compile(t->job);
  const qn_object_params object = qn_make_object(t->job, &compile);
  if (qn_failed(qn_object_key(&r->objects, &object, &t->key, &diag)))
    qn_buffer_finish(&t->key);
}

static void estimate(run *r, task *t) {
  t->cost = (qn_history_cost){1e9, (uint64_t)UNKNOWN_MB << 20};
  (void)qn_history_find(&r->history, t->job->arch, t->job->kernel->name,
                        &t->cost);
}

// Completes tasks from the cache, and sorts the others.
static void look_up(run *r) {
  size_t left = 0;
  for (size_t i = 0; i < r->count; ++i) {
    task *t = &r->tasks[i];
    make_key(r, t);
    if (!r->params->force && find_cached(r, t))
      continue;
    estimate(r, t);
    ++left;
  }
  if (!left)
    return;
  size_t kept = 0;
  for (size_t i = 0; i < r->count; ++i)
    if (r->tasks[i].state == WAITING) {
      const task moved = r->tasks[i];
      r->tasks[i] = r->tasks[kept];
      r->tasks[kept++] = moved;
    }
  qsort(r->tasks, kept, sizeof(*r->tasks), longest_first);
}

static qn_status prepare(run *r, qn_diag *diag) {
  const qn_pregen_plan *plan = r->params->plan;
  r->tasks = qn_alloc_array(plan->count + 1, sizeof(*r->tasks));
  qn_jobserver_open(&r->server);
  r->slots = r->params->jobs ? r->params->jobs : qn_cpu_count();
  if (r->slots > SLOTS_MAX)
    r->slots = SLOTS_MAX;
  r->pool = qn_worker_pool_create(r->slots);
  if (!r->tasks || !r->pool)
    return qn_fail_memory(diag, "the tasks");
  for (size_t i = 0; i < plan->count; ++i)
    if (plan->jobs[i].wanted)
      r->tasks[r->count++].job = &plan->jobs[i];
  r->result.count = r->count;
  r->budget =
      r->params->memory ? r->params->memory : qn_memory_available() / 4 * 3;
  qn_objects_open(&r->objects, r->params->no_cache);
  qn_history_open(&r->history, &r->objects.cache);
  return qn_ok();
}

qn_status qn_generate(const qn_generate_params *params,
                      qn_generate_result *out_result, qn_diag *diag) {
  run r = {.params = params,
           .output = {.folder = params->output, .images = params->images},
           .server = {.read_fd = -1, .write_fd = -1}};
  qn_status status = prepare(&r, diag);
  if (!qn_failed(status)) {
    look_up(&r);
    work(&r);
    status = qn_output_finish(&r.output, diag);
  }
  qn_history_close(&r.history, &r.objects.cache);
  qn_objects_close(&r.objects);
  qn_jobserver_close(&r.server);
  qn_output_destroy(&r.output);
  qn_worker_pool_destroy(&r.pool);
  qn_free(r.tasks);
  *out_result = r.result;
  return status;
}
