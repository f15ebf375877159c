// SPDX-License-Identifier: Apache-2.0
// The workers of process.h.
#include "base/system/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/cleanup.h"
#include "base/system/thread.h"

enum { READ_STEP = 16 * 1024, FIELD_SIZE = 64, FIELDS_MAX = 64 };

// What a child sends before the payload of its reply.
typedef struct header {
  uint64_t magic;
  qn_code code;
  qn_diag diag;
  char field[FIELD_SIZE]; // the text of diag.place.field
  uint64_t reply_size;
} header;

static const uint64_t header_magic = UINT64_C(0x6b726f772d6e7271);

// A running child.
typedef struct child {
  qn_worker *worker; // NULL: a free slot
  pid_t pid;
  int reply_fd, err_fd; // -1 at their ends
  int slot;
  qn_buffer message; // header and reply
} child;

// A field name is a static string, possibly of a library that only the child
// has loaded: the parent needs a permanent copy of its own.
static const char *lasting_field(const char *text) {
  static char fields[FIELDS_MAX][FIELD_SIZE];
  static qn_mutex lock = QN_MUTEX_INIT;
  const char *found = NULL;
  if (!text[0])
    return NULL;
  qn_mutex_lock(&lock);
  for (size_t i = 0; i < FIELDS_MAX && !found; ++i) {
    if (!fields[i][0])
      memcpy(fields[i], text, FIELD_SIZE);
    if (strncmp(fields[i], text, FIELD_SIZE) == 0)
      found = fields[i];
  }
  qn_mutex_unlock(&lock);
  return found;
}

static bool write_all(int fd, const void *bytes, size_t size) {
  const char *at = bytes;
  while (size) {
    const ssize_t put = write(fd, at, size);
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0)
      return false;
    at += put;
    size -= (size_t)put;
  }
  return true;
}

static _Noreturn void work(const qn_worker *worker, int reply_fd, int err_fd) {
  const int none = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (none >= 0)
    (void)dup2(none, STDIN_FILENO);
  (void)dup2(err_fd, STDOUT_FILENO); // what libraries print is not output
  (void)dup2(err_fd, STDERR_FILENO);
  qn_buffer reply = {0};
  header h = {.magic = header_magic};
  qn_status status = worker->fn(worker->user, &reply, &h.diag);
  if (!qn_failed(status))
    status = qn_buffer_check(&reply, &h.diag);
  h.code = status.code;
  h.reply_size = reply.size;
  if (h.diag.place.field)
    snprintf(h.field, sizeof(h.field), "%s", h.diag.place.field);
  (void)fflush(NULL);
  const bool sent = write_all(reply_fd, &h, sizeof(h)) &&
                    write_all(reply_fd, reply.data, reply.size);
  // No destructors: those of the parent's libraries must run in the parent
  // only.
  _exit(sent ? 0 : 126);
}

static bool start(qn_worker *worker, child *out_child) {
  int reply[2], err[2];
  if (pipe2(reply, O_CLOEXEC) != 0)
    return false;
  if (pipe2(err, O_CLOEXEC) != 0) {
    (void)close(reply[0]);
    (void)close(reply[1]);
    return false;
  }
  (void)fflush(NULL); // or the child would print our buffered output too
  sigset_t all, before;
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
      _exit(127);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    work(worker, reply[1], err[1]);
  }
  const int error = errno;
  if (pid > 0)
    *out_child = (child){
        .worker = worker,
        .pid = pid,
        .reply_fd = reply[0],
        .err_fd = err[0],
        .slot = qn_cleanup_add(QN_CLEANUP_WORKER, NULL, pid),
    };
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  (void)close(reply[1]);
  (void)close(err[1]);
  if (pid > 0)
    return true;
  (void)close(reply[0]);
  (void)close(err[0]);
  errno = error;
  return false;
}

