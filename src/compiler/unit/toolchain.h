// SPDX-License-Identifier: Apache-2.0
// The tools and libraries that compilation uses, found at run time.
#ifndef QN_COMPILER_UNIT_TOOLCHAIN_H
#define QN_COMPILER_UNIT_TOOLCHAIN_H

#include "base/arena.h"
#include "base/diag.h"

typedef struct qn_toolchain {
  const char *clang;        // full path, of the LLVM version we are linked with
  const char *lld;          // full path of ld.lld, or NULL
  const char *ptxas;        // full path, or NULL where CUDA is not installed
  const char *libdevice;    // the folder of CUDA's maths library, or NULL
  const char *ocloc;        // full path, or NULL: of Intel's GPUs
  const char *resource_dir; // clang's own headers are in its include/
  const char *clc_dir;      // libclc's bitcode, or NULL
  const char *rocm_dir;     // ROCm device libraries, or NULL
  const char *const *cxx_include; // libstdc++'s folders, NULL-terminated
  const char *libcxx_include;     // libc++'s folder, or NULL
  const char *const *c_include;   // C library folders, NULL-terminated
  const char *include;            // our include/ (hip/, cuda/, quern/)
  const char *device;             // our device bitcode, cpu-x86_64.bc and so on
} qn_toolchain;

// Finds everything; only clang and our own files must exist (QN_E_NOT_FOUND
// names every place tried). Environment: QUERN_CLANG, QUERN_LLD, QUERN_PTXAS,
// QUERN_OCLOC, QUERN_LIBCLC, QUERN_LIBDEVICE, ROCM_PATH name a tool or folder;
// PATH. Texts live in `arena`.
qn_status qn_toolchain_find(qn_arena *arena, qn_toolchain *out_tools,
                            qn_diag *diag);

// The folders of the C++ library that the front end's options ask for, which a
// NULL ends: libstdc++'s without any, libc++'s with -stdlib=libc++, none with
// -nostdinc++. QN_E_NOT_FOUND: libc++ is not installed. `options` ends with
// NULL, and may be NULL; the folders live in `arena` or `tools`.
qn_status qn_toolchain_cxx_folders(const qn_toolchain *tools,
                                   const char *const *options, qn_arena *arena,
                                   const char *const **out_folders,
                                   qn_diag *diag);

#endif // QN_COMPILER_UNIT_TOOLCHAIN_H
