// SPDX-License-Identifier: Apache-2.0
// The names are copied, as a module may be gone when its kernel faults. Two
// threads may write one at a time: then a report has parts of both.
#include "runtime/backends/opencl/fault.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/system/faults.h"
#include "metadata/debug/demangle.h"

enum {
  NAMES = 4, // the last launches
  NAME_MAX = 256,
};
static char names[NAMES][NAME_MAX];
static _Atomic unsigned launches;

static qn_faults before;

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

// From the last one on.
static void write_names(unsigned last) {
  qn_arena arena = {0};
  for (unsigned k = 0; k < NAMES && k < last; ++k) {
    const char *name = names[(last - k) % NAMES];
    const qn_str plain = qn_demangle(&arena, qn_str_from(name)).text;
    qn_fault_write(k ? "', '" : "'", k ? 4 : 1);
    qn_fault_write(plain.size ? plain.data : name,
                   (int)(plain.size ? plain.size : strlen(name)));
  }
  qn_fault_write("'\n", 2);
  qn_arena_finish(&arena);
}

static void report(int number, const siginfo_t *info, unsigned last) {
  char text[256], place[QN_FAULT_PLACE_SIZE];
  const int size = snprintf(
      text, sizeof(text),
      "quern: %s at %s. Kernels on this OpenCL device run on threads of the "
      "process, and reach their stacks beyond shared memory. The last that "
      "were launched, the newest first: ",
      qn_fault_name(number), qn_fault_place(info, place));
  qn_fault_write(text, size);
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
  (void)sigaction(number, qn_faults_before(&before, number), NULL);
  if (info->si_code <= 0)
    (void)raise(number);
  errno = error;
}

static void install(void) { qn_faults_take(on_fault, &before); }

void qn_opencl_watch_faults(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  (void)pthread_once(&once, install);
}
