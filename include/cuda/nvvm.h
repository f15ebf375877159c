// SPDX-License-Identifier: Apache-2.0
//
// CUDA's compiler of NVVM IR: modules of LLVM IR, as text or bitcode, become
// PTX. The PTX carries code for this machine's CPU, too, so that what comes out
// is loaded as a module on either.
#ifndef QUERN_CUDA_NVVM_H
#define QUERN_CUDA_NVVM_H
#ifndef NVVM_H
#define NVVM_H
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <stdlib.h>

#include <quern/host/base.h>

typedef enum {
  NVVM_SUCCESS = 0,
  NVVM_ERROR_OUT_OF_MEMORY = 1,
  NVVM_ERROR_PROGRAM_CREATION_FAILURE = 2,
  NVVM_ERROR_IR_VERSION_MISMATCH = 3,
  NVVM_ERROR_INVALID_INPUT = 4,
  NVVM_ERROR_INVALID_PROGRAM = 5,
  NVVM_ERROR_INVALID_IR = 6,
  NVVM_ERROR_INVALID_OPTION = 7,
  NVVM_ERROR_NO_MODULE_IN_PROGRAM = 8,
  NVVM_ERROR_COMPILATION = 9,
  NVVM_ERROR_CANCELLED = 10
} nvvmResult;

typedef struct _nvvmProgram *nvvmProgram;

__QN_C_BEGIN
const char *nvvmGetErrorString(nvvmResult result);
nvvmResult nvvmVersion(int *major, int *minor);
nvvmResult nvvmIRVersion(int *majorIR, int *minorIR, int *majorDbg,
                         int *minorDbg);
// The release of LLVM whose IR is taken; older ones' is as well.
nvvmResult nvvmLLVMVersion(const char *arch, int *major);
nvvmResult nvvmCreateProgram(nvvmProgram *prog);
nvvmResult nvvmDestroyProgram(nvvmProgram *prog);
nvvmResult nvvmAddModuleToProgram(nvvmProgram prog, const char *buffer,
                                  size_t size, const char *name);
// Of such a module only what the others lack is linked.
nvvmResult nvvmLazyAddModuleToProgram(nvvmProgram prog, const char *buffer,
                                      size_t size, const char *name);
nvvmResult nvvmCompileProgram(nvvmProgram prog, int numOptions,
                              const char **options);
nvvmResult nvvmVerifyProgram(nvvmProgram prog, int numOptions,
                             const char **options);
// The size of PTX and of the log counts the NUL at the end.
nvvmResult nvvmGetCompiledResultSize(nvvmProgram prog, size_t *bufferSizeRet);
nvvmResult nvvmGetCompiledResult(nvvmProgram prog, char *buffer);
nvvmResult nvvmGetProgramLogSize(nvvmProgram prog, size_t *bufferSizeRet);
nvvmResult nvvmGetProgramLog(nvvmProgram prog, char *buffer);

__QN_C_END

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVVM_H
