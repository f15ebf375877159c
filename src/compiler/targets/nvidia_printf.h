// SPDX-License-Identifier: Apache-2.0
// Printing on NVIDIA. The driver formats what kernels print, and knows only the
// length modifiers l and ll.
#ifndef QN_COMPILER_TARGETS_NVIDIA_PRINTF_H
#define QN_COMPILER_TARGETS_NVIDIA_PRINTF_H

#include "compiler/unit/unit.h"

// Rewrites calls of vprintf whose format is a literal: h and hh are removed,
// and the values are narrowed here; j, z and t become ll. Before any
// optimisation, while the values are stored to the buffer member by member.
void qn_nvidia_lower_printf(qn_unit *unit);

#endif // QN_COMPILER_TARGETS_NVIDIA_PRINTF_H
