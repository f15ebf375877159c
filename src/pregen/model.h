// SPDX-License-Identifier: Apache-2.0
// The configuration of the kernels that the back end for ggml asks for when it
// runs a model.
#ifndef QN_PREGEN_MODEL_H
#define QN_PREGEN_MODEL_H

#include "base/buffer.h"
#include "base/diag.h"

// Reads the GGUF file `path`, and appends a configuration for `arch` ("native",
// "gfx942,sm_90"), and a line for each thing that a person should know.
qn_status qn_pregen_model(const char *path, const char *arch,
                          qn_buffer *out_config, qn_buffer *out_notes,
                          qn_diag *diag);

#endif // QN_PREGEN_MODEL_H
