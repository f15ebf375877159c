#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# instructions.sh PROGRAM BITS COUNT MACHINE: random sequences in the simulator
# and under qemu-user; skipped where there is none.
qemu=$(command -v "qemu-riscv$2") || {
  echo "skipped: there is no qemu-riscv$2 (Debian's qemu-user)"
  exit 77
}
for seed in 1 2; do
  "$1" "$2" $seed $(($3 / 2)) "$qemu" "$4" || exit 1
done
