// SPDX-License-Identifier: Apache-2.0
// Checks of what kernels and the host's calls do (docs/check.md), for the CPU
// device: where device memory lies, what order operations have, and findings.
//
// Files: start.c the settings; heap.c device memory; order.c clocks of streams;
// access.c what kernels do to memory, with race.c; calls.c what the host's
// calls do; pooled.c what streams allocate and free; recompile.c images without
// checks; stack.c places in the source;
// report.c and print.c findings.
//
// Nothing here is called unless qn_check_on() holds. All functions may be
// called from any thread.
#ifndef QN_RUNTIME_CHECK_CHECK_H
#define QN_RUNTIME_CHECK_CHECK_H

#include "metadata/model/check.h"
#include "runtime/contract/backend.h"

// What the process checks, QN_CPU_CHECK_...; 0 in all others. It is known
// before the first call of the runtime.
extern unsigned qn_check_kinds;
static inline bool qn_check_on(unsigned kinds) {
  return (qn_check_kinds & kinds) != 0;
}

// ---- Places

// A place on the host: the calls that lead there; 0: not known.
typedef uint32_t qn_check_site;
// Where the calling thread is, without the runtime's own functions.
qn_check_site qn_check_here(void);

typedef struct qn_check_frame {
  qn_str file; // a path; empty: not known
  qn_str function;
  uint64_t line, column;
} qn_check_frame;
enum { QN_CHECK_FRAMES = 12 };

// The frames of a place, the innermost first; texts live for good.
size_t qn_check_site_frames(qn_check_site site, qn_check_frame *frames);
// Those of code in a CPU image, by where it was loaded, and its file.
size_t qn_check_code_frames(int fd, uintptr_t base, uintptr_t code,
                            qn_check_frame *frames);

// ---- Device memory

typedef struct qn_check_block {
  uintptr_t begin;
  size_t size; // bytes
  uint32_t number;
  qn_memory_kind kind;
  bool in_kernel; // of malloc in device code
  bool live;
  bool idle; // in a pool, and not in use
  unsigned device;
  const char *what; // "device memory"
  qn_check_site made, freed;
  uint32_t op; // that made it in a kernel, and where
  uintptr_t code;
  uint32_t made_by, freed_by; // operations of streams; 0: the host did
  uintptr_t slot;             // with its red zones
  size_t slot_size;
} qn_check_block;

// Reserves the addresses, before anybody counts what memory is left.
void qn_check_reserve(void);
void qn_check_reserve_cells(void);
// NULL without memory. `made` is taken from the calling thread.
void *qn_check_allocate(qn_memory_kind kind, size_t size, unsigned device);
// The same for malloc in a kernel, by what it has of the operation.
void *qn_check_allocate_in_kernel(size_t size, uint32_t op, uintptr_t code);
// False when it is no block of this heap.
bool qn_check_release(void *address);
// The same by an operation that frees, as far as the stream is.
bool qn_check_release_by(void *address, uint32_t op);
// A block of a pool comes into use at this place of the program, or is no
// longer in use.
void qn_check_pooled(const void *address, bool in_use);
// It may be used behind operation `op`.
void qn_check_made_by(const void *address, uint32_t op);
// Calls `visit` for each living block that an operation made.
void qn_check_each_made(bool (*visit)(void *user, const qn_check_block *block),
                        void *user);
// Memory elsewhere that kernels may access.
typedef enum qn_check_known {
  QN_CHECK_MAPPED,    // of the host or others
  QN_CHECK_CODE,      // of an image: what is not written
  QN_CHECK_VARIABLES, // of an image
  QN_CHECK_TEXTURE,   // a texture or surface object
} qn_check_known;
void qn_check_know(const void *address, size_t size, qn_check_known kind);
void qn_check_forget(const void *address);
void qn_check_each_known(void (*visit)(void *user, const void *address,
                                       size_t size, qn_check_known kind),
                         void *user);

// What code of ours that is no kernel may write counts as written: what it gets
// to from these words (reach.c).
void qn_check_reached(const void *words, size_t size);
// The same of a kernel without checks of what is written.
void qn_check_reached_by(const qn_kernel *kernel, const void *arguments);

