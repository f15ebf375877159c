// SPDX-License-Identifier: Apache-2.0
//
// MTGP32's table of parameters, which is NVIDIA's own: where cuRAND's headers are
// installed it is taken from there. The guard is theirs, as this file may be found
// again on the way to it.
#ifndef CURAND_MTGP32DC_P_11213_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "curand_mtgp32.h"

#if __has_include_next(<curand_mtgp32dc_p_11213.h>)
#include_next <curand_mtgp32dc_p_11213.h>
#endif
#ifndef CURAND_MTGP32DC_P_11213_H
#if __has_include("/usr/local/cuda/include/curand_mtgp32dc_p_11213.h")
#include "/usr/local/cuda/include/curand_mtgp32dc_p_11213.h"
#else
#error "MTGP32's parameters are NVIDIA's own: install cuRAND's headers, or use another generator (curandStatePhilox4_32_10_t, curandStateMRG32k3a_t)"
#endif
#endif

#endif
