// SPDX-License-Identifier: Apache-2.0
// One target's compilation in progress, and what differs between target
// families.
//
// The steps, in driver/steps.c: front end, linking of sources, description, the
// family's `lower`, libraries, optimisation, check for missing symbols, record,
// code, the family's `link`.
#ifndef QN_COMPILER_UNIT_UNIT_H
#define QN_COMPILER_UNIT_UNIT_H

#include "base/buffer.h"
#include "base/map.h"
#include "compiler/unit/args.h"
#include "compiler/ir/ir.h"
#include "compiler/unit/params.h"
#include "compiler/unit/toolchain.h"
#include "metadata/record/record.h"

// What vprintf is called in modules of HIP sources on CPUs and NVIDIA GPUs,
// because it returns something else there.
#define QN_HIP_PRINTF "__qn_hip_printf"

typedef struct qn_unit {
  const qn_compile_params *params;
  const qn_toolchain *tools;
  const qn_target *target;
  const struct qn_family_ops *ops;
  const char *temp;   // folder for intermediate files
  qn_arena arena;     // everything that lives as long as the unit
  bool is_vectorised; // by its family: LLVM's vectorisers do not run
  // CPU: the level that entries are being made for, if above the target's; or
  // NULL (compiler/cpu/levels.h).
  const char *level;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMModuleRef nvvm_library; // of functions that NVVM IR calls, meanwhile
  LLVMTargetMachineRef machine;
  qn_record record;
  qn_buffer camd;         // the record's bytes, once known
  qn_buffer messages;     // what compilers and linkers printed
  qn_buffer explanation;  // qn_compile_params.explain
  qn_buffer commands;     // the commands, one a line
  qn_buffer dependencies; // make rules, as clang wrote them
  // CPU: kernels that LLVM optimises as a whole, as they have no packets, by
  // their place in the record; NULL: see is_vectorised.
  bool *plain_kernels;
  uint32_t *kernel_flags;       // Vortex: QN_VX_KERNEL_... of each kernel
  struct qn_simt_kernel *lanes; // and its body for lanes
  bool may_divide;  // no function's address is taken (driver/parts.h)
  qn_map elsewhere; // variables that another part has
  // A pipe that holds a byte for each core that no other target uses, read
  // without waiting; NULL: none.
  const int *cores;
  qn_buffer *objects; // further objects to link
  size_t object_count;
  // CPU: where nothing may touch shared memory, pairs of offset and size in
  // u32, and where its dynamic part starts, bytes.
  qn_buffer red_zones;
  qn_buffer bitcode; // of the sources, to be put into the image; or empty
  uint32_t shared_end;
  qn_map first_uses; // of undefined symbols: name to a text in the arena
  bool is_ptx;
} qn_unit;

// How a module holds its record.
typedef enum qn_record_form {
  QN_RECORD_NOTE,  // an ELF note, in a section of its own
  QN_RECORD_BYTES, // a visible array
  QN_RECORD_WORDS, // an array of 32-bit numbers: SPIR-V limits their count
} qn_record_form;

typedef struct qn_family_ops {
  qn_family family;
  const char *language; // clang's -x: "cuda" or "hip"
  const char *macro;    // "__QUERN_TARGET_AMDGPU__"
  const char *header;   // "target_amdgpu.h", which device/target/target.h
                        // includes; NULL: it knows by the macro
  // Adds -triple, -target-cpu, -target-feature and similar options.
  void (*add_front_end_args)(const qn_unit *unit, qn_args *args);
  // What functions' names say, before any is inlined. NULL: nothing.
  void (*settle_names)(const qn_unit *unit);
  // Turns the front end's module into one that the target's back end accepts,
  // and links the device libraries.
  qn_status (*lower)(qn_unit *unit, qn_diag *diag);
  // The optimiser's pipeline for a level; NULL: default<ON>.
  const char *(*pipeline)(const qn_unit *unit);
  // Whether an undefined symbol is one that the device provides. NULL: none.
  bool (*is_provided)(const qn_unit *unit, qn_str symbol);
  // Last changes of the optimised module. NULL: none.
  qn_status (*finish_code)(qn_unit *unit, qn_diag *diag);
  // Puts the record into the module (unit->camd). NULL: `link` does it.
  qn_status (*add_record)(qn_unit *unit, qn_diag *diag);
  // From the back end's output (object or assembly text) to the image.
  qn_status (*link)(qn_unit *unit, qn_span code, qn_buffer *out_image,
                    qn_diag *diag);
  LLVMCodeGenFileType code; // what the back end writes
  // The back end's own optimisations are left out (LLVM 22's for SPIR-V then
  // makes invalid modules now and then; drivers optimise what they are given).
  bool codegen_plain;
  // Of the record in modules, this compiler's and those of others.
  qn_record_form record_form;
  unsigned record_space; // address space
} qn_family_ops;

