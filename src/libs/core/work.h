// SPDX-License-Identifier: Apache-2.0
// What the libraries share that do a vendor library's work on this machine's
// processor: work of the host on a stream, and libraries opened at run time.
#ifndef QN_LIBS_CORE_WORK_H
#define QN_LIBS_CORE_WORK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "hip/hip_runtime_api.h"

// Calls run(data) on the stream, in order with its other work, and free(data)
// when it will not be called again: after it ran, or, where the stream
// captures, with the graph (which calls it at each launch). On failure it has
// called free(data).
hipError_t qn_libs_submit(hipStream_t stream, void (*run)(void *data),
                          void (*free)(void *data), void *data);

// The graph that the stream captures calls free(data) with its end. On failure
// it was called.
hipError_t qn_libs_keep_in_graph(hipStream_t stream, void (*free)(void *data),
                                 void *data);

// Calls run(user, index) for each index below `count` on all of this machine's
// processors, and waits.
void qn_libs_share(void (*run)(void *user, uint64_t index), void *user,
                   uint64_t count);

// Ends the program: work on a stream ran out of memory, has nobody to tell, and
// must not leave a wrong result behind.
_Noreturn void qn_libs_give_up(const char *what);

// Whether the stream captures: then nothing can wait for it.
bool qn_libs_captures(hipStream_t stream);

// Whether this machine's processor does the work of the device, where its
// memory lies: it runs the device's kernels itself, or reaches its memory.
bool qn_libs_on_host(int device);
// Whether it can do the work on copies of the device's memory (mirror.h).
bool qn_libs_can_mirror(int device);
// Whether it is an address that only the device reaches.
bool qn_libs_is_device_memory(const void *address);
// Whether kernels of ours come before such copies (kernels.h).
bool qn_libs_has_kernels(int device);

// Whether a vendor's own libraries do the work of the device: they take its
// streams and addresses.
bool qn_libs_is_native(int device);

// What is submitted to a stream of the driver's; QN_R_OK (0) or a qn_result.
typedef struct qn_libs_native {
  int (*run)(void *data, void *stream);
  // Calls free(data) when it will not be called again.
  void (*free)(void *data);
  void *data;
} qn_libs_native;

// Calls run at once, with the driver's own stream, as if it were submitted to
// the stream; `free` is not called.
hipError_t qn_libs_run_native(hipStream_t stream, const qn_libs_native *what);
// The same, with what came of it, unless the stream captures: false, and
// nothing was called.
bool qn_libs_try_native(hipStream_t stream, const qn_libs_native *what,
                        hipError_t *out_error);
// The same for what only asks: no stream need be able to take work.
hipError_t qn_libs_ask_native(int device, const qn_libs_native *what);
// For a stream that captures: run is called when the graph is made ready, maybe
// several times, with a stream of the driver's that captures. On failure it has
// called `free`.
hipError_t qn_libs_capture_native(hipStream_t stream,
                                  const qn_libs_native *what);

// A library of the system, opened at the first use and never closed.
// A function that was asked for before; never freed.
typedef struct qn_libs_found {
  void *address;
  char name[];
} qn_libs_found;
enum { QN_LIBS_FOUND = 256 }; // that are kept of each library

typedef struct qn_libs_opened {
  const char *const *names; // to try in order; NULL-terminated
  // A vendor's: of each name the libraries that it needs, which are opened
  // before it from the same folder; else the loader might take ours, by the
  // vendor's name. NULL: none.
  const char *const *needs;
  const char *package; // Debian's, for the reason when there is none
  // Of a path that is tried alone; NULL: none. A vendor's library is looked
  // for in the vendor's folders as well.
  const char *variable;
  _Atomic(void *) handle;
  _Atomic(qn_libs_found *) found[QN_LIBS_FOUND]; // by hashes of their names
} qn_libs_opened;

// The address of a function; NULL with a reason (quern_reason) when there is no
// such library or it lacks the function.
void *qn_libs_symbol(qn_libs_opened *library, const char *name);

#endif // QN_LIBS_CORE_WORK_H
