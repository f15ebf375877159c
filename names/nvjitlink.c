// SPDX-License-Identifier: Apache-2.0
// nvJitLink's functions, and their names in programs that were built with
// CUDA's headers, which have the release in them.
#include "filter.h"

FILTER(nvJitLinkVersion)
FILTER(nvJitLinkCreate)
FILTER(nvJitLinkDestroy)
FILTER(nvJitLinkAddData)
FILTER(nvJitLinkAddFile)
FILTER(nvJitLinkComplete)
FILTER(nvJitLinkGetLinkedCubinSize)
FILTER(nvJitLinkGetLinkedCubin)
FILTER(nvJitLinkGetLinkedPtxSize)
FILTER(nvJitLinkGetLinkedPtx)
FILTER(nvJitLinkGetErrorLogSize)
FILTER(nvJitLinkGetErrorLog)
FILTER(nvJitLinkGetInfoLogSize)
FILTER(nvJitLinkGetInfoLog)
