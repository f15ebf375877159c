// SPDX-License-Identifier: Apache-2.0
// nvJitLink's functions, over rtc.c: bitcode (what nvrtc makes with -dlto or
// -rdc=true) is linked by the tool; finished code is one input alone.
#include "cuda/nvJitLink.h"

#include "base/alloc.h"
#include "base/system/file.h"
#include "formats/code/bitcode.h"
#include "formats/core/format.h"
#include "hip/rtc/rtc.h"
#include "targets/target.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x4b4e4c4a, VERSION_MAJOR = 13, VERSION_MINOR = 0 };

struct nvJitLink {
  uint32_t magic; // MAGIC while it lives
  bool lto, ptx;  // asked for by options
  rtc_link *link; // of bitcode
  unsigned bitcode, finished;
  qn_buffer code; // the finished input, or what was linked
  bool complete;
  qn_buffer errors, notes;
};

static bool is_alive(nvJitLinkHandle handle) {
  return handle && handle->magic == MAGIC;
}

// ---- Options

static const char *after(const char *option, const char *prefix) {
  const size_t size = strlen(prefix);
  return strncmp(option, prefix, size) == 0 ? option + size : NULL;
}

// Those that say how, not what: the compiler has its own way.
static bool is_hint(const char *option) {
  static const char *const exact[] = {"-g",
                                      "-lineinfo",
                                      "-time",
                                      "-verbose",
                                      "-no-cache",
                                      "-optimize-unused-variables",
                                      "-device-stack-protector"};
  static const char *const prefixes[] = {"-maxrregcount=",
                                         "-O",
                                         "-ftz=",
                                         "-prec-div=",
                                         "-prec-sqrt=",
                                         "-fma=",
                                         "-kernels-used=",
                                         "-variables-used=",
                                         "-Xptxas=",
                                         "-Xptxas",
                                         "-split-compile=",
                                         "-split-compile-extended=",
                                         "-jump-table-density=",
                                         "-device-stack-protector=",
                                         "-cache=",
                                         "-unroll-threshold="};
  for (size_t i = 0; i < sizeof(exact) / sizeof(exact[0]); ++i)
    if (strcmp(option, exact[i]) == 0)
      return true;
  for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i)
    if (after(option, prefixes[i]))
      return true;
  return false;
}

// What is wrong with "sm_90" or "compute_90", if anything.
static nvJitLinkResult check_arch(nvJitLinkHandle h, const char *value) {
  char name[32];
  const char *number = after(value, "sm_");
  if (!number)
    number = after(value, "compute_");
  if (!number || !number[0] || number[0] < '0' || number[0] > '9') {
    qn_buffer_printf(&h->errors, "error: '%s' is no architecture\n", value);
    return NVJITLINK_ERROR_UNRECOGNIZED_ARCH;
  }
  snprintf(name, sizeof(name), "sm_%s", number);
  size_t count;
  const qn_target_row *rows = qn_target_rows(&count);
  for (size_t i = 0; i < count; ++i)
    if (strcmp(rows[i].name, name) == 0)
      return NVJITLINK_SUCCESS;
  qn_buffer_printf(&h->errors, "error: there is no target %s\n", name);
  return NVJITLINK_ERROR_UNSUPPORTED_ARCH;
}

static nvJitLinkResult read_options(nvJitLinkHandle h, uint32_t count,
                                    const char *const *options) {
  const char *arch = NULL;
  for (uint32_t i = 0; i < count; ++i) {
    const char *option = options[i], *value;
    if (!option)
      return NVJITLINK_ERROR_NULL_INPUT;
    if ((value = after(option, "-arch=")) != NULL)
      arch = value;
    else if (strcmp(option, "-arch") == 0 && i + 1 < count)
      arch = options[++i];
    else if (strcmp(option, "-lto") == 0)
      h->lto = true;
    else if (strcmp(option, "-ptx") == 0)
      h->ptx = true;
    else if (!is_hint(option))
      return NVJITLINK_ERROR_UNRECOGNIZED_OPTION;
  }
  if (!arch)
    return NVJITLINK_ERROR_MISSING_ARCH;
  if (h->ptx && !h->lto)
    return NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS;
  return check_arch(h, arch);
}

