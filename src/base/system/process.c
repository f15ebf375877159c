// SPDX-License-Identifier: Apache-2.0
#include "base/system/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/cleanup.h"
#include "base/system/thread.h"

enum { READ_STEP = 16 * 1024, WAIT_STEP_NS = 2000000, ASK_MS = 100 };

extern char **environ;

static double seconds(struct timeval t) {
  return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static void close_fd(int *fd) {
  if (*fd >= 0)
    (void)close(*fd);
  *fd = -1;
}

// Both ends are close-on-exec; the child gets copies by dup2.
static bool open_pipe(int *out_read, int *out_write) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return false;
  *out_read = ends[0];
  *out_write = ends[1];
  return true;
}

// Moves what is available from `fd` to `to`; closes `fd` at its end.
static void drain(int *fd, qn_buffer *to) {
  uint8_t step[READ_STEP];
  const ssize_t got = read(*fd, step, sizeof(step));
  if (got > 0)
    qn_buffer_append(to, step, (size_t)got);
  else if (got == 0 || (errno != EINTR && errno != EAGAIN))
    close_fd(fd);
}

// ---- What parent and child do around fork

// Blocks all signals, so that none of our handlers runs in the child.
static void hold_signals(sigset_t *out_before) {
  sigset_t all;
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, out_before);
}

// In the child: makes it die when `parent` does, even if that already happened.
static void tie_to(pid_t parent, int death_signal) {
  (void)prctl(PR_SET_PDEATHSIG, death_signal);
  if (getppid() != parent)
    _exit(127);
}

static void default_signals(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
  for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); ++i)
    (void)signal(numbers[i], SIG_DFL);
}

// ---- Tools

typedef struct tool {
  const qn_process_params *params;
  char **environment; // owned; NULL: ours
  int input;          // descriptors, -1 when closed
  int out_read, out_write;
  int err_read, err_write;
  int fail_read, fail_write; // carries errno of a failed exec
  pid_t child;
  int slot;
  uint64_t start_ns, deadline_ns; // the latter 0: none
  uint64_t ask_ns;                // when on_wait is asked next
  bool timed_out, cancelled;
} tool;

// Our environment with the additions, which replace variables of the same name.
static char **make_environment(const char *const *additions) {
  size_t ours = 0, added = 0;
  while (environ[ours])
    ++ours;
  while (additions[added])
    ++added;
  char **all = qn_alloc_array(ours + added + 1, sizeof(*all));
  if (!all)
    return NULL;
  size_t count = 0;
  for (size_t i = 0; i < ours; ++i) {
    bool replaced = false;
    for (size_t j = 0; j < added; ++j) {
      const size_t name = strcspn(additions[j], "=") + 1;
      replaced |= strncmp(environ[i], additions[j], name) == 0;
    }
    if (!replaced)
      all[count++] = environ[i];
  }
  for (size_t j = 0; j < added; ++j)
    memcpy(&all[count++], &additions[j], sizeof(char *));
  return all;
}

// Standard input is a file in memory, so that the child may seek in it and
// reopen it, and no writer is needed.
static int make_input(qn_span bytes) {
  if (!bytes.size)
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int fd = memfd_create("quern-input", MFD_CLOEXEC);
  for (size_t at = 0; fd >= 0 && at < bytes.size;) {
    const ssize_t put = write(fd, bytes.data + at, bytes.size - at);
    if (put < 0 && errno != EINTR) {
      (void)close(fd);
      return -1;
    }
    at += put > 0 ? (size_t)put : 0;
  }
  if (fd >= 0)
    (void)lseek(fd, 0, SEEK_SET);
  return fd;
}

// Runs in the child: only async-signal-safe calls from here to exec.
static _Noreturn void become(const tool *t, pid_t parent,
                             const sigset_t *mask) {
  tie_to(parent, SIGKILL);
  (void)setpgid(0, 0);
  default_signals();
  (void)pthread_sigmask(SIG_SETMASK, mask, NULL);
  if (dup2(t->input, STDIN_FILENO) >= 0 &&
      dup2(t->out_write, STDOUT_FILENO) >= 0 &&
      dup2(t->err_write, STDERR_FILENO) >= 0 &&
      (!t->params->folder || chdir(t->params->folder) == 0)) {
    char *const *args;
    memcpy(&args, &t->params->args, sizeof(args));
    (void)execve(args[0], args, t->environment ? t->environment : environ);
  }
  const int error = errno;
  if (write(t->fail_write, &error, sizeof(error)) != sizeof(error))
    _exit(126);
  _exit(127);
}

