// SPDX-License-Identifier: Apache-2.0
//
// Floats of 128 bits on devices, which only NVIDIA's newest have and Quern's
// compiler does not take: no function is here.
#ifndef QUERN_CUDA_CRT_DEVICE_FP128_FUNCTIONS_H
#define QUERN_CUDA_CRT_DEVICE_FP128_FUNCTIONS_H
#ifndef __DEVICE_FP128_FUNCTIONS_H__
#define __DEVICE_FP128_FUNCTIONS_H__
#endif
#endif
