// SPDX-License-Identifier: Apache-2.0
// Groups that wait for one another, on Intel's runtime for CPUs. It lets a
// thread run a group to its end, so as many as it has threads run at a time,
// and one of these is whoever waits for a queue before its work has begun.
// So a thread of ours launches such a kernel in a queue of its own, once what
// comes before is done, and waits. Two kernels at a time would take threads
// from each other for ever; so there is one such queue.
#include <inttypes.h>

#include "base/alloc.h"
#include "runtime/backends/opencl/opencl.h"

typedef struct launch {
  qn_opencl_device *device;
  cl_kernel *kernel; // with the arguments of this launch
  size_t global[3], local[3];
} launch;

static int run_locked(const launch *l) {
  qn_opencl_device *d = l->device;
  int error = 0;
  if (!d->together)
    d->together = qn_opencl.clCreateCommandQueueWithProperties(
        d->context, d->device, NULL, &error);
  if (!d->together)
    return error;
  error = qn_opencl.clEnqueueNDRangeKernel(d->together, l->kernel, 3, NULL,
                                           l->global, l->local, 0, NULL, NULL);
  return error ? error : qn_opencl.clFinish(d->together);
}

static void run(void *user) {
  launch *l = user;
  qn_mutex_lock(&l->device->together_mutex);
  const int error = run_locked(l);
  qn_mutex_unlock(&l->device->together_mutex);
  if (error)
    qn_spirv_fail(&l->device->base, QN_R_LAUNCH_FAILURE,
                  qn_opencl_error_name(error));
  (void)qn_opencl.clReleaseKernel(l->kernel);
  qn_free(l);
}

static qn_result check_groups(const qn_opencl_device *d,
                              const qn_op_kernel *op) {
  const uint64_t wanted = (uint64_t)op->grid[0] * op->grid[1] * op->grid[2];
  const uint64_t most = d->base.info.multiprocessors;
  return wanted <= most
             ? QN_R_OK
             : qn_refuse(QN_R_COOPERATIVE_TOO_LARGE,
                         "%" PRIu64 " blocks of a cooperative launch; the "
                         "driver has threads for %" PRIu64 " at a time",
                         wanted, most);
}

qn_result qn_opencl_launch_together(qn_opencl_stream *s,
                                    const qn_opencl_function *f,
                                    const qn_op_kernel *op,
                                    const size_t global[3],
                                    const size_t local[3]) {
  int error = 0;
  QN_CHECK(check_groups(s->device, op));
  launch *l = qn_alloc_array(1, sizeof(*l));
  if (!l)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a launch");
  l->device = s->device;
  memcpy(l->global, global, sizeof(l->global));
  memcpy(l->local, local, sizeof(l->local));
  l->kernel = qn_opencl.clCloneKernel(f->kernel, &error);
  qn_result result = l->kernel ? qn_opencl_allow_indirect(s->device, l->kernel)
                               : qn_opencl_result(error, "clCloneKernel");
  if (result == QN_R_OK)
    result = qn_opencl_submit_host(s, run, l);
  if (result == QN_R_OK)
    return QN_R_OK;
  if (l->kernel)
    (void)qn_opencl.clReleaseKernel(l->kernel);
  qn_free(l);
  return result;
}
