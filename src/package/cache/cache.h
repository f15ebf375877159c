// SPDX-License-Identifier: Apache-2.0
// A content-addressed cache on disk: the results of compilations, by everything
// that went into them. `quern compile`, `quern pregen` and hiprtc share it.
//
// A key is text with everything that matters (format, compiler, options,
// target, source) except for the other files that the compilation read. Those
// are in a list of paths with digests, a separate file that many entries share.
// Below the folder:
//   index/   by the digest of a key: the lists that there are entries for
//   lists/   by their own digest
//   objects/ by the digests of key and list: the entry, with the whole key
//   lock     locked by ranges of bytes, one for each key
// A hit compares the whole key, the digests of all files, and that of the entry
// itself: a damaged, foreign or outdated entry is a miss. Everything is
// published by rename. Any number of processes may use a folder at once; one
// that is killed leaves at most a temporary file, and no locks.
//
// One qn_cache belongs to one thread. It remembers digests of files; nothing is
// stored for a file that changed since it was opened.
#ifndef QN_PACKAGE_CACHE_CACHE_H
#define QN_PACKAGE_CACHE_CACHE_H

#include <time.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/map.h"
#include "package/cache/format.h"

typedef struct qn_cache {
  char folder[512]; // "": off
  // Private:
  struct timespec opened;
  int lock;     // file descriptor + 1; 0: not open
  qn_map files; // path: place of its digest in the arena, 0 without one
  qn_map lists; // digest of a list: 1 good, 2 outdated
  qn_arena arena;
} qn_cache;

// What an entry holds besides its key.
typedef struct qn_cache_entry {
  qn_buffer parts[QN_CACHE_PARTS_MAX]; // code, log, ...: the caller's meaning
  size_t part_count;
  qn_buffer files; // on a hit, if asked for: paths read, each with a NUL
} qn_cache_entry;

// Everything that identifies an entry. Paths below a root are stored relative
// to it, so that a tree may move.
typedef struct qn_cache_key {
  qn_str text;
  const char *const *roots; // folders, NULL-terminated; NULL: none
  bool want_files;          // of entries found
} qn_cache_key;

// The folder: QUERN_CACHE, else quern in XDG_CACHE_HOME or ~/.cache. "off" in
// QUERN_CACHE, or no home, turns the cache off. Nothing is created.
void qn_cache_open(qn_cache *out_cache);
// Accepts a zeroed cache; releases all its locks.
void qn_cache_close(qn_cache *cache);

// True on a hit; the entry's parts are then the caller's.
bool qn_cache_get(qn_cache *cache, const qn_cache_key *key,
                  qn_cache_entry *out_entry);
// Stores an entry. `files` are the paths, one per line, that were read. A
// folder that cannot be written to does not fail the work: the status is for
// callers that report it.
qn_status qn_cache_put(qn_cache *cache, const qn_cache_key *key, qn_str files,
                       const qn_cache_entry *entry, qn_diag *diag);
void qn_cache_entry_finish(qn_cache_entry *entry);

// Appends what identifies a program or library: the build id that its linker
// gave it, else the digest of its contents. False when it cannot be read.
bool qn_cache_identify(const char *path, qn_buffer *key);
// Appends the switches of the environment that change what a compiler makes.
void qn_cache_switches(qn_buffer *key);
// Appends the digest of a file's contents; remembered. False when it cannot be
// read.
bool qn_cache_digest(qn_cache *cache, const char *path, qn_buffer *key);

// ---- Locks, so that two processes do not make the same entry

typedef enum qn_cache_lock {
  QN_CACHE_LOCKED, // ours, until unlock, close or death
  QN_CACHE_BUSY,   // another process makes it
  QN_CACHE_NONE,   // locks are not available here: continue without
} qn_cache_lock;

// `wait`: until the other has finished or died.
qn_cache_lock qn_cache_take(qn_cache *cache, qn_str key, bool wait);
void qn_cache_release(qn_cache *cache, qn_str key);

// ---- For `quern cache`

typedef struct qn_cache_usage {
  uint64_t entries, bytes; // all files
  uint64_t damaged;        // entries that fail verification
  uint64_t leftovers;      // temporary files of killed processes
  int64_t oldest;          // seconds since 1970 of the least recently used; 0
} qn_cache_usage;

// Counts; `verify` reads every entry and checks it.
qn_status qn_cache_survey(const qn_cache *cache, bool verify,
                          qn_cache_usage *out_usage, qn_diag *diag);

typedef struct qn_cache_limits {
  uint64_t bytes;    // entries may take together; UINT64_MAX: no limit
  uint64_t unused_s; // seconds since their last use; UINT64_MAX: no limit
} qn_cache_limits;

// Removes the least recently used entries beyond the limits, damaged ones, what
// nothing refers to, and leftovers. Counts what it removed.
qn_status qn_cache_prune(const qn_cache *cache, const qn_cache_limits *limits,
                         qn_cache_usage *out_removed, qn_diag *diag);

#endif // QN_PACKAGE_CACHE_CACHE_H
