// SPDX-License-Identifier: Apache-2.0
// Stream-ordered allocation: pools that reuse freed memory on the same stream
// at once, and on others when the stream has reached the free.
//
// Memory stays with its pool until it is trimmed or destroyed, or until the
// device runs out of other memory.
#ifndef QN_RUNTIME_CORE_MEMPOOL_H
#define QN_RUNTIME_CORE_MEMPOOL_H

#include "runtime/core/memory.h"

typedef struct qn_mempool {
  qn_device *device;
  void *handle;
  qn_mutex mutex; // of all below
  struct qn_pool_block *blocks;
  uint64_t reserved, reserved_high; // bytes
  uint64_t used, used_high;
  uint64_t threshold; // hipMemPoolAttrReleaseThreshold, as set
  int reuse[3];       // hipMemPoolReuse... attributes, as set
  bool is_default, dead;
  bool exportable; // to other processes
  bool imported;   // it is another process's
} qn_mempool;

qn_result qn_mempool_create(qn_device *device, qn_mempool **out_pool);
// Memory in use stays until it is freed.
qn_result qn_mempool_destroy(qn_mempool *pool);
// The device's own pool.
qn_result qn_mempool_default(qn_device *device, qn_mempool **out_pool);
// The pool that hipMallocAsync uses.
qn_result qn_mempool_current(qn_device *device, qn_mempool **out_pool);
void qn_mempool_set_current(qn_device *device, qn_mempool *pool);

qn_result qn_mempool_allocate(qn_mempool *pool, size_t size, qn_stream *stream,
                              void **out);
qn_result qn_mempool_free(void *address, qn_stream *stream);
// Memory that a node of a graph allocated is the graph's, that of its copies
// and of launches. A launch takes it, a free gives it back to them: only what
// is taken can be freed, and read when all these are gone.
void qn_mempool_join_graph(void *address);
bool qn_mempool_is_graphs(void *address);
// All are gone.
void qn_mempool_leave_graph(void *address);

// What one node does to memory of graphs.
typedef struct qn_graph_change {
  void *address;
  bool allocates; // else it frees
} qn_graph_change;

// What a launch does, in its order; refused as a whole if it allocates what is
// taken, unless that is to be freed first, or frees what is not.
qn_result qn_mempool_graph_launch(const qn_graph_change *changes, size_t count,
                                  bool frees_first);
// That launch is not to be.
void qn_mempool_graph_undo(const qn_graph_change *changes, size_t count);

// A pool for another process: a descriptor that stands for it, the caller's,
// and a pool here for one. Memory that the pool has made is named by tokens of
// QN_TOKEN_SIZE bytes; what is imported is freed as what is allocated is.
qn_result qn_mempool_export(const qn_mempool *pool, int *out_fd);
qn_result qn_mempool_import(int fd, qn_mempool **out_pool);
qn_result qn_mempool_export_block(void *address, uint8_t *token);
qn_result qn_mempool_import_block(qn_mempool *pool, uint8_t *token, void **out);

// Gives back unused memory until at most `keep` bytes are left.
void qn_mempool_trim(qn_mempool *pool, uint64_t keep);

#endif // QN_RUNTIME_CORE_MEMPOOL_H