static void free_link(nvJitLinkHandle h) {
  h->magic = 0;
  if (h->link)
    (void)rtc_link_destroy(h->link);
  qn_buffer_finish(&h->code);
  qn_buffer_finish(&h->errors);
  qn_buffer_finish(&h->notes);
  qn_free(h);
}

nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle *to, uint32_t count,
                                const char **options) {
  if (!to || (count && !options))
    return NVJITLINK_ERROR_NULL_INPUT;
  nvJitLinkHandle h = qn_alloc_array(1, sizeof(*h));
  if (!h || rtc_link_create(&h->link) != RTC_SUCCESS) {
    qn_free(h);
    return NVJITLINK_ERROR_INTERNAL;
  }
  h->magic = MAGIC;
  const nvJitLinkResult result =
      read_options(h, count, (const char *const *)options);
  if (result != NVJITLINK_SUCCESS)
    free_link(h);
  else
    *to = h;
  return result;
}

nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle *handle) {
  if (!handle)
    return NVJITLINK_ERROR_NULL_INPUT;
  if (!is_alive(*handle))
    return NVJITLINK_ERROR_INVALID_INPUT;
  free_link(*handle);
  *handle = NULL;
  return NVJITLINK_SUCCESS;
}

// ---- Inputs

static nvJitLinkResult add_bitcode(nvJitLinkHandle h, qn_span bytes) {
  const rtc_result result = rtc_link_add(h->link, bytes);
  if (result != RTC_SUCCESS)
    return NVJITLINK_ERROR_INTERNAL;
  ++h->bitcode;
  return NVJITLINK_SUCCESS;
}

static nvJitLinkResult add_finished(nvJitLinkHandle h, qn_span bytes) {
  if (h->finished++)
    return NVJITLINK_SUCCESS; // refused when it is complete
  qn_buffer_clear(&h->code);
  qn_buffer_append(&h->code, bytes.data, bytes.size);
  return h->code.failed ? NVJITLINK_ERROR_INTERNAL : NVJITLINK_SUCCESS;
}

static nvJitLinkResult refuse(nvJitLinkHandle h, nvJitLinkResult status,
                              const char *name, const char *why) {
  qn_buffer_printf(&h->errors, "error: %s: %s\n",
                   name && name[0] ? name : "an input", why);
  return status;
}

static nvJitLinkResult add(nvJitLinkHandle h, nvJitLinkInputType type,
                           qn_span bytes, const char *name) {
  if (type <= NVJITLINK_INPUT_NONE ||
      (type > NVJITLINK_INPUT_INDEX && type != NVJITLINK_INPUT_ANY))
    return refuse(h, NVJITLINK_ERROR_INVALID_INPUT, name,
                  "that is no kind of input");
  if (!qn_format_detect(bytes))
    return refuse(h, NVJITLINK_ERROR_UNRECOGNIZED_INPUT, name,
                  "that is no code that Quern knows");
  const bool is_bitcode = qn_bitcode_is_inside(bytes);
  if (type == NVJITLINK_INPUT_LTOIR && !h->lto)
    return refuse(h, NVJITLINK_ERROR_LTO_NOT_ENABLED, name,
                  "code for link-time optimisation needs -lto");
  if (type == NVJITLINK_INPUT_LTOIR && !is_bitcode)
    return refuse(h, NVJITLINK_ERROR_INCORRECT_INPUT_TYPE, name,
                  "that is finished code, not code for link-time "
                  "optimisation (-dlto)");
  return is_bitcode ? add_bitcode(h, bytes) : add_finished(h, bytes);
}

nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle h, nvJitLinkInputType type,
                                 const void *data, size_t size,
                                 const char *name) {
  if (!h || !data)
    return NVJITLINK_ERROR_NULL_INPUT;
  if (!is_alive(h) || !size || h->complete)
    return NVJITLINK_ERROR_INVALID_INPUT;
  return add(h, type, (qn_span){data, size}, name);
}

