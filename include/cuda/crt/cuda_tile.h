// SPDX-License-Identifier: Apache-2.0
//
// CUDA's tile programs, which Quern's compiler does not take: nothing is here.
#ifndef QUERN_CUDA_CRT_CUDA_TILE_H
#define QUERN_CUDA_CRT_CUDA_TILE_H
#ifndef __CUDA_TILE__
#define __CUDA_TILE__
#endif
#endif
