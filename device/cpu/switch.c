// SPDX-License-Identifier: Apache-2.0
// Switching between stacks.
//
//   void qn_cpu_switch(void **save, void *to): pushes the callee-saved
//   registers
//     onto the current stack, stores the stack pointer in *save, and continues
//     where `to` was saved.
//   qn_cpu_start: where a new stack starts; calls the function that
//     qn_cpu_prepare stored there, with its argument.
#include "switch.h"

#define HIDDEN_FUNCTION(name)                                                  \
  ".globl " name "\n.hidden " name "\n.type " name ",%function\n" name ":\n"

#if defined(__x86_64__)

enum { FRAME_WORDS = 7 };
__asm__(".text\n" HIDDEN_FUNCTION(
    "qn_cpu_switch") "pushq %rbp\npushq %rbx\npushq %r12\npushq %r13\npushq "
                     "%r14\n"
                     "pushq %r15\n"
                     "movq %rsp, (%rdi)\nmovq %rsi, %rsp\n"
                     "popq %r15\npopq %r14\npopq %r13\npopq %r12\npopq "
                     "%rbx\npopq %rbp\n"
                     "retq\n" HIDDEN_FUNCTION(
                         "qn_cpu_start") "movq %r12, %rdi\nxorl %ebp, "
                                         "%ebp\ncallq *%r13\nud2\n");

void *qn_cpu_prepare(void *top, void (*function)(void *), void *argument) {
  void **sp = (void **)((uintptr_t)top & ~(uintptr_t)15) - FRAME_WORDS - 2;
  sp[0] = NULL;                 // r15
  sp[1] = NULL;                 // r14
  sp[2] = (void *)function;     // r13
  sp[3] = argument;             // r12
  sp[4] = NULL;                 // rbx
  sp[5] = NULL;                 // rbp
  sp[6] = (void *)qn_cpu_start; // return address, at 8 modulo 16
  return sp;
}

#elif defined(__aarch64__)

enum { FRAME_WORDS = 20 };
__asm__(".text\n.p2align 2\n" HIDDEN_FUNCTION(
    "qn_cpu_switch") "sub sp, sp, #160\n"
                     "stp x19, x20, [sp, #0]\nstp x21, x22, [sp, #16]\n"
                     "stp x23, x24, [sp, #32]\nstp x25, x26, [sp, #48]\n"
                     "stp x27, x28, [sp, #64]\nstp x29, x30, [sp, #80]\n"
                     "stp d8, d9, [sp, #96]\nstp d10, d11, [sp, #112]\n"
                     "stp d12, d13, [sp, #128]\nstp d14, d15, [sp, #144]\n"
                     "mov x9, sp\nstr x9, [x0]\nmov sp, x1\n"
                     "ldp x19, x20, [sp, #0]\nldp x21, x22, [sp, #16]\n"
                     "ldp x23, x24, [sp, #32]\nldp x25, x26, [sp, #48]\n"
                     "ldp x27, x28, [sp, #64]\nldp x29, x30, [sp, #80]\n"
                     "ldp d8, d9, [sp, #96]\nldp d10, d11, [sp, #112]\n"
                     "ldp d12, d13, [sp, #128]\nldp d14, d15, [sp, #144]\n"
                     "add sp, sp, #160\nret\n" HIDDEN_FUNCTION(
                         "qn_cpu_start") "mov x0, x19\nmov x29, xzr\nblr "
                                         "x20\nbrk #1\n");

void *qn_cpu_prepare(void *top, void (*function)(void *), void *argument) {
  void **sp = (void **)((uintptr_t)top & ~(uintptr_t)15) - FRAME_WORDS;
  for (int i = 0; i < FRAME_WORDS; ++i)
    sp[i] = NULL;
  sp[0] = argument;              // x19
  sp[1] = (void *)function;      // x20
  sp[11] = (void *)qn_cpu_start; // x30
  return sp;
}

#elif defined(__riscv)

// 13 registers of XLEN and 12 of up to 64 bits, 16-byte aligned.
#if __riscv_flen == 32
#define SAVE_FLOAT "fsw"
#define LOAD_FLOAT "flw"
#else
#define SAVE_FLOAT "fsd"
#define LOAD_FLOAT "fld"
#endif
#if __riscv_xlen == 64
#define SAVE "sd "
#define LOAD "ld "
#define AT(n) #n "*8(sp)"
#define FAT(n) "104+" #n "*8(sp)"
#define FRAME "208"
enum { FRAME_WORDS = 26 };
#else
#define SAVE "sw "
#define LOAD "lw "
#define AT(n) #n "*4(sp)"
#define FAT(n) "56+" #n "*8(sp)"
#define FRAME "160"
enum { FRAME_WORDS = 40 };
#endif
#define EACH_INTEGER(op)                                                       \
  op "s0, " AT(0) "\n" op "s1, " AT(1) "\n" op "s2, " AT(2) "\n" op "s3, " AT( \
      3) "\n" op                                                               \
         "s4, " AT(4) "\n" op "s5, " AT(5) "\n" op "s6, " AT(                  \
             6) "\n" op                                                        \
                "s7, " AT(7) "\n" op "s8, " AT(8) "\n" op "s9, " AT(           \
                    9) "\n" op                                                 \
                       "s10, " AT(10) "\n" op                                  \
                                      "s11, " AT(11) "\n" op                   \
                                                     "ra, " AT(12) "\n"
#define EACH_FLOAT(op)                                                         \
  op " fs0, " FAT(0) "\n" op " fs1, " FAT(1) "\n" op " fs2, " FAT(             \
      2) "\n" op                                                               \
         " fs3, " FAT(3) "\n" op " fs4, " FAT(4) "\n" op " fs5, " FAT(         \
             5) "\n" op                                                        \
                " fs6, " FAT(6) "\n" op " fs7, " FAT(7) "\n" op " fs8, " FAT(  \
                    8) "\n" op                                                 \
                       " fs9, " FAT(9) "\n" op " fs10, " FAT(                  \
                           10) "\n" op " fs11, " FAT(11) "\n"

__asm__(
    ".text\n.p2align 2\n" HIDDEN_FUNCTION(
        "qn_cpu_switch") "addi sp, sp, -" FRAME "\n" EACH_INTEGER(SAVE)
        EACH_FLOAT(SAVE_FLOAT) SAVE
    "sp, 0(a0)\nmv sp, a1\n" EACH_INTEGER(LOAD)
        EACH_FLOAT(LOAD_FLOAT) "addi sp, sp, " FRAME "\nret\n" HIDDEN_FUNCTION(
            "qn_cpu_start") "mv a0, s0\njalr s1\nebreak\n");

void *qn_cpu_prepare(void *top, void (*function)(void *), void *argument) {
  void **sp = (void **)((uintptr_t)top & ~(uintptr_t)15) - FRAME_WORDS;
  for (int i = 0; i < FRAME_WORDS; ++i)
    sp[i] = NULL;
  sp[0] = argument;              // s0
  sp[1] = (void *)function;      // s1
  sp[12] = (void *)qn_cpu_start; // ra
  return sp;
}

#else
#error "write qn_cpu_switch for this machine"
#endif
