// SPDX-License-Identifier: Apache-2.0
#define API(name) cuda##name
#include "program.inc"
