// SPDX-License-Identifier: Apache-2.0
// NVVM IR, what libNVVM compiles: LLVM IR with NVIDIA's intrinsics, libdevice's
// functions (`__nv_sin`) and attributes of functions as metadata.
#ifndef QN_COMPILER_DRIVER_NVVM_H
#define QN_COMPILER_DRIVER_NVVM_H

#include "compiler/unit/unit.h"

// Makes unit->module from unit->params' modules. libdevice's functions are
// linked from our device library; on CPUs also what NVIDIA's intrinsics do, and
// libdevice's bodies that came with the modules are dropped for ours. An
// intrinsic without a counterpart becomes an undefined function named after
// QN_UNIT_REFUSED. QN_E_UNSUPPORTED for other families than these two.
qn_status qn_nvvm_read(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_DRIVER_NVVM_H
