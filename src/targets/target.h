// SPDX-License-Identifier: Apache-2.0
// The machines Quern compiles for: one table, and the names people write.
//
// A target name is a row of the table ("gfx90a", "sm_80", "x86-64-v3",
// "spirv64"), for AMD with features (":xnack+:sramecc-"), for NVIDIA PTX only
// as "ptx80" (PTX for compute capability 8.0, no machine code).
#ifndef QN_TARGETS_TARGET_H
#define QN_TARGETS_TARGET_H

#include "base/buffer.h"
#include "base/diag.h"
#include "base/span.h"

typedef enum qn_family {
#define QN_FAMILY(ID, id, compiled, extension, example, needs, title, image)   \
  QN_FAMILY_##ID,
#include "targets/families.def"
#undef QN_FAMILY
  QN_FAMILY_COUNT
} qn_family;

// What families.def says of a family. Static data.
typedef struct qn_family_row {
  const char *name; // "cpu"; a group that people may ask for, too
  const char *extension, *example, *needs;
  bool is_compiled; // by this build
} qn_family_row;

// What the columns of a CPU's row say of it. Zeroes in other rows.
typedef struct qn_target_cpu {
  unsigned level;    // of its triple's rows: what runs a higher one runs this
  const char *needs; // space-separated: what a machine that runs it has, of
                     // the names in target.c; NULL: any of the triple
  unsigned
      packet_width;    // lanes of the SPMD engine's packets; 0: has none.
                       // Twice what a register of floats holds, or four times
                       // where there are 32 of them: chains of operations
                       // hide each other's latency. Registers of RISC-V may be
                       // longer than is known here, and go by pairs for that
  unsigned packet_min; // work-items from which a packet beats one at a time:
                       // few lanes of it cost as much as all, and much more
                       // where memory has no masks
  unsigned mask_bits;  // of a lane in a mask that is kept: 32, or 1 where
                       // registers hold bits
  unsigned mask_cast;  // lanes of a mask that LLVM makes a number's bits of by
                       // more than taking them one by one; 0: any
  bool has_scatter;    // or one store after another is as good
  bool fuses_choices;  // LLVM makes a masked store of a load, a choice and a
                       // store, where one it was told to make is better
  bool masks_words;    // memory has masks for 32 and 64 bits, not for less
  bool masks_nothing;  // memory has none
  bool only_words;     // are gathered and scattered: LLVM fails at less
  bool has_fma;        // fused multiply and add is an instruction
  bool has_madd;       // x86's sums of products of bytes, and of 16 bits, in
                       // registers of 8 words and more
  bool may_stream;     // big launches may write past the caches
} qn_target_cpu;

// Whether it is an x86 with AVX-512, which has 32 registers.
static inline bool qn_target_has_avx512(const qn_target_cpu *cpu) {
  return cpu->has_madd && cpu->mask_bits == 1;
}

// One row of targets.csv. Static data.
typedef struct qn_target_row {
  const char *name;      // "gfx90a"
  qn_family family;      //
  const char *triple;    // code generation triple
  const char *cpu;       // -target-cpu, "" for none; of Intel GPUs ocloc's
  const char *features;  // LLVM features, comma-separated, "" for none
  const char *groups;    // space-separated group names it belongs to
  const char *summary;   // product names or a description, for `quern targets`
  unsigned pointer_size; // bytes
  unsigned wave_size;    // lanes; 0 when the device decides
  unsigned mach; // AMD: e_flags mach; NVIDIA: __CUDA_ARCH__, sm_90 is 900;
                 // Intel GPUs: what drivers call the IP version
  unsigned feature_flags; // AMD: bit 0 takes xnack, bit 1 takes sramecc
  unsigned max_threads;   // per work-group
  unsigned vector_bits;   // Arm: of SVE's registers, at least; 0: not used
  qn_target_cpu on_cpu;   // CPUs: how code for it is made, and what runs it
} qn_target_row;

enum { QN_TARGET_NAME_SIZE = 64 };

// A target as asked for: a row and what the name adds to it.
typedef struct qn_target {
  const qn_target_row *row;
  char name[QN_TARGET_NAME_SIZE]; // canonical, features sorted by name
  int xnack, sramecc;             // AMD: +1 on, -1 off, 0 not said
  bool ptx_only;                  // NVIDIA: keep PTX, make no cubin
} qn_target;

// The table, in the order that `quern targets` shows it.
const qn_target_row *qn_target_rows(size_t *out_count);

// The row called `name` exactly, or NULL.
const qn_target_row *qn_target_find(qn_str name);

// The first part of a row's triple: "x86_64", "amdgcn".
qn_str qn_target_machine(const qn_target_row *row);

// A row of the machine that a module's triple names, such as
// "amdgcn-amd-amdhsa" or "spir64-unknown-unknown": of CPUs what all of them
// run, else the first. NULL: none is known.
const qn_target_row *qn_target_of_triple(qn_str triple);

// Reads one name. QN_E_NOT_FOUND with similar names as the hint; a feature that
// the target does not have is QN_E_ARGUMENT. "native" is the CPU we run on.
qn_status qn_target_parse(qn_str name, qn_target *out_target, qn_diag *diag);

// Reads a comma-separated list of names and groups (those of the table: "cpu",
// "amd", "nvidia", "all", "cdna", ...), appends to `targets` what is not in it
// yet. `capacity` in elements; too many is QN_E_LIMIT.
qn_status qn_target_parse_list(qn_str list, qn_target *targets, size_t capacity,
                               size_t *inout_count, qn_diag *diag);

// Appends the entry id of an offload bundle, as hipcc writes it:
// "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+", "hip-nvptx64-nvidia-cuda--sm_80"
// (PTX: "--compute_80"), "hip-spirv64----generic",
// "hip-spirv64-unknown-unknown--intel-pvc",
// "hip-x86_64-unknown-linux-gnu-x86-64-v3", "hip-riscv32-unknown-elf--riscv32".
void qn_target_print_id(const qn_target *target, qn_buffer *out);
// The reverse; QN_E_NOT_FOUND when no row fits (a foreign or newer target).
qn_status qn_target_from_id(qn_str id, qn_target *out_target, qn_diag *diag);

// The row of the highest level that the CPU we run on can run, such as
// "x86-64-v3".
const qn_target_row *qn_target_native(void);
// Whether code built for `row` runs on the CPU we run on.
bool qn_target_runs_here(const qn_target_row *row);

// Makes it the target of what is left where a family's assembler is missing:
// PTX for NVIDIA. False: it has no such form, or is it already.
bool qn_target_leave_as_text(qn_target *target);

// Whether `row` is a better one of the same kind of CPUs as `base`: what runs
// code for it runs the other's, too.
bool qn_target_is_above(const qn_target_row *row, const qn_target_row *base);

// Whether images for it are machine code of Intel's GPUs, made of spirv64's.
bool qn_target_is_intel(const qn_target_row *row);

// Of a file that holds one image: ".hsaco".
const char *qn_target_extension(const qn_target_row *row);

const qn_family_row *qn_family_at(qn_family family);
const char *qn_family_name(qn_family family); // "cpu", "amd", ...

#endif // QN_TARGETS_TARGET_H
