// SPDX-License-Identifier: Apache-2.0
//
// What the runtime can do on this platform: no EGL.
#ifndef QUERN_CUDA_CUDART_PLATFORM_H
#define QUERN_CUDA_CUDART_PLATFORM_H

#endif // QUERN_CUDA_CUDART_PLATFORM_H
