// SPDX-License-Identifier: Apache-2.0
// In a packet the faulting lane is not known, so the work-item is found by
// running the groups again, one work-item at a time, in a forked child, which
// has a copy of all memory.
#include "runtime/backends/cpu/fault.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/system/faults.h"
#include "runtime/backends/cpu/fault_line.h"

enum {
  SEARCH_MS = 5000, // time limit of the child
  EXIT_FOUND = 0,
  EXIT_NOT_FOUND = 3,
};

static qn_faults before;
static _Thread_local const qn_cpu_running *running;

// State of the child.
static const qn_cpu_running *searched;
static volatile uint64_t searched_group;
static volatile uint32_t searched_thread;

void qn_cpu_set_running(const qn_cpu_running *now) { running = now; }

// ---- Text

static void write_kernel(const qn_cpu_running *r, int number,
                         const siginfo_t *info) {
  char text[512], place[QN_FAULT_PLACE_SIZE];
  const qn_kernel *kernel = r->run->function->kernel;
  const qn_str name = kernel->demangled.size ? kernel->demangled : kernel->name;
  qn_fault_write(
      text, snprintf(text, sizeof(text), "quern: %s at %s in kernel '%.*s'\n",
                     qn_fault_name(number), qn_fault_place(info, place),
                     name.size < 300 ? (int)name.size : 300, name.data));
}

// Says of an address at the end of the scratch how far it is from what the
// group has. Without shared memory of any kind an array of dynamic size is at
// 0.
static void write_shared(const qn_cpu_running *r, const siginfo_t *info) {
  static const char none[] = "quern: if that is dynamic shared memory: the "
                             "launch gave none\n";
  const uint64_t own =
      qn_figure_or(r->run->function->kernel->resources.shared_static, 0);
  const uint64_t size = own + r->launch->shared_size;
  const uintptr_t at = (uintptr_t)info->si_addr;
  const uintptr_t memory = (uintptr_t)r->scratch->memory;
  const uintptr_t end = memory + r->scratch->memory_size;
  const uintptr_t shared = (uintptr_t)qn_cpu_shared_at(r->scratch, size);
  char text[256];
  if (info->si_code == SI_KERNEL)
    return;
  if (!size && at < QN_CPU_GUARD)
    qn_fault_write(none, (int)sizeof(none) - 1);
  if (memory && at >= end && at - end < QN_CPU_GUARD)
    qn_fault_write(text,
                   snprintf(text, sizeof(text),
                            "quern: that is %llu bytes beyond the block's "
                            "shared memory of %llu bytes, %u of which the "
                            "launch gave\n",
                            (unsigned long long)(at - shared - size),
                            (unsigned long long)size, r->launch->shared_size));
  if (memory && at < memory && memory - at <= QN_CPU_GUARD)
    qn_fault_write(text,
                   snprintf(text, sizeof(text),
                            "quern: that is %llu bytes before the block's "
                            "shared memory\n",
                            (unsigned long long)(shared - at)));
}

static void write_item(void) {
  char text[256];
  const uint32_t *grid = searched->launch->grid;
  const uint32_t *block = searched->launch->block;
  const uint64_t row = searched_group / grid[0];
  const uint32_t line = searched_thread / block[0];
  qn_fault_write(
      text,
      snprintf(text, sizeof(text),
               "quern: in block (%u,%u,%u), thread (%u,%u,%u), of blocks "
               "of (%u,%u,%u)\n",
               (unsigned)(searched_group % grid[0]), (unsigned)(row % grid[1]),
               (unsigned)(row / grid[1]), searched_thread % block[0],
               line % block[1], line / block[1], block[0], block[1], block[2]));
}

static void write_range(const qn_cpu_running *r) {
  char text[160];
  qn_fault_write(text,
                 snprintf(text, sizeof(text),
                          "quern: in one of blocks %llu to %llu, counted with "
                          "x fastest\n",
                          (unsigned long long)r->first,
                          (unsigned long long)(r->last - 1)));
}

// ---- The search

static void fail_search(void *user, const char *message) {
  (void)user;
  (void)message;
  _exit(EXIT_NOT_FOUND);
}

static void drop_print(void *user, const char *bytes, size_t size) {
  (void)user;
  (void)bytes;
  (void)size;
}

