// SPDX-License-Identifier: Apache-2.0
// The kernel model: what is known about a kernel, whatever the source.
//
// Every reader fills it, every command and the runtime read it. All of it lives
// in the qn_arena it was made with, or borrows from the input bytes, which must
// outlive it; nothing has a destructor. Texts come from untrusted files: they
// are not NUL-terminated and may hold any byte.
//
// Unknown is not zero. A zeroed model knows nothing: a qn_figure that was never
// set is unknown, an empty text is unknown, an alignment of 0 is unknown.
#ifndef QN_METADATA_MODEL_KERNEL_H
#define QN_METADATA_MODEL_KERNEL_H

#include "base/arena.h"
#include "base/span.h"

// A number that the source may not state.
typedef struct qn_figure {
  bool known;
  uint64_t value; // 0 when unknown
} qn_figure;

static inline qn_figure qn_known(uint64_t value) {
  return (qn_figure){true, value};
}
static inline uint64_t qn_figure_or(qn_figure figure, uint64_t other) {
  return figure.known ? figure.value : other;
}

// Where a description comes from; the names are stable (JSON).
typedef enum qn_source {
#define QN_SOURCE(id, text, summary) QN_SOURCE_##id,
#include "metadata/model/sources.def"
#undef QN_SOURCE
  QN_SOURCE_COUNT,
} qn_source;
const char *qn_source_name(qn_source source); // "note", "amdgpu-note", ...
const char *qn_source_summary(qn_source source);

// What an argument is; the names are stable (JSON, note records).
typedef enum qn_argument_kind {
  QN_ARGUMENT_VALUE,   // passed by value
  QN_ARGUMENT_POINTER, // address of device memory
  QN_ARGUMENT_SHARED,  // dynamic shared memory, sized at launch
  QN_ARGUMENT_IMAGE,   // image, texture or surface
  QN_ARGUMENT_SAMPLER, //
  QN_ARGUMENT_HIDDEN,  // filled in by the runtime, see `hidden`
  QN_ARGUMENT_KIND_COUNT,
} qn_argument_kind;
const char *qn_argument_kind_name(qn_argument_kind kind);
// False when no kind has that name.
bool qn_argument_kind_find(qn_str name, qn_argument_kind *out_kind);

// The memory that a pointer argument points to.
typedef enum qn_space {
  QN_SPACE_UNKNOWN,
  QN_SPACE_GENERIC,
  QN_SPACE_GLOBAL,
  QN_SPACE_CONSTANT,
  QN_SPACE_SHARED,
  QN_SPACE_PRIVATE,
  QN_SPACE_COUNT,
} qn_space;
const char *qn_space_name(qn_space space); // NULL for unknown
bool qn_space_find(qn_str name, qn_space *out_space);

// Of an argument that is reached otherwise than through the argument block.
#define QN_OFFSET_UNKNOWN UINT64_MAX

typedef struct qn_argument {
  uint32_t index; // position in the kernel's parameter list
  qn_argument_kind kind;
  qn_space space;     // of the memory pointed to
  qn_str name;        // empty: unknown
  qn_str type;        // as the source writes it, "float *"; empty: unknown
  qn_str hidden;      // "hidden_block_count_x", for QN_ARGUMENT_HIDDEN
  uint64_t offset;    // bytes from the start of the argument block, or unknown
  uint64_t size;      // bytes in the argument block
  uint64_t alignment; // bytes, a power of two; 0: unknown
} qn_argument;

// Facts about the code; known only when qn_kernel.flags_known.
typedef enum qn_kernel_flag {
  QN_KERNEL_DYNAMIC_SHARED = 1u << 0, // uses dynamic shared memory
  QN_KERNEL_BARRIERS = 1u << 1,       // work-group barriers
  QN_KERNEL_WARP_OPS = 1u << 2,       // shuffles, votes: lockstep needed
  QN_KERNEL_COOPERATIVE = 1u << 3,    // needs all groups resident
  QN_KERNEL_CLUSTERS = 1u << 4,       // needs clusters, which the device lacks
  QN_KERNEL_LANES = 1u << 5,          // Vortex: work-items may be lanes
} qn_kernel_flag;

