// SPDX-License-Identifier: Apache-2.0
// What is in a GPU binary: kernels, their arguments and their resources.
//
// Reads what `quern inspect` reads: offload bundles (plain and compressed),
// programs and libraries with such bundles in them, AMD code objects, cubins,
// PTX, SPIR-V modules and Quern's CPU images, nested to any depth. The input is
// taken to be hostile: nothing in it can crash the caller or make it use
// unbounded memory, and nothing is executed.
//
//   static bool print(void *user, const qn_kernel_view *k) {
//     printf("%s: %s, %zu arguments\n", k->target, k->name, k->argument_count);
//     return true;
//   }
//   char why[QN_WHY_SIZE];
//   if (qn_inspect_path("app.hipfb", print, NULL, why) != 0)
//     fprintf(stderr, "%s\n", why);
//
// Threads: the functions may be called from any thread at the same time.
#ifndef QUERN_INSPECT_H
#define QUERN_INSPECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "quern/version.h"

#ifdef __cplusplus
extern "C" {
#endif

// The value of a figure that the binary does not state. Never 0.
#define QN_FIGURE_UNKNOWN ((int64_t)-1)

// All texts are NUL-terminated and never NULL; an empty one is unknown. They
// come from the file and may hold any byte: escape them before printing.

typedef struct qn_argument_view {
  const char *name;
  const char *type;  // as the source writes it: "const float *"
  const char *kind;  // "value", "pointer", "shared", "image", "sampler"
  int64_t offset;    // bytes from the start of the argument block
  int64_t size;      // bytes
  int64_t alignment; // bytes
} qn_argument_view;

typedef struct qn_kernel_view {
  const char *target;    // "gfx90a:xnack+", "sm_90", "spirv64", "x86-64-v3"
  const char *format;    // "amdgpu", "cubin", "ptx", "spirv", "elf"
  const char *name;      // linkage name, by which a runtime looks it up
  const char *demangled; // for people; the same as `name` in C
  const char *source;    // who described the arguments: "note", "eiattr", ...
  bool arguments_known;  // false: the binary does not describe them
  const qn_argument_view *arguments;
  size_t argument_count;
  int64_t arguments_size;   // bytes of the whole block
  int64_t vgpr, sgpr, agpr; // registers (AMD)
  int64_t registers;        // registers (NVIDIA)
  int64_t shared_static;    // bytes of a work-group
  int64_t scratch;          // bytes of a work-item
  int64_t wave_size;        // lanes
  int64_t max_threads;      // of a work-group
} qn_kernel_view;

// Called for each kernel, in file order; what it is given is valid until it
// returns. False ends the walk, which still counts as success.
typedef bool qn_inspect_fn(void *user, const qn_kernel_view *kernel);

// Room for the reason of a failure.
enum { QN_WHY_SIZE = 256 };

// Walks the kernels of `size` bytes at `bytes`. 0 when all was read. Otherwise
// a value of qn_code (base/status.h: 4 malformed, 5 unsupported, 6 over a
// limit, 2 no memory), and the reason in `why`; kernels found before the
// failure have been visited. `why` may be NULL.
QN_API int qn_inspect_memory(const void *bytes, size_t size,
                             qn_inspect_fn *visit, void *user,
                             char why[QN_WHY_SIZE]);
// The same for a file. 3 when it cannot be read, 7 when it is not there.
QN_API int qn_inspect_path(const char *path, qn_inspect_fn *visit, void *user,
                           char why[QN_WHY_SIZE]);

#ifdef __cplusplus
}
#endif

#endif // QUERN_INSPECT_H
