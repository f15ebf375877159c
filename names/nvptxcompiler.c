// SPDX-License-Identifier: Apache-2.0
// The functions of CUDA's archive libnvptxcompiler_static.
#include "filter.h"

FILTER(nvPTXCompilerGetVersion)
FILTER(nvPTXCompilerCreate)
FILTER(nvPTXCompilerDestroy)
FILTER(nvPTXCompilerCompile)
FILTER(nvPTXCompilerGetCompiledProgramSize)
FILTER(nvPTXCompilerGetCompiledProgram)
FILTER(nvPTXCompilerGetErrorLogSize)
FILTER(nvPTXCompilerGetErrorLog)
FILTER(nvPTXCompilerGetInfoLogSize)
FILTER(nvPTXCompilerGetInfoLog)
FILTER(nvPTXCompilerSetFlowCallback)
