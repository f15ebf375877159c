// SPDX-License-Identifier: Apache-2.0
#include "package/cache/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/system/file.h"
#include "formats/object/elf.h"
#include "package/cache/files.h"

static const char hex_digits[] = "0123456789abcdef";

enum {
  ROOTS_MAX = 9,       // one digit
  USE_STEP_S = 60 * 60 // precision of the recorded last use
};

typedef qn_cache_name digest;
typedef qn_cache_content content;

void qn_cache_open(qn_cache *cache) {
  const char *own = getenv("QUERN_CACHE");
  const char *xdg = getenv("XDG_CACHE_HOME");
  const char *home = getenv("HOME");
  int size = 0;
  *cache = (qn_cache){0};
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
  (void)clock_gettime(CLOCK_REALTIME, &cache->opened);
}

void qn_cache_close(qn_cache *cache) {
  if (cache->lock)
    (void)close(cache->lock - 1);
  qn_map_finish(&cache->files);
  qn_map_finish(&cache->lists);
  qn_arena_finish(&cache->arena);
  *cache = (qn_cache){0};
}

// FOLDER/kind/ab/cdef..., so that no folder becomes too large.
static bool path_of(const qn_cache *cache, const char *kind, const digest *d,
                    char *path) {
  char hex[2 * QN_HASH128_SIZE + 1];
  if (!cache->folder[0])
    return false;
  for (int i = 0; i < QN_HASH128_SIZE; ++i) {
    hex[2 * i] = hex_digits[d->bytes[i] >> 4];
    hex[2 * i + 1] = hex_digits[d->bytes[i] & 15];
  }
  hex[2 * QN_HASH128_SIZE] = '\0';
  const int size = snprintf(path, QN_CACHE_PATH_SIZE, "%s/%s/%.2s/%s",
                            cache->folder, kind, hex, hex + 2);
  return size > 0 && size < QN_CACHE_PATH_SIZE;
}

static digest digest_of(qn_span bytes) {
  digest d;
  qn_hash128(bytes, d.bytes);
  return d;
}

static digest digest_of_two(const digest *a, const digest *b) {
  uint8_t both[2 * QN_HASH128_SIZE];
  memcpy(both, a->bytes, QN_HASH128_SIZE);
  memcpy(both + QN_HASH128_SIZE, b->bytes, QN_HASH128_SIZE);
  return digest_of((qn_span){both, sizeof(both)});
}

// ---- Contents of files

// The digest and size of a file, cached; NULL when it cannot be read.
static const content *file_content(qn_cache *cache, qn_str path) {
  const uint64_t *known = qn_map_find_str(&cache->files, path);
  if (known)
    return (const content *)(uintptr_t)*known;
  const qn_str name = qn_arena_copy(&cache->arena, path);
  content *found = NULL;
  qn_file file;
  if (!name.data)
    return NULL;
  if (!qn_failed(qn_file_open(name.data, QN_CACHE_FILE_LIMIT, &file, NULL))) {
    found = QN_ARENA_NEW(&cache->arena, content);
    if (found) {
      const uint64_t size = file.bytes.size;
      memcpy(found->bytes, &size, sizeof(size));
      qn_hash128(file.bytes, found->bytes + sizeof(size));
    }
    qn_file_close(&file);
  }
  qn_ignore(
      qn_map_put_str(&cache->files, name, (uint64_t)(uintptr_t)found, NULL),
      "not remembered: read again");
  return found;
}

bool qn_cache_digest(qn_cache *cache, const char *path, qn_buffer *key) {
  const content *d = file_content(cache, qn_str_from(path));
  if (d)
    qn_digest_print((qn_span){d->bytes, sizeof(d->bytes)}, key);
  return d != NULL;
}

// ---- Paths below roots: the root is replaced by "\1" and its digit

static void append_path(const qn_cache_key *key, qn_str path, qn_buffer *out) {
  for (int i = 0; key->roots && key->roots[i] && i < ROOTS_MAX; ++i) {
    const qn_str root = qn_str_from(key->roots[i]);
    if (root.size && qn_str_starts(path, root) && path.size > root.size &&
        path.data[root.size] == '/') {
      qn_buffer_printf(out, "\1%d", i);
      path = qn_str_skip(path, root.size);
      break;
    }
  }
  qn_buffer_append_str(out, path);
}

