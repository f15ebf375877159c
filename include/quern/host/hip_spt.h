// SPDX-License-Identifier: Apache-2.0
//
// The plain names with the calling thread's own stream as the default one. Those
// that are overloaded for types keep their names.
#ifndef QUERN_HOST_HIP_SPT_H
#define QUERN_HOST_HIP_SPT_H

#define hipMemcpy hipMemcpy_spt
#define hipMemcpy2D hipMemcpy2D_spt
#define hipMemcpy2DFromArray hipMemcpy2DFromArray_spt
#define hipMemcpy3D hipMemcpy3D_spt
#define hipMemset hipMemset_spt
#define hipMemsetAsync hipMemsetAsync_spt
#define hipMemset2D hipMemset2D_spt
#define hipMemset2DAsync hipMemset2DAsync_spt
#define hipMemset3DAsync hipMemset3DAsync_spt
#define hipMemset3D hipMemset3D_spt
#define hipMemcpyAsync hipMemcpyAsync_spt
#define hipMemcpy3DAsync hipMemcpy3DAsync_spt
#define hipMemcpy2DAsync hipMemcpy2DAsync_spt
#define hipMemcpyFromArray hipMemcpyFromArray_spt
#define hipMemcpy2DToArray hipMemcpy2DToArray_spt
#define hipMemcpy2DFromArrayAsync hipMemcpy2DFromArrayAsync_spt
#define hipMemcpy2DToArrayAsync hipMemcpy2DToArrayAsync_spt
#define hipStreamQuery hipStreamQuery_spt
#define hipStreamSynchronize hipStreamSynchronize_spt
#define hipStreamGetPriority hipStreamGetPriority_spt
#define hipStreamWaitEvent hipStreamWaitEvent_spt
#define hipStreamGetFlags hipStreamGetFlags_spt
#define hipStreamAddCallback hipStreamAddCallback_spt
#define hipEventRecord hipEventRecord_spt
#define hipGraphLaunch hipGraphLaunch_spt
#define hipStreamBeginCapture hipStreamBeginCapture_spt
#define hipStreamEndCapture hipStreamEndCapture_spt
#define hipStreamIsCapturing hipStreamIsCapturing_spt
#define hipStreamGetCaptureInfo hipStreamGetCaptureInfo_spt
#define hipStreamGetCaptureInfo_v2 hipStreamGetCaptureInfo_v2_spt
#define hipLaunchHostFunc hipLaunchHostFunc_spt
#define hipGetDriverEntryPoint hipGetDriverEntryPoint_spt

#endif
