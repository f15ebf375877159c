// SPDX-License-Identifier: Apache-2.0
// Eigen's own test of that name, which compares with its host's code.
#define EIGEN_TEST_FUNC tensor_scan_gpu
#include "unsupported/test/tensor_scan_gpu.cu"
