// SPDX-License-Identifier: Apache-2.0
//
// CUDA's assembler of PTX as a library, over ptxas where that is installed. The
// cubin carries what the PTX carried for other devices; without ptxas that alone
// is the result.
#ifndef QUERN_CUDA_NVPTXCOMPILER_H
#define QUERN_CUDA_NVPTXCOMPILER_H
#ifndef nvPTXCompiler_INCLUDED
#define nvPTXCompiler_INCLUDED
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <quern/device/names_begin.inc>

#include <stddef.h>

#include <quern/host/base.h>

typedef struct nvPTXCompiler *nvPTXCompilerHandle;

typedef enum {
  NVPTXCOMPILE_SUCCESS = 0,
  NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE = 1,
  NVPTXCOMPILE_ERROR_INVALID_INPUT = 2,
  NVPTXCOMPILE_ERROR_COMPILATION_FAILURE = 3,
  NVPTXCOMPILE_ERROR_INTERNAL = 4,
  NVPTXCOMPILE_ERROR_OUT_OF_MEMORY = 5,
  NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE = 6,
  NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION = 7,
  NVPTXCOMPILE_ERROR_UNSUPPORTED_DEVSIDE_SYNC = 8,
  NVPTXCOMPILE_ERROR_CANCELLED = 9
} nvPTXCompileResult;

__QN_C_BEGIN
nvPTXCompileResult nvPTXCompilerGetVersion(unsigned int *major,
                                           unsigned int *minor);
nvPTXCompileResult nvPTXCompilerCreate(nvPTXCompilerHandle *compiler,
                                       size_t ptxCodeLen, const char *ptxCode);
nvPTXCompileResult nvPTXCompilerDestroy(nvPTXCompilerHandle *compiler);
nvPTXCompileResult nvPTXCompilerCompile(nvPTXCompilerHandle compiler,
                                        int numCompileOptions,
                                        const char *const *compileOptions);
nvPTXCompileResult
nvPTXCompilerGetCompiledProgramSize(nvPTXCompilerHandle compiler,
                                    size_t *binaryImageSize);
nvPTXCompileResult nvPTXCompilerGetCompiledProgram(nvPTXCompilerHandle compiler,
                                                   void *binaryImage);
// The sizes of logs do not count the NUL that is written behind them.
nvPTXCompileResult nvPTXCompilerGetErrorLogSize(nvPTXCompilerHandle compiler,
                                                size_t *errorLogSize);
nvPTXCompileResult nvPTXCompilerGetErrorLog(nvPTXCompilerHandle compiler,
                                            char *errorLog);
nvPTXCompileResult nvPTXCompilerGetInfoLogSize(nvPTXCompilerHandle compiler,
                                               size_t *infoLogSize);
nvPTXCompileResult nvPTXCompilerGetInfoLog(nvPTXCompilerHandle compiler,
                                           char *infoLog);
// Asked before the work begins; a result other than 0 cancels it.
nvPTXCompileResult nvPTXCompilerSetFlowCallback(
    nvPTXCompilerHandle compiler, int (*callback)(void *, void *),
    void *payload);

__QN_C_END

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVPTXCOMPILER_H
