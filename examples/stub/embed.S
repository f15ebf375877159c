// SPDX-License-Identifier: Apache-2.0
// The device's code as the stub expects it: vectorAdd_vxbin, and its size.
  .section .rodata
  .globl vectorAdd_vxbin, vectorAdd_vxbin_size
  .balign 16
vectorAdd_vxbin:
  .incbin KERNEL
0:
  .balign 8
vectorAdd_vxbin_size:
  .quad 0b - vectorAdd_vxbin
  .section .note.GNU-stack, "", @progbits
