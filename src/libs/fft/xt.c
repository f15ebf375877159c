// SPDX-License-Identifier: Apache-2.0
// What cuFFT has for several devices: plans have one.
#include "cuda/cufftXt.h"

#include "libs/fft/fft.h"

static cufftResult refuse(const char *call, const char *what) {
  return (cufftResult)qn_fft_refuse(QN_FFT_NOT_SUPPORTED, "%s: %s", call, what);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define REFUSED(name, parameters, what)                                        \
  cufftResult name parameters { return refuse(__func__, what); }
#define DEVICES "plans are for one device"
#define CALLBACKS "callbacks get no shared memory"
#define DESCRIPTORS                                                            \
  (cufftHandle plan, cudaLibXtDesc * input, cudaLibXtDesc * output)
#define DIRECTED                                                               \
  (cufftHandle plan, cudaLibXtDesc * input, cudaLibXtDesc * output,            \
   int direction)
REFUSED(cufftXtSetGPUs, (cufftHandle plan, int nGPUs, int *whichGPUs), DEVICES)
REFUSED(cufftXtMalloc,
        (cufftHandle plan, cudaLibXtDesc **descriptor, cufftXtSubFormat format),
        DEVICES)
REFUSED(cufftXtMemcpy,
        (cufftHandle plan, void *to, void *from, cufftXtCopyType type), DEVICES)
REFUSED(cufftXtFree, (cudaLibXtDesc * descriptor), DEVICES)
REFUSED(cufftXtSetWorkArea, (cufftHandle plan, void **workArea), DEVICES)
REFUSED(cufftXtExecDescriptor, DIRECTED, DEVICES)
REFUSED(cufftXtExecDescriptorC2C, DIRECTED, DEVICES)
REFUSED(cufftXtExecDescriptorR2C, DESCRIPTORS, DEVICES)
REFUSED(cufftXtExecDescriptorC2R, DESCRIPTORS, DEVICES)
REFUSED(cufftXtExecDescriptorZ2Z, DIRECTED, DEVICES)
REFUSED(cufftXtExecDescriptorD2Z, DESCRIPTORS, DEVICES)
REFUSED(cufftXtExecDescriptorZ2D, DESCRIPTORS, DEVICES)
REFUSED(cufftXtSetCallbackSharedSize,
        (cufftHandle plan, cufftXtCallbackType type, size_t size), CALLBACKS)
REFUSED(cufftXtQueryPlan,
        (cufftHandle plan, void *queryStruct, cufftXtQueryType queryType),
        DEVICES)
REFUSED(cufftXtSetJITCallback,
        (cufftHandle plan, const char *lto_callback_symbol_name,
         const void *lto_callback_fatbin, size_t lto_callback_fatbin_size,
         cufftXtCallbackType type, void **caller_info),
        "callbacks are device functions, by cufftXtSetCallback; NVIDIA's "
        "intermediate code for its linker is not read")
#pragma GCC diagnostic pop