static _Noreturn void search(const qn_cpu_running *r) {
  static uint32_t stop; // the launch's may be overwritten
  qn_cpu_services services = *r->services;
  qn_cpu_launch launch = *r->launch;
  qn_cpu_scratch scratch = {0};
  sigset_t none;
  (void)sigemptyset(&none);
  (void)pthread_sigmask(SIG_SETMASK, &none, NULL);
  services.print = drop_print;
  services.fail = fail_search;
  services.thread = &searched_thread;
  launch.services = &services;
  launch.stop = &stop;
  launch.flags |= QN_CPU_SCALAR;
  searched = r;
  for (uint64_t group = r->first; group < r->last; ++group) {
    searched_group = group;
    r->run->entry(r->run->args, &launch, group, group + 1, &scratch);
  }
  _exit(EXIT_NOT_FOUND);
}

// Whether the child has found and reported the work-item.
static bool wait_search(pid_t child) {
  const struct timespec pause = {.tv_nsec = 1000000};
  int status = 0;
  for (int ms = 0; ms < SEARCH_MS; ++ms) {
    const pid_t done = waitpid(child, &status, WNOHANG);
    if (done == child)
      return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FOUND;
    if (done < 0 && errno != EINTR)
      return false;
    (void)nanosleep(&pause, NULL);
  }
  (void)kill(child, SIGKILL);
  (void)waitpid(child, &status, 0);
  return false;
}

// The instruction that faulted; 0: not known on this machine.
static uintptr_t code_of(const void *context) {
  const ucontext_t *c = context;
#if defined(__x86_64__)
  return (uintptr_t)c->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (uintptr_t)c->uc_mcontext.pc;
#elif defined(__riscv)
  return (uintptr_t)c->uc_mcontext.__gregs[REG_PC];
#else
  (void)c;
  return 0;
#endif
}

// In a child, too: reading the line tables allocates, and what is damaged in
// them must not end the report.
static void report_lines(const qn_cpu_running *r, uintptr_t code) {
  const pid_t child = fork();
  if (child == 0) {
    qn_faults_end_process();
    qn_cpu_say_lines(r->run->function, code, qn_fault_write);
    _exit(EXIT_FOUND);
  }
  if (child > 0)
    (void)wait_search(child);
}

static void report(const qn_cpu_running *r, int number, const siginfo_t *info,
                   uintptr_t code) {
  write_kernel(r, number, info);
  write_shared(r, info);
  // Groups of a cooperative launch cannot run one by one.
  const pid_t child = r->run->cooperative ? -1 : fork();
  if (child == 0)
    search(r);
  if (child < 0 || !wait_search(child)) {
    write_range(r);
    report_lines(r, code);
  }
}

// ---- The handler

static void pass_on(int number, siginfo_t *info, void *context) {
  const struct sigaction *other = qn_faults_before(&before, number);
  if (other->sa_flags & SA_SIGINFO) {
    other->sa_sigaction(number, info, context);
  } else if (other->sa_handler != SIG_DFL && other->sa_handler != SIG_IGN) {
    other->sa_handler(number);
  } else {
    // Returning repeats the faulting instruction, now with the default action;
    // a signal that was sent has to be raised again.
    (void)signal(number, SIG_DFL);
    if (info->si_code <= 0)
      (void)raise(number);
  }
}

static void on_fault(int number, siginfo_t *info, void *context) {
  static atomic_bool reporting;
  const struct timespec pause = {.tv_sec = SEARCH_MS / 1000 + 1};
  const qn_cpu_running *r = running;
  if (searched) {
    write_item();
    report_lines(searched, code_of(context));
    _exit(EXIT_FOUND);
  }
  if (info->si_code > 0 && (r || atomic_load(&reporting))) {
    const int error = errno;
    running = NULL;
    if (r && !atomic_exchange(&reporting, true))
      report(r, number, info, code_of(context));
    else // lets another thread finish its report before the process ends
      (void)nanosleep(&pause, NULL);
    errno = error;
  }
  pass_on(number, info, context);
}

static void install(void) { qn_faults_take(on_fault, &before); }

void qn_cpu_watch_faults(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  (void)pthread_once(&once, install);
}
