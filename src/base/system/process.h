// SPDX-License-Identifier: Apache-2.0
// Child processes: tools run by argument vector (never a shell), output
// captured, killed when we die.
#ifndef QN_BASE_SYSTEM_PROCESS_H
#define QN_BASE_SYSTEM_PROCESS_H

#include "base/buffer.h"
#include "base/diag.h"

typedef struct qn_process_params {
  const char *const *args;    // NULL-terminated; args[0] is the program's path
  const char *const *set_env; // NULL-terminated "NAME=value" additions, or NULL
  const char *folder;         // working folder, or NULL for ours
  qn_span input;              // given to the child as standard input
  double timeout_s;           // 0: none. Beyond it the child is killed
  // Called about ten times a second while the child runs; false kills it
  // (QN_E_LIMIT). NULL: never cancelled.
  bool (*on_wait)(void *user, double seconds);
  void *user;
} qn_process_params;

typedef struct qn_process_result {
  int exit_code; // 0-255; 128 + n when a signal n ended it
  int signal;    // the signal, or 0
  bool timed_out;
  double user_s, system_s; // CPU time of the child, seconds
  qn_buffer out, err;      // owned; captured standard output and error
} qn_process_result;

// Runs a program to its end. OK whatever the exit code; a failure means that it
// could not be run (QN_E_NOT_FOUND: no such program) or was killed by the
// timeout (QN_E_TOOLCHAIN) or by on_wait (QN_E_LIMIT). Thread-safe.
qn_status qn_process_run(const qn_process_params *params,
                         qn_process_result *out_result, qn_diag *diag);
// Accepts a zeroed result.
void qn_process_result_finish(qn_process_result *result);

// The command as a POSIX shell would need it, quoted where needed; for -v, -n
// and messages.
void qn_process_print(const char *const *args, qn_buffer *out);

// Looks `name` up in PATH (a name with '/' is taken as it is). Writes the full
// path to `out_path` and returns true when it is an executable file.
bool qn_process_find(const char *name, char *out_path, size_t capacity);

// ---- Workers: functions of ours in a separate child process, so that a
// crash or an exit() of a third-party library in it ends only that child.

// Runs in the child. What it appends to `reply` is sent to the parent, as are
// status and diag.
typedef qn_status qn_worker_fn(void *user, qn_buffer *reply, qn_diag *diag);

typedef struct qn_worker {
  qn_worker_fn *fn;
  void *user;
  const char *name; // for messages: "target gfx942"
  // Results, filled by qn_workers_run:
  qn_status status;
  qn_diag diag;
  qn_buffer reply;         // owned by the caller afterwards
  qn_buffer err;           // owned by the caller: what the child printed
  double user_s, system_s; // CPU time of the child and its children
  uint64_t peak;           // bytes: the peak memory of the largest of them
} qn_worker;

// Workers started one by one, for callers that decide while others run what
// comes next. The calling process must be single-threaded.
typedef struct qn_worker_pool qn_worker_pool;

// At most `slots` children at a time. NULL when out of memory.
qn_worker_pool *qn_worker_pool_create(unsigned slots);
// None may be running.
void qn_worker_pool_destroy(qn_worker_pool **pool);
unsigned qn_worker_pool_running(const qn_worker_pool *pool);
// Forks a child for `worker`, which must stay in place until the child has
// ended. False (and errno) when no slot is free or fork fails.
bool qn_worker_pool_start(qn_worker_pool *pool, qn_worker *worker);
// Waits until a child ends, `fd` (-1: none) can be read or `timeout_ms` (-1:
// none) has passed. Returns the worker that ended, with its results, or NULL.
qn_worker *qn_worker_pool_wait(qn_worker_pool *pool, int timeout_ms, int fd);
// Ends a child before its time; it may be started again as if it never had
// been.
void qn_worker_pool_stop(qn_worker_pool *pool, qn_worker *worker);

// Forks one child per worker, at most `jobs` at a time (0: one per CPU), and
// waits for all. The calling process must be single-threaded. A child that
// dies gives QN_E_INTERNAL with the signal's name and the last line that it
// printed; the whole of it is in `err`, also after success. OK whatever
// happened to the workers: look at each one's status.
// `on_done` (may be NULL) is called in the parent after each.
qn_status qn_workers_run(qn_worker *workers, size_t count, unsigned jobs,
                         void (*on_done)(void *user, size_t index),
                         void *on_done_user, qn_diag *diag);

#endif // QN_BASE_SYSTEM_PROCESS_H
