// SPDX-License-Identifier: Apache-2.0
// Device binaries of Xilinx: one reader by itself.
#include "support/fuzz.h"

FUZZ_FORMAT(xclbin)
