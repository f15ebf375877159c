// SPDX-License-Identifier: Apache-2.0
// Finding kernels that were generated ahead of time (quern pregen): by
// operation and tensors, by name, or by exported name, for a device. No
// compiler is needed, and nothing is read before it is asked for.
//
//   qn_store *store = qn_store_create();          // folders of the environment
//   const char *inputs[] = {"(1024,1,1,1)/f32", "(1024,1,1,1)/f32"};
//   qn_store_op op = {.name = "add", .output = "(1024,1,1,1)/f32",
//                     .inputs = inputs, .input_count = 2};
//   qn_store_kernel kernel;
//   qn_store_report report;
//   if (qn_store_find_op(store, "x86-64-v3", &op, &kernel, &report) != 0)
//     fprintf(stderr, "%s\n%s", report.why, report.tried);
//
// What it finds goes to quern_module_load_memory (quern/run.h) or to
// hipModuleLoadData; kernel.symbol, kernel.grid and kernel.block say the rest.
//
// Threads: all functions but create, add and destroy may be called from any
// thread at the same time.
#ifndef QUERN_STORE_H
#define QUERN_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "quern/version.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qn_store qn_store;

// Why nothing was found, and everything that was tried, a line each. Texts are
// cut rather than missing.
typedef struct qn_store_report {
  char why[256];
  char tried[4096];
} qn_store_report;

// A kernel that was found. Everything lives as long as the store.
typedef struct qn_store_kernel {
  const char *name;   // "add-1024f32-1024f32-1024f32"
  const char *arch;   // what it was generated for: "x86-64-v3"
  const char *symbol; // of the kernel in the file; "" when it does not say
  const char *path;   // of the file
  const void *bytes;  // its contents: a bundle, or for aie2 a device image
  size_t size;
  const void *insts; // aie2, aie2p: the instructions; else NULL
  size_t insts_size;
  bool has_launch; // grid and block are known
  uint32_t grid[3], block[3];
} qn_store_kernel;

// An operation of ggml: "add", "relu", "mul_mat", ... Tensors are written as
// "(d0,d1,d2,d3)/dtype[/(s0,s1,s2,s3)]", innermost dimension first, strides in
// elements.
typedef struct qn_store_op {
  const char *name;
  const char *output;
  const char *const *inputs;
  size_t input_count;
  const uint32_t *params; // op_params; NULL: all zero
  size_t param_count;     // at most 16
} qn_store_op;

// A store over the folders that the environment names, in the order in which
// they are sought: GGML_HSA_KERNEL_DIR, those of QUERN_KERNEL_DIR (separated by
// colons), GGML_HSA_KERNEL_CACHE_DIR or else ggml in XDG_CACHE_HOME or
// ~/.cache. Those that are not there are passed over. NULL without memory.
QN_API qn_store *qn_store_create(void);
// A store without folders.
QN_API qn_store *qn_store_create_empty(void);
// Adds a folder behind the others. 0, or a value of qn_code when it is not
// there (7) or its manifest is damaged (4). `report` may be NULL, here and
// below.
QN_API int qn_store_add(qn_store *store, const char *folder,
                        qn_store_report *report);
// Accepts NULL.
QN_API void qn_store_destroy(qn_store *store);

// Finds a kernel for a device, which is named as its driver names it: "gfx942",
// "gfx90a:sramecc+:xnack-", "sm_90", "x86-64-v4", "spirv64", "aie2". The best
// that fits in the first folder that has one; its size, its contents' hash and
// the architecture in it are checked. 0, or a value of qn_code: 7 nothing fits,
// 4 what would fit is damaged, 1 the operation or the device cannot be.
QN_API int qn_store_find_op(qn_store *store, const char *device,
                            const qn_store_op *op, qn_store_kernel *out_kernel,
                            qn_store_report *report);
// The same by the kernel's name, or by a name that it was exported under.
QN_API int qn_store_find_name(qn_store *store, const char *device,
                              const char *name, qn_store_kernel *out_kernel,
                              qn_store_report *report);

#ifdef __cplusplus
}
#endif

#endif // QUERN_STORE_H
