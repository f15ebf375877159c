// SPDX-License-Identifier: Apache-2.0
// Thrust, CUB and libcu++ (CCCL) in HIP's units: they ask by nvcc's macros what
// compiles them, and those belong to the CUDA dialect. So their headers read
// the same macros under names of ours, which both sides of a HIP unit define,
// and the program's own sources see HIP alone.
#ifndef QN_TARGETS_CUDA_LIBRARIES_H
#define QN_TARGETS_CUDA_LIBRARIES_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"

// What stands before the name of such a macro, in place of its "__" if any.
#define QN_CUDA_LIBRARY_PREFIX "__QN_"

// Whether a folder is one of such a library, by its name and a header in it:
// ".../thrust", "cub", "cuda" or "nv".
bool qn_cuda_library_folder(qn_str path);

// Whether a name is one of those macros: __CUDACC__, __CUDACC_VER_MAJOR__,
// __NVCC__, __CUDA__, __CUDA_ARCH__ and the like, or CUDART_VERSION.
bool qn_cuda_library_macro(qn_str name);

// Appends a header of theirs as a HIP unit reads it; nothing, and false, where
// it is read as it is. `name` is its path below the folder that is searched:
// "thrust/detail/config.h". Lines keep their numbers.
bool qn_cuda_library_rewrite(qn_str name, qn_str text, qn_buffer *out);

// Writes an overlay for clang's -ivfsoverlay with those headers of all
// libraries in the folders that `args` (NULL-terminated) and the environment
// search, and in the machine's own. What it names is written beside it, in
// names that begin as `path` does. `*out_made` is false when there are none.
qn_status qn_cuda_libraries_overlay(const char *const *args, const char *path,
                                    bool *out_made, qn_diag *diag);

#endif // QN_TARGETS_CUDA_LIBRARIES_H
