// SPDX-License-Identifier: Apache-2.0
// The formats that Quern recognises, and the walk through nested files, to any
// depth within limits.
//
// A new format is one file with a `const qn_format qn_format_<id>` and one line
// in formats.def; what it says about kernels is read by qn_extract_<id> of
// src/metadata, if its line says KERNELS.
#ifndef QN_FORMATS_CORE_FORMAT_H
#define QN_FORMATS_CORE_FORMAT_H

#include "base/diag.h"
#include "base/span.h"

// How much of an image is read.
typedef enum qn_detail {
  QN_DETAIL_ALL,
  QN_DETAIL_NAMES, // kernels' names, at least
  QN_DETAIL_IMAGE, // target and version, at least
} qn_detail;

// What a reader may spend on one file. Exceeding one is QN_E_LIMIT.
typedef struct qn_limits {
  uint64_t expanded_size; // bytes of expanded (decompressed) contents at once;
                          // in all, 256 times the file's size and this
  size_t depth;           // containers around an image
  size_t items;           // members of all containers together
  size_t kernels;         // of one image
  qn_detail detail;       // asking for less may cost less
} qn_limits;

// 4 GiB, 8, 2^20, 2^17: more than anything seen in practice (14,075 kernels in
// one image).
extern const qn_limits qn_limits_default;

// The most that qn_limits.depth can be.
enum { QN_DEPTH_MAX = 16 };

// A binary found in a file: the file itself, or a member of a container.
typedef struct qn_item {
  const struct qn_format *format; // NULL: not recognised
  qn_span bytes;    // valid during the visit only: it may be expanded contents
  uint64_t offset;  // of bytes.data[0] in the file, or in the expanded contents
                    // of the innermost compressed container around it
  bool is_expanded; // it lies in such contents
  qn_str label;     // what the container calls it (an entry id); empty: nothing
  const char *const *path; // format names of the containers, outermost first
  size_t path_count;
} qn_item;

// Called for each item that is not merely a container, in file order. A failure
// stops the walk.
typedef qn_status qn_item_fn(void *user, const qn_item *item, qn_diag *diag);

typedef struct qn_walk qn_walk;

typedef struct qn_format {
  const char *name;    // stable; used in JSON and on the command line
  const char *summary; // one line
  // What people call such files, in the plural, if they would look for GPU code
  // in them; else NULL.
  const char *plural;
  const char *extension; // of a file that holds one, ".cubin"; NULL: ".bin"
  // What it begins with, or empty. For texts, which end before the first NUL
  // where only their address is known, the characters that they may begin with.
  qn_str magic;
  const char *text_starts;
  // Reads what starts at bytes.data[0], which may extend beyond `bytes`, as far
  // as needed to find its size. When bytes are missing, fails with their place
  // (qn_reader). NULL: the format has no size. For qn_format_measure.
  qn_status (*measure)(qn_span bytes, uint64_t *out_size, qn_diag *diag);
  // Lies in the data of programs, aligned to 8 bytes, and is looked for there
  // by its magic, of 4 bytes at least (container/scan.h). Has a `measure`.
  bool embedded;
  // True when `bytes` start like this format. Accepts any size, 0 included.
  bool (*probe)(qn_span bytes);
  // NULL: nothing can be inside. Else calls qn_walk_member for each member;
  // `origin` is the offset of `bytes` as in qn_item.
  qn_status (*walk)(qn_walk *walk, qn_span bytes, uint64_t origin,
                    qn_diag *diag);
  bool contains_only; // not an image itself, so it is not visited
  bool is_image;      // one itself, even when it has a walk and no kernels
  bool no_kernels;    // does not list its kernels
} qn_format;

#define QN_FORMAT(id, kernels) extern const qn_format qn_format_##id;
#include "formats/core/formats.def"
#undef QN_FORMAT

// The registered formats in probe order; `*out_count` receives their number.
const qn_format *const *qn_formats(size_t *out_count);
// The first format whose probe accepts `bytes`, or NULL.
const qn_format *qn_format_detect(qn_span bytes);
// The format with this stable name, or NULL.
const qn_format *qn_format_find(qn_str name);

// Visits everything in `file`. A file that is not recognised is
// QN_E_UNSUPPORTED; a member that is not is visited with a NULL format.
// `limits` NULL: the default ones.
qn_status qn_format_walk(qn_span file, const qn_limits *limits,
                         qn_item_fn *visit, void *user, qn_diag *diag);

// The image at `start`, when only its address is known, with the size that the
// image states. A byte is read only after the bytes before it have shown that
// it exists. More than `limit` bytes are QN_E_LIMIT; a format that does not
// state its size is QN_E_UNSUPPORTED.
qn_status qn_format_measure(const void *start, uint64_t limit,
                            qn_span *out_image, qn_diag *diag);

// ---- For the walk functions of formats

// A member of the container now walked; `label` may be empty.
qn_status qn_walk_member(qn_walk *walk, qn_span bytes, uint64_t offset,
                         qn_str label, qn_diag *diag);
// How many bytes may be expanded now.
uint64_t qn_walk_expandable(const qn_walk *walk);
// A member that was expanded to `bytes` (qn_expand), which are freed.
qn_status qn_walk_expanded(qn_walk *walk, qn_span bytes, qn_str label,
                           qn_diag *diag);

#endif // QN_FORMATS_CORE_FORMAT_H
