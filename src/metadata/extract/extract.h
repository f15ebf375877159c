// SPDX-License-Identifier: Apache-2.0
// From an item found in a file to the model: one extractor per format whose row
// of formats.def says KERNELS, called through qn_image_read.
#ifndef QN_METADATA_EXTRACT_EXTRACT_H
#define QN_METADATA_EXTRACT_EXTRACT_H

#include "base/arena.h"
#include "formats/core/format.h"
#include "metadata/model/kernel.h"

// Reads the image that `item` is: kernels from the format's own description,
// and names and types from our record where there is one. Resources stay those
// of the format, and a disagreement is a warning of the image. Everything is in
// `arena` or borrows from item->bytes; label and path are copied.
//
// A format without kernels or without a reader gives an image with no kernels
// and a warning. On failure `out_image` still says target, format and place.
qn_status qn_image_read(const qn_item *item, const qn_limits *limits,
                        qn_arena *arena, qn_image *out_image, qn_diag *diag);

// ---- For extractors

typedef struct qn_extract qn_extract;

// Finds our record in the image; `*out_origin` is where in it. QN_E_NOT_FOUND:
// there is none.
typedef qn_status qn_find_record_fn(qn_extract *x, qn_span *out_camd,
                                    uint64_t *out_origin, qn_diag *diag);

struct qn_extract {
  const qn_item *item;
  const qn_limits *limits;
  qn_arena *arena;
  qn_image *image;
  qn_str *warnings; // of the image, growing
  size_t warning_capacity;
  bool memory; // a warning could not be kept
  // How the record is found: as a note of an ELF file, unless the extractor
  // sets something else. NULL: there is none, or it would add nothing.
  qn_find_record_fn *find_record;
};

// Fills image->target, version and kernels. The record is merged by the caller.
typedef qn_status qn_extract_fn(qn_extract *x, qn_diag *diag);
#define QN_EXTRACT_KERNELS(id) qn_extract_fn qn_extract_##id;
#define QN_EXTRACT_NOTHING(id)
#define QN_FORMAT(id, kernels) QN_EXTRACT_##kernels(id)
#include "formats/core/formats.def"
#undef QN_FORMAT
#undef QN_EXTRACT_NOTHING
#undef QN_EXTRACT_KERNELS

// Adds a warning to the image. After the hundredth they are only counted.
void qn_extract_warn(qn_extract *x, const char *format, ...) QN_PRINTF(2, 3);

enum { QN_ARGUMENTS_MAX = 4096 }; // of one kernel

// Kernels as they are found, in the arena. What cannot be added is noted here,
// and reported once at the end.
typedef struct qn_found {
  qn_kernel *kernels;
  size_t count, capacity;
  size_t argument_capacity; // of the last kernel's list
  bool memory, too_many;
} qn_found;

// One more, zeroed, or NULL.
qn_kernel *qn_extract_add_kernel(qn_extract *x, qn_found *found);
// One more at the end of the last kernel's `*arguments`, zeroed, or NULL.
qn_argument *qn_extract_add_argument(qn_extract *x, qn_found *found,
                                     qn_argument **arguments, size_t *count);
// Fails when something could not be added; `what` is "a code object".
qn_status qn_extract_check(const qn_extract *x, const qn_found *found,
                           const char *what, qn_diag *diag);

// Merges the record into the kernels read from the format.
qn_status qn_extract_merge(qn_extract *x, qn_span camd, uint64_t origin,
                           qn_diag *diag);

// Takes the kernels from the handlers' blocks of a container, which say names,
// variants and static shared memory, but nothing of arguments.
qn_status qn_extract_handlers(qn_extract *x, qn_span camd, qn_diag *diag);

#endif // QN_METADATA_EXTRACT_EXTRACT_H
