// SPDX-License-Identifier: Apache-2.0
// Modules of NVVM IR, read and linked: text or bitcode, of this LLVM's or of an
// older form.
#ifndef QN_COMPILER_DRIVER_MODULES_H
#define QN_COMPILER_DRIVER_MODULES_H

#include "compiler/unit/unit.h"

// Makes unit->module from unit->params' modules: those that are not lazy are
// linked whole, the others for what is missing then. What is wrong with a
// module's text or bytes is among the unit's messages, with its line.
// `prepare` is called with each before it is linked.
typedef qn_status qn_modules_prepare_fn(qn_unit *unit, LLVMModuleRef module,
                                        qn_diag *diag);
qn_status qn_modules_read(qn_unit *unit, qn_modules_prepare_fn *prepare,
                          qn_diag *diag);

#endif // QN_COMPILER_DRIVER_MODULES_H
