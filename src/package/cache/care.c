// SPDX-License-Identifier: Apache-2.0
// Maintenance of a cache's folder: counting, verifying, removing.
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/map.h"
#include "package/cache/files.h"

enum {
  LEFTOVER_S = 60 * 60,   // an older temporary file is abandoned
  YOUNG_S = 24 * 60 * 60, // what nothing refers to yet may soon be used
  HEX_SIZE = 2 * sizeof(qn_cache_name)
};

// A file of the cache.
typedef struct file {
  const char *path;
  const char *name; // its digest, in hexadecimal; "" for a temporary file
  uint64_t bytes;
  int64_t used; // seconds since 1970
} file;

typedef struct listing {
  qn_arena arena;
  file *files;
  size_t count, capacity;
} listing;

static bool is_hex(const char *text, size_t size) {
  return strlen(text) == size && strspn(text, "0123456789abcdef") == size;
}

static qn_status add_file(listing *all, const char *folder, const char *half,
                          const char *rest, qn_diag *diag) {
  struct stat about;
  const qn_str path =
      qn_arena_printf(&all->arena, "%s/%s/%s", folder, half, rest);
  const qn_str name = is_hex(rest, HEX_SIZE - 2)
                          ? qn_arena_printf(&all->arena, "%s%s", half, rest)
                          : QN_STR("");
  file *grown = qn_arena_grow(&all->arena, all->files, all->count,
                              &all->capacity, sizeof(*grown));
  if (!path.data || !name.data || !grown)
    return qn_fail_memory(diag, "the list of files");
  all->files = grown;
  if (lstat(path.data, &about) != 0 || !S_ISREG(about.st_mode))
    return qn_ok(); // removed meanwhile
  grown[all->count++] = (file){path.data, name.data, (uint64_t)about.st_size,
                               (int64_t)about.st_mtime};
  return qn_ok();
}

static qn_status list_half(listing *all, const char *folder, const char *half,
                           qn_diag *diag) {
  char path[QN_CACHE_PATH_SIZE + NAME_MAX + 1];
  snprintf(path, sizeof(path), "%s/%s", folder, half);
  DIR *entries = opendir(path);
  qn_status status = qn_ok();
  for (const struct dirent *e;
       entries && !qn_failed(status) && (e = readdir(entries));)
    if (e->d_name[0] != '.')
      status = add_file(all, folder, half, e->d_name, diag);
  if (entries)
    (void)closedir(entries);
  return status;
}

// The files of one kind; none when the folder does not exist.
static qn_status list_kind(const qn_cache *cache, const char *kind,
                           listing *all, qn_diag *diag) {
  char folder[QN_CACHE_PATH_SIZE];
  snprintf(folder, sizeof(folder), "%s/%s", cache->folder, kind);
  DIR *entries = opendir(folder);
  qn_status status = qn_ok();
  if (!entries)
    return errno == ENOENT ? qn_ok() : qn_fail_errno(diag, "read", folder);
  for (const struct dirent *e; !qn_failed(status) && (e = readdir(entries));)
    if (is_hex(e->d_name, 2))
      status = list_half(all, folder, e->d_name, diag);
  (void)closedir(entries);
  return status;
}

static const char *const kinds[] = {"objects", "index", "lists"};
enum { OBJECTS, INDEX, LISTS, KINDS };

// ---- Counting

static void survey_file(const file *f, int kind, bool verify,
                        qn_cache_usage *usage) {
  usage->bytes += f->bytes;
  if (!f->name[0]) {
    ++usage->leftovers;
    return;
  }
  if (kind == OBJECTS) {
    ++usage->entries;
    if (!usage->oldest || f->used < usage->oldest)
      usage->oldest = f->used;
  }
  if (verify && !qn_cache_is_whole(f->path, kinds[kind], qn_str_from(f->name)))
    ++usage->damaged;
}

qn_status qn_cache_survey(const qn_cache *cache, bool verify,
                          qn_cache_usage *out_usage, qn_diag *diag) {
  qn_cache_usage usage = {0};
  qn_status status = qn_ok();
  for (int kind = 0; kind < KINDS && !qn_failed(status); ++kind) {
    listing all = {0};
    status = list_kind(cache, kinds[kind], &all, diag);
    for (size_t i = 0; i < all.count && !qn_failed(status); ++i)
      survey_file(&all.files[i], kind, verify, &usage);
    qn_arena_finish(&all.arena);
  }
  if (!qn_failed(status))
    *out_usage = usage;
  return status;
}

