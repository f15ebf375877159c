// SPDX-License-Identifier: Apache-2.0
// Compiling in a child process: the tool `quern` with a command line, and files
// that exist in memory only. What quern_compile (include/quern/compile.h),
// hiprtc and nvrtc (hip/rtc) have in common.
//
// A child, because the compiler library forks and so needs a caller with one
// thread, and because a crash of LLVM must not end the program.
#ifndef QN_COMPILE_CHILD_H
#define QN_COMPILE_CHILD_H

#include <limits.h>

#include "base/arena.h"
#include "base/system/process.h"

// ---- Files in memory

// A header as #include has it, or a source; borrowed.
typedef struct qn_memory_file {
  const char *name;
  qn_str text;
} qn_memory_file;

// Whether a name is that of a file below a folder of ours, and nowhere else.
bool qn_memory_file_is_safe(const char *name);

// Makes the folder and writes the files into it, and the folders that their
// names have. QN_E_ARGUMENT for a name that is not safe, QN_E_LIMIT for one
// that is too long, QN_E_IO.
qn_status qn_memory_files_write(const qn_memory_file *files, size_t count,
                                const char *folder, qn_diag *diag);

// ---- The tool

// A command line; a zeroed one is empty. Words are borrowed or in `arena`.
// Failures are sticky until qn_child_run.
typedef struct qn_child {
  qn_arena arena;
  const char **words;
  size_t count, capacity;
  bool failed; // an allocation did
} qn_child;

// The tool's path, found beside the library (base/system/install.h).
// QN_E_TOOLCHAIN with a hint when it does not exist.
qn_status qn_child_find_tool(char path[PATH_MAX], qn_diag *diag);

void qn_child_add(qn_child *child, const char *word);
// One word of two texts.
void qn_child_add_text(qn_child *child, const char *before, const char *after);

// Runs the command and waits for it; the result is the caller's, to be
// finished. OK whatever the exit code. `on_wait` and `user` as
// qn_process_params has them. Failures are those of qn_process_run, and
// QN_E_MEMORY.
qn_status qn_child_run(qn_child *child,
                       bool (*on_wait)(void *user, double seconds), void *user,
                       qn_process_result *out_result, qn_diag *diag);
// Accepts a zeroed child.
void qn_child_finish(qn_child *child);

#endif // QN_COMPILE_CHILD_H
