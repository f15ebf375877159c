// SPDX-License-Identifier: Apache-2.0
// Where a compilation finds headers: the C++ library of this machine, the same
// one for both sides of a program, and other toolchains' headers, which must
// not be read in place of ours.
#ifndef QN_TARGETS_HEADERS_H
#define QN_TARGETS_HEADERS_H

#include "base/arena.h"
#include "base/buffer.h"

// The multiarch name of the machine we run on, as Debian and GCC write it.
const char *qn_headers_multiarch(void);

// The newest GCC whose C++ headers and start files are both installed: Debian
// installs C compilers without the C++ library of their version, and clang
// takes the newest compiler all the same. The newest with headers alone when
// there is no such pair, and 0 when there are no C++ headers.
unsigned qn_headers_gcc(void);

// Writes the folder of that GCC's start files ("/usr/lib/gcc/..."), for clang's
// --gcc-install-dir. False when there is none.
bool qn_headers_gcc_folder(char *out_path, size_t capacity);

// Calls `fn` for each folder that the environment adds to the search for
// headers (CPATH, CPLUS_INCLUDE_PATH), which clang's driver reads and its front
// end alone does not.
typedef void qn_headers_folder_fn(void *user, const char *option, qn_str path);
void qn_headers_environment(qn_headers_folder_fn *fn, void *user);

// Calls `fn` for each folder that is searched for headers: those of `args`
// (NULL-terminated: -I, -isystem and the like), of the environment, and the
// machine's own.
void qn_headers_each_folder(const char *const *args, qn_headers_folder_fn *fn,
                            void *user);

// Writes the folder of the C++ libraries that CUDA's toolkit brings (Thrust,
// CUB), where one is installed: below $CUDA_HOME or $CUDA_PATH, else where
// toolkits usually are. Programs include them without an option of their own.
// False when there is none.
bool qn_headers_cuda_libraries(char *out_path, size_t capacity);

// Writes an overlay for clang's -ivfsoverlay that puts ours in the place of
// every header of a CUDA or HIP installation in the folders that `args`
// (NULL-terminated: -I, -isystem and the like) search, and in the machine's own
// folders. So a vendor's library header that includes "driver_types.h" beside
// itself reads ours. `*out_made` is false when there is no such installation.
// `ours` is the path of our folder include; `path`, of the file to write, may
// be NULL: only to know whether one is made.
qn_status qn_headers_overlay(const char *ours, const char *const *args,
                             const char *path, bool *out_made, qn_diag *diag);

// Appends an entry of such an overlay: `contents` is read in the place of
// `name`, both absolute paths. All but the first begin with a comma.
void qn_headers_overlay_entry(qn_buffer *out, bool is_first, const char *name,
                              const char *contents);

#endif // QN_TARGETS_HEADERS_H
