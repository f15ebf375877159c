// SPDX-License-Identifier: Apache-2.0
// Launches of kernels that were registered with descriptions of their
// arguments, on the current device.
#ifndef QN_HIP_CORE_VORTEX_LAUNCH_H
#define QN_HIP_CORE_VORTEX_LAUNCH_H

#include <vortex_hip_runtime.h>

// Loads the binary at its first launch, and keeps it loaded.
hipError_t qn_vortex_launch(const hipMetadataLaunch *what);

#endif // QN_HIP_CORE_VORTEX_LAUNCH_H