static bool resolve_path(const qn_cache_key *key, qn_str stored,
                         qn_buffer *out) {
  if (stored.size > 2 && stored.data[0] == '\1') {
    const int wanted = stored.data[1] - '0';
    int i = 0;
    while (key->roots && key->roots[i] && i < wanted)
      ++i;
    if (!key->roots || !key->roots[i] || i != wanted)
      return false;
    qn_buffer_append_str(out, qn_str_from(key->roots[i]));
    stored = qn_str_skip(stored, 2);
  }
  qn_buffer_append_str(out, stored);
  return !out->failed;
}

// ---- Reading

// Whether a file still has the contents that the list states.
static bool is_same(qn_cache *cache, const qn_cache_key *key, qn_str path,
                    const content *expected) {
  qn_buffer name = {0};
  const content *now = resolve_path(key, path, &name)
                           ? file_content(cache, qn_buffer_str(&name))
                           : NULL;
  qn_buffer_finish(&name);
  return now && memcmp(now, expected, sizeof(*now)) == 0;
}

static bool check_list(qn_cache *cache, const qn_cache_key *key, qn_span file) {
  qn_cache_list list;
  qn_str path;
  content expected;
  if (!qn_cache_list_open(file, &list))
    return false;
  while (qn_cache_list_next(&list, &path, &expected))
    if (!is_same(cache, key, path, &expected))
      return false;
  return qn_cache_list_is_done(&list);
}

// Whether all files of a list are unchanged. Cached: many entries share a list.
static bool is_list_good(qn_cache *cache, const qn_cache_key *key,
                         const digest *name) {
  char path[QN_CACHE_PATH_SIZE];
  qn_file file;
  const qn_str text = {(const char *)name->bytes, sizeof(name->bytes)};
  const uint64_t *known = qn_map_find_str(&cache->lists, text);
  if (known)
    return *known == 1;
  bool good = false;
  if (path_of(cache, "lists", name, path) &&
      !qn_failed(qn_file_open(path, QN_CACHE_FILE_LIMIT, &file, NULL))) {
    const digest real = digest_of(file.bytes);
    good = memcmp(&real, name, sizeof(real)) == 0 &&
           check_list(cache, key, file.bytes);
    qn_file_close(&file);
  }
  const qn_str lasting = qn_arena_copy(&cache->arena, text);
  if (lasting.data)
    qn_ignore(qn_map_put_str(&cache->lists, lasting, good ? 1 : 2, NULL),
              "not remembered: looked at again");
  return good;
}

// The paths of a valid list, with this machine's roots.
static void read_files(const qn_cache *cache, const qn_cache_key *key,
                       const digest *name, qn_buffer *out) {
  char path[QN_CACHE_PATH_SIZE];
  qn_file file;
  qn_cache_list list;
  qn_str one;
  content unused;
  if (!path_of(cache, "lists", name, path) ||
      qn_failed(qn_file_open(path, QN_CACHE_FILE_LIMIT, &file, NULL)))
    return;
  if (qn_cache_list_open(file.bytes, &list))
    while (qn_cache_list_next(&list, &one, &unused))
      if (resolve_path(key, one, out))
        qn_buffer_u8(out, 0);
  qn_file_close(&file);
}

// The parts of an entry, if it belongs to this key and this list.
static bool read_entry(qn_span file, qn_str key, const digest *list,
                       qn_cache_entry *out) {
  qn_cache_object object;
  if (!qn_cache_object_read(file, &object) ||
      memcmp(&object.list, list, sizeof(*list)) != 0 ||
      !qn_str_equal(object.key, key))
    return false;
  bool failed = false;
  for (; out->part_count < object.part_count; ++out->part_count) {
    const qn_span part = object.parts[out->part_count];
    qn_buffer_append(&out->parts[out->part_count], part.data, part.size);
    failed |= out->parts[out->part_count].failed;
  }
  return !failed;
}

// The modification time records the last use, with a precision of an hour.
static void note_use(const char *path, int64_t last) {
  if (last < (int64_t)time(NULL) - USE_STEP_S)
    (void)utimensat(AT_FDCWD, path, NULL, 0);
}

