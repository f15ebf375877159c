// SPDX-License-Identifier: Apache-2.0
// What must not outlive this process: temporary folders, unfinished outputs and
// children, kept in a table that a signal handler can walk.
//
// Threads: all functions may be called from any. A process forked from this one
// starts with nothing of ours to clean up.
#ifndef QN_BASE_SYSTEM_CLEANUP_H
#define QN_BASE_SYSTEM_CLEANUP_H

#include <sys/types.h>

typedef enum qn_cleanup_kind {
  QN_CLEANUP_FILE,   // a file to unlink
  QN_CLEANUP_FOLDER, // a folder to remove with all that is in it
  QN_CLEANUP_TOOL,   // a process group to kill
  QN_CLEANUP_WORKER, // a process of ours: it cleans up when asked to end
} qn_cleanup_kind;

// Registers; the path is copied. Returns a slot for qn_cleanup_drop, or -1 when
// the table is full or the path too long: then nothing guards the thing, and
// everything else works.
int qn_cleanup_add(qn_cleanup_kind kind, const char *path, pid_t child);
// Unregisters; the thing is gone or finished. Accepts -1.
void qn_cleanup_drop(int slot);

// Removes a folder and everything in it, without following links. Safe in a
// signal handler.
void qn_cleanup_remove_folder(const char *path);

// Asks a worker to end, waits until it has, and kills it if that takes long.
void qn_cleanup_end_worker(pid_t child);

// Handlers for SIGINT, SIGTERM and SIGHUP: clean up, then die of that signal.
void qn_cleanup_guard_signals(void);

#endif // QN_BASE_SYSTEM_CLEANUP_H
