// SPDX-License-Identifier: Apache-2.0
// The names are copied, as a module may be gone when its kernel faults. Two
// threads may write one at a time: then a report has parts of both.
#include "runtime/backends/opencl/fault.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "metadata/debug/demangle.h"

enum {
  NAMES = 4, // the last launches
  NAME_MAX = 256,
};
static char names[NAMES][NAME_MAX];
static _Atomic unsigned launches;

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { SIGNAL_COUNT = sizeof(signals) / sizeof(signals[0]) };
static struct sigaction before[SIGNAL_COUNT];

void qn_opencl_note_launch(const qn_kernel *kernel) {
  const unsigned last = atomic_load_explicit(&launches, memory_order_relaxed);
  const qn_str name = kernel->name;
  const size_t size = name.size < NAME_MAX - 1 ? name.size : NAME_MAX - 1;
  const char *known = names[last % NAMES];
  if (last && memcmp(known, name.data, size) == 0 && !known[size])
    return;
  char *to = names[(last + 1) % NAMES];
  memcpy(to, name.data, size);
  to[size] = '\0';
  atomic_store(&launches, last + 1);
}

static void write_all(const char *text, size_t size) {
  while (size) {
    const ssize_t count = write(STDERR_FILENO, text, size);
    if (count < 0 && errno != EINTR)
      return;
    text += count > 0 ? count : 0;
    size -= count > 0 ? (size_t)count : 0;
  }
}

static const char *name_of(int number) {
  return number == SIGSEGV  ? "SIGSEGV"
         : number == SIGBUS ? "SIGBUS"
         : number == SIGFPE ? "SIGFPE"
                            : "SIGILL";
}

// From the last one on.
static void write_names(unsigned last) {
  qn_arena arena = {0};
  for (unsigned k = 0; k < NAMES && k < last; ++k) {
    const char *name = names[(last - k) % NAMES];
    const qn_str plain = qn_demangle(&arena, qn_str_from(name)).text;
    write_all(k ? "', '" : "'", k ? 4 : 1);
    write_all(plain.size ? plain.data : name,
              plain.size ? plain.size : strlen(name));
  }
  write_all("'\n", 2);
  qn_arena_finish(&arena);
}

static void report(int number, const siginfo_t *info, unsigned last) {
  char text[256], place[32] = "an address beyond all memory";
  if (info->si_code != SI_KERNEL)
    snprintf(place, sizeof(place), "address %p", info->si_addr);
  const int size = snprintf(
      text, sizeof(text),
      "quern: %s at %s. Kernels on this OpenCL device run on threads of the "
      "process, and reach their stacks beyond shared memory. The last that "
      "were launched, the newest first: ",
      name_of(number), place);
  write_all(text, size > 0 ? (size_t)size : 0);
  write_names(last);
}

// Returning repeats the faulting instruction, now with what was there before.
static void on_fault(int number, siginfo_t *info, void *context) {
  static atomic_flag reported = ATOMIC_FLAG_INIT;
  const unsigned last = atomic_load(&launches);
  const int error = errno;
  (void)context;
  if (last && info->si_code > 0 && !atomic_flag_test_and_set(&reported))
    report(number, info, last);
  for (int i = 0; i < SIGNAL_COUNT; ++i)
    if (signals[i] == number)
      (void)sigaction(number, &before[i], NULL);
  if (info->si_code <= 0)
    (void)raise(number);
  errno = error;
}

static void install(void) {
  struct sigaction ours = {.sa_sigaction = on_fault,
                           .sa_flags = SA_SIGINFO | SA_ONSTACK};
  (void)sigemptyset(&ours.sa_mask);
  if (dlsym(RTLD_DEFAULT, "__asan_init"))
    return;
  for (int i = 0; i < SIGNAL_COUNT; ++i)
    (void)sigaction(signals[i], &ours, &before[i]);
}

void qn_opencl_watch_faults(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  (void)pthread_once(&once, install);
}
