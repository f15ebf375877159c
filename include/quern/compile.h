// SPDX-License-Identifier: Apache-2.0
// Compiling CUDA and HIP sources from a program: it takes files or texts, gives
// a bundle with an image for every target, and reports diagnostics one by one.
//
//   quern_source source = {"saxpy.cu", text, strlen(text)};
//   const char *targets[] = {"native", "sm_90"};
//   quern_compile_params params = QUERN_COMPILE_PARAMS_INIT;
//   params.sources = &source, params.source_count = 1;
//   params.targets = targets, params.target_count = 2;
//   params.on_diagnostic = print;
//   quern_error error = QUERN_ERROR_INIT;
//   quern_bundle *bundle;
//   if (quern_compile(&params, &bundle, &error) == QUERN_OK) {
//     size_t size;
//     const void *bytes = quern_bundle_bytes(bundle, &size);
//     ... quern_module_open(device, bytes, size, &module, &error) ...
//     quern_bundle_destroy(bundle);
//   }
//
// A compilation is a child process, the tool `quern compile`: a crash of the
// compiler is an error here, and nothing of LLVM is loaded into the program.
// The tool is bin/quern of the installation that libquern is in, or of the one
// that the environment's QUERN_HOME names; it opens
// lib/quern/libquern-compiler.so and runs the clang of the LLVM that Quern was
// built with. If one of them is missing, quern_compile gives QUERN_E_TOOLCHAIN
// with a hint.
//
// The child inherits the program's working directory and environment. It is
// killed if the calling thread ends.
//
// Threads: any function may be called from any thread at any time. Linked with
// -lquern.
#ifndef QUERN_COMPILE_H
#define QUERN_COMPILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "quern/error.h"

#ifdef __cplusplus
extern "C" {
#endif

// A source, or a header in memory. It is used in arrays, so it never gains
// members. Borrowed for the call.
typedef struct quern_source {
  const char *name; // a path, as in diagnostics and, of a header, in #include
  const char *text; // of a source, NULL reads the file `name`
  size_t text_size; // bytes
} quern_source;

typedef enum quern_severity {
  QUERN_NOTE = 0, // belongs to the diagnostic before it
  QUERN_WARNING = 1,
  QUERN_ERROR = 2
} quern_severity;

// One message of a compiler, linker or assembler. The library sets `size`.
// Texts end with a NUL and are never NULL.
typedef struct quern_diagnostic {
  size_t size; // of this struct, in bytes
  quern_severity severity;
  uint32_t line, column; // from 1, the column in bytes; 0: no place
  const char *file;      // as it was named; "": no place
  const char *targets;   // "gfx942, sm_90": those it is about; "": all
  const char *text;      // one line, without position and severity
  const char *excerpt;   // lines of the source with marks below; or ""
} quern_diagnostic;

// Receives each diagnostic, in the compilers' order, when compilation has
// ended, whether or not it succeeded. Its arguments are valid until it returns.
typedef void quern_diagnostic_fn(void *user,
                                 const quern_diagnostic *diagnostic);

// Called about ten times a second during compilation, which has taken `seconds`
// so far. Returning false cancels: quern_compile gives QUERN_E_LIMIT and leaves
// nothing running.
typedef bool quern_progress_fn(void *user, double seconds);

// Bits of quern_compile_params.flags.
enum {
  QUERN_COMPILE_LINES = 1,    // line numbers, without making code slower
  QUERN_COMPILE_DEBUG = 2,    // full debug information; slow code on CPUs
  QUERN_COMPILE_COMPRESS = 4, // the bundle, by zstd
  QUERN_COMPILE_NO_CACHE = 8  // neither look in the cache nor fill it
};

// Everything is borrowed for the call.
typedef struct quern_compile_params {
  size_t size; // sizeof(quern_compile_params)
  // At least one; they are linked into one image per target.
  const quern_source *sources;
  size_t source_count;
  // Found by #include before any folder. Names are relative, without ".."
  // ("math/vec.h"); each needs a text.
  const quern_source *headers;
  size_t header_count;
  // As for `quern compile -t`: "sm_90", "gfx942", "x86-64-v3", "amd", "native".
  // None: "native", this machine's CPU.
  const char *const *targets;
  size_t target_count;
  // In clang's spelling, of these kinds only: -D -U -I -isystem -include (the
  // value in the same word or in the next), -std=, -W..., -f...
  const char *const *options;
  size_t option_count;
  // "cuda" or "hip"; NULL: sources named *.cu are CUDA, all others HIP.
  const char *dialect;
  quern_diagnostic_fn *on_diagnostic; // NULL: not wanted
  quern_progress_fn *on_progress;     // NULL: not wanted
  void *user;                         // given to both
  uint32_t level;                     // of optimisation, 0 to 3
  uint32_t flags;                     // QUERN_COMPILE_...
  uint32_t jobs;                      // targets at a time; 0: one for each CPU
  uint32_t reserved;                  // 0
} quern_compile_params;

// Optimised for this machine's CPU.
#define QUERN_COMPILE_PARAMS_INIT                                              \
  {sizeof(quern_compile_params),                                               \
   NULL,                                                                       \
   0,                                                                          \
   NULL,                                                                       \
   0,                                                                          \
   NULL,                                                                       \
   0,                                                                          \
   NULL,                                                                       \
   0,                                                                          \
   NULL,                                                                       \
   NULL,                                                                       \
   NULL,                                                                       \
   NULL,                                                                       \
   3,                                                                          \
   0,                                                                          \
   0,                                                                          \
   0}

// An offload bundle in memory.
typedef struct quern_bundle quern_bundle;

// Compiles; there is no bundle unless all targets succeed. The caller destroys
// the bundle with quern_bundle_destroy.
//   QUERN_E_ARGUMENT     a parameter is NULL or out of range, an option is
//                        not of the kinds above, or there is no such target
//   QUERN_E_NOT_FOUND    a source or a target does not exist
//   QUERN_E_TOOLCHAIN    a source does not compile: the message and the line
//                        are those of the first error; or the tool, the
//                        compiler library or clang is missing: the hint says
//                        what to do
//   QUERN_E_UNSUPPORTED  something that a target cannot do; an unknown flag
//   QUERN_E_LIMIT        on_progress cancelled it
//   QUERN_E_IO           no temporary files, no processes
//   QUERN_E_INTERNAL     the compiler crashed
//   QUERN_E_MEMORY
// Other codes come from the tool.
QUERN_API quern_status quern_compile(const quern_compile_params *params,
                                     quern_bundle **out_bundle,
                                     quern_error *error);

// The bundle's bytes, aligned to 16 bytes and valid as long as the bundle, and
// their number. Write them to a file, or pass them to quern_module_open,
// quern_inspect_memory or hipModuleLoadData. A NULL bundle gives NULL and 0.
// `out_size` may be NULL.
QUERN_API const void *quern_bundle_bytes(const quern_bundle *bundle,
                                         size_t *out_size);
// NULL is fine.
QUERN_API void quern_bundle_destroy(quern_bundle *bundle);

#ifdef __cplusplus
}
#endif

#endif // QUERN_COMPILE_H
