// SPDX-License-Identifier: Apache-2.0
// Sources and files of bitcode, read and linked into one module.
#ifndef QN_COMPILER_DRIVER_SOURCES_H
#define QN_COMPILER_DRIVER_SOURCES_H

#include "compiler/unit/unit.h"

// Makes unit->module from unit->params' sources and bitcode; NULL on a dry run,
// or when there are none.
qn_status qn_sources_read(qn_unit *unit, qn_diag *diag);

#endif // QN_COMPILER_DRIVER_SOURCES_H
