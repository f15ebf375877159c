// SPDX-License-Identifier: Apache-2.0
// An entry: magic, the key, the files with their digests, the parts, and the
// digest of all before it. Texts and parts are a size of 8 bytes, then bytes.
#include "package/cache.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/reader.h"
#include "formats/elf.h"

static const char magic[8] = "QNCACHE1";

enum {
  ENTRY_LIMIT = 1 << 30, // bytes
  FILES_LIMIT = 65536,
};

void qn_cache_open(qn_cache *cache) {
  const char *own = getenv("QUERN_CACHE");
  const char *xdg = getenv("XDG_CACHE_HOME");
  const char *home = getenv("HOME");
  int size = 0;
  cache->folder[0] = '\0';
  if (own && strcmp(own, "off") == 0)
    return;
  if (own && own[0])
    size = snprintf(cache->folder, sizeof(cache->folder), "%s", own);
  else if (xdg && xdg[0] == '/')
    size = snprintf(cache->folder, sizeof(cache->folder), "%s/quern", xdg);
  else if (home && home[0] == '/')
    size =
        snprintf(cache->folder, sizeof(cache->folder), "%s/.cache/quern", home);
  if (size < 0 || (size_t)size >= sizeof(cache->folder))
    cache->folder[0] = '\0';
}

// FOLDER/ab/cdef...: not all in one folder.
static bool entry_path(const qn_cache *cache, qn_str key, char *path,
                       size_t capacity) {
  uint8_t digest[QN_SHA256_SIZE];
  char hex[2 * QN_SHA256_SIZE + 1];
  if (!cache->folder[0])
    return false;
  qn_sha256((qn_span){(const uint8_t *)key.data, key.size}, digest);
  for (int i = 0; i < QN_SHA256_SIZE; ++i)
    snprintf(hex + 2 * i, 3, "%02x", digest[i]);
  const int size =
      snprintf(path, capacity, "%s/%.2s/%s", cache->folder, hex, hex + 2);
  return size > 0 && (size_t)size < capacity;
}

// ---- Reading

static qn_span read_part(qn_reader *r) {
  const uint64_t size = qn_read_u64(r, "cache.size");
  return qn_read_bytes(r, size, "cache.bytes");
}

// Whether a file still has the contents that it had.
static bool is_same(qn_span path, qn_span digest) {
  char name[4096];
  uint8_t now[QN_SHA256_SIZE];
  qn_file file;
  if (path.size >= sizeof(name) || digest.size != sizeof(now))
    return false;
  memcpy(name, path.data, path.size);
  name[path.size] = '\0';
  if (qn_failed(qn_file_open(name, ENTRY_LIMIT, &file, NULL)))
    return false;
  qn_sha256(file.bytes, now);
  qn_file_close(&file);
  return memcmp(now, digest.data, sizeof(now)) == 0;
}

static bool check_files(qn_reader *r) {
  const uint64_t count = qn_read_u64(r, "cache.files");
  if (count > FILES_LIMIT)
    return false;
  for (uint64_t i = 0; i < count; ++i) {
    const qn_span path = read_part(r);
    const qn_span digest = qn_read_bytes(r, QN_SHA256_SIZE, "cache.digest");
    if (qn_failed(qn_reader_finish(r, NULL)) || !is_same(path, digest))
      return false;
  }
  return true;
}

static bool read_entry(qn_span bytes, qn_str key, qn_cache_entry *out) {
  uint8_t digest[QN_SHA256_SIZE];
  if (bytes.size < sizeof(magic) + QN_SHA256_SIZE ||
      memcmp(bytes.data, magic, sizeof(magic)) != 0)
    return false;
  const qn_span body = {bytes.data, bytes.size - QN_SHA256_SIZE};
  qn_sha256(body, digest);
  if (memcmp(digest, bytes.data + body.size, sizeof(digest)) != 0)
    return false;
  qn_reader r = qn_reader_over(body, 0);
  (void)qn_read_bytes(&r, sizeof(magic), "cache.magic");
  const qn_span stored = read_part(&r);
  if (qn_failed(qn_reader_finish(&r, NULL)) || stored.size != key.size ||
      memcmp(stored.data, key.data, key.size) != 0 || !check_files(&r))
    return false;
  const uint64_t count = qn_read_u64(&r, "cache.parts");
  if (count > QN_CACHE_PARTS_MAX)
    return false;
  for (uint64_t i = 0; i < count; ++i) {
    const qn_span part = read_part(&r);
    if (qn_failed(qn_reader_finish(&r, NULL)))
      return false;
    qn_buffer_append(&out->parts[i], part.data, part.size);
    out->part_count = (size_t)i + 1;
    if (out->parts[i].failed)
      return false;
  }
  return true;
}

