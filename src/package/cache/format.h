// SPDX-License-Identifier: Apache-2.0
// The files of the cache as bytes. They may be from another process, with any
// version of Quern, and may be damaged: only what a writer could have written
// exactly so is accepted. Texts and parts are a size of 8 bytes, then bytes.
//   index  magic, count, digests of lists, newest first; 64-bit hash of it all
//   list   magic, count, {path, size, hash}; its name is its digest
//   entry  magic, digest of the list, key, count, parts; 64-bit hash of it all
// Names are 128-bit hashes of keys and lists; a collision is detected, since an
// entry has its whole key. All hashes are XXH3: they detect damage and change
// on one machine, among files of one owner, where an attack gains nothing, and
// cost a fiftieth of SHA-256.
#ifndef QN_PACKAGE_CACHE_FORMAT_H
#define QN_PACKAGE_CACHE_FORMAT_H

#include "base/buffer.h"
#include "base/digest.h"
#include "base/reader.h"

enum {
  QN_CACHE_LISTS_MAX = 8, // of one key
  QN_CACHE_PARTS_MAX = 8,
};

// What files of the cache are called.
typedef struct qn_cache_name {
  uint8_t bytes[QN_HASH128_SIZE];
} qn_cache_name;

// Of a file's contents: its size and its hash.
typedef struct qn_cache_content {
  uint8_t bytes[8 + QN_HASH128_SIZE];
} qn_cache_content;

// ---- Indexes and entries: whole files, each followed by its hash

typedef struct qn_cache_index {
  qn_cache_name lists[QN_CACHE_LISTS_MAX];
  size_t count;
} qn_cache_index;

typedef struct qn_cache_object {
  qn_cache_name list;
  qn_str key; // borrowed from the file, as the parts are
  qn_span parts[QN_CACHE_PARTS_MAX];
  size_t part_count;
} qn_cache_object;

// Whether magic and hash are right.
bool qn_cache_index_is_whole(qn_span file);
bool qn_cache_object_is_whole(qn_span file);
// False when it is damaged or foreign; `*out` is then not to be read.
bool qn_cache_index_read(qn_span file, qn_cache_index *out);
bool qn_cache_object_read(qn_span file, qn_cache_object *out);
void qn_cache_index_write(const qn_cache_index *index, qn_buffer *out);
void qn_cache_object_write(const qn_cache_object *object, qn_buffer *out);

// ---- Lists, file by file

typedef struct qn_cache_list {
  qn_reader reader;
  uint64_t left; // files
} qn_cache_list;

// False when it is not a list, or one of too many files.
bool qn_cache_list_open(qn_span file, qn_cache_list *out);
// The next file. False at the end, or where the list is damaged.
bool qn_cache_list_next(qn_cache_list *list, qn_str *out_path,
                        qn_cache_content *out_content);
// Whether the end has been reached, and nothing was damaged.
bool qn_cache_list_is_done(const qn_cache_list *list);

// Begins a list in an empty buffer, adds a file, and sets how many there are.
void qn_cache_list_begin(qn_buffer *out);
void qn_cache_list_add(qn_buffer *out, qn_str path,
                       const qn_cache_content *content);
void qn_cache_list_end(qn_buffer *out, uint64_t count);

#endif // QN_PACKAGE_CACHE_FORMAT_H
