// SPDX-License-Identifier: Apache-2.0
// Where a Vortex begins. In version 2 each core starts in lane 0 of its warp 0,
// which starts the others; in version 3 each warp of each block starts here.
// Nothing zeroes variables: device variables keep their values from launch to
// launch, and the image holds the zeroes.
#define QN_VX_KERNEL_MASK_TEXT 0xffff // QN_VX_KERNEL_MASK

#if __riscv_xlen == 64
#define LOAD ld
#define STORE sd
#define WORD 8
#else
#define LOAD lw
#define STORE sw
#define WORD 4
#endif

#define CSR_MSCRATCH 0x340
#define CSR_THREADS 0xfc0
#define CSR_WARPS 0xfc1
#define CSR_MHARTID 0xf14
#define CSR_BLOCK_RANK 0xcd1
#define CSR_BLOCK_WARPS 0xcd2
#define CSR_BLOCK_X 0xcd6
#define LAUNCH_WORKSPACE 48 // offsets in qn_vx_launch
#define LAUNCH_WORKER_SIZE 56
#define LANES_AT 8 // in a worker's memory: the address of its qn_vx_lanes
#define LANES_STACKS 0
#define LANES_STACK_SIZE WORD
#define LANES_SAVED (2 * WORD)
#define CSR_ENTRY 0xce1

  .option norvc
  .option norelax

  .section .init, "ax", @progbits
  .globl _start
  .type _start, @function
_start:
  j begin
  .balign 16
  .globl qn_vx_image_header
qn_vx_image_header:
  .space 128
  .size _start, . - _start

// sp: 8 KiB of each hart, downwards.
.macro own_stack
#if __riscv_xlen == 64
  li sp, 0x1ffff0000
#else
  li sp, 0xffff0000
#endif
  csrr t0, CSR_MHARTID
  slli t0, t0, 13
  sub sp, sp, t0
.endm

// \to: the worker's number, whichever lane asks. Takes t0.
.macro number_of to
#if QN_VX_VERSION == 2
  csrr \to, CSR_MHARTID
  csrr t0, CSR_THREADS
  divu \to, \to, t0 // warps of all cores
#else
  csrr \to, CSR_BLOCK_X
  csrr t0, CSR_BLOCK_WARPS
  mul \to, \to, t0
  csrr t0, CSR_BLOCK_RANK
  add \to, \to, t0
#endif
.endm

#if QN_VX_VERSION == 2

begin:
  csrr t0, CSR_WARPS
  la t1, each_warp
  .insn r 0x0b, 1, 0, x0, t0, t1 // wspawn
each_warp:
  own_stack
  csrr a0, CSR_MSCRATCH
  number_of a1
  lw a2, 28(a0)
  li t0, QN_VX_KERNEL_MASK_TEXT
  and a2, a2, t0
  call qn_vx_main
  .insn r 0x0b, 0, 0, x0, x0, x0 // tmc: the warp ends

#else

// The machine's dispatcher knows these instructions.
  .globl __vx_cta_entry
  .type __vx_cta_entry, @function
begin:
__vx_cta_entry:
  own_stack
  csrr s11, CSR_ENTRY
  csrr a0, CSR_MSCRATCH
  jalr ra, 0(s11)
  .insn r 0x0b, 7, 0, x0, x0, x0 // wsync
  .insn r 0x0b, 0, 0, x0, x0, x0 // tmc
  .size __vx_cta_entry, . - __vx_cta_entry

// Where Quern's runtime has a block of one thread begin, a worker, or one of as
// many warps as a team has workers.
  .globl qn_vx_launched
  .hidden qn_vx_launched
  .type qn_vx_launched, @function
qn_vx_launched:
  // A worker begins with lane 0; of a team's blocks all are here.
  li t0, 1
  .insn r 0x0b, 0, 0, x0, t0, x0 // tmc
  number_of a1
  lw a2, 28(a0)
  li t0, QN_VX_KERNEL_MASK_TEXT
  and a2, a2, t0
  tail qn_vx_main
  .size qn_vx_launched, . - qn_vx_launched

#endif

  .text
// qn_vx_on_stack(top, function, argument)
  .globl qn_vx_on_stack
  .hidden qn_vx_on_stack
  .type qn_vx_on_stack, @function
qn_vx_on_stack:
  addi sp, sp, -16
  STORE ra, 0(sp)
  STORE s0, WORD(sp)
  mv s0, sp
  mv sp, a0
  mv a0, a2
  jalr a1
  mv sp, s0
  LOAD ra, 0(sp)
  LOAD s0, WORD(sp)
  addi sp, sp, 16
  ret
  .size qn_vx_on_stack, . - qn_vx_on_stack

// \to: the qn_vx_lanes of the warp, whichever lane asks. Takes t0 and t1.
.macro find_lanes to
  number_of \to
  csrr t1, CSR_MSCRATCH
  LOAD t0, LAUNCH_WORKER_SIZE(t1)
  mul \to, \to, t0
  LOAD t0, LAUNCH_WORKSPACE(t1)
  add \to, \to, t0
.endm

// qn_vx_on_lanes(lanes, mask): from lane 0, all of the mask run
// qn_vx_lane(lanes, lane), on stacks of their own.
  .globl qn_vx_on_lanes
  .hidden qn_vx_on_lanes
  .type qn_vx_on_lanes, @function
qn_vx_on_lanes:
  addi sp, sp, -16
  STORE ra, 0(sp)
  STORE sp, LANES_SAVED(a0)
  find_lanes t2
  STORE a0, LANES_AT(t2)
  .insn r 0x0b, 0, 0, x0, a1, x0 // tmc: registers of the others hold anything
  find_lanes t2
  LOAD a0, LANES_AT(t2)
  csrr a1, CSR_MHARTID
  csrr t0, CSR_THREADS
  addi t0, t0, -1
  and a1, a1, t0
  LOAD t0, LANES_STACK_SIZE(a0)
  LOAD sp, LANES_STACKS(a0)
  addi t1, a1, 1
  mul t0, t0, t1
  add sp, sp, t0
  call qn_vx_lane
  li t0, 1
  .insn r 0x0b, 0, 0, x0, t0, x0 // tmc: lane 0
  find_lanes t2
  LOAD a0, LANES_AT(t2)
  LOAD sp, LANES_SAVED(a0)
  LOAD ra, 0(sp)
  addi sp, sp, 16
  ret
  .size qn_vx_on_lanes, . - qn_vx_on_lanes

// qn_vx_masked(mask, all, function, item, arguments): the lanes of the mask call
// it, while the others of `all` wait.
  .globl qn_vx_masked
  .hidden qn_vx_masked
  .type qn_vx_masked, @function
qn_vx_masked:
  addi sp, sp, -16
  STORE ra, 0(sp)
  STORE a1, WORD(sp)
  mv t0, a0
  mv t1, a2
  mv a0, a3
  mv a1, a4
  .insn r 0x0b, 0, 0, x0, t0, x0 // tmc
  jalr t1
  LOAD t0, WORD(sp)
  .insn r 0x0b, 0, 0, x0, t0, x0 // tmc
  LOAD ra, 0(sp)
  addi sp, sp, 16
  ret
  .size qn_vx_masked, . - qn_vx_masked
