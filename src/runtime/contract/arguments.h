// SPDX-License-Identifier: Apache-2.0
// A kernel's arguments where the device's pointers and longs have 32 bits: the
// host has them in 64, and blocks of them in a layout of its own.
#ifndef QN_RUNTIME_CONTRACT_ARGUMENTS_H
#define QN_RUNTIME_CONTRACT_ARGUMENTS_H

#include "metadata/model/kernel.h"
#include "runtime/contract/result.h"

// Bytes that the host's value of an argument has: more than in the block for
// pointers and longs where the device has 32 bits.
uint64_t qn_argument_host_size(const qn_argument *argument);
// Packs the values of a kernel's arguments, in order, into their block. Not for
// kernels that are narrow.
void qn_kernel_pack(const qn_kernel *kernel, void *const *values, uint8_t *out);

// Whether some argument has more bytes on the host.
bool qn_kernel_is_narrow(const qn_kernel *kernel);
// Packs as qn_kernel_pack does, for any kernel. A value that does not fit into
// the device's 32 bits is refused.
qn_result qn_kernel_narrow(const qn_kernel *kernel, void *const *values,
                           uint8_t *out);
// The host's value of an argument that has 32 bits in the block at `value`.
uint64_t qn_argument_widen(const qn_argument *argument, const void *value);
// Where the arguments are in a block in the host's layout, that of a struct
// with them as members: each one's address in `out_values`, which may be NULL.
// The bytes that the block has up to the last one's end.
size_t qn_kernel_host_block(const qn_kernel *kernel, const void *block,
                            void **out_values);
// Where the argument is in such a block, and its bytes; `out_size` may be NULL.
void qn_kernel_host_place(const qn_kernel *kernel, size_t index,
                          size_t *out_offset, size_t *out_size);

#endif // QN_RUNTIME_CONTRACT_ARGUMENTS_H