// Sizes are bytes; registers are per work-item (vgpr, agpr, registers) or per
// wave (sgpr). Fields and JSON keys are the rows of resources.def.
typedef struct qn_resources {
#define QN_RESOURCE(id, text, summary) qn_figure id;
#include "metadata/model/resources.def"
#undef QN_RESOURCE
  bool required_known;
  uint32_t required_threads[3]; // the only work-group size it may run with
} qn_resources;

typedef enum qn_occupancy_limit {
  QN_LIMITED_BY_WAVES, // the most that the hardware has slots for
  QN_LIMITED_BY_GROUPS,
  QN_LIMITED_BY_VECTOR, // vector registers; on NVIDIA, all registers
  QN_LIMITED_BY_SCALAR,
  QN_LIMITED_BY_SHARED,
  QN_LIMITED_COUNT,
} qn_occupancy_limit;

// How many waves a compute unit holds at a time (metadata/model/occupancy.h).
typedef struct qn_occupancy {
  bool known;
  uint32_t waves, max_waves; // of a SIMD (AMD) or multiprocessor (NVIDIA)
  uint32_t group;            // work-items of a group, for which this holds
  bool assumed;              // the kernel does not state the size of its groups
  qn_occupancy_limit limit;
} qn_occupancy;

// One compiled variant of a kernel in a CPU image.
typedef struct qn_entry {
  qn_str symbol;       // function to call, see specs: NAME(args, launch, ...)
  qn_str isa;          // "x86-64-v3"; empty: the image's own
  uint32_t width;      // work-items per packet (W)
  uint32_t min_factor; // the block's x size must be a multiple of it; 0 is 1
  uint32_t sub_group;  // minimum sub-group size; 0 is 1
} qn_entry;

typedef struct qn_kernel {
  qn_str name;      // linkage name, which runtimes look up
  qn_str symbol;    // symbol in the image: "saxpy.kd" on AMD, else as `name`
  qn_str demangled; // for people; empty: same as `name`
  qn_source source; // of the arguments' names and types
  bool arguments_known;   // false: the format does not describe them
  qn_argument *arguments; // those of the source, by index
  size_t argument_count;
  qn_argument *hidden; // QN_ARGUMENT_HIDDEN, by offset
  size_t hidden_count;
  // In a compiler only: a struct passed by value has pointers or longs in it.
  bool has_wide_struct;
  // And with pointers of 32 bits: the first argument, from 1, that points to
  // what has pointers or longs in it; 0: none.
  uint32_t leads_to_wide;
  qn_figure arguments_size; // of the whole block, hidden ones included
  qn_figure arguments_alignment;
  qn_resources resources;
  qn_occupancy occupancy;
  bool flags_known;
  uint32_t flags;          // qn_kernel_flag
  const qn_entry *entries; // CPU images only
  size_t entry_count;
} qn_kernel;

// A device variable that a program can look up by name.
typedef struct qn_global {
  qn_str name;        // linkage name
  uint64_t size;      // bytes
  uint64_t alignment; // bytes; 0: unknown
  bool constant;      // __constant__, else __device__
} qn_global;

// One binary for one device, found in a file. A text that the container or the
// format does not give is empty.
typedef struct qn_image {
  qn_str target;      // canonical: "gfx90a:sramecc-:xnack+", "sm_90"
  const char *format; // stable name of the reader: "amdgpu"
  qn_str version;     // of the format: "5" for code object v5
  uint64_t offset;    // bytes from the start of the file; inside a compressed
                      // container, from the start of its expanded contents
  uint64_t size;      // bytes
  const qn_str *path; // names of the containers around it, outermost first
  size_t path_count;
  qn_kernel *kernels; // in file order
  size_t kernel_count;
  const qn_global *globals; // known only from our own record
  size_t global_count;
  qn_span camd;           // the metadata container in it; empty: none
  const qn_str *warnings; // disagreements, unknown parts: one line each
  size_t warning_count;
} qn_image;

// The kernel with this `name`, `symbol` or demangled name, in this order; NULL
// when there is none.
const qn_kernel *qn_image_find_kernel(const qn_image *image, qn_str name);

#endif // QN_METADATA_MODEL_KERNEL_H
