// SPDX-License-Identifier: Apache-2.0
// Threads that share the groups of kernel launches.
//
// The caller of a run works too, and waits only for chunks that were begun,
// never for a thread that is not there. Many threads may call it at the same
// time.
// A pool belongs to its process: a forked child must not use its parent's.
#ifndef QN_RUNTIME_BACKENDS_CPU_POOL_H
#define QN_RUNTIME_BACKENDS_CPU_POOL_H

#include "base/diag.h"

typedef struct qn_pool qn_pool;

// Runs chunk `index`.
typedef void qn_chunk_fn(void *user, uint64_t index);

// A pool of `width` threads, including the caller; 0: QUERN_CPU_THREADS, or one
// per CPU that this process may use. Threads start with the first run.
qn_status qn_pool_create(unsigned width, qn_pool **out_pool, qn_diag *diag);
// No run may be in progress.
void qn_pool_destroy(qn_pool **pool);
unsigned qn_pool_width(const qn_pool *pool);

// Calls `fn` for each index below `count`, each once, in any order, and returns
// when all are done.
void qn_pool_run(qn_pool *pool, qn_chunk_fn *fn, void *user, uint64_t count);

// Calls `fn` for each of `count` indices at the same time, each on a thread of
// its own, for work whose parts wait for each other. QN_E_IO when a thread
// cannot be started; then `cancel` is called, which has to make the parts that
// already run return.
qn_status qn_pool_run_together(qn_chunk_fn *fn, void (*cancel)(void *user),
                               void *user, unsigned count, qn_diag *diag);

#endif // QN_RUNTIME_BACKENDS_CPU_POOL_H
