// SPDX-License-Identifier: Apache-2.0
// libNVVM's functions.
#include "filter.h"

FILTER(nvvmGetErrorString)
FILTER(nvvmVersion)
FILTER(nvvmIRVersion)
FILTER(nvvmLLVMVersion)
FILTER(nvvmCreateProgram)
FILTER(nvvmDestroyProgram)
FILTER(nvvmAddModuleToProgram)
FILTER(nvvmLazyAddModuleToProgram)
FILTER(nvvmCompileProgram)
FILTER(nvvmVerifyProgram)
FILTER(nvvmGetCompiledResultSize)
FILTER(nvvmGetCompiledResult)
FILTER(nvvmGetProgramLogSize)
FILTER(nvvmGetProgramLog)
