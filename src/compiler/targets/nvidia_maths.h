// SPDX-License-Identifier: Apache-2.0
// The maths functions of NVIDIA's targets.
#ifndef QN_COMPILER_TARGETS_NVIDIA_MATHS_H
#define QN_COMPILER_TARGETS_NVIDIA_MATHS_H

#include "compiler/unit/unit.h"

// Links what the module calls by OpenCL's names and by ours: of CUDA's
// libdevice where that is installed (qn_toolchain.libdevice), of our own
// library what that lacks, and of libclc what neither has. For code that is not
// optimised yet.
qn_status qn_nvidia_link_maths(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_TARGETS_NVIDIA_MATHS_H
