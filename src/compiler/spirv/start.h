// SPDX-License-Identifier: Apache-2.0
// The kernel __quern_start, which the runtime runs once after a module was
// built and before its other kernels: it says where the device variables are,
// notes where the host listens, and stores what initialisers cannot hold on
// every device, addresses. A module that needs none of it has none.
#ifndef QN_COMPILER_SPIRV_START_H
#define QN_COMPILER_SPIRV_START_H

#include "compiler/unit/unit.h"

// Gives the module the variable that the host's address goes to, if it is used.
void qn_spirv_add_host(qn_unit *unit);

// Whether a constant is or has an address, which initialisers do not hold.
bool qn_spirv_has_address(LLVMValueRef constant);

// After everything was optimised: initialisers are emptied of addresses.
void qn_spirv_add_start(qn_unit *unit);

#endif // QN_COMPILER_SPIRV_START_H
