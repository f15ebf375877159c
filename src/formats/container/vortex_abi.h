// SPDX-License-Identifier: Apache-2.0
// What Quern's Vortex images and who launches them agree on: compiler, runtime
// and device/vortex (freestanding code). docs/vortex.md has it for people.
#ifndef QN_FORMATS_CONTAINER_VORTEX_ABI_H
#define QN_FORMATS_CONTAINER_VORTEX_ABI_H

#include <stdint.h>

// ---- The image

#define QN_VX_MAGIC UINT64_C(0x3258565152455551) // "QUERVQX2" in memory order
enum { QN_VX_HEADER_AT = 16, QN_VX_HEADER_SIZE = 128 };

// At offset QN_VX_HEADER_AT of an image; a jump to the start is at 0. Offsets
// are from the image's first byte.
typedef struct qn_vx_header {
  uint64_t magic;
  uint64_t base;                      // where it is linked for
  uint64_t main;                      // address of qn_vx_main
  uint32_t xlen;                      // 32 or 64
  uint32_t version;                   // of the machine, 2 or 3
  uint32_t reloc_offset, reloc_count; // u32 each: offsets of words of xlen bits
                                      // that hold addresses in the image
  uint32_t record_offset, record_size;  // metadata/record
  uint32_t global_offset, global_count; // u64 each: addresses of the record's
                                        // variables, in their order
  uint32_t flags_offset, kernel_count;  // u32 each: QN_VX_KERNEL_...
  uint32_t memory_size; // from the first byte on, with what no byte is there of
  uint32_t arena_offset; // memory of foreign hosts' launches, up to the end
  uint32_t elf_offset, elf_size; // with -g and -lineinfo the linked ELF file,
                                 // for the lines in it; 0: it is not there
  uint32_t shared_size; // bytes of all kernels' static shared variables: each
                        // kernel has them, and dynamic ones behind them
} qn_vx_header;

// How a kernel may run.
enum {
  // By one worker only: it has atomic operations, for which the machine has no
  // instructions, or a heap.
  QN_VX_KERNEL_SERIAL = 1,
  // A struct passed by value has members that are wider on a host of 64 bits.
  QN_VX_KERNEL_WIDTH = 2,
  // There is a body whose work-items are lanes, too.
  QN_VX_KERNEL_LANES = 4,
  // There the work-items of a group wait for one another: all of them have to
  // be lanes of one core at a time.
  QN_VX_KERNEL_TEAMS = 8,
  // And a warp has to have 32 of them, which go in step.
  QN_VX_KERNEL_WARPS = 16,
};

// ---- A launch

enum {
  // In qn_vx_launch.word: the rest of the struct is there, too; else arguments
  // follow the word, and one worker runs all (foreign hosts).
  QN_VX_EXTENDED = INT32_MIN,
  QN_VX_KERNEL_MASK = 0xffff, // number of the kernel
  // Of a worker's memory. First comes its own stack; last, what nobody uses,
  // behind shared memory: more than a group can have of it, for indices of a
  // larger launch. The host takes away access to it where it can.
  QN_VX_MAIN_STACK = 1 << 16,
  QN_VX_GUARD = 256 << 10,
};

// What MSCRATCH points to. The first 32 bytes are those of the prototype
// runtime, whose `shared` has 64 bits.
typedef struct qn_vx_launch {
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t shared; // dynamic shared memory, bytes
  uint32_t word;
  uint64_t main;      // of the image, for a launcher that is not in it
  uint64_t args;      // address of the arguments, a multiple of 64
  uint64_t workspace; // `workers` pieces of worker_size bytes
  uint64_t worker_size;
  uint64_t boxes; // `workers` pieces of box_size bytes, a qn_vx_box each
  uint64_t heap, heap_size; // of malloc; 0: none
  uint32_t box_size;
  uint32_t workers;
  uint32_t stack_size; // bytes of a work-item's stack
  uint32_t flags;      // QN_CPU_... (quern/cpu_abi.h)
  uint32_t in_lanes;   // 0: one lane of each worker runs its work-items
  // Not 0: so many workers of a core, a team, run a group together, which has
  // no more work-items than they have lanes. `workers` are those of all teams,
  // or in version 2 all that the machine has.
  uint32_t team_size;
  uint32_t teams;
  uint32_t unused;
} qn_vx_launch;

// What a worker says. The host zeroes the head before a launch.
typedef struct qn_vx_box {
  uint32_t failed;   // there is a message
  uint32_t printed;  // bytes of `text`
  uint32_t lost;     // bytes that did not fit there
  uint32_t is_short; // worker_size is too small; nothing has run
  uint64_t needed;   // worker_size that would do
  uint32_t left_out; // a group's work-items did not all come to a barrier
  uint32_t stop;     // qn_cpu_launch.stop
  uint32_t group[2]; // the number of the group that runs, low word first
  char message[480];
  char text[];
} qn_vx_box;

#endif // QN_FORMATS_CONTAINER_VORTEX_ABI_H
