// SPDX-License-Identifier: Apache-2.0
// The functions that the test driver's tables name, by file.
#ifndef QN_TESTS_LEVELZERO_COMMANDS_H
#define QN_TESTS_LEVELZERO_COMMANDS_H

#include "runtime/backends/levelzero/levelzero.h"

// commands.c
int pool_create(ze_context *c, const ze_pool_desc *desc, uint32_t count,
                ze_device **devices, ze_pool **out);
int pool_destroy(ze_pool *p);
int event_create(ze_pool *p, const ze_event_desc *desc, ze_event **out);
int event_destroy(ze_event *e);
int event_signal(ze_event *e);
int event_reset(ze_event *e);
int event_query(ze_event *e);
int event_wait(ze_event *e, uint64_t timeout_ns);
int list_create(ze_context *c, ze_device *device, const ze_queue_desc *desc,
                ze_list **out);
int list_destroy(ze_list *l);
int append_barrier(ze_list *l, ze_event *signal, uint32_t count,
                   ze_event **events);
int append_signal(ze_list *l, ze_event *event);
int append_time(ze_list *l, uint64_t *time, ze_event *signal, uint32_t count,
                ze_event **events);
int append_copy(ze_list *l, void *to, const void *from, size_t size,
                ze_event *signal, uint32_t count, ze_event **events);
int append_region(ze_list *l, void *to, const ze_region *to_region,
                  uint32_t to_pitch, uint32_t to_slice, const void *from,
                  const ze_region *from_region, uint32_t from_pitch,
                  uint32_t from_slice, ze_event *signal, uint32_t count,
                  ze_event **events);
int append_fill(ze_list *l, void *to, const void *pattern, size_t pattern_size,
                size_t size, ze_event *signal, uint32_t count,
                ze_event **events);
int append_prefetch(ze_list *l, const void *address, size_t size);
int append_launch(ze_list *l, ze_kernel *k, const ze_groups *g,
                  ze_event *signal, uint32_t count, ze_event **events);
int append_cooperative(ze_list *l, ze_kernel *k, const ze_groups *g,
                       ze_event *signal, uint32_t count, ze_event **events);

// modules.c
int module_create(ze_context *c, ze_device *device, const ze_module_desc *desc,
                  ze_module **out, ze_log **out_log);
int module_destroy(ze_module *m);
int module_native(ze_module *m, size_t *size, uint8_t *bytes);
int log_text(ze_log *log, size_t *size, char *text);
int log_destroy(ze_log *log);
int kernel_create(ze_module *m, const ze_kernel_desc *desc, ze_kernel **out);
int kernel_destroy(ze_kernel *k);
int kernel_argument(ze_kernel *k, uint32_t index, size_t size,
                    const void *value);
int kernel_group(ze_kernel *k, uint32_t x, uint32_t y, uint32_t z);
int kernel_resident(ze_kernel *k, uint32_t *count);
int kernel_indirect(ze_kernel *k, uint32_t flags);
int kernel_properties(ze_kernel *k, ze_kernel_properties *out);

#endif // QN_TESTS_LEVELZERO_COMMANDS_H