static bool get_entry(const qn_cache *cache, const digest *name, qn_str key,
                      const digest *list, qn_cache_entry *out) {
  char path[QN_CACHE_PATH_SIZE];
  qn_file file;
  const digest both = digest_of_two(name, list);
  if (!path_of(cache, "objects", &both, path) ||
      qn_failed(qn_file_open(path, QN_CACHE_FILE_LIMIT, &file, NULL)))
    return false;
  const bool good = read_entry(file.bytes, key, list, out);
  const int64_t used = file.modified;
  qn_file_close(&file);
  if (good)
    note_use(path, used);
  else
    qn_cache_entry_finish(out);
  return good;
}

static bool open_index(const char *path, qn_cache_index *out) {
  qn_file file;
  if (qn_failed(qn_file_open(path, QN_CACHE_FILE_LIMIT, &file, NULL)))
    return false;
  const bool good = qn_cache_index_read(file.bytes, out);
  qn_file_close(&file);
  return good;
}

// The lists of a key; none when there is no index, or a damaged one.
static void read_index(const qn_cache *cache, const digest *name,
                       qn_cache_index *out) {
  char path[QN_CACHE_PATH_SIZE];
  if (!path_of(cache, "index", name, path) || !open_index(path, out))
    out->count = 0;
}

bool qn_cache_get(qn_cache *cache, const qn_cache_key *key,
                  qn_cache_entry *out) {
  qn_cache_index index;
  *out = (qn_cache_entry){0};
  if (!cache->folder[0])
    return false;
  const digest name = digest_of(qn_str_span(key->text));
  read_index(cache, &name, &index);
  for (size_t i = 0; i < index.count; ++i)
    if (is_list_good(cache, key, &index.lists[i]) &&
        get_entry(cache, &name, key->text, &index.lists[i], out)) {
      if (key->want_files)
        read_files(cache, key, &index.lists[i], &out->files);
      return true;
    }
  return false;
}

// ---- Writing

// A file that changed after its digest may have been taken is not what the
// compilation read.
static bool changed_since(const char *path, const struct timespec *then) {
  struct stat about;
  if (stat(path, &about) != 0)
    return true;
  const struct timespec *times[] = {&about.st_mtim, &about.st_ctim};
  for (int i = 0; i < 2; ++i)
    if (times[i]->tv_sec > then->tv_sec ||
        (times[i]->tv_sec == then->tv_sec && times[i]->tv_nsec > then->tv_nsec))
      return true;
  return false;
}

static qn_status put_path(qn_cache *cache, const qn_cache_key *key, qn_str path,
                          qn_buffer *out, qn_diag *diag) {
  qn_buffer name = {0}, stored = {0};
  qn_buffer_append_str(&name, path);
  const content *d = file_content(cache, path);
  qn_status status = qn_ok();
  if (!d || changed_since(qn_buffer_text(&name), &cache->opened))
    status = qn_fail(diag, QN_E_IO, QN_NOWHERE, "'%.*s' %s", QN_STR_ARG(path),
                     d ? "changed meanwhile" : "cannot be read");
  append_path(key, path, &stored);
  if (d)
    qn_cache_list_add(out, qn_buffer_str(&stored), d);
  out->failed |= stored.failed | name.failed;
  qn_buffer_finish(&stored);
  qn_buffer_finish(&name);
  return status;
}

static qn_status put_files(qn_cache *cache, const qn_cache_key *key,
                           qn_str files, qn_buffer *out, qn_diag *diag) {
  uint64_t count = 0;
  qn_str rest = files, path;
  qn_cache_list_begin(out);
  while (rest.size && qn_str_split(&rest, '\n', &path)) {
    if (!path.size)
      continue;
    QN_TRY(put_path(cache, key, path, out, diag));
    ++count;
  }
  qn_cache_list_end(out, count);
  return qn_buffer_check(out, diag);
}

static void make_folders(const char *path) {
  char part[QN_CACHE_PATH_SIZE];
  snprintf(part, sizeof(part), "%s", path);
  for (char *at = part + 1; (at = strchr(at, '/')); ++at) {
    *at = '\0';
    (void)mkdir(part, 0700);
    *at = '/';
  }
}