// Functions that launch kernels from kernels are part of every image.
static bool is_device_runtime(const char *path) {
  return strstr(path, "cudadevrt") != NULL;
}

nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle h, nvJitLinkInputType type,
                                 const char *path) {
  qn_file file;
  if (!h || !path)
    return NVJITLINK_ERROR_NULL_INPUT;
  if (!is_alive(h) || h->complete)
    return NVJITLINK_ERROR_INVALID_INPUT;
  if (is_device_runtime(path))
    return NVJITLINK_SUCCESS;
  if (qn_failed(qn_file_open(path, 0, &file, NULL)))
    return refuse(h, NVJITLINK_ERROR_INVALID_INPUT, path, "cannot be read");
  const nvJitLinkResult result = add(h, type, file.bytes, path);
  qn_file_close(&file);
  return result;
}

// ---- Results

static nvJitLinkResult link_bitcode(nvJitLinkHandle h) {
  const rtc_result result = rtc_link_complete(h->link);
  qn_buffer *log = result == RTC_SUCCESS ? &h->notes : &h->errors;
  qn_buffer_append(log, h->link->log.data, h->link->log.size);
  if (result != RTC_SUCCESS)
    return NVJITLINK_ERROR_FINALIZE;
  qn_buffer_append(&h->code, h->link->image.data, h->link->image.size);
  return h->code.failed ? NVJITLINK_ERROR_INTERNAL : NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle h) {
  if (!h)
    return NVJITLINK_ERROR_NULL_INPUT;
  if (!is_alive(h) || h->complete || !(h->finished + h->bitcode))
    return NVJITLINK_ERROR_INVALID_INPUT;
  if (h->finished > 1 || (h->finished && h->bitcode))
    return refuse(h, NVJITLINK_ERROR_FINALIZE, "linking",
                  "several inputs are linked as bitcode, which nvrtc makes "
                  "with -dlto or -rdc=true, and one or more are finished code");
  const nvJitLinkResult result =
      h->bitcode ? link_bitcode(h) : NVJITLINK_SUCCESS;
  h->complete = result == NVJITLINK_SUCCESS;
  return result;
}

static nvJitLinkResult get_code(nvJitLinkHandle h, bool ptx, void *to,
                                size_t *size) {
  if (!h || (!to && !size))
    return NVJITLINK_ERROR_NULL_INPUT;
  if (!is_alive(h) || !h->complete || h->ptx != ptx)
    return NVJITLINK_ERROR_INVALID_INPUT;
  if (size)
    *size = h->code.size;
  if (to)
    memcpy(to, h->code.data, h->code.size);
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle h, size_t *size) {
  return get_code(h, false, NULL, size);
}

nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle h, void *cubin) {
  return get_code(h, false, cubin, NULL);
}

nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle h, size_t *size) {
  return get_code(h, true, NULL, size);
}

nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle h, char *ptx) {
  return get_code(h, true, ptx, NULL);
}

static nvJitLinkResult get_log(nvJitLinkHandle h, bool errors, char *to,
                               size_t *size) {
  if (!h || (!to && !size))
    return NVJITLINK_ERROR_NULL_INPUT;
  if (!is_alive(h))
    return NVJITLINK_ERROR_INVALID_INPUT;
  qn_buffer *log = errors ? &h->errors : &h->notes;
  if (size)
    *size = log->size + 1;
  if (to)
    memcpy(to, qn_buffer_text(log), log->size + 1);
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle h, size_t *size) {
  return get_log(h, true, NULL, size);
}

nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle h, char *log) {
  return get_log(h, true, log, NULL);
}

nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle h, size_t *size) {
  return get_log(h, false, NULL, size);
}

nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle h, char *log) {
  return get_log(h, false, log, NULL);
}

nvJitLinkResult nvJitLinkVersion(unsigned int *major, unsigned int *minor) {
  if (!major || !minor)
    return NVJITLINK_ERROR_NULL_INPUT;
  *major = VERSION_MAJOR;
  *minor = VERSION_MINOR;
  return NVJITLINK_SUCCESS;
}
