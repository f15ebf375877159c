// SPDX-License-Identifier: Apache-2.0
// Images for other targets that PTX or a cubin carries: a bundle, in comments
// at the end of the text, or in a section that no driver reads. So a program
// that loads such a file by name runs on the devices that take neither.
#ifndef QN_FORMATS_CODE_ATTACHED_H
#define QN_FORMATS_CODE_ATTACHED_H

#include "base/buffer.h"
#include "formats/core/format.h"

// Appends `image`, which is PTX or a cubin, with `bundle` to the empty `out`.
// QN_E_UNSUPPORTED when it is neither.
qn_status qn_attach(qn_span image, qn_span bundle, qn_buffer *out,
                    qn_diag *diag);

// Appends the bundle that PTX carries, or nothing. QN_E_MALFORMED where it is
// damaged.
qn_status qn_attached_to_ptx(qn_span ptx, qn_buffer *out, qn_diag *diag);

// The walks of these two formats; an image that carries nothing has no members.
qn_status qn_attached_walk_ptx(qn_walk *walk, qn_span bytes, uint64_t origin,
                               qn_diag *diag);
qn_status qn_attached_walk_cubin(qn_walk *walk, qn_span bytes, uint64_t origin,
                                 qn_diag *diag);

#endif // QN_FORMATS_CODE_ATTACHED_H
