// SPDX-License-Identifier: Apache-2.0
// Places in the source: of the host's code by its stack and its line tables, of
// kernels by those of their images.
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/map.h"
#include "base/system/thread.h"
#include "formats/object/dwarf_line.h"
#include "metadata/debug/demangle.h"
#include "runtime/check/check.h"

enum { DEPTH = 24, EXPANDED_MAX = 1 << 30 };

typedef struct stack {
  uint32_t count;
  uintptr_t frames[DEPTH];
} stack;

// A file with line tables, opened once.
typedef struct object {
  uint64_t key;
  qn_elf elf;
  qn_dwarf dwarf;
  bool good;
  struct object *next;
} object;

static qn_mutex mutex = QN_MUTEX_INIT; // of all below
static stack **sites;
static uint32_t site_count, site_capacity;
static qn_map by_hash;
static object *objects;
static qn_arena arena;

// ---- Sites

static uint64_t hash_of(const stack *s) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ s->count;
  for (uint32_t i = 0; i < s->count; ++i)
    hash = (hash ^ s->frames[i]) * UINT64_C(0x100000001b3);
  return hash;
}

static qn_check_site intern(const stack *s) {
  const uint64_t hash = hash_of(s);
  const uint64_t *found = qn_map_find(&by_hash, hash);
  if (found)
    return (qn_check_site)*found;
  if (site_count == site_capacity) {
    const uint32_t grown = site_capacity * 2 + 64;
    stack **more = qn_realloc(sites, grown * sizeof(*more));
    if (!more)
      return 0;
    sites = more;
    site_capacity = grown;
  }
  stack *kept = qn_alloc(sizeof(*kept));
  if (!kept)
    return 0;
  *kept = *s;
  sites[site_count++] = kept;
  (void)qn_map_put(&by_hash, hash, site_count, NULL);
  return site_count;
}

static bool find_ours(uintptr_t code) {
  Dl_info about;
  if (!dladdr((void *)code, &about) || !about.dli_fname)
    return false;
  const char *slash = strrchr(about.dli_fname, '/');
  return strncmp(slash ? slash + 1 : about.dli_fname, "libquern", 8) == 0;
}

// With the mutex held. Looking an address up takes longer than a small launch,
// and the libraries stay where they are.
static bool is_ours(uintptr_t code) {
  enum { KEPT = 256 };
  static struct {
    uintptr_t code;
    bool ours;
  } kept[KEPT];
  const size_t at = code * UINT64_C(0x9e3779b97f4a7c15) >> 56;
  if (kept[at].code != code) {
    kept[at].ours = find_ours(code);
    kept[at].code = code;
  }
  return kept[at].ours;
}

qn_check_site qn_check_here(void) {
  void *all[DEPTH + 16];
  stack s = {0};
  const int count = backtrace(all, DEPTH + 16);
  int first = 0;
  qn_mutex_lock(&mutex);
  while (first < count && is_ours((uintptr_t)all[first]))
    ++first;
  for (int i = first; i < count && s.count < DEPTH; ++i)
    s.frames[s.count++] = (uintptr_t)all[i];
  const qn_check_site site = intern(&s);
  qn_mutex_unlock(&mutex);
  return site;
}

// ---- Line tables

static void open_object(object *o, int fd) {
  struct stat status;
  if (fd < 0 || fstat(fd, &status) != 0 || status.st_size <= 0)
    return;
  void *bytes =
      mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (bytes == MAP_FAILED ||
      qn_failed(qn_elf_open((qn_span){bytes, (size_t)status.st_size}, 0,
                            &o->elf, NULL)))
    return;
  o->dwarf.arena = &arena;
  const qn_dwarf_input input = {
      .elf = &o->elf, .lines = true, .expanded_max = EXPANDED_MAX};
  o->good = !qn_failed(qn_dwarf_add(&o->dwarf, &input, NULL));
}

// The object that is loaded at an address; NULL when out of memory.
static object *object_at(uint64_t key, int fd, const char *path) {
  for (object *o = objects; o; o = o->next)
    if (o->key == key)
      return o;
  object *o = qn_alloc_array(1, sizeof(*o));
  if (!o)
    return NULL;
  const int own = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  o->key = key;
  open_object(o, path ? own : fd);
  if (own >= 0)
    close(own);
  o->next = objects;
  objects = o;
  return o;
}