bool qn_cache_get(const qn_cache *cache, qn_str key, qn_cache_entry *out) {
  char path[1024];
  qn_file file;
  *out = (qn_cache_entry){0};
  if (!entry_path(cache, key, path, sizeof(path)) ||
      qn_failed(qn_file_open(path, ENTRY_LIMIT, &file, NULL)))
    return false;
  const bool good = read_entry(file.bytes, key, out);
  qn_file_close(&file);
  if (!good)
    qn_cache_entry_finish(out);
  return good;
}

// ---- Writing

static void put_part(qn_buffer *out, const void *data, size_t size) {
  qn_buffer_u64(out, size);
  qn_buffer_append(out, data, size);
}

static qn_status put_files(qn_str files, qn_buffer *out, qn_diag *diag) {
  const size_t place = out->size;
  uint64_t count = 0;
  qn_str rest = files, path;
  qn_buffer_u64(out, 0);
  while (rest.size && qn_str_split(&rest, '\n', &path)) {
    char name[4096];
    uint8_t digest[QN_SHA256_SIZE];
    qn_file file;
    if (!path.size)
      continue;
    if (path.size >= sizeof(name))
      return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE, "a path is too long");
    memcpy(name, path.data, path.size);
    name[path.size] = '\0';
    QN_TRY(qn_file_open(name, ENTRY_LIMIT, &file, diag));
    qn_sha256(file.bytes, digest);
    qn_file_close(&file);
    put_part(out, path.data, path.size);
    qn_buffer_append(out, digest, sizeof(digest));
    ++count;
  }
  if (!out->failed)
    qn_buffer_patch(out, place, count, 8, false);
  return qn_ok();
}

static void make_folders(const char *path) {
  char part[1024];
  snprintf(part, sizeof(part), "%s", path);
  for (char *at = part + 1; (at = strchr(at, '/')); ++at) {
    *at = '\0';
    (void)mkdir(part, 0700);
    *at = '/';
  }
}

qn_status qn_cache_put(const qn_cache *cache, qn_str key, qn_str files,
                       const qn_cache_entry *entry, qn_diag *diag) {
  char path[1024];
  uint8_t digest[QN_SHA256_SIZE];
  qn_buffer out = {0};
  if (!entry_path(cache, key, path, sizeof(path)))
    return qn_ok(); // off
  qn_buffer_append(&out, magic, sizeof(magic));
  put_part(&out, key.data, key.size);
  qn_status status = put_files(files, &out, diag);
  qn_buffer_u64(&out, entry->part_count);
  for (size_t i = 0; i < entry->part_count; ++i)
    put_part(&out, entry->parts[i].data, entry->parts[i].size);
  if (!out.failed) {
    qn_sha256(qn_buffer_span(&out), digest);
    qn_buffer_append(&out, digest, sizeof(digest));
  }
  if (!qn_failed(status))
    status = qn_buffer_check(&out, diag);
  if (!qn_failed(status)) {
    make_folders(path);
    status = qn_file_write(path, qn_buffer_span(&out), diag);
  }
  qn_buffer_finish(&out);
  return status;
}

void qn_cache_entry_finish(qn_cache_entry *entry) {
  for (size_t i = 0; i < QN_CACHE_PARTS_MAX; ++i)
    qn_buffer_finish(&entry->parts[i]);
  *entry = (qn_cache_entry){0};
}

// ---- Who compiled

static bool take_build_id(void *user, const qn_elf_note *note) {
  enum { BUILD_ID = 3 };
  qn_buffer *key = user;
  if (note->type != BUILD_ID || !qn_str_equal(note->owner, QN_STR("GNU")))
    return true;
  qn_digest_print(note->descriptor, key);
  return false;
}

bool qn_cache_identify(const char *path, qn_buffer *key) {
  qn_file file;
  qn_elf elf;
  const size_t before = key->size;
  if (qn_failed(qn_file_open(path, 0, &file, NULL)))
    return false;
  if (!qn_failed(qn_elf_open(file.bytes, 0, &elf, NULL)))
    (void)qn_elf_walk_notes(&elf, take_build_id, key, NULL).code;
  if (key->size == before) {
    uint8_t digest[QN_SHA256_SIZE];
    qn_sha256(file.bytes, digest);
    qn_digest_print((qn_span){digest, sizeof(digest)}, key);
  }
  qn_buffer_printf(key, "\n");
  qn_file_close(&file);
  return true;
}
