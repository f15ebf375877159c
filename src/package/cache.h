// SPDX-License-Identifier: Apache-2.0
// A content-addressed cache on disk: what a compilation gave, by all that it
// was made of.
//
// A key is text that says everything that matters (format, compiler, options,
// target, source) but for the files that the compilation read, which an entry
// lists with their digests. An entry is one file, named by the digest of its
// key, published by rename. A hit compares the whole key, the digests of all
// files, and that of the entry itself: a damaged, foreign or outdated entry is
// a miss. Any number of processes may use a folder at a time; one that is
// killed leaves at most a temporary file.
#ifndef QN_PACKAGE_CACHE_H
#define QN_PACKAGE_CACHE_H

#include "base/buffer.h"
#include "base/diag.h"

typedef struct qn_cache {
  char folder[512]; // "": off
} qn_cache;

enum { QN_CACHE_PARTS_MAX = 8 };

// What an entry holds besides its key.
typedef struct qn_cache_entry {
  qn_buffer parts[QN_CACHE_PARTS_MAX]; // code, log, ...: the user's meaning
  size_t part_count;
} qn_cache_entry;

// The folder: QUERN_CACHE, else quern in XDG_CACHE_HOME or ~/.cache. "off" in
// QUERN_CACHE, or no home, turns the cache off. Nothing is created.
void qn_cache_open(qn_cache *out_cache);

// True on a hit; the entry's parts are then the caller's.
bool qn_cache_get(const qn_cache *cache, qn_str key, qn_cache_entry *out_entry);
// Stores an entry. `files` are the paths, one per line, that were read. A
// folder that cannot be written to is no failure of the work: the status is for
// those who want to tell.
qn_status qn_cache_put(const qn_cache *cache, qn_str key, qn_str files,
                       const qn_cache_entry *entry, qn_diag *diag);
void qn_cache_entry_finish(qn_cache_entry *entry);

// Appends what identifies a program or library: the build id that its linker
// gave it, else the digest of its contents. False when it cannot be read.
bool qn_cache_identify(const char *path, qn_buffer *key);

#endif // QN_PACKAGE_CACHE_H
