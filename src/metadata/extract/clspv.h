// SPDX-License-Identifier: Apache-2.0
// Kernels of SPIR-V for Vulkan, which has no kernels: clspv writes down what
// they were in OpenCL C, by the extended instructions
// NonSemantic.ClspvReflection (SPIR-V registry, revisions 1 to 7).
#ifndef QN_METADATA_EXTRACT_CLSPV_H
#define QN_METADATA_EXTRACT_CLSPV_H

#include "formats/code/spirv.h"
#include "metadata/extract/extract.h"

// Adds the kernels that the module's reflection describes; none without it.
// Arguments in descriptors have no offset in a block.
qn_status qn_extract_clspv(qn_extract *x, const qn_spirv *module,
                           qn_diag *diag);

#endif // QN_METADATA_EXTRACT_CLSPV_H