// Memory that kernels' groups have as shared memory, or work-items as stacks,
// while they run; NULL: no longer.
void qn_check_scratch(const void *address, size_t size, bool stacks);
void qn_check_no_scratch(const void *address);
// What an address is in, "shared memory" or "local memory"; NULL: neither.
const char *qn_check_scratch_at(uintptr_t address);

// The block that an address is in or next to, dead ones too; false: none.
bool qn_check_find(uintptr_t address, qn_check_block *out);
bool qn_check_is_known(uintptr_t address, size_t size);
// The addresses that a block has with its red zones, and that no other ever has
// a part of; of no size where there are none yet.
void qn_check_slot(uintptr_t address, uintptr_t *out_begin, uint64_t *out_size);
// Whether all of it may be accessed.
bool qn_check_is_good(uintptr_t address, size_t size);
// A quick answer for most small accesses; false: it is not known.
static inline bool qn_check_is_marked(uintptr_t address, uint64_t size) {
  const uint64_t at = address - QN_CPU_CHECK_HEAP;
  const uint64_t end = (at & 7) + size;
  return at < QN_CPU_CHECK_HEAP_SIZE && end <= 8 &&
         *(const uint8_t *)(uintptr_t)(QN_CPU_CHECK_MARKS + (at >> 3)) == 8;
}
static inline bool qn_check_in_heap(uintptr_t address) {
  return address - QN_CPU_CHECK_HEAP < QN_CPU_CHECK_HEAP_SIZE;
}
// Bytes of all living blocks.
uint64_t qn_check_live_bytes(void);
// Bytes of the largest block that there are addresses for.
uint64_t qn_check_largest(void);
// Bytes of addresses for all blocks and what lies between them; tests lower it.
extern uint64_t qn_check_heap_limit;
// Calls `visit` for each living block.
void qn_check_each_block(void (*visit)(const qn_check_block *block));

// Which bytes were written: marks them, or counts those that were not.
void qn_check_written(uintptr_t address, size_t size, bool written);
size_t qn_check_missing(uintptr_t address, size_t size);
// A quick answer for most small accesses; false: it is not known.
extern uint8_t *qn_check_written_bits;
static inline bool qn_check_is_written(uintptr_t address, uint64_t size) {
  const uint64_t at = address - QN_CPU_CHECK_HEAP;
  const uint64_t end = (at & 7) + size;
  if (at >= QN_CPU_CHECK_HEAP_SIZE || end > 8)
    return false;
  const unsigned mask = (1u << end) - (1u << (at & 7));
  return (qn_check_written_bits[at >> 3] & mask) == mask;
}

// ---- Operations and their order

typedef struct qn_check_op {
  uint32_t number;
  uint32_t stream;     // a number
  uint32_t seq;        // in the stream
  uint32_t launch;     // of kernels, counted from 1; else 0
  uint32_t all_before; // all operations up to this one come before it
  qn_op_kind kind;
  bool polled; // after a wait for a value in memory: what came before is not
               // known
  qn_check_site at;
  const struct qn_check_clock *clock; // what it comes after
  char name[160];                     // of the kernel
  int fd;                             // of the kernel's image
  uintptr_t base;
  uint32_t grid[3], block[3];
} qn_check_op;

// The operation that the thread submits, and that it runs; numbers, 0: none.
uint32_t qn_check_submitting(void);
void qn_check_set_running(uint32_t op);
uint32_t qn_check_running(void);

void qn_check_stream_made(const void *stream, bool null, bool non_blocking);
void qn_check_stream_gone(const void *stream);
// Notes an operation, its place, and what it comes after.
void qn_check_submit(const void *stream, const qn_op *op);
// Notes a place in a stream's order as an operation of its own; 0: it is not
// known.
uint32_t qn_check_mark(const void *stream);
void qn_check_stream_waited(const void *stream);
void qn_check_event_waited(const void *event);
const qn_check_op *qn_check_op_at(uint32_t number);
// Whether `a` comes before `b` by more than chance.
bool qn_check_is_ordered(uint32_t a, uint32_t b);
// A further part of the same operation, which comes after it.
uint32_t qn_check_continue(uint32_t op);

// ---- A running kernel

