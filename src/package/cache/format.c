// SPDX-License-Identifier: Apache-2.0
#include "package/cache/format.h"

#include <string.h>

static const char index_magic[] = "QNINDEX2";
static const char list_magic[] = "QNFILES1";
static const char entry_magic[] = "QNCACHE3";

enum {
  MAGIC_SIZE = 8,
  HASH_SIZE = 8,
  FILES_LIMIT = 65536, // of a list
};

static bool has_magic(qn_span file, const char *magic) {
  return file.size >= MAGIC_SIZE && memcmp(file.data, magic, MAGIC_SIZE) == 0;
}

static bool is_whole(qn_span file, const char *magic) {
  uint64_t hash;
  if (file.size < MAGIC_SIZE + HASH_SIZE || !has_magic(file, magic))
    return false;
  const size_t size = file.size - HASH_SIZE;
  memcpy(&hash, file.data + size, sizeof(hash));
  return hash == qn_hash64((qn_span){file.data, size});
}

// The part between magic and hash.
static qn_reader body_of(qn_span file) {
  return qn_reader_over(
      (qn_span){file.data + MAGIC_SIZE, file.size - MAGIC_SIZE - HASH_SIZE},
      MAGIC_SIZE);
}

static bool is_read(const qn_reader *r) {
  return !r->failed && r->at == r->in.size;
}

static qn_span read_part(qn_reader *r) {
  const uint64_t size = qn_read_u64(r, "cache.size");
  return qn_read_bytes(r, size, "cache.bytes");
}

static void read_digest(qn_reader *r, qn_cache_name *out) {
  const qn_span bytes = qn_read_bytes(r, sizeof(*out), "cache.digest");
  if (!r->failed)
    memcpy(out, bytes.data, sizeof(*out));
}

static void put_part(qn_buffer *out, const void *bytes, size_t size) {
  qn_buffer_u64(out, size);
  qn_buffer_append(out, bytes, size);
}

static void put_hash(qn_buffer *out) {
  if (!out->failed)
    qn_buffer_u64(out, qn_hash64(qn_buffer_span(out)));
}

// ---- Indexes

bool qn_cache_index_is_whole(qn_span file) {
  return is_whole(file, index_magic);
}

bool qn_cache_index_read(qn_span file, qn_cache_index *out) {
  if (!is_whole(file, index_magic))
    return false;
  qn_reader r = body_of(file);
  const uint64_t count = qn_read_u64(&r, "cache.lists");
  if (count > QN_CACHE_LISTS_MAX)
    return false;
  for (out->count = 0; out->count < count; ++out->count)
    read_digest(&r, &out->lists[out->count]);
  return is_read(&r);
}

void qn_cache_index_write(const qn_cache_index *index, qn_buffer *out) {
  qn_buffer_append(out, index_magic, MAGIC_SIZE);
  qn_buffer_u64(out, index->count);
  qn_buffer_append(out, index->lists, index->count * sizeof(index->lists[0]));
  put_hash(out);
}

// ---- Entries

bool qn_cache_object_is_whole(qn_span file) {
  return is_whole(file, entry_magic);
}

bool qn_cache_object_read(qn_span file, qn_cache_object *out) {
  if (!is_whole(file, entry_magic))
    return false;
  qn_reader r = body_of(file);
  read_digest(&r, &out->list);
  out->key = qn_span_str(read_part(&r));
  const uint64_t count = qn_read_u64(&r, "cache.parts");
  if (count > QN_CACHE_PARTS_MAX)
    return false;
  for (out->part_count = 0; out->part_count < count; ++out->part_count)
    out->parts[out->part_count] = read_part(&r);
  return is_read(&r);
}

void qn_cache_object_write(const qn_cache_object *object, qn_buffer *out) {
  qn_buffer_append(out, entry_magic, MAGIC_SIZE);
  qn_buffer_append(out, &object->list, sizeof(object->list));
  put_part(out, object->key.data, object->key.size);
  qn_buffer_u64(out, object->part_count);
  for (size_t i = 0; i < object->part_count; ++i)
    put_part(out, object->parts[i].data, object->parts[i].size);
  put_hash(out);
}

// ---- Lists

bool qn_cache_list_open(qn_span file, qn_cache_list *out) {
  if (!has_magic(file, list_magic))
    return false;
  *out = (qn_cache_list){.reader =
                             qn_reader_over((qn_span){file.data + MAGIC_SIZE,
                                                      file.size - MAGIC_SIZE},
                                            MAGIC_SIZE)};
  out->left = qn_read_u64(&out->reader, "cache.files");
  return !out->reader.failed && out->left <= FILES_LIMIT;
}

bool qn_cache_list_next(qn_cache_list *list, qn_str *out_path,
                        qn_cache_content *out_content) {
  if (!list->left)
    return false;
  const qn_span path = read_part(&list->reader);
  const qn_span content =
      qn_read_bytes(&list->reader, sizeof(*out_content), "cache.content");
  if (list->reader.failed)
    return false;
  --list->left;
  *out_path = qn_span_str(path);
  memcpy(out_content, content.data, sizeof(*out_content));
  return true;
}

bool qn_cache_list_is_done(const qn_cache_list *list) {
  return !list->left && is_read(&list->reader);
}

void qn_cache_list_begin(qn_buffer *out) {
  qn_buffer_append(out, list_magic, MAGIC_SIZE);
  qn_buffer_u64(out, 0);
}

void qn_cache_list_add(qn_buffer *out, qn_str path,
                       const qn_cache_content *content) {
  put_part(out, path.data, path.size);
  qn_buffer_append(out, content, sizeof(*content));
}

void qn_cache_list_end(qn_buffer *out, uint64_t count) {
  if (!out->failed)
    qn_buffer_patch(out, MAGIC_SIZE, count, 8, false);
}
