// SPDX-License-Identifier: Apache-2.0
// Files: input mapped or read whole, output replaced atomically or not at all.
#ifndef QN_BASE_SYSTEM_FILE_H
#define QN_BASE_SYSTEM_FILE_H

#include "base/buffer.h"
#include "base/diag.h"
#include "base/span.h"

// An input, whole in memory. `bytes` stays valid until qn_file_close.
typedef struct qn_file {
  qn_span bytes;
  int64_t modified; // of a regular file: the last change, seconds since 1970
  void *mapping;    // private: the mmap, or NULL
  void *heap;       // private: the heap copy, or NULL
} qn_file;

// Opens `path` for reading; "-" reads standard input to its end. Regular files
// are mapped, pipes are read. `limit` is the largest size accepted in bytes, 0
// for none (QN_E_LIMIT beyond). A folder is QN_E_IO. A missing file is
// QN_E_NOT_FOUND, with similar names of the folder as the hint.
qn_status qn_file_open(const char *path, uint64_t limit, qn_file *out_file,
                       qn_diag *diag);
// Accepts a zeroed file.
void qn_file_close(qn_file *file);

// Writes `bytes` to `path` so that the old contents stay until the new ones
// are complete: a temporary file beside it, then rename. "-" writes to standard
// output; devices and pipes are written in place. A full disk loses nothing;
// nothing is flushed against a power failure.
qn_status qn_file_write(const char *path, qn_span bytes, qn_diag *diag);

// A private folder under TMPDIR (or /tmp), removed with all its files by
// qn_temp_finish, also on SIGINT, SIGTERM and SIGHUP when the process called
// qn_temp_guard_signals.
typedef struct qn_temp {
  char path[256]; // empty: none
  int slot;       // private
} qn_temp;

qn_status qn_temp_create(qn_temp *out_temp, qn_diag *diag);
void qn_temp_finish(qn_temp *temp);
// Installs handlers that remove live temporary folders and unfinished outputs,
// kill children and then die of the same signal. For programs, not libraries.
void qn_temp_guard_signals(void);

bool qn_path_exists(const char *path);
// The part after the last '/'.
qn_str qn_path_name(qn_str path);
// The name without folder and last extension: "a/b.cu" gives "b".
qn_str qn_path_stem(qn_str path);
// The last extension with its dot (".cu"), or empty.
qn_str qn_path_extension(qn_str path);
// Writes the path from the root on, without "." and "..", so that a file has
// one name; symbolic links stay. `out_path` has PATH_MAX bytes. False when it
// is too long, the root itself, or when there is no current folder.
bool qn_path_absolute(const char *path, char *out_path);

#endif // QN_BASE_SYSTEM_FILE_H
