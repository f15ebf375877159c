// SPDX-License-Identifier: Apache-2.0
// Runs sequences of instructions on a RISC-V with system calls of Linux
// (qemu-user): reads records from standard input (instructions.c), runs each,
// and writes it back with the registers as they are then.
#if __riscv_xlen == 64
#define LOAD ld
#define STORE sd
#define WORD 8
#else
#define LOAD lw
#define STORE sw
#define WORD 4
#endif
#define X_AT(n) (8 * (n))
#define F_AT(n) (256 + 8 * (n))
#define FCSR_AT 512
#define HASH_AT 520
#define CODE_AT 528
#define WORDS 32
#define RECORD_SIZE (CODE_AT + 4 * WORDS)
#define DATA_SIZE 2048

  .option norvc
  .option norelax
  .text
  .globl _start
_start:
  la s0, record
next:
  li s1, 0 // bytes that were read
read_more:
  li a0, 0
  add a1, s0, s1
  li a2, RECORD_SIZE
  sub a2, a2, s1
  li a7, 63 // read
  ecall
  blez a0, end
  add s1, s1, a0
  li t0, RECORD_SIZE
  blt s1, t0, read_more

  // The code, and a jump back behind it.
  la t0, code
  li t1, 0
copy:
  add t2, s0, t1
  lw t3, CODE_AT(t2)
  add t2, t0, t1
  sw t3, 0(t2)
  addi t1, t1, 4
  li t2, 4 * WORDS
  blt t1, t2, copy
  li t3, 0x00008067 // jalr x0, 0(ra)
  add t2, t0, t1
  sw t3, 0(t2)
  fence.i

  lw t1, FCSR_AT(s0)
  fscsr t1
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  fld f\n, F_AT(\n)(s0)
  .endr
  la x1, back
  la x2, code
  la x3, data
  mv x4, s0
  .irp n, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  LOAD x\n, X_AT(\n)(x4)
  .endr
  mv x4, x3
  jr x2
back:
  la x4, record
  .irp n, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  STORE x\n, X_AT(\n)(x4)
  .endr
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  fsd f\n, F_AT(\n)(x4)
  .endr
  mv s0, x4
  frcsr t1
  sw t1, FCSR_AT(s0)

  // FNV-1a of the data, 32 bits.
  la t0, data
  li t1, DATA_SIZE
  add t1, t0, t1
  li t2, 0x811c9dc5
  li t3, 0x01000193
hash:
  lbu t4, 0(t0)
  xor t2, t2, t4
  mul t2, t2, t3
  addi t0, t0, 1
  blt t0, t1, hash
  sw t2, HASH_AT(s0)

  li s1, 0
write_more:
  li a0, 1
  add a1, s0, s1
  li a2, RECORD_SIZE
  sub a2, a2, s1
  li a7, 64 // write
  ecall
  blez a0, end
  add s1, s1, a0
  li t0, RECORD_SIZE
  blt s1, t0, write_more
  j next
end:
  li a0, 0
  li a7, 93 // exit
  ecall

  .section .record, "aw", @nobits
  .balign 16
record:
  .space RECORD_SIZE
  .section .code, "awx", @progbits
  .balign 4096
code:
  .space 4096
  .section .vdata, "aw", @nobits
  .balign 4096
data:
  .space 4096
