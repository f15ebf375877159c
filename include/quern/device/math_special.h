// SPDX-License-Identifier: Apache-2.0
#ifndef QUERN_DEVICE_MATH_SPECIAL_H
#define QUERN_DEVICE_MATH_SPECIAL_H
#pragma clang system_header
#include "math_c.h"
#endif
