// SPDX-License-Identifier: Apache-2.0
// OpenCL devices that take SPIR-V: the library, which devices there are, and
// the table.
#include "runtime/backends/opencl/opencl.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/system/log.h"
#include "runtime/backends/spirv/ending.h"

qn_opencl_api qn_opencl;

static const qn_dl_symbol symbols[] = {
#define QN_DL_TABLE qn_opencl_api
#define QN_SYMBOL QN_DL_ENTRY
#include "runtime/backends/opencl/symbols.def"
#undef QN_SYMBOL
#undef QN_DL_TABLE
};

enum { DEVICES_MAX = 64, PLATFORMS_MAX = 32 };

// ---- Failures

typedef struct error_row {
  int error;
  qn_result result;
  const char *name, *text;
} error_row;

static const error_row errors[] = {
#define QN_CL_ERROR(number, name, result, text)                                \
  {number, QN_R_##result, #name, text},
#include "runtime/backends/opencl/errors.def"
#undef QN_CL_ERROR
};

static const error_row *find_error(int error) {
  for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); ++i)
    if (errors[i].error == error)
      return &errors[i];
  return NULL;
}

const char *qn_opencl_error_name(int error) {
  const error_row *row = find_error(error);
  return row ? row->name : "unknown";
}

qn_result qn_opencl_result(int error, const char *call) {
  const error_row *row = find_error(error);
  if (!error)
    return QN_R_OK;
  if (!row)
    return qn_refuse(QN_R_UNKNOWN, "%s: OpenCL's error %d", call, error);
  return qn_refuse(row->result, "%s: %s (%s, %d)", call, row->text, row->name,
                   error);
}

// ---- Questions

uint64_t qn_opencl_number(cl_device *device, unsigned what) {
  uint64_t value = 0; // little-endian: 32 bits fill the lower half
  if (qn_opencl.clGetDeviceInfo(device, what, sizeof(value), &value, NULL))
    return 0;
  return value;
}

// The whole text, which the caller frees; NULL when the device does not answer.
static char *whole_text(cl_device *device, unsigned what) {
  size_t size = 0;
  if (qn_opencl.clGetDeviceInfo(device, what, 0, NULL, &size) || !size)
    return NULL;
  char *text = qn_alloc(size + 1);
  if (!text)
    return NULL;
  text[0] = '\0';
  if (qn_opencl.clGetDeviceInfo(device, what, size, text, NULL)) {
    qn_free(text);
    return NULL;
  }
  text[size] = '\0';
  return text;
}

void qn_opencl_text(cl_device *device, unsigned what, char *out, size_t size) {
  char *text = whole_text(device, what);
  snprintf(out, size, "%s", text ? text : "");
  qn_free(text);
}

bool qn_opencl_has_word(const char *list, const char *word) {
  const size_t size = strlen(word);
  for (const char *at = list; (at = strstr(at, word)); at += size)
    if ((at == list || at[-1] == ' ') && (!at[size] || at[size] == ' '))
      return true;
  return false;
}

bool qn_opencl_has(cl_device *device, const char *extension) {
  char *list = whole_text(device, CL_DEVICE_EXTENSIONS);
  const bool has = list && qn_opencl_has_word(list, extension);
  qn_free(list);
  return has;
}

// ---- The devices

static pthread_once_t once = PTHREAD_ONCE_INIT;
static qn_opencl_found found[DEVICES_MAX];
static unsigned found_count;
static char unavailable[640]; // why there is none, or not more

static void note(const char *format, ...) QN_PRINTF(1, 2);
static void note(const char *format, ...) {
  const size_t used = strlen(unavailable);
  const char *between = used ? "; " : "";
  char text[320];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  QN_DEBUG("opencl", "%s", text);
  snprintf(unavailable + used, sizeof(unavailable) - used, "%s%s", between,
           text);
}

// The newest version in "SPIR-V_1.0 SPIR-V_1.2", as a module's header has it;
// 0: none.
static uint32_t newest_il(cl_device *device) {
  static const char prefix[] = "SPIR-V_";
  uint32_t newest = 0;
  char *list = whole_text(device, CL_DEVICE_IL_VERSION);
  for (const char *at = list; at && (at = strstr(at, prefix));) {
    char *end;
    at += sizeof(prefix) - 1;
    const unsigned long major = strtoul(at, &end, 10);
    const unsigned long minor = *end == '.' ? strtoul(end + 1, NULL, 10) : 0;
    const uint32_t version = (uint32_t)(major << 16 | minor << 8);
    newest = version > newest ? version : newest;
  }
  qn_free(list);
  return newest;
}

// The best memory that a device has, or less, for tests: QUERN_OPENCL_MEMORY.
static bool find_memory(cl_device *device, qn_opencl_memory *out_memory) {
  const char *asked = getenv("QUERN_OPENCL_MEMORY");
  const bool fine = asked && strcmp(asked, "fine") == 0;
  const bool coarse = asked && strcmp(asked, "coarse") == 0;
  const uint64_t svm = qn_opencl_number(device, CL_DEVICE_SVM_CAPABILITIES);
  const bool has_svm =
      qn_opencl.clSVMAlloc && qn_opencl.clSVMFree &&
      qn_opencl.clEnqueueSVMMemcpy && qn_opencl.clEnqueueSVMMemFill &&
      qn_opencl.clEnqueueSVMMap && qn_opencl.clEnqueueSVMUnmap &&
      qn_opencl.clSetKernelArgSVMPointer;
  if (!fine && !coarse &&
      (qn_opencl_number(device, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL) &
       CL_USM_ACCESS) &&
      qn_opencl_has(device, "cl_intel_unified_shared_memory"))
    *out_memory = QN_OPENCL_USM;
  else if (!coarse && has_svm && (svm & CL_SVM_FINE))
    *out_memory = QN_OPENCL_FINE;
  else if (has_svm && (svm & CL_SVM_COARSE))
    *out_memory = QN_OPENCL_COARSE;
  else
    return false;
  return true;
}

