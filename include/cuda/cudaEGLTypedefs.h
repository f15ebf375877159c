// SPDX-License-Identifier: Apache-2.0
//
// Types of pointers to the functions of cudaEGL.h.
#ifndef QUERN_CUDA_CUDAEGLTYPEDEFS_H
#define QUERN_CUDA_CUDAEGLTYPEDEFS_H
#ifndef CUDAEGLTYPEDEFS_H
#define CUDAEGLTYPEDEFS_H
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cudaEGL.h"

typedef __typeof__(cuGraphicsEGLRegisterImage)
    *PFN_cuGraphicsEGLRegisterImage_v7000;
typedef __typeof__(cuEGLStreamConsumerConnect)
    *PFN_cuEGLStreamConsumerConnect_v7000;
typedef __typeof__(cuEGLStreamConsumerConnectWithFlags)
    *PFN_cuEGLStreamConsumerConnectWithFlags_v8000;
typedef __typeof__(cuEGLStreamConsumerDisconnect)
    *PFN_cuEGLStreamConsumerDisconnect_v7000;
typedef __typeof__(cuEGLStreamConsumerAcquireFrame)
    *PFN_cuEGLStreamConsumerAcquireFrame_v7000;
typedef __typeof__(cuEGLStreamConsumerReleaseFrame)
    *PFN_cuEGLStreamConsumerReleaseFrame_v7000;
typedef __typeof__(cuEGLStreamProducerConnect)
    *PFN_cuEGLStreamProducerConnect_v7000;
typedef __typeof__(cuEGLStreamProducerDisconnect)
    *PFN_cuEGLStreamProducerDisconnect_v7000;
typedef __typeof__(cuEGLStreamProducerPresentFrame)
    *PFN_cuEGLStreamProducerPresentFrame_v7000;
typedef __typeof__(cuEGLStreamProducerReturnFrame)
    *PFN_cuEGLStreamProducerReturnFrame_v7000;
typedef __typeof__(cuGraphicsResourceGetMappedEglFrame)
    *PFN_cuGraphicsResourceGetMappedEglFrame_v7000;
typedef __typeof__(cuEventCreateFromEGLSync)
    *PFN_cuEventCreateFromEGLSync_v9000;

#endif // QUERN_CUDA_CUDAEGLTYPEDEFS_H
