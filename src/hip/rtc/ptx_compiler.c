// SPDX-License-Identifier: Apache-2.0
// nvPTXCompiler's functions, over ptxas where it is installed. What the PTX
// carries for other devices (formats/code/attached.h) the cubin carries as
// well; without ptxas it is the whole result.
//
// A handle belongs to one thread at a time, different ones to any threads.
#include "cuda/nvPTXCompiler.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/system/file.h"
#include "base/system/log.h"
#include "formats/code/attached.h"
#include "hip/rtc/rtc.h"
#include "targets/tool.h"

enum { MAGIC = 0x43585450, VERSION_MAJOR = 13, VERSION_MINOR = 0 };

struct nvPTXCompiler {
  uint32_t magic; // MAGIC while it lives
  qn_buffer ptx;
  qn_buffer image;
  bool compiled;
  qn_buffer errors, notes;
  int (*flow)(void *payload, void *reserved);
  void *flow_payload;
};

static bool is_alive(nvPTXCompilerHandle h) { return h && h->magic == MAGIC; }

nvPTXCompileResult nvPTXCompilerGetVersion(unsigned int *major,
                                           unsigned int *minor) {
  if (!major || !minor)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  *major = VERSION_MAJOR;
  *minor = VERSION_MINOR;
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerCreate(nvPTXCompilerHandle *compiler,
                                       size_t ptxCodeLen, const char *ptxCode) {
  qn_runtime_log_init();
  if (!compiler || !ptxCode || !ptxCodeLen)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  nvPTXCompilerHandle h = qn_alloc_array(1, sizeof(*h));
  if (!h)
    return NVPTXCOMPILE_ERROR_OUT_OF_MEMORY;
  h->magic = MAGIC;
  qn_buffer_append(&h->ptx, ptxCode, strnlen(ptxCode, ptxCodeLen));
  if (h->ptx.failed) {
    qn_buffer_finish(&h->ptx);
    qn_free(h);
    return NVPTXCOMPILE_ERROR_OUT_OF_MEMORY;
  }
  *compiler = h;
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerDestroy(nvPTXCompilerHandle *compiler) {
  if (!compiler || !is_alive(*compiler))
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  nvPTXCompilerHandle h = *compiler;
  h->magic = 0;
  qn_buffer_finish(&h->ptx);
  qn_buffer_finish(&h->image);
  qn_buffer_finish(&h->errors);
  qn_buffer_finish(&h->notes);
  qn_free(h);
  *compiler = NULL;
  return NVPTXCOMPILE_SUCCESS;
}

// ---- What the PTX carries

// The bundle in it; empty without one.
static void find_carried(nvPTXCompilerHandle h, qn_buffer *bundle) {
  qn_diag diag = {0};
  if (qn_failed(qn_attached_to_ptx(qn_buffer_span(&h->ptx), bundle, &diag)))
    qn_buffer_printf(&h->notes, "note: what the PTX carries is not kept: %s\n",
                     diag.message);
}

// ---- ptxas

// Names a file, or asks for something else than a cubin.
static bool is_refused(const char *option) {
  static const char *const names[] = {"-o",
                                      "--output-file",
                                      "-optf",
                                      "--options-file",
                                      "-h",
                                      "--help",
                                      "-V",
                                      "--version",
                                      "-dryrun",
                                      "--dry-run",
                                      "--input-as-string"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    const size_t size = strlen(names[i]);
    if (strncmp(option, names[i], size) == 0 &&
        (!option[size] || option[size] == '='))
      return true;
  }
  return option[0] == '@';
}

static nvPTXCompileResult check_options(nvPTXCompilerHandle h, int count,
                                        const char *const *options) {
  if (count < 0 || (count && !options))
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  for (int i = 0; i < count; ++i) {
    if (!options[i])
      return NVPTXCOMPILE_ERROR_INVALID_INPUT;
    if (is_refused(options[i])) {
      qn_buffer_printf(&h->errors,
                       "error: there is no option '%s' in a program\n",
                       options[i]);
      return NVPTXCOMPILE_ERROR_COMPILATION_FAILURE;
    }
  }
  return NVPTXCOMPILE_SUCCESS;
}

static nvPTXCompileResult judge(const qn_buffer *said) {
  static const char mark[] = "nsupported .version";
  return qn_str_search(qn_buffer_str(said), QN_STR(mark))
             ? NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION
             : NVPTXCOMPILE_ERROR_COMPILATION_FAILURE;
}

static nvPTXCompileResult assemble(nvPTXCompilerHandle h, const char *ptxas,
                                   int count, const char *const *options,
                                   qn_buffer *cubin) {
  qn_temp temp;
  char source[PATH_MAX], output[PATH_MAX];
  qn_child c = {0};
  qn_buffer said = {0};
  if (qn_failed(qn_temp_create(&temp, NULL)))
    return NVPTXCOMPILE_ERROR_INTERNAL;
  snprintf(source, sizeof(source), "%s/code.ptx", temp.path);
  snprintf(output, sizeof(output), "%s/code.cubin", temp.path);
  c.failed = qn_failed(qn_file_write(source, qn_buffer_span(&h->ptx), NULL));
  qn_child_add(&c, ptxas);
  for (int i = 0; i < count; ++i)
    qn_child_add(&c, options[i]);
  qn_child_add(&c, "-o");
  qn_child_add(&c, output);
  qn_child_add(&c, source);
  const int code = rtc_run(&c, &said);
  qn_child_finish(&c);
  if (code == 0)
    rtc_read_file(output, cubin);
  qn_temp_finish(&temp);
  qn_buffer_append_str(code ? &h->errors : &h->notes, qn_buffer_str(&said));
  const nvPTXCompileResult result = code ? judge(&said) : NVPTXCOMPILE_SUCCESS;
  qn_buffer_finish(&said);
  return result;
}

static nvPTXCompileResult compile(nvPTXCompilerHandle h, int count,
                                  const char *const *options,
                                  const qn_buffer *carried) {
  char ptxas[PATH_MAX];
  qn_buffer cubin = {0};
  if (qn_tool_locate(qn_tool_find("ptxas"), ptxas, sizeof(ptxas), NULL, NULL)) {
    nvPTXCompileResult result = assemble(h, ptxas, count, options, &cubin);
    if (result != NVPTXCOMPILE_SUCCESS || !carried->size)
      qn_buffer_append(&h->image, cubin.data, cubin.size);
    else if (qn_failed(qn_attach(qn_buffer_span(&cubin),
                                 qn_buffer_span(carried), &h->image, NULL)))
      result = NVPTXCOMPILE_ERROR_INTERNAL;
    qn_buffer_finish(&cubin);
    return result;
  }
  if (!carried->size) {
    qn_buffer_append_str(&h->errors,
                         QN_STR("error: ptxas is not installed, and the PTX "
                                "carries no code for other devices\n"));
    return NVPTXCOMPILE_ERROR_COMPILATION_FAILURE;
  }
  qn_buffer_append_str(&h->notes,
                       QN_STR("note: ptxas is not installed; the result is "
                              "what the PTX carries for other devices\n"));
  qn_buffer_append(&h->image, carried->data, carried->size);
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerCompile(nvPTXCompilerHandle compiler,
                                        int numCompileOptions,
                                        const char *const *compileOptions) {
  qn_buffer carried = {0};
  if (!is_alive(compiler))
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  compiler->compiled = false;
  qn_buffer_clear(&compiler->image);
  qn_buffer_clear(&compiler->errors);
  qn_buffer_clear(&compiler->notes);
  nvPTXCompileResult result =
      check_options(compiler, numCompileOptions, compileOptions);
  if (result != NVPTXCOMPILE_SUCCESS)
    return result;
  if (compiler->flow && compiler->flow(compiler->flow_payload, NULL))
    return NVPTXCOMPILE_ERROR_CANCELLED;
  find_carried(compiler, &carried);
  result = compile(compiler, numCompileOptions, compileOptions, &carried);
  qn_buffer_finish(&carried);
  if (compiler->image.failed)
    return NVPTXCOMPILE_ERROR_OUT_OF_MEMORY;
  if (result == NVPTXCOMPILE_SUCCESS && !compiler->image.size)
    result = NVPTXCOMPILE_ERROR_INTERNAL;
  compiler->compiled = result == NVPTXCOMPILE_SUCCESS;
  return result;
}

// ---- Results

nvPTXCompileResult
nvPTXCompilerGetCompiledProgramSize(nvPTXCompilerHandle compiler,
                                    size_t *binaryImageSize) {
  if (!is_alive(compiler))
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!binaryImageSize)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  if (!compiler->compiled)
    return NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE;
  *binaryImageSize = compiler->image.size;
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerGetCompiledProgram(nvPTXCompilerHandle compiler,
                                                   void *binaryImage) {
  size_t size;
  const nvPTXCompileResult result =
      nvPTXCompilerGetCompiledProgramSize(compiler, &size);
  if (result != NVPTXCOMPILE_SUCCESS)
    return result;
  if (!binaryImage)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  memcpy(binaryImage, compiler->image.data, size);
  return NVPTXCOMPILE_SUCCESS;
}

static nvPTXCompileResult get_log(nvPTXCompilerHandle h, bool errors,
                                  size_t *size, char *to) {
  if (!is_alive(h))
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!size && !to)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  qn_buffer *log = errors ? &h->errors : &h->notes;
  if (size)
    *size = log->size;
  if (to)
    memcpy(to, qn_buffer_text(log), log->size + 1);
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerGetErrorLogSize(nvPTXCompilerHandle compiler,
                                                size_t *errorLogSize) {
  return get_log(compiler, true, errorLogSize, NULL);
}

nvPTXCompileResult nvPTXCompilerGetErrorLog(nvPTXCompilerHandle compiler,
                                            char *errorLog) {
  return get_log(compiler, true, NULL, errorLog);
}

nvPTXCompileResult nvPTXCompilerGetInfoLogSize(nvPTXCompilerHandle compiler,
                                               size_t *infoLogSize) {
  return get_log(compiler, false, infoLogSize, NULL);
}

nvPTXCompileResult nvPTXCompilerGetInfoLog(nvPTXCompilerHandle compiler,
                                           char *infoLog) {
  return get_log(compiler, false, NULL, infoLog);
}

nvPTXCompileResult nvPTXCompilerSetFlowCallback(nvPTXCompilerHandle compiler,
                                                int (*callback)(void *, void *),
                                                void *payload) {
  if (!is_alive(compiler))
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!callback)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  compiler->flow = callback;
  compiler->flow_payload = payload;
  return NVPTXCOMPILE_SUCCESS;
}
