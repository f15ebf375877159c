// SPDX-License-Identifier: Apache-2.0
// rocTX's functions, for programs that are built already; those of now have them
// in the header.
#define __QN_ROCTX __attribute__((visibility("default")))
#include "roctracer/roctx.h"
