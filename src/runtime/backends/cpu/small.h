// SPDX-License-Identifier: Apache-2.0
// Small blocks of device memory, in memory that another process can map: unlike
// those of the C library they can be shared (hipIpcGetMemHandle), with their
// neighbours, as GPUs' can.
#ifndef QN_RUNTIME_BACKENDS_CPU_SMALL_H
#define QN_RUNTIME_BACKENDS_CPU_SMALL_H

#include <stdbool.h>
#include <stddef.h>

enum { QN_CPU_SMALL_MAX = 4096 }; // bytes

// Aligned to 256 bytes; NULL when there is no memory, or none of this kind.
void *qn_cpu_small_allocate(size_t size);
// Whether the block is one of these; if so, it is free now.
bool qn_cpu_small_free(void *block);
// The file that holds the block, and where; false when it is none of these.
bool qn_cpu_small_find(const void *block, int *out_fd, size_t *out_offset);

#endif // QN_RUNTIME_BACKENDS_CPU_SMALL_H
