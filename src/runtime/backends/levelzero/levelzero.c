// SPDX-License-Identifier: Apache-2.0
// Level Zero devices: the library, which devices there are, and the table.
#include "runtime/backends/levelzero/levelzero.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/system/log.h"
#include "runtime/backends/spirv/ending.h"

qn_ze_api qn_ze;

static const qn_dl_symbol symbols[] = {
#define QN_DL_TABLE qn_ze_api
#define QN_SYMBOL QN_DL_ENTRY
#include "runtime/backends/levelzero/symbols.def"
#undef QN_SYMBOL
#undef QN_DL_TABLE
};

enum { DEVICES_MAX = 64, DRIVERS_MAX = 16, GROUPS_MAX = 16 };

// ---- Failures

qn_result qn_ze_result(int error, const char *call) {
  static const struct {
    int error;
    qn_result result;
    const char *name, *text;
  } errors[] = {
#define QN_ZE_ERROR(number, name, result, text)                                \
  {number, QN_R_##result, "ZE_RESULT_" #name, text},
#include "runtime/backends/levelzero/errors.def"
#undef QN_ZE_ERROR
  };
  if (!error)
    return QN_R_OK;
  for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); ++i)
    if (errors[i].error == error)
      return qn_refuse(errors[i].result, "%s: %s (%s, 0x%x)", call,
                       errors[i].text, errors[i].name, (unsigned)error);
  return qn_refuse(QN_R_UNKNOWN, "%s: Level Zero's result 0x%x", call,
                   (unsigned)error);
}

// ---- The devices

static pthread_once_t once = PTHREAD_ONCE_INIT;
static qn_ze_found found[DEVICES_MAX];
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
  QN_DEBUG("levelzero", "%s", text);
  snprintf(unavailable + used, sizeof(unavailable) - used, "%s%s", between,
           text);
}

// The first group of queues that kernels run in.
static bool find_queues(qn_ze_found *f) {
  ze_queue_group groups[GROUPS_MAX];
  uint32_t count = GROUPS_MAX;
  for (size_t i = 0; i < GROUPS_MAX; ++i)
    groups[i] = (ze_queue_group){.stype = ZE_QUEUE_GROUP_PROPERTIES};
  if (qn_ze.zeDeviceGetCommandQueueGroupProperties(f->device, &count, groups))
    return false;
  for (uint32_t i = 0; i < count && i < GROUPS_MAX; ++i)
    if ((groups[i].flags & ZE_QUEUE_COMPUTES) && groups[i].queues) {
      f->ordinal = i;
      f->pattern_max = groups[i].pattern_max;
      f->cooperates = (groups[i].flags & ZE_QUEUE_COOPERATES) &&
                      qn_ze.zeKernelSuggestMaxCooperativeGroupCount &&
                      qn_ze.zeCommandListAppendLaunchCooperativeKernel;
      return true;
    }
  return false;
}

// What a device lacks; NULL: nothing.
static const char *find_lack(qn_ze_found *f) {
  ze_module_properties module = {.stype = ZE_DEVICE_MODULE_PROPERTIES};
  if (qn_ze.zeDeviceGetModuleProperties(f->device, &module) ||
      !module.spirv_version)
    return "takes no SPIR-V";
  f->spirv_version =
      (module.spirv_version & 0xffff0000) | (module.spirv_version & 0xff) << 8;
  return find_queues(f) ? NULL : "has no queues that compute";
}

static void add_device(ze_driver *driver, ze_device *device) {
  qn_ze_found f = {.driver = driver, .device = device};
  ze_device_properties properties = {.stype = ZE_DEVICE_PROPERTIES_1_2};
  const bool answers = !qn_ze.zeDeviceGetProperties(device, &properties);
  const char *lack = answers ? find_lack(&f) : "does not say what it is";
  if (lack)
    note("'%.*s' %s", (int)sizeof(properties.name), properties.name, lack);
  else if (found_count < DEVICES_MAX)
    found[found_count++] = f;
}

static void add_driver(ze_driver *driver) {
  ze_device *devices[DEVICES_MAX];
  uint32_t count = DEVICES_MAX;
  const int error = qn_ze.zeDeviceGet(driver, &count, devices);
  if (error || !count) {
    (void)qn_ze_result(error, "zeDeviceGet");
    note("a driver has no device%s%s", error ? ": " : "",
         error ? qn_reason() : "");
    return;
  }
  for (uint32_t i = 0; i < count && i < DEVICES_MAX; ++i)
    add_device(driver, devices[i]);
}

static void find_devices(const char *path) {
  ze_driver *drivers[DRIVERS_MAX];
  uint32_t count = DRIVERS_MAX;
  int error = qn_ze.zeInit(0);
  if (!error)
    error = qn_ze.zeDriverGet(&count, drivers);
  if (error || !count) {
    (void)qn_ze_result(error, "zeInit");
    note("'%s' finds no driver%s%s", path, error ? ": " : "",
         error ? qn_reason() : "");
    return;
  }
  for (uint32_t i = 0; i < count && i < DRIVERS_MAX; ++i)
    add_driver(drivers[i]);
  QN_DEBUG("levelzero", "%s: %u drivers, %u devices", path, count, found_count);
}

static void open_library(void) {
  static const char *const names[] = {"libze_loader.so.1", "libze_loader.so",
                                      NULL};
  const char *own = getenv("QUERN_LIBZE");
  const char *const asked[] = {own, NULL};
  qn_diag diag = {0};
  qn_dl dl;
  if (qn_failed(qn_dl_open(own && own[0] ? asked : names, &dl, NULL, &diag)) ||
      qn_failed(qn_dl_load(&dl, symbols, sizeof(symbols) / sizeof(symbols[0]),
                           &qn_ze, &diag))) {
    snprintf(unavailable, sizeof(unavailable), "%s", diag.message);
    return; // a library that was opened stays: its drivers have threads
  }
  find_devices(dl.path);
  if (found_count)
    qn_spirv_watch_end();
}

unsigned qn_ze_probe(char *reason, size_t capacity) {
  (void)pthread_once(&once, open_library);
  if (capacity)
    snprintf(reason, capacity, "%s", unavailable);
  return found_count;
}

const qn_ze_found *qn_ze_at(unsigned ordinal) { return &found[ordinal]; }

// ---- The table

QN_SPIRV_GUARDS(ze)

const qn_backend qn_backend_levelzero = {
    .name = "levelzero",
    .summary = "Level Zero devices, through their drivers",
    .on_request = true,
    .probe = qn_ze_probe,
    .open = guarded_open,
    .close = qn_ze_close,
    .describe = qn_ze_describe,
    .fitness = qn_ze_fitness,
    .allocate = guarded_allocate,
    .release = guarded_release,
    .texture = guarded_texture,
    .load = guarded_load,
    .unload = guarded_unload,
    .function = guarded_function_get,
    .variable = qn_spirv_variable_get,
    .constants_asked = qn_spirv_constants_asked,
    .occupancy = qn_ze_occupancy,
    .stream_create = guarded_stream_create,
    .stream_destroy = guarded_stream_destroy,
    .submit = guarded_submit,
    .stream_wait = guarded_stream_wait,
    .event_create = qn_ze_event_create,
    .event_destroy = guarded_event_destroy,
    .event_wait = guarded_event_wait,
    .event_elapsed = guarded_event_elapsed,
};
