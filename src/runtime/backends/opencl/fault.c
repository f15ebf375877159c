// SPDX-License-Identifier: Apache-2.0
// The names are copied, as a module may be gone when its kernel faults. Two
// threads may write one at a time: then a report has parts of both. The handler
// allocates nothing and formats nothing: what went up a stack has overwritten
// its thread's own data.
#include "runtime/backends/opencl/fault.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>

#include "base/system/faults.h"

enum {
  NAMES = 4, // the last launches
  NAME_MAX = 256,
  REPORT_MS = 1000, // that other threads wait for a report
};
static char names[NAMES][NAME_MAX];
static _Atomic unsigned launches;

static qn_faults before;

void qn_opencl_note_launch(const qn_kernel *kernel) {
  const unsigned last = atomic_load_explicit(&launches, memory_order_relaxed);
  const qn_str name = kernel->demangled.size ? kernel->demangled : kernel->name;
  const size_t size = name.size < NAME_MAX - 1 ? name.size : NAME_MAX - 1;
  const char *known = names[last % NAMES];
  if (last && memcmp(known, name.data, size) == 0 && !known[size])
    return;
  char *to = names[(last + 1) % NAMES];
  memcpy(to, name.data, size);
  to[size] = '\0';
  atomic_store(&launches, last + 1);
}

static void report(int number, const siginfo_t *info, unsigned last) {
  char place[QN_FAULT_PLACE_SIZE];
  qn_fault_say("quern: ");
  qn_fault_say(qn_fault_name(number));
  qn_fault_say(" at ");
  qn_fault_say(qn_fault_place(info, place));
  qn_fault_say(". Kernels on this OpenCL device run on threads of the process, "
               "and reach their stacks beyond shared memory. The last that "
               "were launched, the newest first: ");
  for (unsigned k = 0; k < NAMES && k < last; ++k) {
    qn_fault_say(k ? "', '" : "'");
    qn_fault_say(names[(last - k) % NAMES]);
  }
  qn_fault_say("'\n");
}

// Returning repeats the faulting instruction, now with what was there before.
static void on_fault(int number, siginfo_t *info, void *context) {
  static atomic_flag reporting = ATOMIC_FLAG_INIT;
  static atomic_bool reported;
  const unsigned last = atomic_load(&launches);
  const int error = errno;
  (void)context;
  if (last && info->si_code > 0) {
    if (!atomic_flag_test_and_set(&reporting)) {
      report(number, info, last);
      atomic_store(&reported, true);
    }
    // The process ends with the first thread that goes on.
    for (int ms = 0; ms < REPORT_MS && !atomic_load(&reported); ++ms)
      qn_fault_pause();
  }
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
