// SPDX-License-Identifier: Apache-2.0
// What every kind of device provides. One `const qn_backend qn_backend_<name>`
// per file in backends/, one line in backends.def.
//
// The core (runtime/loader.h) checks arguments, limits and state before it
// calls anything here; a back end executes. Functions may be called from any
// thread; several launches of one device may run at the same time.
#ifndef QN_RUNTIME_BACKEND_H
#define QN_RUNTIME_BACKEND_H

#include "base/diag.h"
#include "base/span.h"
#include "targets/target.h"

// One launch, checked.
typedef struct qn_backend_run {
  void *entry;      // what `find` gave for the kernel
  const void *args; // the argument block, aligned to 64 bytes
  size_t args_size; // bytes
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t shared_size; // dynamic, bytes
  bool cooperative;     // all groups resident at once
  // Output of printf; NULL: standard output. May be called from any thread, one
  // at a time.
  void (*print)(void *user, const char *bytes, size_t size);
  void *user;
} qn_backend_run;

typedef struct qn_backend {
  const char *name;    // stable: --device, JSON
  const char *summary; // one line
  // The number of devices; 0 with why not in `reason` (of `capacity` bytes).
  unsigned (*probe)(char *reason, size_t capacity);
  // What its device is called in messages: "x86-64-v4".
  const char *(*target_name)(void);
  // How well an image for `target` fits: 0 not at all, more is better.
  unsigned (*fitness)(const qn_target *target);
  // A device; `threads` limits those of the host that it uses, 0 for all.
  qn_status (*open)(unsigned threads, void **out_device, qn_diag *diag);
  // Accepts NULL contents. No launch may be running.
  void (*close)(void **device);
  // Loads an image, which is code: only what one would run. The bytes are
  // copied.
  qn_status (*load)(qn_span image, void **out_code, qn_diag *diag);
  void (*unload)(void **code);
  // An exported kernel or variable, or NULL.
  void *(*find)(const void *code, qn_str symbol);
  // Runs a kernel to its end. A trap, a failed assertion or a deadlock in it is
  // QN_E_DEVICE with its message.
  qn_status (*run)(void *device, const qn_backend_run *run, qn_diag *diag);
} qn_backend;

// The registered back ends, NULL-terminated, the default first.
const qn_backend *const *qn_backends(void);
// By name; QN_E_NOT_FOUND with near names.
qn_status qn_backend_find(qn_str name, const qn_backend **out_backend,
                          qn_diag *diag);

#endif // QN_RUNTIME_BACKEND_H
