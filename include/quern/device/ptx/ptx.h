// SPDX-License-Identifier: Apache-2.0
//
// PTX in C++: the compiler translates inline assembly to calls of these
// functions on all targets except NVIDIA's (src/compiler/ptx). A register is an
// unsigned integer of its size, a predicate a bool; an instruction is a
// function template over its type, with its modifiers as bits. Semantics are
// those of PTX ISA 8.x.
#ifndef QUERN_DEVICE_PTX_PTX_H
#define QUERN_DEVICE_PTX_PTX_H
#pragma clang system_header

#include "arithmetic.h"
#include "convert.h"
#include "integers.h"
#include "matrix.h"
#include "memory.h"
#include "video.h"
#include "warp.h"

#endif