// The last non-blank line of `text`, without its line end.
static qn_str last_line(qn_str text) {
  while (text.size && (uint8_t)text.data[text.size - 1] <= ' ')
    --text.size;
  for (size_t i = text.size; i > 0; --i)
    if (text.data[i - 1] == '\n')
      return qn_str_skip(text, i);
  return text;
}

static void fail_died(qn_worker *worker, int status) {
  const qn_str said = last_line(qn_buffer_str(&worker->err));
  char how[64];
  if (WIFSIGNALED(status))
    snprintf(how, sizeof(how), "died of SIG%s",
             sigabbrev_np(WTERMSIG(status)) ? sigabbrev_np(WTERMSIG(status))
                                            : "?");
  else
    snprintf(how, sizeof(how), "ended with exit code %d", WEXITSTATUS(status));
  worker->diag = (qn_diag){0};
  worker->status =
      qn_fail(&worker->diag, QN_E_INTERNAL, QN_NOWHERE, "%s: %s%s%.*s",
              worker->name, how, said.size ? ": " : "", QN_STR_ARG(said));
}

// Decodes the child's message into its worker.
static void deliver(child *c, int status) {
  qn_worker *worker = c->worker;
  header h;
  if (status != 0 || c->message.failed || c->message.size < sizeof(h)) {
    fail_died(worker, status);
    return;
  }
  memcpy(&h, c->message.data, sizeof(h));
  if (h.magic != header_magic || c->message.size - sizeof(h) != h.reply_size) {
    fail_died(worker, status);
    return;
  }
  worker->status = (qn_status){h.code};
  worker->diag = h.diag;
  worker->diag.place.field = lasting_field(h.field);
  qn_buffer_append(&worker->reply, c->message.data + sizeof(h),
                   (size_t)h.reply_size);
  if (worker->reply.failed)
    worker->status = qn_fail_memory(&worker->diag, "a reply");
}

