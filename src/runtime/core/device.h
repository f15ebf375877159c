// SPDX-License-Identifier: Apache-2.0
// Devices: which ones there are, in which order a program sees them, and which
// is current.
//
// A device's number counts those that the program sees: QUERN_DEVICE chooses
// and orders back ends ("cpu", "cuda:1,cpu"), HIP_VISIBLE_DEVICES and
// CUDA_VISIBLE_DEVICES choose among the rest. Without QUERN_DEVICE, GPUs come
// before the CPU, and devices for which the program has no code go to the end.
// A device is opened at its first use.
#ifndef QN_RUNTIME_CORE_DEVICE_H
#define QN_RUNTIME_CORE_DEVICE_H

#include <stdatomic.h>

#include "base/system/thread.h"
#include "runtime/contract/backend.h"

struct qn_stream;
struct qn_pool_of_memory;

enum {
  QN_DEVICES_MAX = 64,
  QN_LIMITS_MAX = 8,
  QN_LIMIT_HEAP = 2, // hipLimitMallocHeapSize
};

typedef struct qn_device {
  int ordinal;
  atomic_uint generation; // counts resets, which destroy everything made before
  const qn_backend *backend;
  atomic_bool dirty; // work was submitted since the last wait for all streams
  bool blocking;     // HIP_LAUNCH_BLOCKING: a launch waits for its kernel
  unsigned backend_ordinal;
  qn_backend_options options;
  qn_mutex mutex;         // of opening, closing, and the list of streams
  _Atomic(void *) native; // NULL: not open
  qn_device_info info;    // once open
  _Atomic(struct qn_stream *) null_stream; // made with the device
  struct qn_stream *streams;    // every stream of the device, the null one too
  struct qn_stream *leaving;    // destroyed ones that still have work
  struct qn_stream *gate;       // what new streams wait for; NULL: nothing
  atomic_uint waiting;          // threads that wait for all streams
  atomic_uint flags;            // hipSetDeviceFlags
  uint64_t peers;               // ordinals whose memory it may reach, by bit
  size_t limits[QN_LIMITS_MAX]; // hipLimit_t
  void *memory_pools;           // of the stream-ordered allocator
} qn_device;

// The number of devices that the program sees.
unsigned qn_device_count(void);
// A visible device, opened; QN_R_INVALID_DEVICE's reason says how many there
// are.
qn_result qn_device_get(int ordinal, qn_device **out_device);
// A visible device, not necessarily open; NULL when there is none.
qn_device *qn_device_at(int ordinal);
// The calling thread's device, opened: device 0 until it chooses another.
qn_result qn_device_current(qn_device **out_device);
int qn_device_current_ordinal(void);
qn_result qn_device_set_current(int ordinal);

// The visible device of that name, opened: `name` is a back end (its first
// device) or "cuda:1". NULL in `*out_device` when none is, which is not a
// failure; QN_E_ARGUMENT when there is no such back end.
qn_status qn_device_find(const char *name, qn_device **out_device,
                         qn_diag *diag);

// A device outside the list, for tools: `name` is a back end, or "cuda:1".
// Closed with qn_device_close.
qn_status qn_device_open(const char *name, const qn_backend_options *options,
                         qn_device **out_device, qn_diag *diag);
void qn_device_close(qn_device **device);

// Waits for all of the device's work.
qn_result qn_device_synchronize(qn_device *device);
// Destroys everything that was made on the device, which the next use opens
// again; an earlier failure of the device is cleared.
qn_result qn_device_reset(qn_device *device);

// Called before a device is reset or closed, in the order of registration, so
// that other parts drop what they keep for it.
typedef void qn_device_hook(qn_device *device);
void qn_device_on_reset(qn_device_hook *hook);

// Asked at enumeration: whether the program's own code has an image for such a
// device. Set by the registration ABI.
typedef bool qn_device_serves(const qn_backend *backend, void *native);
void qn_device_set_serves(qn_device_serves *serves);

#endif // QN_RUNTIME_CORE_DEVICE_H