// ---- Removing

typedef struct pruning {
  qn_cache_usage *removed;
  int64_t now;
  qn_map objects; // names of entries that stay
  qn_map lists;   // names of lists that an index refers to
  size_t named;   // entries that stay, of the current index
  bool memory;    // out of memory: names are missing, so nothing may be removed
} pruning;

static void remove_file(pruning *p, const file *f, int kind) {
  if (unlink(f->path) != 0)
    return;
  p->removed->bytes += f->bytes;
  if (!f->name[0])
    ++p->removed->leftovers;
  else if (kind == OBJECTS)
    ++p->removed->entries;
}

// Removes abandoned and damaged files; the others move to the front.
static void remove_bad(pruning *p, listing *all, int kind) {
  size_t kept = 0;
  for (size_t i = 0; i < all->count; ++i) {
    const file *f = &all->files[i];
    if (!f->name[0]) {
      if (p->now - f->used >= LEFTOVER_S)
        remove_file(p, f, kind);
    } else if (!qn_cache_is_whole(f->path, kinds[kind], qn_str_from(f->name))) {
      ++p->removed->damaged;
      remove_file(p, f, kind);
    } else {
      all->files[kept++] = *f;
    }
  }
  all->count = kept;
}

static int newest_first(const void *a, const void *b) {
  const file *x = a, *y = b;
  return x->used != y->used ? (x->used < y->used ? 1 : -1)
                            : strcmp(x->name, y->name);
}

static void prune_objects(pruning *p, listing *all,
                          const qn_cache_limits *limits) {
  uint64_t total = 0;
  if (all->count)
    qsort(all->files, all->count, sizeof(*all->files), newest_first);
  for (size_t i = 0; i < all->count; ++i) {
    const file *f = &all->files[i];
    const uint64_t unused = p->now > f->used ? (uint64_t)(p->now - f->used) : 0;
    total += f->bytes;
    if (total > limits->bytes || unused > limits->unused_s)
      remove_file(p, f, OBJECTS);
    else if (qn_failed(
                 qn_map_put_str(&p->objects, qn_str_from(f->name), 1, NULL)))
      p->memory = true;
  }
}

typedef struct naming {
  pruning *p;
  qn_arena *arena;
} naming;

static void note_name(void *user, const char *list, const char *object) {
  naming *n = user;
  if (!qn_map_find_str(&n->p->objects, qn_str_from(object)))
    return;
  ++n->p->named;
  const qn_str copy = qn_arena_copy(n->arena, qn_str_from(list));
  if (!copy.data || qn_failed(qn_map_put_str(&n->p->lists, copy, 1, NULL)))
    n->p->memory = true;
}

static void prune_indexes(pruning *p, listing *all) {
  naming n = {p, &all->arena};
  for (size_t i = 0; i < all->count; ++i) {
    const file *f = &all->files[i];
    p->named = 0;
    qn_cache_index_names(f->path, f->name, note_name, &n);
    if (!p->named && !p->memory)
      remove_file(p, f, INDEX);
  }
}

static void prune_lists(pruning *p, const listing *all, bool young_too) {
  for (size_t i = 0; i < all->count && !p->memory; ++i) {
    const file *f = &all->files[i];
    if (!qn_map_find_str(&p->lists, qn_str_from(f->name)) &&
        (young_too || p->now - f->used >= YOUNG_S))
      remove_file(p, f, LISTS);
  }
}

qn_status qn_cache_prune(const qn_cache *cache, const qn_cache_limits *limits,
                         qn_cache_usage *out_removed, qn_diag *diag) {
  pruning p = {.removed = out_removed, .now = (int64_t)time(NULL)};
  listing all[KINDS] = {0};
  qn_status status = qn_ok();
  *out_removed = (qn_cache_usage){0};
  for (int kind = 0; kind < KINDS && !qn_failed(status); ++kind) {
    status = list_kind(cache, kinds[kind], &all[kind], diag);
    if (!qn_failed(status))
      remove_bad(&p, &all[kind], kind);
  }
  if (!qn_failed(status)) {
    prune_objects(&p, &all[OBJECTS], limits);
    prune_indexes(&p, &all[INDEX]);
    prune_lists(&p, &all[LISTS], limits->bytes == 0);
  }
  qn_map_finish(&p.objects);
  qn_map_finish(&p.lists);
  for (int kind = 0; kind < KINDS; ++kind)
    qn_arena_finish(&all[kind].arena);
  return status;
}