static void reap(child *c) {
  int status = 0;
  struct rusage usage = {0};
  while (wait4(c->pid, &status, 0, &usage) < 0 && errno == EINTR)
    ;
  qn_cleanup_drop(c->slot);
  c->worker->user_s =
      (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6;
  c->worker->system_s =
      (double)usage.ru_stime.tv_sec + (double)usage.ru_stime.tv_usec * 1e-6;
  c->worker->peak = (uint64_t)usage.ru_maxrss * 1024;
  deliver(c, status);
  qn_buffer_finish(&c->message);
  c->worker = NULL;
}

static void drain(int *fd, qn_buffer *to) {
  uint8_t step[READ_STEP];
  const ssize_t got = read(*fd, step, sizeof(step));
  if (got > 0) {
    qn_buffer_append(to, step, (size_t)got);
  } else if (got == 0 || errno != EINTR) {
    (void)close(*fd);
    *fd = -1;
  }
}

struct qn_worker_pool {
  child *children;
  struct pollfd *fds; // two for each child, and one of the caller's
  unsigned slots, running;
};

qn_worker_pool *qn_worker_pool_create(unsigned slots) {
  qn_worker_pool *pool = qn_alloc_array(1, sizeof(*pool));
  if (!pool)
    return NULL;
  pool->slots = slots;
  pool->children = qn_alloc_array(slots, sizeof(*pool->children));
  pool->fds = qn_alloc_array(2 * (size_t)slots + 1, sizeof(*pool->fds));
  if (!pool->children || !pool->fds)
    qn_worker_pool_destroy(&pool);
  return pool;
}

void qn_worker_pool_destroy(qn_worker_pool **pool) {
  if (!*pool)
    return;
  qn_free((*pool)->children);
  qn_free((*pool)->fds);
  qn_free(*pool);
  *pool = NULL;
}

unsigned qn_worker_pool_running(const qn_worker_pool *pool) {
  return pool->running;
}

bool qn_worker_pool_start(qn_worker_pool *pool, qn_worker *worker) {
  for (unsigned i = 0; i < pool->slots; ++i)
    if (!pool->children[i].worker) {
      const bool started = start(worker, &pool->children[i]);
      pool->running += started;
      return started;
    }
  errno = EAGAIN;
  return false;
}

// Waits for input from the children or from `fd`, and reads the children's.
static void attend(qn_worker_pool *pool, int timeout_ms, int fd) {
  child *children = pool->children;
  struct pollfd *fds = pool->fds;
  for (unsigned i = 0; i < pool->slots; ++i) {
    const bool runs = children[i].worker != NULL;
    fds[2 * i] = (struct pollfd){.fd = runs ? children[i].reply_fd : -1,
                                 .events = POLLIN};
    fds[2 * i + 1] =
        (struct pollfd){.fd = runs ? children[i].err_fd : -1, .events = POLLIN};
  }
  fds[2 * pool->slots] = (struct pollfd){.fd = fd, .events = POLLIN};
  if (poll(fds, 2 * (nfds_t)pool->slots + 1, timeout_ms) <= 0)
    return;
  for (unsigned i = 0; i < pool->slots; ++i) {
    if (!children[i].worker)
      continue;
    if (fds[2 * i].revents)
      drain(&children[i].reply_fd, &children[i].message);
    if (fds[2 * i + 1].revents)
      drain(&children[i].err_fd, &children[i].worker->err);
  }
}

// Reaps a child that has ended; returns its worker, or NULL.
static qn_worker *take_ended(qn_worker_pool *pool) {
  for (unsigned i = 0; i < pool->slots; ++i) {
    child *c = &pool->children[i];
    if (!c->worker || c->reply_fd >= 0 || c->err_fd >= 0)
      continue;
    qn_worker *worker = c->worker;
    reap(c);
    --pool->running;
    return worker;
  }
  return NULL;
}

qn_worker *qn_worker_pool_wait(qn_worker_pool *pool, int timeout_ms, int fd) {
  qn_worker *ended = take_ended(pool);
  if (ended)
    return ended;
  attend(pool, timeout_ms, fd);
  return take_ended(pool);
}

static void close_pipe(int fd) {
  if (fd >= 0)
    (void)close(fd);
}

void qn_worker_pool_stop(qn_worker_pool *pool, qn_worker *worker) {
  for (unsigned i = 0; i < pool->slots; ++i) {
    child *c = &pool->children[i];
    if (c->worker != worker)
      continue;
    close_pipe(c->reply_fd);
    close_pipe(c->err_fd);
    qn_cleanup_end_worker(c->pid);
    qn_cleanup_drop(c->slot);
    qn_buffer_finish(&c->message);
    qn_buffer_finish(&worker->err);
    c->worker = NULL;
    --pool->running;
    return;
  }
}

qn_status qn_workers_run(qn_worker *workers, size_t count, unsigned jobs,
                         void (*on_done)(void *user, size_t index),
                         void *on_done_user, qn_diag *diag) {
  if (!jobs)
    jobs = qn_cpu_count();
  if (jobs > count)
    jobs = (unsigned)count;
  if (!count)
    return qn_ok();
  qn_worker_pool *pool = qn_worker_pool_create(jobs);
  if (!pool)
    return qn_fail_memory(diag, "the workers");
  size_t next = 0;
  while (next < count || pool->running) {
    while (next < count && pool->running < jobs) {
      qn_worker *worker = &workers[next];
      if (!qn_worker_pool_start(pool, worker)) {
        if (pool->running)
          break; // once one has ended there may be room again
        worker->status = qn_fail_errno(&worker->diag, "start", worker->name);
        if (on_done)
          on_done(on_done_user, next);
      }
      ++next;
    }
    const qn_worker *ended =
        pool->running ? qn_worker_pool_wait(pool, -1, -1) : NULL;
    if (ended && on_done)
      on_done(on_done_user, (size_t)(ended - workers));
  }
  qn_worker_pool_destroy(&pool);
  return qn_ok();
}
