// SPDX-License-Identifier: Apache-2.0
// ELF files of CPUs, their sections and our record.
#include "support/fuzz.h"

FUZZ_FORMAT(elf)
