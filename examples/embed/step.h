// SPDX-License-Identifier: Apache-2.0
// A header of the kernels: when it changes, they are compiled again.
#ifndef AFFINE_STEP
#define AFFINE_STEP 1
#endif