// Accepts a unit that is incomplete.
void qn_unit_finish(qn_unit *unit);

// ---- For the families

// The optimiser's pipeline for the level asked for: default<ON>.
const char *qn_unit_pipeline(const qn_unit *unit);

// Runs a tool; its output goes to unit->messages. A non-zero exit is
// QN_E_TOOLCHAIN. On a dry run only notes the command.
qn_status qn_unit_run_tool(qn_unit *unit, const qn_args *args, qn_diag *diag);

// What messages and intermediate files are named after: the first source.
const char *qn_unit_source_name(const qn_unit *unit);

// A path in unit->temp, or in --save-temps' folder: "<stem>-<target><suffix>".
const char *qn_unit_path(qn_unit *unit, const char *suffix);

// Reads a file of bitcode into the unit's context; `lazily` functions only when
// they are linked.
qn_status qn_unit_read_bitcode(qn_unit *unit, const char *path, bool lazily,
                               LLVMModuleRef *out_module, qn_diag *diag);

// Links what the module needs of a bitcode library: `library` is read lazily,
// retargeted to the module, and only symbols that are missing come in.
qn_status qn_unit_link_library(qn_unit *unit, const char *path, qn_diag *diag);

// Makes a library's symbols linkonce, so that only used ones are linked.
void qn_unit_make_optional(LLVMModuleRef library);

// Links what the module needs of our maths library for GPUs, the file `name` of
// the device folder, by OpenCL's names.
qn_status qn_unit_link_own_maths(qn_unit *unit, const char *name,
                                 qn_diag *diag);

// Links what the module needs of libclc, the maths library; `name` is a file in
// its folder. The program's own functions are internal by then
// (qn_unit_internalize), so that they do not replace the library's.
qn_status qn_unit_link_maths(qn_unit *unit, const char *name, qn_diag *diag);

// Makes everything but kernels and device variables internal, drops comdats,
// and sets `visibility` on the rest.
void qn_unit_internalize(qn_unit *unit, LLVMVisibility visibility);

// What an undefined function is called that stands for something refused; the
// rest of its name says what.
#define QN_UNIT_REFUSED "quern.refused."

// What the names of functions begin with that headers declare for all targets
// and this one does not have. Behind it comes what one reads.
#define QN_UNIT_ABSENT "quern.absent."

// Reports undefined symbols, each with its first use, and fails the unit.
qn_status qn_unit_fail_missing(qn_unit *unit, qn_str const *names, size_t count,
                               qn_diag *diag);

// Sets target-cpu and target-features on every defined function, replacing
// existing values, and the length of vector registers if the target has one.
void qn_unit_set_target(qn_unit *unit, const char *cpu, const char *features);

// Adds constant bytes to the module, kept by llvm.compiler.used.
typedef struct qn_unit_bytes {
  qn_span bytes;
  const char *name;    // of the symbol
  const char *section; // NULL: any, and the symbol is visible
  unsigned address_space;
  unsigned alignment; // bytes
} qn_unit_bytes;
qn_status qn_unit_add_bytes(qn_unit *unit, const qn_unit_bytes *what,
                            qn_diag *diag);

// Adds the record as section .note.quern of an ELF image.
qn_status qn_unit_add_note(qn_unit *unit, qn_diag *diag);

// Makes what came from libraries internal.
void qn_unit_internalize_library(qn_unit *unit);

// Aligns dynamic shared memory to at least 16 bytes: sources declare it as
// bytes and use it as any type.
void qn_unit_align_shared(qn_unit *unit);

#endif // QN_COMPILER_UNIT_UNIT_H
