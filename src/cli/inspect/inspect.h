// SPDX-License-Identifier: Apache-2.0
// The parts of `quern inspect`: printing of images, and comparison of files.
#ifndef QN_CLI_INSPECT_INSPECT_H
#define QN_CLI_INSPECT_INSPECT_H

#include "base/arena.h"
#include "base/out.h"
#include "cli/core/command.h"
#include "formats/core/format.h"
#include "metadata/model/kernel.h"

typedef struct qn_inspect_options {
  const char *kernel; // pattern; NULL: all
  const char *target; // pattern; NULL: all
  const char *sort;   // key; NULL: file order
  bool all;           // hidden arguments too
  bool diff;
  bool metadata;            // the whole container
  const char *image_format; // pattern; NULL: all
  bool list;                // images only
  bool names;               // kernels' names only
  const char *extract;      // folder to write images to; NULL: none
  int64_t max_size, max_depth, max_expanded, max_count;
} qn_inspect_options;

// The files that the operands name: folders stand for the files in them, at
// any depth, in the order of their names; links in them are skipped.
typedef struct qn_inspect_file {
  const char *path;
  bool found; // in a folder: silently skipped when it is not one of our formats
} qn_inspect_file;
typedef struct qn_inspect_files {
  qn_inspect_file *items; // in the arena
  size_t count, capacity;
  qn_arena arena;
} qn_inspect_files;
qn_status qn_inspect_find_files(const qn_cli *cli, qn_inspect_files *out_files,
                                qn_diag *diag);

// While `file` is guarded, pages that somebody cut off read as zeroes instead
// of ending the process; qn_inspect_unguard says whether that happened. One
// file at a time.
void qn_inspect_guard(qn_span file);
bool qn_inspect_unguard(void);
// Gives back the pages of the guarded file before `end`, which are read again
// when needed.
void qn_inspect_drop_pages(const uint8_t *end);

// Appends a file name for an image called `name` (a target or an entry id):
// what a shell or a file system may trip over becomes '_'.
void qn_inspect_file_name(qn_str name, const qn_format *format, qn_buffer *out);

// Adds to the kernels of a bitcode image what LLVM knows of them, where it is
// installed; a warning of the image says why not. No other image is touched.
void qn_inspect_describe_module(const qn_item *item, qn_arena *arena,
                                qn_image *image);

// Prints one row of --list; `written` is where --extract put it, or NULL.
extern const qn_column qn_inspect_list_columns[];
enum { QN_INSPECT_LIST_COLUMNS = 6 };
void qn_inspect_list(qn_out *o, const qn_image *image, size_t index,
                     const char *written, qn_arena *arena);

// Whether `name` is a key to sort by; if not, similar keys become the diag's
// hint.
qn_status qn_inspect_check_sort(const char *key, qn_diag *diag);

// Removes kernels that the pattern does not match and sorts the rest, in place.
// Returns how many are left.
size_t qn_inspect_select(qn_image *image, const qn_inspect_options *options);

// Prints one image as an element of the array "images". `arena` is scratch.
void qn_inspect_print(qn_out *o, const qn_image *image, size_t index,
                      const qn_inspect_options *options, qn_arena *arena);

// "int n, float* x" for people, in the arena.
qn_str qn_inspect_signature(const qn_kernel *kernel, qn_arena *arena);

// "8/10 registers" in the arena; "-" when unknown.
qn_str qn_inspect_occupancy(const qn_kernel *kernel, qn_arena *arena);

// Compares two files and returns the exit code.
int qn_inspect_diff(const qn_cli *cli, const qn_inspect_options *options,
                    const char *old_path, const char *new_path);

#endif // QN_CLI_INSPECT_INSPECT_H
