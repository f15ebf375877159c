// SPDX-License-Identifier: Apache-2.0
// The parts of `quern inspect`: printing of images, and comparison of files.
#ifndef QN_CLI_INSPECT_H
#define QN_CLI_INSPECT_H

#include "base/arena.h"
#include "base/out.h"
#include "cli/command.h"
#include "metadata/kernel.h"

typedef struct qn_inspect_options {
  const char *kernel; // pattern; NULL: all
  const char *target; // pattern; NULL: all
  const char *sort;   // key; NULL: file order
  bool all;           // hidden arguments too
  bool diff;
  bool metadata; // the whole container
} qn_inspect_options;

// Whether `name` is a key to sort by; if not, near keys become the diag's hint.
qn_status qn_inspect_check_sort(const char *key, qn_diag *diag);

// Removes kernels that the pattern does not match and sorts the rest, in place.
// Returns how many are left.
size_t qn_inspect_select(qn_image *image, const qn_inspect_options *options);

// Prints one image as an element of the array "images". `arena` is scratch.
void qn_inspect_print(qn_out *o, const qn_image *image, size_t index,
                      const qn_inspect_options *options, qn_arena *arena);

// "int n, float* x" for people, in the arena.
qn_str qn_inspect_signature(const qn_kernel *kernel, qn_arena *arena);

// Compares two files and returns the exit code.
int qn_inspect_diff(const qn_cli *cli, const qn_inspect_options *options,
                    const char *old_path, const char *new_path);

#endif // QN_CLI_INSPECT_H
