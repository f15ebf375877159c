// SPDX-License-Identifier: Apache-2.0
// The clang command that turns one source into unoptimised bitcode for one
// target.
#ifndef QN_COMPILER_DRIVER_FRONT_END_H
#define QN_COMPILER_DRIVER_FRONT_END_H

#include "compiler/unit/unit.h"

// Runs clang on `source`, writing bitcode to `output`; its messages go to
// unit->messages, its dependencies to unit->dependencies.
qn_status qn_front_end_run(qn_unit *unit, const char *source,
                           const char *output, qn_diag *diag);

// CUDA for .cu, .cuh; HIP for everything else.
qn_dialect qn_front_end_dialect(const qn_compile_params *params,
                                const char *source);

// Whether kernels of the source launch kernels, and clang compiles it with
// -fgpu-rdc though nobody asked for that.
bool qn_front_end_launches(const qn_compile_params *params, const char *source);

#endif // QN_COMPILER_DRIVER_FRONT_END_H
