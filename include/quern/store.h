// SPDX-License-Identifier: Apache-2.0
// Finding kernels that were generated ahead of time (quern pregen) for a
// device: by operation and tensors, by name, or by exported name. No compiler
// is needed, and nothing is read until it is asked for.
//
//   quern_store *store;                     // over folders of the environment
//   quern_error error = QUERN_ERROR_INIT;
//   if (quern_store_create(QUERN_STORE_ENVIRONMENT, &store, &error))
//     ...
//   const char *inputs[] = {"(1024,1,1,1)/f32", "(1024,1,1,1)/f32"};
//   quern_store_op add = QUERN_STORE_OP_INIT;
//   add.name = "add", add.output = "(1024,1,1,1)/f32";
//   add.inputs = inputs, add.input_count = 2;
//   quern_store_query query = QUERN_STORE_QUERY_INIT;
//   query.device = "x86-64-v3", query.op = &add;
//   quern_store_kernel kernel = QUERN_STORE_KERNEL_INIT;
//   if (quern_store_find(store, &query, &kernel, &error) != QUERN_OK)
//     fprintf(stderr, "%s\n", error.message);
//
// Pass what it finds to quern_module_open (quern/run.h) or hipModuleLoadData,
// and launch with kernel.symbol, kernel.grid and kernel.block.
//
// Threads: quern_store_find may be called from several threads at once; the
// other functions only while no other thread uses the store. Linked with
// -lquern.
#ifndef QUERN_STORE_H
#define QUERN_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "quern/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct quern_store quern_store;

// A kernel that was found. Everything it points to lives as long as the store.
typedef struct quern_store_kernel {
  size_t size;        // sizeof(quern_store_kernel)
  const char *name;   // "add-1024f32-1024f32-1024f32"
  const char *arch;   // what it was generated for: "x86-64-v3"
  const char *symbol; // of the kernel in the file; "" when it is not known
  const char *path;   // of the file
  const void *code;   // its contents: a bundle, or for aie2 a device image
  size_t code_size;   // bytes
  const void *insts;  // aie2, aie2p: the instructions; else NULL
  size_t insts_size;  // bytes
  bool has_launch;    // grid and block are known
  uint32_t grid[3];   // blocks
  uint32_t block[3];  // threads of a block
} quern_store_kernel;

#define QUERN_STORE_KERNEL_INIT                                                \
  {sizeof(quern_store_kernel),                                                 \
   NULL,                                                                       \
   NULL,                                                                       \
   NULL,                                                                       \
   NULL,                                                                       \
   NULL,                                                                       \
   0,                                                                          \
   NULL,                                                                       \
   0,                                                                          \
   false,                                                                      \
   {0, 0, 0},                                                                  \
   {0, 0, 0}}

// An operation of ggml: "add", "relu", "mul_mat", ... Tensors are written as
// "(d0,d1,d2,d3)/dtype[/(s0,s1,s2,s3)]", innermost dimension first, strides in
// elements. Borrowed for the call.
typedef struct quern_store_op {
  size_t size; // sizeof(quern_store_op)
  const char *name;
  const char *output;
  const char *const *inputs;
  size_t input_count;     // 1 or 2
  const uint32_t *params; // op_params; NULL: all zero
  size_t param_count;     // at most 16
} quern_store_op;

#define QUERN_STORE_OP_INIT                                                    \
  {sizeof(quern_store_op), NULL, NULL, NULL, 0, NULL, 0}

// What to find: an operation or a name, and the device. Borrowed for the call.
typedef struct quern_store_query {
  size_t size; // sizeof(quern_store_query)
  // As its driver names it: "gfx942", "gfx90a:sramecc+:xnack-", "sm_90",
  // "x86-64-v4", "spirv64", "aie2".
  const char *device;
  const quern_store_op *op; // one of these two, the other NULL
  const char *name;         // the kernel's, or a name it was exported under
  // When nothing is found, receives everything that was tried, a line each, cut
  // to tried_size bytes including the NUL. NULL: not wanted.
  char *tried;
  size_t tried_size; // bytes
} quern_store_query;

#define QUERN_STORE_QUERY_INIT                                                 \
  {sizeof(quern_store_query), NULL, NULL, NULL, NULL, 0}

// A size at which `tried` is rarely cut.
#define QUERN_STORE_TRIED_SIZE 4096

// Flags of quern_store_create.
enum {
  // Over the folders that the environment names, in this order:
  // GGML_HSA_KERNEL_DIR, those of QUERN_KERNEL_DIR (separated by colons),
  // GGML_HSA_KERNEL_CACHE_DIR or else ggml in XDG_CACHE_HOME or ~/.cache. Those
  // that do not exist are skipped, and are listed in `tried`.
  QUERN_STORE_ENVIRONMENT = 1
};

// Creates a store; destroy it with quern_store_destroy. `flags` are the bits
// above; 0 gives a store without folders.
//   QUERN_E_ARGUMENT  `out_store` is NULL, or a flag is unknown
//   QUERN_E_MEMORY
QUERN_API quern_status quern_store_create(uint32_t flags,
                                          quern_store **out_store,
                                          quern_error *error);

// Adds a folder after the others; the path is copied. A folder that cannot be
// read stays in the list without kernels, and is reported in `tried`.
//   QUERN_E_ARGUMENT   `store` or `folder` is NULL
//   QUERN_E_NOT_FOUND  the folder does not exist
//   QUERN_E_IO         it cannot be read
//   QUERN_E_MALFORMED  its manifest is damaged
//   QUERN_E_MEMORY
QUERN_API quern_status quern_store_add(quern_store *store, const char *folder,
                                       quern_error *error);

// Destroys the store and everything found in it. NULL is fine.
QUERN_API void quern_store_destroy(quern_store *store);

// Finds the kernel that fits the device best, in the first folder that has one.
// Its size, the hash of its contents and its architecture are checked.
//   QUERN_E_ARGUMENT     a parameter is NULL, the operation is not valid, or
//                        the query has not exactly one of `op` and `name`
//   QUERN_E_NOT_FOUND    nothing fits, or ggml has no such operation
//   QUERN_E_MALFORMED    the kernel that fits is damaged
//   QUERN_E_UNSUPPORTED  the operation is not one that Quern generates
//   QUERN_E_MEMORY
QUERN_API quern_status quern_store_find(quern_store *store,
                                        const quern_store_query *query,
                                        quern_store_kernel *out_kernel,
                                        quern_error *error);

#ifdef __cplusplus
}
#endif

#endif // QUERN_STORE_H
