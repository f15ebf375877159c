// SPDX-License-Identifier: Apache-2.0
// Allocations, and copies between them and the program's memory.
#ifndef QN_RUNTIME_CORE_MEMORY_H
#define QN_RUNTIME_CORE_MEMORY_H

#include "runtime/core/ranges.h"
#include "runtime/core/stream.h"

// Allocates and registers memory. A size of 0 gives NULL, as in CUDA. `out` is
// the device's address; for HOST memory it is also the host's.
qn_result qn_memory_allocate(qn_device *device,
                             const qn_memory_request *request, void **out);
// Waits for the device's work, then frees the allocation at `address`, which
// must be of one of the kinds in `kinds` (bits 1 << qn_memory_kind). NULL is
// fine. `call` is for messages.
qn_result qn_memory_free(void *address, unsigned kinds, const char *call);
// Memory of another process, by its token.
qn_result qn_memory_import(qn_device *device, uint8_t *token, void **out);
// The allocation that holds `address`.
bool qn_memory_find(const void *address, qn_range *out_range);

enum { // hipMemcpyKind
  QN_COPY_HOST_TO_HOST,
  QN_COPY_HOST_TO_DEVICE,
  QN_COPY_DEVICE_TO_HOST,
  QN_COPY_DEVICE_TO_DEVICE,
  QN_COPY_DEFAULT,
  QN_COPY_DEVICE_TO_DEVICE_NO_CU = 1024,
};

// Finds where a side of a copy lies, and refuses one that is not inside its
// allocation. `bytes` spans the first byte to the last. `wanted`: 0 host
// memory, 1 device memory, -1 either.
qn_result qn_copy_check(qn_copy_side *side, size_t bytes, int wanted,
                        const char *what);
// Makes and checks a copy of plain memory.
qn_result qn_copy_plain(void *to, const void *from, size_t size, int kind,
                        qn_op *out_op);
// Pitched, `pitch` in bytes and at least `width`.
typedef struct qn_rows {
  void *address;
  size_t pitch;
} qn_rows;
qn_result qn_copy_rows(qn_rows to, qn_rows from, const size_t extent[2],
                       int kind, qn_op *out_op);
// Checks the sides of a copy that is filled in except for `device`.
qn_result qn_copy_check_sides(qn_op_copy *copy, int kind);

// When a call of a program's returns.
typedef enum qn_wait {
  QN_WAIT_NOT,    // at once, except for what CUDA and ROCm wait for: copies to
                  // pageable memory, and between memory of the host
  QN_WAIT_SEEN,   // when it is done, unless only devices see the memory
  QN_WAIT_ALWAYS, // when it is done
} qn_wait;

// Submits a copy. Copies that involve memory of a back end other than the
// stream's go through the host.
qn_result qn_copy_submit(qn_stream *stream, const qn_op *op, qn_wait wait);
// Implements hipMemset and its variants; `wait`: as QN_WAIT_SEEN.
qn_result qn_fill_submit(qn_stream *stream, const qn_op_fill *fill, bool wait);

#endif // QN_RUNTIME_CORE_MEMORY_H
