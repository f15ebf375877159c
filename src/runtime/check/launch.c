// SPDX-License-Identifier: Apache-2.0
// Launches that are wrong as such: arguments that point nowhere or to another
// device.
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>

#include "base/map.h"
#include "base/system/thread.h"
#include "runtime/check/check.h"

// ---- Devices that reach each other's memory

static qn_mutex mutex = QN_MUTEX_INIT;
static qn_map peers; // device and peer to 1

static uint64_t pair(unsigned device, unsigned peer) {
  return (uint64_t)device << 32 | peer;
}

void qn_check_peer(unsigned device, unsigned peer, bool enable) {
  qn_mutex_lock(&mutex);
  if (enable)
    (void)qn_map_put(&peers, pair(device, peer), 1, NULL);
  else
    (void)qn_map_remove(&peers, pair(device, peer));
  qn_mutex_unlock(&mutex);
}

static bool reaches(unsigned device, unsigned peer) {
  qn_mutex_lock(&mutex);
  const bool found = qn_map_find(&peers, pair(device, peer)) != NULL;
  qn_mutex_unlock(&mutex);
  return found;
}

// ---- Arguments

static bool is_mapped(uintptr_t address) {
  enum { PAGE = 4096 };
  return msync((void *)(address / PAGE * PAGE), 1, MS_ASYNC) == 0;
}

static void check_pointer(unsigned device, const qn_op_kernel *op,
                          const qn_argument *a, uintptr_t address) {
  char text[160];
  qn_check_block block;
  const bool found = qn_check_find(address, &block);
  if (found && block.live && block.device != device &&
      block.kind == QN_MEMORY_DEVICE && !reaches(device, block.device)) {
    qn_check_describe(&block, text, sizeof(text));
    qn_check_bad_launch(QN_CHECK_OTHER_DEVICE, op->kernel,
                        "argument '%.*s' on device %u is %s of device %u",
                        QN_STR_ARG(a->name), device, text, block.device);
  } else if (!found && !is_mapped(address)) {
    qn_check_bad_launch(QN_CHECK_ARGUMENT, op->kernel,
                        "argument '%.*s' is 0x%" PRIxPTR
                        ", where there is no memory: it looks as if it was "
                        "never set",
                        QN_STR_ARG(a->name), address);
  }
}

static const void *bytes_of(const qn_op_kernel *op, const qn_argument *a) {
  if (op->args)
    return op->args[a->index];
  return op->packed && a->offset + a->size <= op->packed_size
             ? (const char *)op->packed + a->offset
             : NULL;
}

void qn_check_launched(unsigned device, const qn_op_kernel *op) {
  const qn_kernel *kernel = op->kernel;
  if (!qn_check_on(QN_CPU_CHECK_MEMORY))
    return;
  qn_check_resources(op);
  for (size_t i = 0; kernel->arguments_known && i < kernel->argument_count;
       ++i) {
    const qn_argument *a = &kernel->arguments[i];
    const void *bytes = bytes_of(op, a);
    uintptr_t address = 0;
    if (a->kind != QN_ARGUMENT_POINTER || a->size != sizeof(address) || !bytes)
      continue;
    memcpy(&address, bytes, sizeof(address));
    if (address)
      check_pointer(device, op, a, address);
  }
}
