// SPDX-License-Identifier: Apache-2.0
// Faults of kernels on devices that are this machine's CPUs: their drivers run
// kernels on threads of the process, and say nothing of which one it was.
#ifndef QN_RUNTIME_BACKENDS_OPENCL_FAULT_H
#define QN_RUNTIME_BACKENDS_OPENCL_FAULT_H

#include "metadata/model/kernel.h"

// Installs handlers for the signals of faults, once per process. After a report
// goes on what was installed before. Does nothing under AddressSanitizer.
void qn_opencl_watch_faults(void);

// A kernel that such a device is about to be given. Any thread.
void qn_opencl_note_launch(const qn_kernel *kernel);

#endif // QN_RUNTIME_BACKENDS_OPENCL_FAULT_H
