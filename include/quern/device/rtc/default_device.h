// SPDX-License-Identifier: Apache-2.0
//
// For nvrtc's -default-device: functions that say nothing are the device's, too,
// from here to the end of the source.
#pragma clang force_cuda_host_device begin
