// SPDX-License-Identifier: Apache-2.0
// A back end for ggml: its devices are Quern's, and its kernels those of
// kernels/ggml, generated ahead of time by `quern pregen` (docs/ggml.md).
//
// Built against ggml's headers, which are not part of Quern. The rest is
// public: HIP's API and quern/store.h.
#ifndef QUERN_GGML_BACKEND_H
#define QUERN_GGML_BACKEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ggml-backend-impl.h>
#include <ggml-impl.h>
#include <hip/hip_runtime_api.h>

#include "call.h"

// ---- Plans: what an operation of a graph is carried out by

enum { QG_LAUNCHES = 3, QG_SYMBOL = 64, QG_ADDRESSES = 6 };

typedef struct qg_launch {
  const char *set; // of kernels, by its exported name; NULL: a copy of bytes
  char symbol[QG_SYMBOL];
  uint32_t grid[3], block[3];
  const void *at[QG_ADDRESSES]; // of the result, and of the sources
  size_t size;                  // bytes to copy, without `set`
  bool is_alone_on_cpu;         // one thread of a block does all, in vectors
  quern_ggml_call call;
} qg_launch;

typedef struct qg_plan {
  size_t count; // 0: there is nothing to do
  qg_launch launches[QG_LAUNCHES];
} qg_plan;

// Whether there is a way to carry `op` out; the only place that decides so. The
// kernels may still be missing (qg_kernel).
bool qg_plan_op(const struct ggml_tensor *op, qg_plan *out_plan);

// ---- Devices

typedef struct qg_device {
  int ordinal; // HIP's
  char name[32], description[256], target[64];
  bool uses_host_memory, is_cpu;
  bool has_graphs; // of its driver's own, launched as one or not at all
  struct qg_kernels *kernels;
  struct ggml_backend_buffer_type memory, host_memory;
  char memory_name[48], host_memory_name[48];
  struct ggml_backend_device base;
} qg_device;

// The kernel of a launch; loads it at its first use. NULL when no folder has
// it: said once for each set of kernels.
hipFunction_t qg_kernel(qg_device *device, const char *set, const char *symbol);

// Fills in the types of a device's buffers.
void qg_buffers_init(qg_device *device);
bool qg_is_memory_of(const qg_device *device, ggml_backend_buffer_type_t type);
ggml_backend_buffer_t qg_buffer_over(ggml_backend_dev_t base, void *address,
                                     size_t size, size_t tensor_size_max);

// ---- Launches, and graphs that are recorded (record.c)

// A launch as the device gets it.
typedef struct qg_step {
  hipFunction_t function; // NULL: a copy of bytes
  uint32_t grid[3], block[3];
  const void *at[QG_ADDRESSES];
  size_t size; // of a copy
  quern_ggml_call call;
} qg_step;

typedef struct qg_steps { // a list; all zero: an empty one
  qg_step *items;
  size_t count, capacity;
  size_t launched; // the first ones
} qg_steps;
qg_step *qg_steps_add(qg_steps *steps); // not filled in; NULL: no memory
static inline void qg_steps_clear(qg_steps *steps) {
  steps->count = steps->launched = 0;
}
void qg_steps_finish(qg_steps *steps);
// Launches, one by one, what is not launched yet.
bool qg_steps_launch(qg_steps *steps, hipStream_t stream);

// Lists of a stream that came before, recorded if they came twice. NULL: the
// device does not gain by it, or GGML_QUERN_GRAPHS is 0.
typedef struct qg_records qg_records;
qg_records *qg_records_create(const qg_device *device);
void qg_records_destroy(qg_records *records); // accepts NULL
// What ggml's scheduler calls a graph. It gives one that it splits or allocates
// anew another uid, so a graph of the same one has the same launches. 0: it
// comes from elsewhere.
typedef struct qg_graph_id {
  uint64_t uid;
  int node_count;
} qg_graph_id;
// Launches as one what that graph was before. False: it is to be planned.
bool qg_records_again(qg_records *records, qg_graph_id id, hipStream_t stream,
                      bool *out_good);
// Whether one of the lists begins with that. If none does, the launches of a
// list need not wait for its end.
bool qg_records_begin(const qg_records *records, const qg_step *first);
// Launches what is not launched of a whole list, as one if it is known. May
// take the memory of `steps`, and give it other.
bool qg_records_launch(qg_records *records, qg_graph_id id, qg_steps *steps,
                       hipStream_t stream);

ggml_backend_t qg_stream_create(ggml_backend_dev_t base, const char *params);
ggml_backend_event_t qg_event_create(ggml_backend_dev_t base);
void qg_event_destroy(ggml_backend_dev_t base, ggml_backend_event_t event);
void qg_event_wait(ggml_backend_dev_t base, ggml_backend_event_t event);

// Makes `device` the thread's. Results of HIP's functions go through qg_good:
// false is reported to ggml's log with Quern's reason.
bool qg_good(hipError_t result, const char *what);
bool qg_enter(const qg_device *device);

#endif // QUERN_GGML_BACKEND_H