static qn_str readable(qn_str name) {
  const qn_demangled plain = qn_demangle(&arena, name);
  return plain.text.size ? plain.text : name;
}

// Without the folders that a path leaves again (a/../b), as long as it is the
// same file: a link may lead elsewhere.
static qn_str plain_path(qn_str path) {
  char text[PATH_MAX];
  char *up;
  if (path.size >= sizeof(text) || !qn_str_search(path, QN_STR("/../")))
    return path;
  memcpy(text, path.data, path.size);
  text[path.size] = '\0';
  while ((up = strstr(text, "/../"))) {
    char *before = memrchr(text, '/', (size_t)(up - text));
    if (!before)
      return path;
    memmove(before, up + 3, strlen(up + 3) + 1);
  }
  return access(text, F_OK) == 0 ? qn_arena_printf(&arena, "%s", text) : path;
}

static size_t add_frames(object *o, uint64_t address, qn_check_frame *frames,
                         size_t count) {
  qn_dwarf_frame found[QN_CHECK_FRAMES];
  if (!o || !o->good)
    return count;
  const size_t all =
      qn_dwarf_frames(&o->dwarf, address, found, QN_CHECK_FRAMES);
  for (size_t i = 0; i < all && count < QN_CHECK_FRAMES; ++i) {
    const qn_dwarf_frame *f = &found[i];
    if (!f->line || !f->file.size)
      continue;
    const qn_str path =
        f->directory.size
            ? qn_arena_printf(&arena, "%.*s/%.*s", QN_STR_ARG(f->directory),
                              QN_STR_ARG(f->file))
            : f->file;
    frames[count++] = (qn_check_frame){.file = plain_path(path),
                                       .function = readable(f->function),
                                       .line = f->line,
                                       .column = f->column};
  }
  return count;
}

// Functions of our headers, and those that clang makes for launches.
static bool is_plumbing(const qn_check_frame *f) {
  static const char *const folders[] = {"/quern/include/", "/include/quern/",
                                        "/include/hip/", "/include/cuda/"};
  for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); ++i)
    if (qn_str_search(f->file, qn_str_from(folders[i])))
      return true;
  return qn_str_search(f->function, QN_STR("__device_stub__")) != NULL;
}

// Leaves those out that stand in front of the program's.
static size_t drop_plumbing(qn_check_frame *frames, size_t first,
                            size_t count) {
  size_t kept = first;
  for (size_t k = first; k < count; ++k)
    if (kept || !is_plumbing(&frames[k]))
      frames[kept++] = frames[k];
  return kept;
}

size_t qn_check_code_frames(int fd, uintptr_t base, uintptr_t code,
                            qn_check_frame *frames) {
  if (fd < 0 || code < base)
    return 0;
  qn_mutex_lock(&mutex);
  // The call that the code returns from is before it.
  size_t count =
      add_frames(object_at(base, fd, NULL), code - 1 - base, frames, 0);
  count = drop_plumbing(frames, 0, count);
  qn_mutex_unlock(&mutex);
  return count;
}

// Frames from a place on; ends at main.
static size_t frames_of(const stack *s, qn_check_frame *frames) {
  size_t count = 0;
  for (uint32_t i = 0; i < s->count && count < QN_CHECK_FRAMES; ++i) {
    struct link_map *map = NULL;
    Dl_info about;
    const uintptr_t code = s->frames[i] - 1;
    if (!dladdr1((void *)code, &about, (void **)&map, RTLD_DL_LINKMAP) || !map)
      continue;
    const char *path =
        map->l_name && map->l_name[0] ? map->l_name : "/proc/self/exe";
    const size_t before = count;
    // The program itself may lie at 0.
    count = add_frames(object_at((uintptr_t)map->l_ld, -1, path),
                       code - map->l_addr, frames, count);
    count = drop_plumbing(frames, before, count);
    if (count && qn_str_equal(frames[count - 1].function, QN_STR("main")))
      break;
  }
  return count;
}

size_t qn_check_site_frames(qn_check_site site, qn_check_frame *frames) {
  size_t count = 0;
  qn_mutex_lock(&mutex);
  if (site && site <= site_count)
    count = frames_of(sites[site - 1], frames);
  qn_mutex_unlock(&mutex);
  return count;
}
