// SPDX-License-Identifier: Apache-2.0
// Small blocks of device memory in an arena that other processes can map:
// unlike blocks of the C library they can be shared (hipIpcGetMemHandle), along
// with their neighbours, as on GPUs.
#ifndef QN_RUNTIME_BACKENDS_CPU_SMALL_H
#define QN_RUNTIME_BACKENDS_CPU_SMALL_H

#include <stdbool.h>
#include <stddef.h>

enum { QN_CPU_SMALL_MAX = 4096 }; // bytes

// Aligned to 256 bytes; NULL when out of memory, or when the arena is full.
void *qn_cpu_small_allocate(size_t size);
// Frees the block, if it is one of these; else false.
bool qn_cpu_small_free(void *block);
// The file that holds the block, and where; false when it is none of these.
bool qn_cpu_small_find(const void *block, int *out_fd, size_t *out_offset);

#endif // QN_RUNTIME_BACKENDS_CPU_SMALL_H