static qn_status put_file(const qn_cache *cache, const char *kind,
                          const digest *name, qn_buffer *bytes, qn_diag *diag) {
  char path[QN_CACHE_PATH_SIZE];
  QN_TRY(qn_buffer_check(bytes, diag));
  if (!path_of(cache, kind, name, path))
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE, "a path is too long");
  qn_status status = qn_file_write(path, qn_buffer_span(bytes), NULL);
  if (status.code != QN_E_IO)
    return status;
  make_folders(path);
  return qn_file_write(path, qn_buffer_span(bytes), diag);
}

// Moves the list to the front of the key's index.
static qn_status put_index(const qn_cache *cache, const digest *name,
                           const digest *list, qn_diag *diag) {
  qn_cache_index old, made = {.lists = {*list}, .count = 1};
  qn_buffer out = {0};
  read_index(cache, name, &old);
  if (old.count && memcmp(&old.lists[0], list, sizeof(*list)) == 0)
    return qn_ok();
  for (size_t i = 0; i < old.count && made.count < QN_CACHE_LISTS_MAX; ++i)
    if (memcmp(&old.lists[i], list, sizeof(*list)) != 0)
      made.lists[made.count++] = old.lists[i];
  qn_cache_index_write(&made, &out);
  const qn_status status = put_file(cache, "index", name, &out, diag);
  qn_buffer_finish(&out);
  return status;
}

static qn_status put_entry(const qn_cache *cache, const digest *name,
                           qn_str key, const digest *list,
                           const qn_cache_entry *entry, qn_diag *diag) {
  qn_buffer out = {0};
  qn_cache_object object = {
      .list = *list, .key = key, .part_count = entry->part_count};
  for (size_t i = 0; i < entry->part_count; ++i)
    object.parts[i] = qn_buffer_span(&entry->parts[i]);
  qn_cache_object_write(&object, &out);
  const digest both = digest_of_two(name, list);
  const qn_status status = put_file(cache, "objects", &both, &out, diag);
  qn_buffer_finish(&out);
  return status;
}

// A damaged list counts as missing, or it would never be replaced.
static bool is_list_there(const qn_cache *cache, const digest *name,
                          const qn_buffer *bytes) {
  char path[QN_CACHE_PATH_SIZE];
  qn_file file;
  if (!path_of(cache, "lists", name, path) ||
      qn_failed(qn_file_open(path, QN_CACHE_FILE_LIMIT, &file, NULL)))
    return false;
  const bool same = qn_str_equal(qn_span_str(file.bytes), qn_buffer_str(bytes));
  qn_file_close(&file);
  return same;
}

// The index is written last: everything that it refers to exists then.
qn_status qn_cache_put(qn_cache *cache, const qn_cache_key *key, qn_str files,
                       const qn_cache_entry *entry, qn_diag *diag) {
  qn_buffer list = {0};
  if (!cache->folder[0])
    return qn_ok();
  const digest name = digest_of(qn_str_span(key->text));
  qn_status status = put_files(cache, key, files, &list, diag);
  if (!qn_failed(status)) {
    const digest d = digest_of(qn_buffer_span(&list));
    if (!is_list_there(cache, &d, &list))
      status = put_file(cache, "lists", &d, &list, diag);
    if (!qn_failed(status))
      status = put_entry(cache, &name, key->text, &d, entry, diag);
    if (!qn_failed(status))
      status = put_index(cache, &name, &d, diag);
  }
  qn_buffer_finish(&list);
  return status;
}

void qn_cache_entry_finish(qn_cache_entry *entry) {
  for (size_t i = 0; i < QN_CACHE_PARTS_MAX; ++i)
    qn_buffer_finish(&entry->parts[i]);
  qn_buffer_finish(&entry->files);
  *entry = (qn_cache_entry){0};
}

// ---- Locks

static int open_lock(qn_cache *cache) {
  char path[QN_CACHE_PATH_SIZE];
  if (cache->lock || !cache->folder[0])
    return cache->lock - 1;
  snprintf(path, sizeof(path), "%s/lock", cache->folder);
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0 && errno == ENOENT) {
    make_folders(path);
    fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  }
  cache->lock = fd + 1;
  return fd;
}

