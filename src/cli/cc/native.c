// SPDX-License-Identifier: Apache-2.0
// This machine's GPUs, queried from their driver in a child process: a driver
// starts threads, and may hang.
#include <unistd.h>

#include "base/system/dl.h"
#include "base/system/process.h"
#include "base/reader.h"
#include "cli/cc/cc.h"

// Appends the major and minor compute capability of each GPU, one byte each.
static qn_status ask_cuda(void *user, qn_buffer *reply, qn_diag *diag) {
  enum { MAJOR = 75, MINOR = 76 }; // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_...
  qn_dl library = {0};
  int (*init)(unsigned);
  int (*count_devices)(int *);
  int (*attribute)(int *, int, int);
  (void)user;
  QN_TRY(qn_dl_open(qn_dl_cuda_names, &library, NULL, diag));
  void *symbols[] = {qn_dl_find(&library, "cuInit"),
                     qn_dl_find(&library, "cuDeviceGetCount"),
                     qn_dl_find(&library, "cuDeviceGetAttribute")};
  if (!symbols[0] || !symbols[1] || !symbols[2])
    return qn_ok();
  memcpy(&init, &symbols[0], sizeof(init));
  memcpy(&count_devices, &symbols[1], sizeof(count_devices));
  memcpy(&attribute, &symbols[2], sizeof(attribute));
  int count = 0;
  if (init(0) != 0 || count_devices(&count) != 0)
    return qn_ok();
  for (int i = 0; i < count; ++i) {
    int major = 0, minor = 0;
    if (attribute(&major, MAJOR, i) == 0 && attribute(&minor, MINOR, i) == 0) {
      qn_buffer_u8(reply, (uint8_t)major);
      qn_buffer_u8(reply, (uint8_t)minor);
    }
  }
  return qn_buffer_check(reply, diag);
}

qn_status cc_add_machine(cc_request *r, qn_diag *diag) {
  if (access("/dev/nvidiactl", F_OK) != 0)
    return qn_ok();
  qn_worker worker = {.fn = ask_cuda, .name = "the NVIDIA driver"};
  QN_TRY(qn_workers_run(&worker, 1, 1, NULL, NULL, diag));
  qn_status status = qn_ok();
  // A machine whose driver fails counts as one without a GPU.
  if (!qn_failed(worker.status))
    for (size_t i = 0; i + 1 < worker.reply.size && !qn_failed(status);
         i += 2) {
      char name[16];
      snprintf(name, sizeof(name), "sm_%u%u", worker.reply.data[i],
               worker.reply.data[i + 1]);
      // A GPU newer than our table has no name in it.
      if (qn_target_find(qn_str_from(name)))
        status = qn_target_parse_list(qn_str_from(name), r->targets,
                                      CC_TARGETS_MAX, &r->target_count, diag);
    }
  qn_buffer_finish(&worker.reply);
  qn_buffer_finish(&worker.err);
  return status;
}
