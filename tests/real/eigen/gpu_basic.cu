// SPDX-License-Identifier: Apache-2.0
// Eigen's own test of that name, which compares with its host's code.
#define EIGEN_TEST_FUNC gpu_basic
#include "test/gpu_basic.cu"
