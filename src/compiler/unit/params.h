// SPDX-License-Identifier: Apache-2.0
// The parameters of a compilation.
#ifndef QN_COMPILER_UNIT_PARAMS_H
#define QN_COMPILER_UNIT_PARAMS_H

#include "targets/target.h"

typedef enum qn_emit {
  QN_EMIT_IMAGE,        // code object, cubin or PTX, SPIR-V, shared object
  QN_EMIT_LLVM,         // LLVM IR text after the last optimisation
  QN_EMIT_ASM,          // assembly text of the target
  QN_EMIT_BITCODE,      // LLVM bitcode before linking, for later
  QN_EMIT_LLVM_BITCODE, // what QN_EMIT_LLVM gives, as bitcode
} qn_emit;

typedef enum qn_dialect {
  QN_DIALECT_AUTO, // .cu is CUDA, everything else HIP
  QN_DIALECT_CUDA,
  QN_DIALECT_HIP,
} qn_dialect;

enum { QN_PERSONA_DEFAULT = 890 };

// Sanitizers of CPU images; the program provides their run-time library. Other
// targets have none.
typedef enum qn_sanitizer {
  QN_SANITIZE_ADDRESS = 1,
  QN_SANITIZE_SHARED_RACE = 2, // needs no run-time library
  QN_SANITIZE_UNDEFINED = 4,   // nor does this
} qn_sanitizer;

// What images keep for debuggers and profilers.
typedef enum qn_debug {
  QN_DEBUG_NONE,
  QN_DEBUG_LINES,     // line tables, without changing the code
  QN_DEBUG_OPTIMISED, // whatever survives, without changing the code
  QN_DEBUG_FULL,      // complete; CPU code is scalar
} qn_debug;

// What -g means with this -O, which keeps the code fast.
static inline qn_debug qn_debug_at_level(unsigned opt_level) {
  return opt_level < 2 ? QN_DEBUG_FULL : QN_DEBUG_OPTIMISED;
}

// A file that an earlier call with QN_EMIT_BITCODE gave.
typedef struct qn_bitcode_file {
  const char *target; // its name
  const char *path;
  bool lazy; // linked only where it defines what is missing
} qn_bitcode_file;

// A module of NVVM IR, as text or bitcode.
typedef struct qn_nvvm_module {
  const char *path;
  bool lazy; // linked only for what is missing
} qn_nvvm_module;

// How NVVM's compiler is asked to compute; zeroed: precisely.
typedef struct qn_nvvm_options {
  bool flush;     // float's denormals are zeroes
  bool no_fma;    // products and sums are rounded apart
  bool fast_sqrt; // of float, where the target has an approximation
  bool fast_div;
} qn_nvvm_options;

typedef struct qn_compile_params {
  const char *const *sources; // paths; linked into one image per target
  size_t source_count;
  // Bitcode of a target is linked after its sources.
  const qn_bitcode_file *bitcode;
  size_t bitcode_count;
  // Modules of NVVM IR instead, for CPUs and NVIDIA's GPUs.
  const qn_nvvm_module *modules;
  size_t module_count;
  qn_nvvm_options nvvm;
  // Sources without kernels and variables are not an error; the image is empty.
  bool may_be_empty;
  unsigned sanitizers; // bits of qn_sanitizer
  unsigned checks;     // CPUs: QN_CPU_CHECK_... (quern/cpu_abi.h)
  // CPUs: the sources' bitcode is in section .llvmbc of the image, where
  // `quern check` finds it.
  bool embed_bitcode;
  const qn_target *targets;
  size_t target_count;
  // CPUs: higher levels for which images also have code, chosen when they are
  // loaded; only for targets below them.
  const qn_target *levels;
  size_t level_count;
  // Options for the front end as clang spells them (-D, -I, -include, -std, -W,
  // -f...), NULL-terminated; NULL is none.
  const char *const *front_end_args;
  qn_dialect dialect;
  qn_emit emit;
  unsigned opt_level; // 0 to 3
  qn_debug debug;
  // For tests with very many kernels for CPUs, where LLVM would take most of
  // the time: fewer of its optimisations, fast code generation, and the loops
  // over packets once for all kernels. Making packets is not affected.
  bool quick;
  unsigned persona; // __CUDA_ARCH__ off NVIDIA; 0: 890 for CUDA sources only
  unsigned ptx_version;   // 80 is PTX 8.0; 0: the minimum that the target needs
  unsigned jobs;          // workers at a time; 0: one per CPU
  const char *save_temps; // folder for intermediate files, or NULL
  // Where to write "N symbol" lines for the variables __qn_rtc_name_N of the
  // sources, which are replaced by their initialisers and dropped; NULL: there
  // are none.
  const char *lowered_names;
  bool dependencies; // collect the headers read
  // CPUs: say how each kernel runs and why, in qn_target_result's explanation:
  //   kernel NAME TARGET
  //   way    WAY OTHERWISE REASON    why it has no packets, or empty; of Vortex
  //                                  with "lanes" behind it, which they are
  //   form   LANES ROWS BYTES-KEPT BYTES-OF-GROUP REASON    why it is left out
  //   cost   KIND LOCATION COUNT
  // with a tab between fields; what follows a kernel's line is about it.
  bool explain;
  bool dry_run; // only list the commands
  bool color;   // of clang's messages
  // Called after each target, for progress; may be NULL.
  void (*on_target)(void *user, size_t done, size_t count);
  void *user;
} qn_compile_params;

#endif // QN_COMPILER_UNIT_PARAMS_H