typedef struct qn_check_run {
  qn_cpu_check_run seen; // by the image
  uint32_t grid[3];
  uint32_t threads;
  unsigned kinds;  // that the image was compiled with
  bool plain;      // it may come to a barrier of the grid that it must not have
  bool early;      // qn_check_some_early
  bool in_packets; // its packets note what they do
  bool entered;    // qn_check_run_enter
  struct qn_check_releases *releases; // of its groups
} qn_check_run;

// `about` has the kernel's name, its image, and the launch's grid and blocks;
// so many threads may run its groups.
void qn_check_run_begin(qn_check_run *run, const qn_check_op *about,
                        uint32_t threads);
void qn_check_run_end(qn_check_run *run);
// Before a launch runs, whose blocks have that size, and behind it. True: it
// may run in packets that are watched for races, on one thread, as was asked
// for, and nobody else's accesses are kept until it ends. False: it may not, as
// something that was kept does not come before it, or something else runs.
bool qn_check_run_enter(qn_check_run *run, const uint32_t block[3],
                        bool in_packets);
void qn_check_run_leave(qn_check_run *run);
extern const qn_cpu_checks qn_check_services; // its `user` is a qn_check_run

// ---- Memory that streams allocate and free in their order

// The native stream allocates a block.
void qn_check_pool_made(const void *address, const void *stream);
// Operation `op`, a mark, frees a block now.
void qn_check_pool_freed(void *address, uint32_t op);
// Whether an operation uses memory that a stream allocates, and nothing says
// that it comes after that.
bool qn_check_is_early(uint32_t op, const qn_check_block *block);
// Whether there is such memory.
bool qn_check_some_early(uint32_t op);

// ---- What the host's calls do

void qn_check_copied(const qn_op_copy *copy);
void qn_check_filled(const qn_op_fill *fill);
// A call was refused: a free of what is none, a copy beyond its memory.
// `is_graphs`: a graph has that memory, and no launch of it now.
void qn_check_bad_free(const void *address, const char *function,
                       bool is_graphs);
void qn_check_bad_range(const void *address, size_t size, const char *what);

// A launch with its arguments, on a device by its number, before it is
// submitted.
void qn_check_launched(unsigned device, const qn_op_kernel *op);
// The target named by --for; NULL: none, or it is not known.
const char *qn_check_target(void);
// A kernel of the program's image for that target.
void qn_check_note_kernel(const qn_kernel *kernel);
// What a launch asks for, beside what that target has.
void qn_check_resources(const qn_op_kernel *op);
// One with more shared memory than a kernel has that did not ask for more.
void qn_check_shared_default(const qn_kernel *kernel, uint64_t shared);
void qn_check_peer(unsigned device, unsigned peer, bool enable);
// A launch that is wrong as such.
void qn_check_bad_launch(qn_check_rule rule, const qn_kernel *kernel,
                         const char *format, ...) QN_PRINTF(3, 4);

// ---- Findings

typedef struct qn_check_side {
  const char *verb; // "writes", "was read"
  bool has_place;
  qn_cpu_place place;
  uint32_t op;
  uintptr_t code; // 0: not known, or of the host
  qn_check_site site;
} qn_check_side;

typedef struct qn_check_finding {
  qn_check_rule rule;
  char message[320];
  uint32_t op;             // 0: not of an operation
  const qn_kernel *kernel; // without an operation; or NULL
  qn_check_side sides[2];
  size_t side_count;
  bool has_block;
  qn_check_block block;
  qn_check_site freed; // of the block, when it matters
  char value[120];     // "" without
  const char *hint;    // NULL: the rule's
} qn_check_finding;

void qn_check_report(const qn_check_finding *finding);
// A message by the rule's place.
void qn_check_say(qn_check_finding *finding, const char *format, ...)
    QN_PRINTF(2, 3);
// "16 bytes" of "device memory of 400 bytes (allocation 3)".
void qn_check_describe(const qn_check_block *block, char *text, size_t size);

// ---- Leaks

// What this thread makes is the runtime's own, which the program does not see.
extern _Thread_local bool qn_check_ours;
void qn_check_made(int kind, const void *handle, const char *what);
void qn_check_gone(int kind, const void *handle);

#endif // QN_RUNTIME_CHECK_CHECK_H