static qn_status start(tool *t, qn_diag *diag) {
  const char *name = t->params->args[0];
  if (t->params->set_env && t->params->set_env[0] &&
      !(t->environment = make_environment(t->params->set_env)))
    return qn_fail_memory(diag, "an environment");
  t->input = make_input(t->params->input);
  if (t->input < 0 || !open_pipe(&t->out_read, &t->out_write) ||
      !open_pipe(&t->err_read, &t->err_write) ||
      !open_pipe(&t->fail_read, &t->fail_write))
    return qn_fail_errno(diag, "run", name);
  sigset_t before;
  hold_signals(&before);
  const pid_t parent = getpid();
  t->child = fork();
  if (t->child == 0)
    become(t, parent, &before);
  const int fork_error = errno;
  if (t->child > 0) {
    (void)setpgid(t->child, t->child); // by whichever is first
    t->slot = qn_cleanup_add(QN_CLEANUP_TOOL, NULL, t->child);
  }
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  close_fd(&t->input);
  close_fd(&t->out_write);
  close_fd(&t->err_write);
  close_fd(&t->fail_write);
  if (t->child < 0) {
    errno = fork_error;
    return qn_fail_errno(diag, "run", name);
  }
  // End of file, without a byte, means that exec succeeded.
  int error = 0;
  ssize_t got;
  do
    got = read(t->fail_read, &error, sizeof(error));
  while (got < 0 && errno == EINTR);
  if (got != sizeof(error))
    return qn_ok();
  errno = error;
  if (error == ENOENT)
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE, "could not run '%s': %s",
                   name, strerror(error));
  return qn_fail_errno(diag, "run", name);
}

static int left_ms(uint64_t deadline_ns) {
  if (!deadline_ns)
    return -1;
  const uint64_t now = qn_clock_ns();
  if (now >= deadline_ns)
    return 0;
  const uint64_t ms = (deadline_ns - now) / 1000000 + 1;
  return ms < 1000000 ? (int)ms : 1000000;
}

// Whether the child may continue: it has time left and is not cancelled.
static bool may_go_on(tool *t) {
  const uint64_t now = qn_clock_ns();
  t->timed_out |= t->deadline_ns && now >= t->deadline_ns;
  if (t->params->on_wait && now >= t->ask_ns && !t->cancelled) {
    t->ask_ns = now + UINT64_C(1000000) * ASK_MS;
    t->cancelled = !t->params->on_wait(t->params->user,
                                       (double)(now - t->start_ns) * 1e-9);
  }
  return !t->timed_out && !t->cancelled;
}

// How long to wait for readable data, ms.
static int wait_ms(const tool *t) {
  const int left = left_ms(t->deadline_ns);
  return t->params->on_wait && (left < 0 || left > ASK_MS) ? ASK_MS : left;
}

// Reads both pipes to their ends, or for as long as the child may continue.
static void collect(tool *t, qn_process_result *result) {
  while ((t->out_read >= 0 || t->err_read >= 0) && may_go_on(t)) {
    struct pollfd fds[2] = {{.fd = t->out_read, .events = POLLIN},
                            {.fd = t->err_read, .events = POLLIN}};
    if (poll(fds, 2, wait_ms(t)) <= 0)
      continue;
    if (fds[0].revents)
      drain(&t->out_read, &result->out);
    if (fds[1].revents)
      drain(&t->err_read, &result->err);
  }
}

static void wait_for(tool *t, int *out_status, struct rusage *out_usage) {
  for (;;) {
    const bool go_on = may_go_on(t);
    if (!go_on)
      (void)kill(-t->child, SIGKILL);
    const bool poll_it = go_on && (t->deadline_ns || t->params->on_wait);
    const pid_t got =
        wait4(t->child, out_status, poll_it ? WNOHANG : 0, out_usage);
    if (got == t->child || (got < 0 && errno != EINTR))
      return;
    if (got == 0) {
      const struct timespec pause = {.tv_nsec = WAIT_STEP_NS};
      (void)nanosleep(&pause, NULL);
    }
  }
}

