// SPDX-License-Identifier: Apache-2.0
// What is in a GPU binary: kernels, their arguments and their resources.
//
// Reads what `quern inspect` reads: offload bundles (plain and compressed),
// programs and libraries with such bundles in them, AMD code objects, cubins,
// PTX, SPIR-V modules and Quern's CPU images, nested to any depth. The input is
// assumed to be hostile: nothing in it can crash the caller or make it use
// unbounded memory, and none of it is executed.
//
//   static bool print(void *user, const quern_kernel_view *k) {
//     printf("%s: %s, %zu arguments\n", k->target, k->name, k->argument_count);
//     return true;
//   }
//   quern_error error = QUERN_ERROR_INIT;
//   if (quern_inspect_path("app.hipfb", print, NULL, &error) != QUERN_OK)
//     fprintf(stderr, "%s\n", error.message);
//
// Threads: the functions may be called from any thread at the same time.
// Linked with -lquern.
#ifndef QUERN_INSPECT_H
#define QUERN_INSPECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "quern/error.h"

#ifdef __cplusplus
extern "C" {
#endif

// The value of a number that the binary does not state. Never 0.
#define QUERN_FIGURE_UNKNOWN ((int64_t)-1)

// All texts end with a NUL and are never NULL; an empty text means unknown.
// They come from the file and may hold any byte: escape them before printing.

// One argument of a kernel. The library sets `size`; do not read members beyond
// it.
typedef struct quern_argument_view {
  size_t size;       // of this struct, in bytes
  const char *name;  // "" when the binary does not record it
  const char *type;  // as the source writes it: "const float *"
  const char *kind;  // "value", "pointer", "shared", "image", "sampler"
  int64_t offset;    // bytes from the start of the argument block
  int64_t bytes;     // of the argument
  int64_t alignment; // bytes
} quern_argument_view;

// One kernel. `size` is the library's, as above.
typedef struct quern_kernel_view {
  size_t size;           // of this struct, in bytes
  const char *target;    // "gfx90a:xnack+", "sm_90", "spirv64", "x86-64-v3"
  const char *format;    // "amdgpu", "cubin", "ptx", "spirv", "elf"
  const char *name;      // linkage name, which runtimes look up
  const char *demangled; // for people; the same as `name` in C
  const char *source;    // what describes the arguments: "note", "eiattr", ...
  bool arguments_known;  // false: the binary does not describe them
  size_t argument_count;
  const quern_argument_view *const *arguments; // argument_count of them
  int64_t arguments_size;                      // bytes of the whole block
  int64_t vgpr, sgpr, agpr;                    // registers (AMD)
  int64_t registers;                           // registers (NVIDIA)
  int64_t shared_static;                       // bytes of a work-group
  int64_t scratch;                             // bytes of a work-item
  int64_t wave_size;                           // lanes
  int64_t max_threads;                         // of a work-group
} quern_kernel_view;

// Called for each kernel, in file order, on the thread that called inspect; its
// arguments are valid until it returns. Returning false ends the walk, which
// still succeeds. It may call any Quern function.
typedef bool quern_inspect_fn(void *user, const quern_kernel_view *kernel);

// Visits the kernels in `size` bytes at `bytes`, which are borrowed for the
// call; NULL with a size of 0 is an empty input. Kernels found before a failure
// have been visited; an image that cannot be read does not hide those after it.
//   QUERN_E_ARGUMENT     `visit` is NULL, or `bytes` is with a size
//   QUERN_E_MALFORMED    the input contradicts its own format
//   QUERN_E_UNSUPPORTED  it is in no format that Quern reads, or in a newer one
//   QUERN_E_LIMIT        too large, too deep, too many
//   QUERN_E_MEMORY
QUERN_API quern_status quern_inspect_memory(const void *bytes, size_t size,
                                            quern_inspect_fn *visit, void *user,
                                            quern_error *error);

// The same for a file; "-" is standard input. Also QUERN_E_NOT_FOUND when it
// does not exist and QUERN_E_IO when it cannot be read.
QUERN_API quern_status quern_inspect_path(const char *path,
                                          quern_inspect_fn *visit, void *user,
                                          quern_error *error);

#ifdef __cplusplus
}
#endif

#endif // QUERN_INSPECT_H