// The byte whose lock stands for a key.
static struct flock range_of(qn_str key, short type) {
  const digest d = digest_of(qn_str_span(key));
  uint64_t at;
  memcpy(&at, d.bytes, sizeof(at));
  return (struct flock){.l_type = type,
                        .l_whence = SEEK_SET,
                        .l_start = (off_t)(at >> 2),
                        .l_len = 1};
}

qn_cache_lock qn_cache_take(qn_cache *cache, qn_str key, bool wait) {
  const int fd = open_lock(cache);
  struct flock range = range_of(key, F_WRLCK);
  int result = -1;
  if (fd < 0)
    return QN_CACHE_NONE;
  do
    result = fcntl(fd, wait ? F_OFD_SETLKW : F_OFD_SETLK, &range);
  while (result < 0 && errno == EINTR);
  if (result == 0)
    return QN_CACHE_LOCKED;
  return errno == EAGAIN || errno == EACCES ? QN_CACHE_BUSY : QN_CACHE_NONE;
}

void qn_cache_release(qn_cache *cache, qn_str key) {
  struct flock range = range_of(key, F_UNLCK);
  if (cache->lock)
    (void)fcntl(cache->lock - 1, F_OFD_SETLK, &range);
}

// ---- For care.c

bool qn_cache_is_whole(const char *path, const char *kind, qn_str name) {
  qn_file file;
  bool good;
  if (qn_failed(qn_file_open(path, QN_CACHE_FILE_LIMIT, &file, NULL)))
    return false;
  if (strcmp(kind, "index") == 0) {
    good = qn_cache_index_is_whole(file.bytes);
  } else if (strcmp(kind, "objects") == 0) {
    good = qn_cache_object_is_whole(file.bytes);
  } else {
    qn_buffer hex = {0};
    const digest real = digest_of(file.bytes);
    qn_digest_print((qn_span){real.bytes, sizeof(real.bytes)}, &hex);
    good = qn_str_equal(qn_buffer_str(&hex), name);
    qn_buffer_finish(&hex);
  }
  qn_file_close(&file);
  return good;
}

void qn_cache_index_names(const char *path, const char *name,
                          qn_cache_names_fn *visit, void *user) {
  qn_cache_index index;
  digest key = {0};
  if (!open_index(path, &index))
    return;
  for (size_t i = 0; i < 2 * QN_HASH128_SIZE && name[i]; ++i) {
    const char *digit = strchr(hex_digits, name[i]);
    if (digit)
      key.bytes[i / 2] =
          (uint8_t)(key.bytes[i / 2] << 4 | (digit - hex_digits));
  }
  for (size_t i = 0; i < index.count; ++i) {
    qn_buffer list = {0}, object = {0};
    const digest *d = &index.lists[i];
    const digest both = digest_of_two(&key, d);
    qn_digest_print((qn_span){d->bytes, sizeof(d->bytes)}, &list);
    qn_digest_print((qn_span){both.bytes, sizeof(both.bytes)}, &object);
    visit(user, qn_buffer_text(&list), qn_buffer_text(&object));
    qn_buffer_finish(&list);
    qn_buffer_finish(&object);
  }
}

// ---- The compiler's identity

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
    qn_ignore(qn_elf_walk_notes(&elf, take_build_id, key, NULL),
              "then its contents are the key");
  if (key->size == before) {
    uint8_t hash[QN_HASH128_SIZE];
    qn_hash128(file.bytes, hash);
    qn_digest_print((qn_span){hash, sizeof(hash)}, key);
  }
  qn_buffer_printf(key, "\n");
  qn_file_close(&file);
  return true;
}

void qn_cache_switches(qn_buffer *key) {
  static const char *const names[] = {"QUERN_CPU_DUMP",     "QUERN_CPU_ENGINE",
                                      "QUERN_CPU_NOTES",    "QUERN_CPU_SIZED",
                                      "QUERN_CPU_TILES",    "QUERN_CPU_WIDTH",
                                      "QUERN_VORTEX_ENGINE"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    const char *value = getenv(names[i]);
    if (value)
      qn_buffer_printf(key, "%s %zu %s\n", names[i], strlen(value), value);
  }
}