static void finish(tool *t, qn_process_result *result) {
  int status = 0;
  struct rusage usage = {0};
  wait_for(t, &status, &usage);
  result->timed_out = t->timed_out;
  qn_cleanup_drop(t->slot);
  if (WIFSIGNALED(status))
    result->signal = WTERMSIG(status);
  result->exit_code =
      result->signal ? 128 + result->signal : WEXITSTATUS(status);
  result->user_s = seconds(usage.ru_utime);
  result->system_s = seconds(usage.ru_stime);
}

qn_status qn_process_run(const qn_process_params *params,
                         qn_process_result *out_result, qn_diag *diag) {
  tool t = {.params = params,
            .input = -1,
            .out_read = -1,
            .out_write = -1,
            .err_read = -1,
            .err_write = -1,
            .fail_read = -1,
            .fail_write = -1,
            .slot = -1};
  qn_process_result result = {0};
  t.start_ns = qn_clock_ns();
  if (params->timeout_s > 0)
    t.deadline_ns = t.start_ns + (uint64_t)(params->timeout_s * 1e9);
  qn_status status = start(&t, diag);
  if (t.child > 0) {
    collect(&t, &result);
    finish(&t, &result);
    if (!qn_failed(status) && t.cancelled)
      status = qn_fail(diag, QN_E_LIMIT, QN_NOWHERE, "'%s' was cancelled",
                       params->args[0]);
    if (!qn_failed(status) && result.timed_out)
      status = qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                       "'%s' did not end within %g s", params->args[0],
                       params->timeout_s);
    if (!qn_failed(status))
      status = qn_buffer_check(&result.out, diag);
    if (!qn_failed(status))
      status = qn_buffer_check(&result.err, diag);
  }
  close_fd(&t.input);
  close_fd(&t.out_read);
  close_fd(&t.out_write);
  close_fd(&t.err_read);
  close_fd(&t.err_write);
  close_fd(&t.fail_read);
  close_fd(&t.fail_write);
  qn_free(t.environment);
  if (qn_failed(status))
    qn_process_result_finish(&result);
  else
    *out_result = result;
  return status;
}

void qn_process_result_finish(qn_process_result *result) {
  qn_buffer_finish(&result->out);
  qn_buffer_finish(&result->err);
  *result = (qn_process_result){0};
}

static void print_quoted(const char *word, qn_buffer *out) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789_@%+=:,./-";
  if (word[0] && !word[strspn(word, plain)]) {
    qn_buffer_append_str(out, qn_str_from(word));
    return;
  }
  qn_buffer_append(out, "'", 1);
  for (; *word; ++word)
    qn_buffer_append_str(out,
                         *word == '\'' ? QN_STR("'\\''") : (qn_str){word, 1});
  qn_buffer_append(out, "'", 1);
}

void qn_process_print(const char *const *args, qn_buffer *out) {
  for (size_t i = 0; args[i]; ++i) {
    if (i)
      qn_buffer_append(out, " ", 1);
    print_quoted(args[i], out);
  }
}

static bool is_program(const char *path) {
  return access(path, X_OK) == 0 && access(path, F_OK) == 0;
}

bool qn_process_find(const char *name, char *out_path, size_t capacity) {
  if (strchr(name, '/')) {
    const size_t size = strlen(name);
    if (size >= capacity || !is_program(name))
      return false;
    memcpy(out_path, name, size + 1);
    return true;
  }
  qn_str rest = qn_str_from(getenv("PATH")), folder;
  while (qn_str_split(&rest, ':', &folder)) {
    char path[4096];
    const int size = snprintf(path, sizeof(path), "%.*s%s%s",
                              QN_STR_ARG(folder), folder.size ? "/" : "", name);
    if (size <= 0 || (size_t)size >= sizeof(path) || (size_t)size >= capacity ||
        !is_program(path))
      continue;
    memcpy(out_path, path, (size_t)size + 1);
    return true;
  }
  return false;
}
