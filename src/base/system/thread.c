// SPDX-License-Identifier: Apache-2.0
#include "base/system/thread.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"

enum { NS_PER_S = 1000000000 };

void qn_cond_init(qn_cond *cond) {
  pthread_condattr_t attributes;
  (void)pthread_condattr_init(&attributes);
  (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  (void)pthread_cond_init(cond, &attributes);
  (void)pthread_condattr_destroy(&attributes);
}

bool qn_cond_wait_for(qn_cond *cond, qn_mutex *mutex, uint64_t timeout_ns) {
  const uint64_t end = qn_clock_ns() + timeout_ns;
  const struct timespec until = {.tv_sec = (time_t)(end / NS_PER_S),
                                 .tv_nsec = (long)(end % NS_PER_S)};
  return pthread_cond_timedwait(cond, mutex, &until) != ETIMEDOUT;
}

typedef struct beginning {
  void *(*run)(void *user);
  void *user;
} beginning;

// At the top of a thread's stack is what libc and Linux keep of the thread. A
// page without access below that ends those that write up the stack before they
// overwrite it: a thread without it ends the process without a word. libc gives
// stacks to other threads, so the access comes back. LeakSanitizer reads whole
// stacks.
static void *run_guarded(void *user) {
  const beginning own = *(beginning *)user;
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  qn_free(user);
  char *room = __builtin_alloca(2 * page);
  void *guard = room + (-(uintptr_t)room & (page - 1));
  const bool guarded = !dlsym(RTLD_DEFAULT, "__lsan_do_leak_check") &&
                       mprotect(guard, page, PROT_NONE) == 0;
  void *result = own.run(own.user);
  if (guarded)
    (void)mprotect(guard, page, PROT_READ | PROT_WRITE);
  return result;
}

qn_status qn_thread_start(qn_thread *out_thread, const char *name,
                          void *(*run)(void *user), void *user, qn_diag *diag) {
  // The new thread inherits its creator's signal mask at this moment. Signals
  // that a thread raises by its own faults stay unblocked: they must be
  // reported.
  static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
  sigset_t all, before;
  (void)sigfillset(&all);
  for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); ++i)
    (void)sigdelset(&all, own[i]);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before);
  beginning *begin = qn_alloc(sizeof(*begin));
  if (begin)
    *begin = (beginning){run, user};
  const int error =
      begin ? pthread_create(out_thread, NULL, run_guarded, begin) : ENOMEM;
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error) {
    qn_free(begin);
    return qn_fail(diag, QN_E_IO, QN_NOWHERE, "could not start a thread: %s",
                   strerror(error));
  }
  char short_name[16];
  snprintf(short_name, sizeof(short_name), "%s", name);
  (void)pthread_setname_np(*out_thread, short_name);
  return qn_ok();
}

// ---- Memory of threads

typedef struct own_memory {
  qn_thread_memory *of;
  _Alignas(16) uint8_t bytes[];
} own_memory;

static void finish_own(void *user) {
  own_memory *own = user;
  if (own->of->finish)
    own->of->finish(own->bytes);
  qn_free(own);
}

static bool make_key(qn_thread_memory *memory, pthread_key_t *out_key) {
  bool good = true;
  qn_mutex_lock(&memory->mutex);
  if (!atomic_load(&memory->key)) {
    good = pthread_key_create(out_key, finish_own) == 0;
    if (good)
      atomic_store(&memory->key, *out_key + 1);
  }
  *out_key = atomic_load(&memory->key) - 1;
  qn_mutex_unlock(&memory->mutex);
  return good;
}

void *qn_thread_memory_get(qn_thread_memory *memory) {
  pthread_key_t key = atomic_load(&memory->key) - 1;
  if (key + 1 == 0 && !make_key(memory, &key))
    return NULL;
  own_memory *own = pthread_getspecific(key);
  if (own)
    return own->bytes;
  own = qn_alloc_array(1, sizeof(*own) + memory->size);
  if (!own)
    return NULL;
  own->of = memory;
  if (pthread_setspecific(key, own) == 0)
    return own->bytes;
  qn_free(own);
  return NULL;
}

unsigned qn_cpu_count(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) != 0)
    return 1;
  const int count = CPU_COUNT(&set);
  return count > 0 ? (unsigned)count : 1;
}

// The number after `key` in a file of lines, or of one line without keys.
static uint64_t read_number(const char *path, const char *key,
                            uint64_t otherwise) {
  char line[128];
  const size_t size = strlen(key);
  uint64_t number = otherwise;
  FILE *file = fopen(path, "re");
  while (file && fgets(line, sizeof(line), file))
    if (strncmp(line, key, size) == 0) {
      char *end;
      const uint64_t read = strtoull(line + size, &end, 10);
      number = end == line + size ? otherwise : read; // "max"
      break;
    }
  if (file)
    (void)fclose(file);
  return number;
}

uint64_t qn_memory_available(void) {
  const uint64_t available =
      read_number("/proc/meminfo", "MemAvailable:", 4 << 20) * 1024;
  // What a container may have, as it sees it; files in the cache can go.
  const uint64_t limit =
      read_number("/sys/fs/cgroup/memory.max", "", UINT64_MAX);
  const uint64_t used = read_number("/sys/fs/cgroup/memory.current", "", 0);
  const uint64_t cached =
      read_number("/sys/fs/cgroup/memory.stat", "inactive_file", 0);
  const uint64_t held = used > cached ? used - cached : 0;
  const uint64_t left = limit > held ? limit - held : 0;
  return left < available ? left : available;
}

uint64_t qn_clock_ns(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}
