// SPDX-License-Identifier: Apache-2.0
// Floats of 8 bits, with 4 bits of an exponent ("fp8") or 5 ("bf8").
#ifndef QN_AMDSIM_CORE_SMALL_H
#define QN_AMDSIM_CORE_SMALL_H

#include <stdbool.h>
#include <stdint.h>

// `ocp`: of gfx12, where numbers with 4 bits of an exponent have no infinities,
// but NaNs of either sign; else of CDNA 3, without infinities and with one
// zero, whose negative is the only NaN.
float qn_amd_from_small(uint32_t bits, unsigned exponent_bits, bool ocp);
// The nearest one. What is too large is infinite, or a NaN.
uint32_t qn_amd_to_small(float f, unsigned exponent_bits, bool ocp);

#endif // QN_AMDSIM_CORE_SMALL_H
