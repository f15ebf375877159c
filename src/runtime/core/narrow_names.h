// SPDX-License-Identifier: Apache-2.0
// Names of C++ kernels where the device's longs and pointers have 32 bits:
// there size_t is another type than on the host, and uint64_t, so that the
// compiler gives one kernel two linkage names.
#ifndef QN_RUNTIME_CORE_NARROW_NAMES_H
#define QN_RUNTIME_CORE_NARROW_NAMES_H

#include "metadata/model/kernel.h"

// Whether `host`, a linkage name of the host's, is of this kernel of such a
// device, and what the host passes is what the kernel takes: a long by value,
// which is narrowed, and types that have as many bits on both sides. Behind
// pointers and in types a size_t has other bytes, so those do not agree.
bool qn_narrow_name_agrees(qn_str host, const qn_kernel *kernel);

#endif // QN_RUNTIME_CORE_NARROW_NAMES_H