// What a device lacks; NULL: nothing.
static const char *find_lack(cl_device *device, qn_opencl_found *f) {
  f->il_version = newest_il(device);
  if (!f->il_version)
    return "takes no SPIR-V (CL_DEVICE_IL_VERSION names none)";
  if (qn_opencl_number(device, CL_DEVICE_ADDRESS_BITS) != 64)
    return "has no addresses of 64 bits";
  if (!qn_opencl_number(device, CL_DEVICE_COMPILER_AVAILABLE))
    return "has no compiler";
  if (!qn_opencl.clCreateProgramWithIL &&
      !qn_opencl_has(device, "cl_khr_il_program"))
    return "has no function that takes SPIR-V";
  if (!find_memory(device, &f->memory))
    return "has neither unified shared memory nor shared virtual memory, which "
           "pointers in memory need";
  return NULL;
}

static void add_device(cl_platform *platform, cl_device *device) {
  qn_opencl_found f = {.platform = platform, .device = device};
  char name[128];
  qn_opencl_text(device, CL_DEVICE_NAME, name, sizeof(name));
  const char *lack = find_lack(device, &f);
  if (lack)
    note("'%s' %s", name, lack);
  else if (found_count < DEVICES_MAX)
    found[found_count++] = f;
}

static void add_platform(cl_platform *platform) {
  const uint64_t all = 0xffffffff;
  cl_device *devices[DEVICES_MAX];
  unsigned count = 0;
  char name[128] = "a platform";
  (void)qn_opencl.clGetPlatformInfo(platform, CL_PLATFORM_NAME,
                                    sizeof(name) - 1, name, NULL);
  const int error =
      qn_opencl.clGetDeviceIDs(platform, all, DEVICES_MAX, devices, &count);
  if (error || !count) {
    note("'%s' has no device%s%s", name, error ? ": " : "",
         error ? qn_opencl_error_name(error) : "");
    return;
  }
  for (unsigned i = 0; i < count && i < DEVICES_MAX; ++i)
    add_device(platform, devices[i]);
}

static void find_devices(const char *path) {
  cl_platform *platforms[PLATFORMS_MAX];
  unsigned count = 0;
  const int error =
      qn_opencl.clGetPlatformIDs(PLATFORMS_MAX, platforms, &count);
  if (error || !count) {
    note("'%s' finds no OpenCL driver (%s)", path,
         error ? qn_opencl_error_name(error) : "no platform");
    return;
  }
  for (unsigned i = 0; i < count && i < PLATFORMS_MAX; ++i)
    add_platform(platforms[i]);
  QN_DEBUG("opencl", "%s: %u platforms, %u devices", path, count, found_count);
}

static void open_library(void) {
  static const char *const names[] = {"libOpenCL.so.1", "libOpenCL.so", NULL};
  const char *own = getenv("QUERN_LIBOPENCL");
  const char *const asked[] = {own, NULL};
  qn_diag diag = {0};
  qn_dl dl;
  if (qn_failed(qn_dl_open(own && own[0] ? asked : names, &dl, NULL, &diag)) ||
      qn_failed(qn_dl_load(&dl, symbols, sizeof(symbols) / sizeof(symbols[0]),
                           &qn_opencl, &diag))) {
    snprintf(unavailable, sizeof(unavailable), "%s", diag.message);
    return; // a library that was opened stays: its drivers have threads
  }
  find_devices(dl.path);
  if (found_count)
    qn_spirv_watch_end();
}

unsigned qn_opencl_probe(char *reason, size_t capacity) {
  (void)pthread_once(&once, open_library);
  if (capacity)
    snprintf(reason, capacity, "%s", unavailable);
  return found_count;
}

const qn_opencl_found *qn_opencl_at(unsigned ordinal) {
  return &found[ordinal];
}

// ---- The table

QN_SPIRV_GUARDS(opencl)

const qn_backend qn_backend_opencl = {
    .name = "opencl",
    .summary = "OpenCL devices that take SPIR-V, through their drivers",
    .on_request = true,
    .probe = qn_opencl_probe,
    .open = guarded_open,
    .close = qn_opencl_close,
    .describe = qn_opencl_describe,
    .fitness = qn_opencl_fitness,
    .allocate = guarded_allocate,
    .release = guarded_release,
    .texture = guarded_texture,
    .load = guarded_load,
    .unload = guarded_unload,
    .function = guarded_function_get,
    .variable = qn_spirv_variable_get,
    .constants_asked = qn_spirv_constants_asked,
    .occupancy = qn_opencl_occupancy,
    .stream_create = guarded_stream_create,
    .stream_destroy = guarded_stream_destroy,
    .submit = guarded_submit,
    .stream_wait = guarded_stream_wait,
    .event_create = qn_opencl_event_create,
    .event_destroy = guarded_event_destroy,
    .event_wait = guarded_event_wait,
    .event_elapsed = guarded_event_elapsed,
};
