// SPDX-License-Identifier: Apache-2.0
//
// HIP's names of bfloat16. They are structs there, which programs may declare
// before they include hip_bf16.h; so these are macros, and kernels' sources have
// them from the start.
#ifndef QUERN_DEVICE_HIP_BF16_NAMES_H
#define QUERN_DEVICE_HIP_BF16_NAMES_H

#define __hip_bfloat16 __nv_bfloat16
#define __hip_bfloat162 __nv_bfloat162
#define __hip_bfloat16_raw __nv_bfloat16_raw
#define __hip_bfloat162_raw __nv_bfloat162_raw

#endif
