// SPDX-License-Identifier: Apache-2.0
// The allocations that the back end 'validate' watches: their red zones and
// contents, and freed ones. One table for all devices; every function must be
// called with qn_watch_mutex held.
#ifndef QN_RUNTIME_BACKENDS_WRAP_VALIDATE_MEMORY_H
#define QN_RUNTIME_BACKENDS_WRAP_VALIDATE_MEMORY_H

#include "base/system/thread.h"
#include "runtime/backends/wrap/validate.h"

enum { QN_WATCH_RECENT = 4, QN_WATCH_NAME = 96 };

typedef struct qn_watch_device {
  struct qn_watch_device *next;
  const qn_backend *inner;
  void *device; // of `inner`
  void *stream; // of `inner`, for what is checked
  qn_device_info info;
  // Kernels since the last check: the names of the first ones, the count of
  // all.
  char recent[QN_WATCH_RECENT][QN_WATCH_NAME];
  size_t recent_count;
  uint64_t leaks; // reported
} qn_watch_device;

// An allocation, or memory that is known without red zones (variables, mapped
// ranges, registered memory).
typedef struct qn_watch {
  uint64_t number; // from 1, in order of allocation; 0: not allocated
  qn_memory_kind kind;
  qn_watch_device *device;
  uintptr_t begin;   // what the program got
  size_t size;       // what it asked for, bytes
  size_t front;      // red zone before it, bytes
  size_t total;      // with both zones, bytes; 0: no zones
  qn_memory inner;   // what the inner back end gave
  const void *owner; // the code that a variable goes with
  bool written;      // something has been written to it
  bool hinted;       // that it was read unwritten has been reported
} qn_watch;

// Where an address is.
typedef enum qn_watch_place {
  QN_WATCH_NOWHERE,
  QN_WATCH_INSIDE, // or one past the end
  QN_WATCH_BEFORE, // in a red zone
  QN_WATCH_BEHIND,
  QN_WATCH_FREED,
} qn_watch_place;

extern qn_mutex qn_watch_mutex;

void qn_watch_configure(const qn_validate_options *options);
// Counts and reports a finding.
void qn_watch_report(qn_severity severity, const char *format, ...)
    QN_PRINTF(2, 3);
void qn_watch_counts(qn_validate_counts *out_counts);

// As qn_backend.allocate and .release, of device, pinned and managed memory.
qn_result qn_watch_allocate(qn_watch_device *device,
                            const qn_memory_request *request,
                            qn_memory *out_memory);
qn_result qn_watch_release(qn_watch_device *device, qn_memory_kind kind,
                           qn_memory *memory);
// Reports the allocation that begins there as never freed by the program.
void qn_watch_leak(const void *address);
// Records memory without red zones: uses its device, kind, begin, size and
// owner. Forgetting unknown memory does nothing.
qn_result qn_watch_know(const qn_watch *watch);
void qn_watch_forget(const void *address);
void qn_watch_forget_owned(const void *owner);

// The allocation at or around an address; NULL when there is none.
qn_watch *qn_watch_find(uintptr_t address, qn_watch_place *out_place);
// Prints "allocation 3 (1024 bytes of device memory)".
const char *qn_watch_name(const qn_watch *watch, char *text, size_t size);

// Records a kernel as a suspect: it may have written anywhere.
void qn_watch_note_kernel(qn_watch_device *device, const char *name);
// Checks the red zones of the device's allocations, if a kernel ran since the
// last check; `idle`: none runs now, so none can be blamed later.
void qn_watch_check(qn_watch_device *device, bool idle);
// Checks all memory of the device, freed memory too.
void qn_watch_check_all(qn_watch_device *device);
// Only reports what was not freed.
void qn_watch_report_leaks(const qn_watch_device *device);
// Ends a device: checks freed memory and reports what was not freed.
void qn_watch_end(qn_watch_device *device);

#endif // QN_RUNTIME_BACKENDS_WRAP_VALIDATE_MEMORY_H
